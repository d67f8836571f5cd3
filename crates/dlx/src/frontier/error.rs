//! Why an order, a budget or a problem is refused.

use thiserror::Error;

use crate::spill::SpillError;

use crate::problem::CoverError;

/// Why a problem cannot be swept as requested.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FrontierError {
    /// An item of the order is not in the problem.
    #[error("item number {index}, counted from 0, is not among the problem's {count} items")]
    UnknownItem {
        /// The index of the item, from 0.
        index: usize,
        /// The number of items of the problem.
        count: usize,
    },
    /// An item occurs twice in the order.
    #[error("the item {name:?} occurs twice in the order; list each item once")]
    RepeatedItem {
        /// The name of the repeated item.
        name: String,
    },
    /// The items that are open at once need more bits than a state can have.
    #[error(
        "{bits} bits are needed for the items that are open at once, but a state holds at most \
         {limit}; another order of the items may need fewer"
    )]
    TooWide {
        /// The number of bits needed.
        bits: usize,
        /// The maximum number of bits of a state.
        limit: usize,
    },
    /// The tables that stay in memory throughout do not fit the budget.
    #[error(
        "the memory budget of {budget} bytes is too small: the tables of the sweep alone take {needed} bytes"
    )]
    Budget {
        /// The memory budget of the states and the tables, in bytes.
        budget: u64,
        /// The minimum budget, in bytes.
        needed: u64,
    },
    /// The states of a diagram outgrow the budget. The work for a diagram cannot be cut into parts as that of a
    /// count can.
    #[error(
        "the diagram outgrows the memory budget of {budget} bytes; allow more memory, or fix some \
         options first"
    )]
    Outgrown {
        /// The memory budget of the diagram, in bytes.
        budget: u64,
    },
    /// The list of choices outgrows the budget when the choices left out of the sweep are added to it.
    #[error(
        "the list of choices outgrows the memory budget of {budget} bytes; allow more memory, or \
         count with fewer pieces"
    )]
    ChoicesOutgrown {
        /// The memory budget of the list of choices, in bytes.
        budget: u64,
    },
    /// A diagram would have more nodes or edges than can be numbered.
    #[error("the diagram has more than {limit} nodes or edges; fix some options first")]
    TooLarge {
        /// The largest number of nodes, and of edges, that a diagram can have.
        limit: u32,
    },
    /// A set of options listed for a diagram is no solution.
    #[error("number {number} of the list, counted from 0, is not a solution")]
    NotASolution {
        /// The index of the set in the list, from 0.
        number: usize,
        /// Why the set is not a solution.
        source: CoverError,
    },
    /// A solution listed for a diagram does not contain all givens.
    #[error("number {number} of the list, counted from 0, does not contain all givens")]
    WithoutGiven {
        /// The index of the solution in the list, from 0.
        number: usize,
    },
    /// A temporary file with data from memory cannot be read.
    #[error("cannot read data back from a temporary file: {reason}")]
    Spill {
        /// The message of the I/O error.
        reason: String,
    },
    /// An item to be tallied has colours; a state does not record how often such an item is covered.
    #[error(
        "the item {name:?} has colours, and a sweep cannot count how often such an item is \
         covered; use a search for the tally"
    )]
    ColouredTally {
        /// The name of the item with colours.
        name: String,
    },
    /// A tally outgrew the memory, and could not be written to a temporary file.
    #[error(transparent)]
    Tally(#[from] SpillError),
    /// The watcher broke out, so there is no diagram.
    #[error("the diagram was not finished: it was interrupted")]
    Interrupted,
}
