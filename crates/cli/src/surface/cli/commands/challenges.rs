//! `challenges`: mines challenges, and writes them as a file, drawn or as JSON.

mod asked;
mod cards;
mod goals;
mod list;

use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Instant;

use anyhow::anyhow;
use tilewright_dlx::Bits;

use self::asked::{amount, challenge, draws, number_levels, on_threads, outcome, plan, threads};
use super::solution_space::open_or_list;
use super::solution_stream::SolutionStream;
use super::table::check_table;
use super::{Inputs, LoadedPuzzle, Target, counted, load_puzzle, part_of, refuse_filter, say};
use crate::design::challenges::{
    Challenge, Difficulty, FirstRatings, Identity, Mine, SymmetryClasses,
};
use crate::puzzle::Part;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;
use crate::solve::space::Space;
use crate::support::input;
use crate::surface::cli::args::{ChallengesArgs, ChallengesFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;
use list::List;

pub(super) fn run(args: &ChallengesArgs) -> Result<Outcome, Failure> {
    let started = Instant::now();
    if args.format == ChallengesFormat::Ron && input::is_stdin(&args.file) {
        return Err(anyhow!(
            "challenges name the file of their puzzle, so it must be a file and not stdin"
        )
        .into());
    }
    let inputs = Rc::new(Inputs::of([
        ("the puzzle", Some(&args.file)),
        ("the diagram", args.space.diagram.as_ref()),
    ]));
    let target = Target::of(args.output.as_ref(), &inputs)?;
    check_table(args.table(), target.as_ref())?;
    if args.cards {
        return cards::run(args, target.as_ref());
    }
    let (source, file) = load_puzzle(&args.file)?;
    if !file.goals.is_empty() && args.part.part() == Part::Whole {
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
    let resources = Resources::from(&args.space.machine);
    let monitor = signals::listen()?;
    if plan.givens.most == 0 && has_several(&loaded, &resources, &monitor)? {
        say::note(
            "no challenge has no givens: the puzzle itself has more than one solution; \
             ask for at least one, as in --givens 1..",
        );
        return Ok(Outcome::No);
    }
    let group = instance.symmetry(monitor.stop())?;
    let symmetry_classes = SymmetryClasses::new(instance, group);
    let space = space(args, &loaded, &resources, &monitor)?;
    if space
        .as_ref()
        .is_some_and(|space| space.count() == 0_u32.into())
    {
        say::note("no solution: there is nothing to make challenges of");
        return Ok(Outcome::No);
    }
    let mine = Mine {
        instance,
        symmetry_classes: &symmetry_classes,
        space: space.as_ref(),
        monitor: &monitor,
    };
    if let Some(range) = plan.difficulty {
        let first = on_threads(&resources, &monitor, &plan, |_| mine.first_ratings(&plan))?;
        warn_of_difficulty(range, first.map_err(anyhow::Error::new)?);
    }
    let mined = on_threads(&resources, &monitor, &plan, |hear| mine.mine(&plan, hear))?;
    let mined = mined.map_err(anyhow::Error::new)?;
    let mut identity = Identity::new(instance, &symmetry_classes);
    let found = mined.challenges.iter();
    let challenges = found.map(|found| challenge(found, 0, identity.id(&found.givens)));
    let mut challenges: Vec<Challenge> = challenges.collect();
    number_levels(&plan.amount, &mined, &mut challenges);
    let list = List {
        args,
        puzzle: &instance.puzzle().title,
        parts: &[(args.part.part(), instance)],
        is_of_goals: false,
        plan: &plan,
        mined: &mined,
        challenges: &challenges,
    };
    // An empty list is no reason to write over a file.
    if !challenges.is_empty() || args.format.is_data() {
        list.write(target.as_ref())?;
    }
    if space.is_some_and(|space| space.count() == 1_u32.into()) {
        say::note("the puzzle has one solution: nothing has to be given");
    }
    list.say_how_it_went(started.elapsed().as_secs_f64());
    Ok(outcome(&mined))
}

/// Says at once that the first challenges are all too easy, or too hard.
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

/// All solutions; none, which is said, if there is no diagram of them.
fn space<'l>(
    args: &ChallengesArgs,
    loaded: &'l LoadedPuzzle,
    resources: &Resources,
    monitor: &Monitor,
) -> Result<Option<Space<'l>>, Failure> {
    let LoadedPuzzle { instance, .. } = loaded;
    let error = match open_or_list(&args.space, instance, resources, monitor)? {
        Ok(space) => return Ok(Some(space)),
        Err(error) => error,
    };
    if !Bits::fits(instance.problem()) {
        return Err(anyhow::Error::new(error)
            .context("this puzzle is too large for challenges")
            .into());
    }
    say::note(format_args!(
        "{error}; without it, solutions are searched for in a random order, \
         which finds some more often than others"
    ));
    Ok(None)
}

/// Whether the puzzle itself has more than one solution.
fn has_several(
    loaded: &LoadedPuzzle,
    resources: &Resources,
    monitor: &Monitor,
) -> Result<bool, Failure> {
    let stream = SolutionStream {
        loaded,
        distinct: None,
        resources,
        monitor,
    };
    let mut solutions = 0;
    let found = stream.each(&|_, _| Some(()), |()| {
        solutions += 1;
        Ok(if solutions < 2 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        })
    })?;
    if found.interrupted {
        return Err(Failure::Interrupted);
    }
    Ok(solutions > 1)
}
