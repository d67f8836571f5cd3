//! Why choices of pieces cannot be counted, sampled or selected.

use thiserror::Error;

use super::judge::JudgeError;
use super::rule::RuleError;
use crate::solve::SolveError;
use crate::support::label::Label;

/// Why choices of pieces cannot be counted, sampled or selected.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ChoiceError {
    /// A goal has other pieces than the file's puzzle, so its choices cannot be compared with those
    /// of other goals.
    #[error(
        "the goal {goal:?} has its own pieces, but choices use the pieces of the file; leave them \
         out"
    )]
    OwnPieces {
        /// The goal's name.
        goal: Label,
    },
    /// Uniform samples cannot be drawn: the tray is not flat, the rule limits the number of
    /// different pieces, or there are too many sums of sizes.
    #[error(
        "samples of choices need a flat tray, no limit on the number of different pieces, and not \
         too many sums of sizes"
    )]
    NoSpace,
    /// There are no choices.
    #[error("no choice of pieces has as many cells as the board")]
    Empty,
    /// A required or forbidden piece does not exist.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The requirements cannot be judged.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The choices cannot be counted.
    #[error(transparent)]
    Solve(#[from] SolveError),
}
