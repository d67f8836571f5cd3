//! The question about choices over several goals.

use thiserror::Error;

use crate::design::choices::{ChoiceRule, JudgeError, RuleError};
use crate::puzzle::PuzzleFile;
use crate::solve::SolveError;
use crate::support::label::Label;

/// A question about the choices of pieces that a file allows, over all its goals.
#[derive(Debug)]
pub struct GoalQuestion<'a> {
    /// The file. The pieces of a goal are matched to the file's by name.
    pub file: &'a PuzzleFile,
    /// The restrictions on a choice of the file's pieces.
    pub rule: &'a ChoiceRule,
    /// Whether to keep only choices that solve every goal.
    pub every_goal: bool,
}

/// Why choices over goals cannot be counted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GoalQuestionError {
    /// A goal has other pieces than the file's puzzle, so its choices cannot be compared.
    #[error(
        "the goal {goal:?} has its own pieces, but choices use the pieces of the file; leave them \
         out"
    )]
    OwnPieces {
        /// The goal's name.
        goal: Label,
    },
    /// A required or forbidden piece does not exist.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The requirements cannot be judged for the choices of pieces.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The choices of pieces cannot be counted.
    #[error(transparent)]
    Solve(#[from] SolveError),
}
