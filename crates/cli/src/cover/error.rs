//! Why a puzzle has no exact cover problem.

use thiserror::Error;
use tilewright_dlx::{ProblemError, Stopped};

use crate::puzzle::{MAX_ENTRIES, PlacementsError};
use crate::support::format::memory_size;

/// Why a puzzle has no exact cover problem.
#[derive(Debug, Error)]
pub enum InstanceError {
    /// It was stopped before the problem was built.
    #[error("interrupted")]
    Stopped(#[from] Stopped),
    /// There are too many placements.
    #[error(transparent)]
    Placements(PlacementsError),
    /// The placements take more memory than was given.
    #[error(
        "the problem takes about {}, and the memory given is {}: give at least that much",
        memory_size(*.needed),
        memory_size(*.given)
    )]
    Memory {
        /// What was given, in bytes.
        given: u64,
        /// What they take, about.
        needed: u64,
    },
    /// The problem refused an item or an option.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// Conditions would make the problem too large.
    #[error(
        "the conditions are too much for this board: their items would be covered more than \
         {MAX_ENTRIES} times, the limit"
    )]
    TooManyConstraints,
    /// A condition cannot be said by items, and is asked of each solution: see
    /// [`Instance::with_filter`](crate::cover::Instance::with_filter).
    #[error(
        "\"{words}\" is asked of each solution as it is found, so solutions can be counted and listed alone"
    )]
    Filter {
        /// The condition, by its index in the puzzle.
        condition: usize,
        /// The condition.
        words: String,
    },
}

impl From<PlacementsError> for InstanceError {
    fn from(error: PlacementsError) -> Self {
        match error {
            PlacementsError::Stopped(stopped) => stopped.into(),
            error => Self::Placements(error),
        }
    }
}
