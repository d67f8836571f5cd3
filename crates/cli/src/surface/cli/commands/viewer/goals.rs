//! A page of all goals of a file.

use rayon::prelude::*;

use super::super::beside::interruptible;
use super::super::{Target, counted, say};
use super::PageMaker;
use crate::cover::Instance;
use crate::publish::viewer::{EmbeddedSolutions, PageContent, PlayablePuzzle};
use crate::puzzle::{Goal, PuzzleFile};
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor};
use crate::solve::space::Space;
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// The most goals of a page.
const MAX_GOALS: usize = 1_000;

/// Writes a page of all goals, each with its share of the solutions; those that have none are left
/// out.
pub(super) fn of_goals(
    maker: &PageMaker<'_>,
    file: &PuzzleFile,
    target: Option<&Target>,
) -> Result<Outcome, Failure> {
    let args = maker.args;
    if args.space.diagram.is_some() {
        return Err(anyhow::anyhow!(
            "each goal has a diagram of its own, so --diagram goes with --goal"
        )
        .into());
    }
    if file.goals.len() > MAX_GOALS {
        return Err(anyhow::anyhow!(
            "the file has {}; a page holds at most {MAX_GOALS}: name one, --goal NAME",
            counted(file.goals.len(), "goal")
        )
        .into());
    }
    let resources = Resources::from(&args.space.machine);
    let monitor = signals::listen()?;
    let looking = Some(Kind::Busy("looking at the goals"));
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(resources.threads.get())
        .build()
        .map_err(anyhow::Error::new)?;
    let share = (args.limit as usize).div_ceil(file.goals.len());
    let one = |goal: &Goal| -> Result<(Instance, EmbeddedSolutions), Failure> {
        let instance = Instance::new(file.with_goal(goal).puzzle)?;
        let held = solutions_of(&instance, share, args.seed, &resources, &monitor)?;
        Ok((instance, held))
    };
    let made = interruptible(&monitor, looking, || {
        pool.install(|| {
            file.goals
                .par_iter()
                .map(one)
                .collect::<Result<Vec<_>, _>>()
        })
    })?;
    let is_solvable = |held: &EmbeddedSolutions| !held.solutions.is_empty();
    let left_out: Vec<&str> = file
        .goals
        .iter()
        .zip(&made)
        .filter(|(_, (_, held))| !is_solvable(held))
        .map(|(goal, _)| goal.name.as_str())
        .collect();
    if left_out.len() == made.len() {
        stderr_line!("no goal has a solution: there is nothing to play");
        return Ok(Outcome::No);
    }
    if !left_out.is_empty() {
        say::note(format_args!(
            "left out, for they have no solution: {}",
            left_out.join(", ")
        ));
    }
    let goals = file.goals.iter().zip(&made);
    let goals = goals.filter(|(_, (_, held))| is_solvable(held));
    let puzzles = goals.map(|(goal, (instance, held))| PlayablePuzzle {
        name: Some(goal.name.clone()),
        instance,
        held: if args.limit == 0 {
            EmbeddedSolutions::none()
        } else {
            held.clone()
        },
        challenges: Vec::new(),
    });
    let puzzles: Vec<PlayablePuzzle<'_>> = puzzles.collect();
    let what = counted(puzzles.len(), "goal");
    let content = PageContent::of_goals(file.puzzle.title.clone(), puzzles);
    maker.write(&content, &what, target, &monitor)
}

/// Some solutions of a goal, at least one if there are any: drawn from all, or where these are too
/// many the first that a search finds.
fn solutions_of(
    instance: &Instance,
    share: usize,
    seed: u64,
    resources: &Resources,
    monitor: &Monitor,
) -> Result<EmbeddedSolutions, Failure> {
    let share = share.max(1);
    if let Ok(space) = Space::build(instance, resources, monitor) {
        return Ok(EmbeddedSolutions::of(&space, share, seed).map_err(anyhow::Error::new)?);
    }
    if monitor.is_set() {
        return Err(Failure::Interrupted);
    }
    EmbeddedSolutions::first(instance, share, monitor).ok_or(Failure::Interrupted)
}
