use thiserror::Error;
use tilewright_dlx::OptionId;

use super::table::{MAX_LEFT, Remainder};
use crate::cover::Instance;

/// Why no deduction is possible.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeductionError {
    /// A given is not an option of the matrix.
    #[error("option number {index}, counted from 0, is not among the puzzle's {count} options")]
    UnknownOption {
        /// The index that the caller passed. It is not less than `count`.
        index: usize,
        /// The number of the puzzle's options.
        count: usize,
    },
    /// Two givens share a cell, cross at a junction, or break a condition together.
    #[error("two givens clash")]
    Clash {
        /// The earlier given.
        first: OptionId,
        /// The later given.
        second: OptionId,
    },
    /// A piece is given more often than it has copies.
    #[error("{piece} is given more often than it has copies: {copies}")]
    TooOften {
        /// The piece's name.
        piece: String,
        /// The maximum number of copies of the piece.
        copies: u32,
    },
    /// More is left to place than the limit allows.
    #[error(
        "too much is open for deductions: {left}, but the limit is {MAX_LEFT}; place more pieces"
    )]
    TooLarge {
        /// The numbers of placements, cells and pieces that remain.
        left: Remainder,
    },
    /// There is no solution.
    #[error("there is no solution")]
    NoSolution,
    /// There are several solutions, and no piece can be deduced.
    #[error("there is more than one solution")]
    SeveralSolutions,
    /// The search for a second solution reached its limit.
    #[error("a search of {nodes} nodes did not show whether there is exactly one solution")]
    Undecided {
        /// The number of nodes searched.
        nodes: u64,
    },
    /// The run was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// The puzzle's own givens, followed by those of `givens` that are not among them.
pub(crate) fn with_own(instance: &Instance, givens: &[OptionId]) -> Vec<OptionId> {
    let more = givens.iter().filter(|given| !instance.is_given(**given));
    instance.givens().iter().chain(more).copied().collect()
}
