use thiserror::Error;
use tilewright_dlx::{ProblemError, Stopped};

use crate::puzzle::{MAX_ENTRIES, PlacementsError};
use crate::support::format::memory_size;

/// Why a puzzle cannot be made an exact cover problem.
#[derive(Debug, Error)]
pub enum InstanceError {
    /// The stop flag was set before the problem was complete.
    #[error("interrupted")]
    Stopped(#[from] Stopped),
    /// The placements cannot be listed.
    #[error(transparent)]
    Placements(PlacementsError),
    /// The problem needs more memory than the limit.
    #[error(
        "the problem needs about {}, but only {} of memory are allowed: allow more with `--memory`",
        memory_size(*.needed),
        memory_size(*.given)
    )]
    Memory {
        /// The memory limit, in bytes.
        given: u64,
        /// The approximate memory that the problem needs, in bytes.
        needed: u64,
    },
    /// The engine library refused an item or an option.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The items of the conditions would make the problem too large.
    #[error(
        "the conditions are too large for this board: they need more than {MAX_ENTRIES} entries, \
         the limit"
    )]
    TooManyConstraints,
    /// A condition is expressed only by a filter, so each solution must be tested: see
    /// [`Instance::with_filter`](crate::cover::Instance::with_filter).
    #[error(
        "\"{words}\" is checked on each solution as it is found, so solutions can be counted and \
         listed only"
    )]
    Filter {
        /// The index of the condition in the puzzle.
        condition: usize,
        /// The condition in words.
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
