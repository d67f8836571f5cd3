//! Why a puzzle has no exact cover problem.

use thiserror::Error;
use tilewright_dlx::ProblemError;

use crate::puzzle::{MAX_ENTRIES, PlacementsError};

/// Why a puzzle has no exact cover problem.
#[derive(Debug, Error)]
pub enum InstanceError {
    /// There are too many placements.
    #[error(transparent)]
    Placements(#[from] PlacementsError),
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
