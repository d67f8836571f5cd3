//! A page of all goals of a file.

use super::super::open_goals::{each_goal, keep_solvable, say_left_out};
use super::super::{Target, counted};
use super::PageMaker;
use crate::cover::Instance;
use crate::publish::open_goals::{MAX_OWN_BOARDS, OpenGoal};
use crate::publish::viewer::{EmbeddedSolutions, PageContent, PlayablePuzzle};
use crate::puzzle::PuzzleFile;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;
use crate::solve::space::Space;
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

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
    if file.goals.len() > MAX_OWN_BOARDS {
        return of_open_goals(maker, file, target);
    }
    let resources = Resources::from(&args.space.machine);
    let monitor = signals::listen()?;
    let share = (args.limit as usize).div_ceil(file.goals.len());
    let made = each_goal(file, resources.threads, &monitor, |instance| {
        let held = solutions_of(&instance, share, args.seed, &resources, &monitor)?;
        Ok((instance, held))
    })?;
    let is_solvable = |held: &EmbeddedSolutions| !held.solutions.is_empty();
    if !say_left_out(file, made.iter().map(|(_, held)| is_solvable(held))) {
        return Ok(Outcome::No);
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

/// Writes a page of goals that leave cells of one board open: it holds none of their solutions, and looks for some when a
/// goal is opened.
fn of_open_goals(
    maker: &PageMaker<'_>,
    file: &PuzzleFile,
    target: Option<&Target>,
) -> Result<Outcome, Failure> {
    let count = counted(file.goals.len(), "goal");
    let Some(mut goals) = OpenGoal::all_of(file) else {
        return Err(anyhow::anyhow!(
            "the file has {count}; a page holds at most {MAX_OWN_BOARDS}, unless all of them only leave cells of a flat \
             board open, without givens and conditions: name one, --goal NAME"
        )
        .into());
    };
    let monitor = signals::listen()?;
    let threads = Resources::from(&maker.args.space.machine).threads;
    keep_solvable(&mut goals, file, threads, &monitor)?;
    if goals.is_empty() {
        return Ok(Outcome::No);
    }
    let instance = Instance::new(file.puzzle.clone())?;
    let what = counted(goals.len(), "goal");
    let content = PageContent::of_open_goals(&instance, goals);
    maker.write(&content, &what, target, &monitor)
}
