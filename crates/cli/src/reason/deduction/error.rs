//! Why nothing can be deduced.

use thiserror::Error;
use tilewright_dlx::OptionId;

use super::table::{MAX_LEFT, Remainder};
use crate::cover::Instance;

/// Why nothing can be deduced.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeductionError {
    /// A given is not in the matrix.
    #[error("option number {index}, counted from 0, is not among the puzzle's {count} options")]
    UnknownOption {
        /// The option's index.
        index: usize,
        /// How many options the puzzle has.
        count: usize,
    },
    /// Two givens share a cell or cross at a junction.
    #[error("two givens clash")]
    Clash {
        /// The one given first.
        first: OptionId,
        /// The other.
        second: OptionId,
    },
    /// A piece is given more often than it has copies.
    #[error("{piece} is given more often than there are copies of it: {copies}")]
    TooOften {
        /// The piece.
        piece: String,
        /// How many copies it has at most.
        copies: u32,
    },
    /// Too much is left for it to be a challenge for a person.
    #[error(
        "there is too much left to deduce: {left}; \
         at most {MAX_LEFT} can be looked at: give more"
    )]
    TooLarge {
        /// What is left.
        left: Remainder,
    },
    /// There is no solution.
    #[error("there is no solution")]
    NoSolution,
    /// There are several solutions, so no deduction can find the one.
    #[error("there is more than one solution")]
    SeveralSolutions,
    /// The search that is to tell whether there is one solution took too long.
    #[error("whether there is one solution is not known after {nodes} nodes of a search")]
    Undecided {
        /// The nodes searched.
        nodes: u64,
    },
    /// It was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// The puzzle's givens, and those of these that are not among them.
pub(crate) fn with_own(instance: &Instance, givens: &[OptionId]) -> Vec<OptionId> {
    let more = givens.iter().filter(|given| !instance.is_given(**given));
    instance.givens().iter().chain(more).copied().collect()
}
