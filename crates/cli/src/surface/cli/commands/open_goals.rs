//! Drops the goals of a file that have no solution.

use super::background::interruptible;
use super::say;
use crate::publish::goals::each_goal;
use crate::publish::open_goals::OpenGoal;
use crate::publish::viewer::EmbeddedSolutions;
use crate::puzzle::PuzzleFile;
use crate::solve::search::RunContext;
use crate::support::label::Label;
use crate::surface::cli::failure::Failure;

/// Drops the goals that have no solution, and names them on stderr.
pub(super) fn keep_solvable(
    goals: &mut Vec<OpenGoal>,
    file: &PuzzleFile,
    monitor: &RunContext,
) -> Result<(), Failure> {
    let solvable = interruptible(monitor, None, || {
        each_goal(file, monitor, |instance| {
            let first = EmbeddedSolutions::first(&instance, 1, monitor);
            Ok::<_, Failure>(!first.ok_or(Failure::Interrupted)?.solutions.is_empty())
        })
    })?;
    let mut kept = solvable.into_iter();
    let (solvable, left_out): (Vec<_>, Vec<_>) = std::mem::take(goals)
        .into_iter()
        .partition(|_| kept.next() == Some(true));
    *goals = solvable;
    let left_out: Vec<Label> = left_out.into_iter().map(|goal| goal.name).collect();
    say_left_out(&left_out, goals.len());
    Ok(())
}

/// Names on stderr the goals that have no solution. Returns whether any goal has a solution.
pub(super) fn say_left_out(left_out: &[Label], solvable: usize) -> bool {
    /// The maximum number of goals that the message names.
    const NAMED: usize = 60;
    if solvable == 0 {
        stderr_line!("no goal has a solution, so there is nothing to play");
        return false;
    }
    if !left_out.is_empty() {
        let named = left_out.iter().take(NAMED).map(Label::as_str);
        let named = named.collect::<Vec<_>>().join(", ");
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
