//! What is asked of mining goals, and what it answers.

use thiserror::Error;

use crate::cover::{Instance, InstanceError};
use crate::design::challenges::Disagreement;
use crate::design::challenges::mining::{Halt, MiningReport};
use crate::puzzle::PuzzleFile;
use crate::solve::SolveError;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;
use crate::solve::space::SpaceError;
use crate::support::label::Label;

/// All goals of a file to be mined together.
#[derive(Debug, Clone, Copy)]
pub struct GoalMine<'a> {
    /// The file.
    pub file: &'a PuzzleFile,
    /// What each goal may take, one after the other on one thread: the memory is shared by as many
    /// as there are threads.
    pub resources: &'a Resources,
    /// Stops the work.
    pub monitor: &'a Monitor,
}

/// A goal of which there are challenges.
#[derive(Debug)]
pub struct MinedGoal {
    /// What it is called.
    pub name: Label,
    /// Its exact cover problem.
    pub instance: Instance,
}

/// What was mined of all goals.
#[derive(Debug)]
pub struct GoalMiningReport {
    /// The challenges and how they were mined; [`End::All`](super::super::End::All) is never the end.
    pub mined: MiningReport,
    /// The goal of each challenge, by index in `goals`.
    pub of: Vec<usize>,
    /// The goals that have challenges, in the order of the file.
    pub goals: Vec<MinedGoal>,
    /// How many goals were looked at.
    pub looked_at: usize,
}

/// Why nothing was mined.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GoalMiningError {
    /// A goal cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A goal has no diagram of all solutions, and is too large to be searched.
    #[error("the goal {goal:?} is too large for challenges")]
    TooLarge {
        /// The goal.
        goal: Label,
        /// Why there is no diagram.
        source: SpaceError,
    },
    /// Two engines contradict each other.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
}

impl From<Halt> for GoalMiningError {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped => Self::Solve(SolveError::Interrupted),
            Halt::Disagreement(doubt) => Self::Disagreement(doubt),
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
