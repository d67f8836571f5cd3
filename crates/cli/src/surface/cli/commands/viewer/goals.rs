//! Makes a page of all goals of a file.

use super::super::background::interruptible;
use super::super::open_goals::say_left_out;
use super::super::{OutputTarget, counted};
use super::PageMaker;
use crate::publish::viewer::{PlayableGoals, PlayableGoalsError};
use crate::puzzle::PuzzleFile;
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
    let monitor = signals::listen()?.with(&args.space.machine);
    let held = (args.limit as usize, args.seed);
    let goals = interruptible(&monitor, None, || PlayableGoals::of(file, held, &monitor));
    let goals = goals.map_err(|error| match error {
        PlayableGoalsError::Interrupted => Failure::Interrupted,
        PlayableGoalsError::Instance(error) => Failure::from(error),
        error @ PlayableGoalsError::TooMany { .. } => {
            anyhow::anyhow!("{error}: name one with --goal NAME").into()
        }
        PlayableGoalsError::Diagram(error) => error.into(),
    })?;
    if !say_left_out(&goals.left_out, goals.len()) {
        return Ok(Outcome::No);
    }
    let what = counted(goals.len(), "goal");
    maker.write(&goals.content(), &what, target, &monitor)
}
