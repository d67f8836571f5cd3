//! Makes a page of all goals of a file.

use super::super::open_goals::{each_goal, keep_solvable, say_left_out};
use super::super::{OutputTarget, counted};
use super::PageMaker;
use crate::cover::Instance;
use crate::publish::open_goals::{MAX_OWN_BOARDS, OpenGoal};
use crate::publish::viewer::{EmbeddedSolutions, PageContent, PlayablePuzzle};
use crate::puzzle::PuzzleFile;
use crate::solve::resources::Resources;
use crate::solve::search::RunContext;
use crate::solve::space::Space;
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// Writes a page of all goals, each with an equal share of the embedded solutions. Leaves out goals
/// without a solution.
pub(super) fn of_goals(
    maker: &PageMaker<'_>,
    file: &PuzzleFile,
    target: Option<&OutputTarget>,
) -> Result<Outcome, Failure> {
    let args = maker.args;
    if args.space.diagram.is_some() {
        refuse!("each goal has its own diagram, so --diagram needs --goal");
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

/// Up to `share` solutions of a goal, but at least one if it has any. They are a sample of all
/// solutions, or if the diagram is too large, the first that a search finds.
fn solutions_of(
    instance: &Instance,
    share: usize,
    seed: u64,
    resources: &Resources,
    monitor: &RunContext,
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

/// Writes a page of goals that differ only in the cells they leave open. The page embeds no
/// solutions: it searches for them when the user opens a goal.
fn of_open_goals(
    maker: &PageMaker<'_>,
    file: &PuzzleFile,
    target: Option<&OutputTarget>,
) -> Result<Outcome, Failure> {
    let count = counted(file.goals.len(), "goal");
    let Some(mut goals) = OpenGoal::all_of(file) else {
        refuse!(
            "the file has {count}; a page holds at most {MAX_OWN_BOARDS}, or more if they only \
             leave cells of a flat board open, without givens and conditions: name one with \
             --goal NAME"
        );
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
