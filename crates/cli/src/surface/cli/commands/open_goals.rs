//! Searches the goals of a file one by one, to find which of them have a solution.

use std::num::NonZeroUsize;

use rayon::prelude::*;

use super::background::interruptible;
use super::say;
use crate::cover::Instance;
use crate::publish::open_goals::OpenGoal;
use crate::publish::viewer::EmbeddedSolutions;
use crate::puzzle::{Goal, PuzzleFile};
use crate::solve::search::{RunContext, WorkKind};
use crate::surface::cli::failure::Failure;

/// The results of `look` for the goals of a file, in the order of the file, computed on `threads`
/// threads.
pub(super) fn each_goal<T: Send>(
    file: &PuzzleFile,
    threads: NonZeroUsize,
    monitor: &RunContext,
    look: impl Fn(Instance) -> Result<T, Failure> + Sync,
) -> Result<Vec<T>, Failure> {
    let looking = Some(WorkKind::Busy("checking the goals"));
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .build()
        .map_err(anyhow::Error::new)?;
    let one = |goal: &Goal| {
        let puzzle = file.with_goal(goal).puzzle;
        look(Instance::new_until(puzzle, monitor.stop())?)
    };
    interruptible(monitor, looking, || {
        pool.install(|| file.goals.par_iter().map(one).collect())
    })
}

/// Drops the goals that have no solution, and names them on stderr.
pub(super) fn keep_solvable(
    goals: &mut Vec<OpenGoal>,
    file: &PuzzleFile,
    threads: NonZeroUsize,
    monitor: &RunContext,
) -> Result<(), Failure> {
    let solvable = each_goal(file, threads, monitor, |instance| {
        let first = EmbeddedSolutions::first(&instance, 1, monitor);
        Ok(!first.ok_or(Failure::Interrupted)?.solutions.is_empty())
    })?;
    say_left_out(file, solvable.iter().copied());
    let mut kept = solvable.into_iter();
    goals.retain(|_| kept.next() == Some(true));
    Ok(())
}

/// Names the goals without a solution on stderr. Returns false if no goal has one.
pub(super) fn say_left_out(file: &PuzzleFile, solvable: impl Iterator<Item = bool>) -> bool {
    /// The maximum number of goals that are named.
    const NAMED: usize = 60;
    let goals = file.goals.iter().zip(solvable);
    let left_out = goals.filter(|(_, is_solvable)| !is_solvable);
    let left_out: Vec<&str> = left_out.map(|(goal, _)| goal.name.as_str()).collect();
    if left_out.len() == file.goals.len() {
        stderr_line!("no goal has a solution, so there is nothing to play");
        return false;
    }
    if !left_out.is_empty() {
        let named = left_out[..left_out.len().min(NAMED)].join(", ");
        let more = match left_out.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        say::note(format_args!(
            "left out, because they have no solution: {named}{more}"
        ));
    }
    true
}
