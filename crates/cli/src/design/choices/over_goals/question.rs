//! What is asked of choices for several goals.

use thiserror::Error;

use crate::design::choices::{ChoiceRule, JudgeError, RuleError};
use crate::puzzle::PuzzleFile;
use crate::solve::SolveError;
use crate::support::label::Label;

/// A question about all choices of pieces that a file leaves, over its goals.
#[derive(Debug)]
pub struct GoalQuestion<'a> {
    /// The file; a goal's pieces go by their names.
    pub file: &'a PuzzleFile,
    /// What is asked of a choice of the file's own pieces.
    pub rule: &'a ChoiceRule,
    /// Whether only choices are kept that solve every goal.
    pub every_goal: bool,
}

/// Why choices over goals cannot be counted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GoalQuestionError {
    /// A goal has other pieces than the file's puzzle, so its choices are others.
    #[error("the goal {goal:?} has pieces of its own; choices are made of the pieces of the file")]
    OwnPieces {
        /// The goal.
        goal: Label,
    },
    /// The pieces cannot be asked for.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// What is wanted cannot be told.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// They cannot be counted.
    #[error(transparent)]
    Solve(#[from] SolveError),
}
