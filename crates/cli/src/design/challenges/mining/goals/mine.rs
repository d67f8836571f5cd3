//! The input and the report of mining goals.

use thiserror::Error;

use crate::cover::{Instance, InstanceError};
use crate::design::challenges::Disagreement;
use crate::design::challenges::mining::{MiningHalt, MiningReport};
use crate::puzzle::PuzzleFile;
use crate::solve::SolveError;
use crate::solve::search::RunContext;
use crate::solve::space::SpaceError;
use crate::support::label::Label;

/// All goals of a file, to be mined together.
#[derive(Debug, Clone, Copy)]
pub struct GoalMine<'a> {
    /// The puzzle file with the goals.
    pub file: &'a PuzzleFile,
    /// The stop flag, the threads, and the memory of all threads together: each thread mines one
    /// goal at a time.
    pub monitor: &'a RunContext,
}

/// A goal that has mined challenges, with its exact cover problem.
#[derive(Debug)]
pub struct MinedGoal {
    /// The goal's name.
    pub name: Label,
    /// The goal's puzzle and its exact cover problem.
    pub instance: Instance,
}

/// The challenges mined from all goals, and why mining ended.
#[derive(Debug)]
pub struct GoalMiningReport {
    /// The challenges, and how they were mined. The end is never
    /// [`End::All`](super::super::End::All).
    pub mined: MiningReport,
    /// For each challenge, the index of its goal in `goals`.
    pub of: Vec<usize>,
    /// The goals that have challenges, in the order of the file.
    pub goals: Vec<MinedGoal>,
    /// The number of goals processed.
    pub looked_at: usize,
}

/// Why mining failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GoalMiningError {
    /// The problem, the symmetries or the solutions of a goal cannot be computed, or the run was
    /// stopped.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A goal has no diagram of all solutions, and is too large to be searched.
    #[error("the goal {goal:?} is too large for challenges; leave it out")]
    TooLarge {
        /// The goal's name.
        goal: Label,
        /// Why there is no diagram.
        source: SpaceError,
    },
    /// Two engines contradict each other.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
}

impl From<MiningHalt> for GoalMiningError {
    fn from(halt: MiningHalt) -> Self {
        match halt {
            MiningHalt::Stopped => Self::Solve(SolveError::Interrupted),
            MiningHalt::Disagreement(doubt) => Self::Disagreement(doubt),
        }
    }
}

impl From<InstanceError> for GoalMiningError {
    fn from(error: InstanceError) -> Self {
        Self::Solve(error.into())
    }
}

impl GoalMiningError {
    pub(super) fn is_interrupted(&self) -> bool {
        matches!(self, Self::Solve(SolveError::Interrupted))
    }
}
