//! `challenges` for a file with goals: one deck of challenges of all goals.

use std::time::Instant;

use super::super::{OutputTarget, counted, say};
use super::list::ChallengeList;
use super::writer::ChallengeOutput;
use super::{number_levels, on_threads, plan};
use crate::cover::Instance;
use crate::design::challenges::{
    Challenge, ChallengeIds, GoalMine, GoalMiningReport, SymmetryClasses, TakenIds,
};
use crate::puzzle::{PuzzleFile, PuzzlePart};
use crate::support::label::Label;
use crate::surface::cli::args::ChallengesArgs;
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

pub(super) fn run(
    args: &ChallengesArgs,
    target: Option<&OutputTarget>,
    file: &PuzzleFile,
    started: Instant,
) -> Result<Outcome, Failure> {
    if args.space.diagram.is_some() {
        refuse!("each goal has its own diagram, so --diagram needs --goal");
    }
    let plan = plan(args, &file.puzzle)?;
    let monitor = signals::listen()?.with(&args.space.machine);
    let mine = GoalMine {
        file,
        monitor: &monitor,
    };
    let report = on_threads(&monitor, &plan, |on_progress| mine.mine(&plan, on_progress))?;
    let report = report?;
    let mut challenges = named(&report)?;
    number_levels(&plan.amount, &report.mined, &mut challenges);
    let parts = report.goals.iter();
    let parts = parts.map(|goal| (PuzzlePart::Goal(goal.name.as_str()), &goal.instance));
    let parts: Vec<(PuzzlePart<'_>, &Instance)> = parts.collect();
    let list = ChallengeList {
        args,
        puzzle: &file.puzzle.title,
        parts: &parts,
        is_of_goals: true,
        plan: &plan,
        mined: &report.mined,
        challenges: &challenges,
    };
    list.write(target)?;
    list.say_how_it_went(started.elapsed().as_secs_f64());
    say::note(format_args!(
        "they come from {}, out of {} that were searched",
        counted(report.goals.len(), "goal"),
        report.looked_at,
    ));
    Ok(list.outcome())
}

/// The challenges with their ids, which are unique over all goals.
fn named(report: &GoalMiningReport) -> Result<Vec<Challenge>, Failure> {
    let found = report.mined.challenges.iter().zip(&report.of);
    let found = found.map(|(found, goal)| found.challenge(*goal, Label::default()));
    let mut challenges: Vec<Challenge> = found.collect();
    let mut taken = TakenIds::default();
    for (at, goal) in report.goals.iter().enumerate() {
        if !challenges.iter().any(|challenge| challenge.puzzle == at) {
            continue;
        }
        // Mining has ended, and a signal may have set its stop flag. A new flag is passed here, so that
        // the results are not lost.
        let group = goal.instance.symmetry(&tilewright_dlx::StopFlag::new())?;
        let symmetry_classes = SymmetryClasses::new(&goal.instance, group);
        let mut identity = ChallengeIds::beside(&goal.instance, &symmetry_classes, taken);
        for challenge in challenges
            .iter_mut()
            .filter(|challenge| challenge.puzzle == at)
        {
            challenge.id = identity.id(&challenge.givens);
        }
        taken = identity.into_taken();
    }
    Ok(challenges)
}
