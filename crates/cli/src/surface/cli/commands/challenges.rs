//! `challenges`: mines challenges, and writes them as a file, drawn or as JSON.

mod cards;
mod goals;
mod list;
mod request;
mod writer;

use std::time::Instant;

use tilewright_dlx::Bits;

use self::request::{amount, number_levels, on_threads, plan};
use super::solution_space::open_or_list;
use super::solution_stream::SolutionStream;
use super::table::check_table;
use super::{
    Inputs, LoadedPuzzle, OutputTarget, counted, load_puzzle, part_of, refuse_filter, say,
};
use crate::design::challenges::{
    Challenge, ChallengeIds, Difficulty, FirstRatings, Mine, SymmetryClasses,
};
use crate::puzzle::PuzzlePart;
use crate::solve::search::RunContext;
use crate::solve::space::Space;
use crate::support::control_flow::break_if;
use crate::support::input;
use crate::surface::cli::args::{ChallengesArgs, ChallengesFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;
use list::ChallengeList;
use writer::ChallengeOutput;

pub(super) fn run(args: &ChallengesArgs) -> Result<Outcome, Failure> {
    let started = Instant::now();
    if args.format == ChallengesFormat::Ron && input::is_stdin(&args.file) {
        refuse!(
            "challenges name the file of their puzzle, so the puzzle must be a file, not stdin"
        );
    }
    let inputs = Inputs::of([
        ("the puzzle", Some(&args.file)),
        ("the diagram", args.space.diagram.as_ref()),
    ]);
    let target = OutputTarget::of(args.output.as_ref(), &inputs)?;
    check_table(args.table(), target.as_ref())?;
    if args.cards {
        return cards::run(args, target.as_ref());
    }
    let (source, file) = load_puzzle(&args.file)?;
    if !file.goals.is_empty() && args.part.part() == PuzzlePart::Whole {
        refuse_filter(&source, &file)?;
        return goals::run(args, target.as_ref(), &file, started);
    }
    let (source, file) = part_of(source, file, args.part.part())?;
    let loaded = LoadedPuzzle::new(source, file, args.space.machine.bytes())?;
    if loaded.warn_of_obstacles() {
        return Ok(Outcome::No);
    }
    let plan = plan(args, loaded.instance.puzzle())?;
    let LoadedPuzzle { instance, .. } = &loaded;
    let monitor = signals::listen()?.with(&args.space.machine);
    if plan.givens.most == 0 && has_several(&loaded, &monitor)? {
        say::note(
            "a challenge needs a given, because the puzzle has more than one solution: write \
             --givens 1..",
        );
        return Ok(Outcome::No);
    }
    let group = instance.symmetry(monitor.stop())?;
    let symmetry_classes = SymmetryClasses::new(instance, group);
    let space = space(args, &loaded, &monitor)?;
    if space
        .as_ref()
        .is_some_and(|space| space.count() == 0_u32.into())
    {
        say::note("the puzzle has no solution, so there are no challenges");
        return Ok(Outcome::No);
    }
    let mine = Mine {
        instance,
        symmetry_classes: &symmetry_classes,
        space: space.as_ref(),
        monitor: &monitor,
    };
    if let Some(range) = plan.difficulty {
        let first = on_threads(&monitor, &plan, |_| mine.first_ratings(&plan))?;
        warn_of_difficulty(range, first?);
    }
    let mined = on_threads(&monitor, &plan, |on_progress| mine.mine(&plan, on_progress))?;
    let mined = mined?;
    let mut identity = ChallengeIds::new(instance, &symmetry_classes);
    let found = mined.challenges.iter();
    let challenges = found.map(|found| found.challenge(0, identity.id(&found.givens)));
    let mut challenges: Vec<Challenge> = challenges.collect();
    number_levels(&plan.amount, &mined, &mut challenges);
    let list = ChallengeList {
        args,
        puzzle: &instance.puzzle().title,
        parts: &[(args.part.part(), instance)],
        is_of_goals: false,
        plan: &plan,
        mined: &mined,
        challenges: &challenges,
    };
    list.write(target.as_ref())?;
    if space.is_some_and(|space| space.count() == 1_u32.into()) {
        say::note("the puzzle has one solution, so a challenge needs no givens");
    }
    list.say_how_it_went(started.elapsed().as_secs_f64());
    Ok(list.outcome())
}

/// Prints an early note if all of the first challenges are easier, or all harder, than requested.
fn warn_of_difficulty(range: Difficulty, first: Option<FirstRatings>) {
    let Some(first) = first else { return };
    let FirstRatings {
        easiest,
        hardest,
        count,
    } = first;
    if range.is_above(hardest) || range.is_below(easiest) {
        let [easiest, hardest] = [easiest, hardest].map(|end| format!("{:.1}", end.score()));
        let scores = if easiest == hardest {
            easiest
        } else {
            format!("{easiest} to {hardest}")
        };
        say::note(format_args!(
            "the first {} found rate {scores}, not {range}: looking further",
            counted(count, "challenge"),
        ));
    }
}

/// The space of all solutions. `None`, with a note, if neither a diagram nor a list of all
/// solutions fits in memory.
///
/// # Errors
///
/// Neither fits, and the puzzle is too large for the engine `bits`, which would search for
/// solutions.
fn space<'l>(
    args: &ChallengesArgs,
    loaded: &'l LoadedPuzzle,
    monitor: &RunContext,
) -> Result<Option<Space<'l>>, Failure> {
    let LoadedPuzzle { instance, .. } = loaded;
    let error = match open_or_list(&args.space, instance, monitor)? {
        Ok(space) => return Ok(Some(space)),
        Err(error) => error,
    };
    if !Bits::fits(instance.problem()) {
        return Err(anyhow::Error::new(error)
            .context("this puzzle is too large for challenges")
            .into());
    }
    say::note(format_args!(
        "{error}; solutions are searched in a random order instead, which finds some more often \
         than others"
    ));
    Ok(None)
}

/// Whether the puzzle itself has more than one solution.
fn has_several(loaded: &LoadedPuzzle, monitor: &RunContext) -> Result<bool, Failure> {
    let stream = SolutionStream {
        loaded,
        distinct: None,
        monitor,
    };
    let mut solutions = 0;
    let found = stream.each(&|_, _| Some(()), |()| {
        solutions += 1;
        Ok(break_if(solutions >= 2))
    })?;
    if found.interrupted {
        return Err(Failure::Interrupted);
    }
    Ok(solutions > 1)
}
