//! `challenges` for a file with goals: one deck of challenges of all goals.

use std::time::Instant;

use super::super::{OutputTarget, counted, say};
use super::list::ChallengeList;
use super::writer::ChallengeOutput;
use super::{number_levels, on_threads, plan};
use crate::cover::Instance;
use crate::design::challenges::{Challenge, GoalMine, name_the_nameless};
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
    let found = report.mined.challenges.iter().zip(&report.of);
    let found = found.map(|(found, goal)| found.challenge(*goal, Label::default()));
    let mut challenges: Vec<Challenge> = found.collect();
    name_the_nameless(
        report.goals.iter().map(|goal| &goal.instance),
        &mut challenges,
    )?;
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
