//! What an order, a budget or a problem can be refused for.

use thiserror::Error;

use crate::spill::SpillError;

use crate::problem::CoverError;

/// Why a problem cannot be swept as asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FrontierError {
    /// An item of the order or of the regions is not in the problem.
    #[error("item number {index}, counted from 0, is not among the problem's {count} items")]
    UnknownItem {
        /// The item's index.
        index: usize,
        /// How many items the problem has.
        count: usize,
    },
    /// An item stands twice in the order.
    #[error("the item {name:?} stands twice in the order; name each item once")]
    RepeatedItem {
        /// The item's name.
        name: String,
    },
    /// Too many items are open at once for a state to be packed.
    #[error(
        "{bits} bits are needed for the items that are open at once, and a state holds at most {limit}; another order of the items may need fewer"
    )]
    TooWide {
        /// The bits of a state.
        bits: usize,
        /// The most that a state may have.
        limit: usize,
    },
    /// What must be kept in memory throughout does not fit the budget.
    #[error(
        "the memory budget of {budget} bytes is too small: the tables of the sweep alone take {needed} bytes"
    )]
    Budget {
        /// The budget in bytes.
        budget: u64,
        /// What is needed at least.
        needed: u64,
    },
    /// The states of a diagram outgrow the budget; a diagram, unlike a count, is not cut.
    #[error(
        "the diagram outgrows the memory budget of {budget} bytes; give it more, or choose some options beforehand"
    )]
    Outgrown {
        /// The budget in bytes.
        budget: u64,
    },
    /// A diagram would have more nodes or edges than can be numbered.
    #[error("the diagram has more than {limit} nodes or edges; choose some options beforehand")]
    TooLarge {
        /// The most there may be.
        limit: u32,
    },
    /// A set of options listed for a diagram is no solution.
    #[error("number {number} of the list, counted from 0, is no solution")]
    NotASolution {
        /// Its place in the list, from 0.
        number: usize,
        /// Why it is none.
        source: CoverError,
    },
    /// A solution listed for a diagram does not hold all givens.
    #[error("number {number} of the list, counted from 0, does not hold all givens")]
    WithoutGiven {
        /// Its place in the list, from 0.
        number: usize,
    },
    /// What was put out of memory cannot be read.
    #[error("what was put out of memory into a temporary file cannot be read: {reason}")]
    Spill {
        /// What the file says.
        reason: String,
    },
    /// An item that is to be tallied has colours, of which states do not tell how often.
    #[error(
        "the item {name:?} has colours, and a sweep does not tell how often such an item is covered; tally by a search"
    )]
    ColouredTally {
        /// The item's name.
        name: String,
    },
    /// A tally outgrew the memory.
    #[error(transparent)]
    Tally(#[from] SpillError),
    /// The watcher broke out, so there is no diagram.
    #[error("the diagram was not finished: it was interrupted")]
    Interrupted,
}
