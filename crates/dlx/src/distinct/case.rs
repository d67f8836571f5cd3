//! What is searched: a case, and what is left out of it.

use crate::problem::{ItemId, OptionId};

/// An item some of whose options are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryBreak {
    /// The item.
    pub item: ItemId,
    /// The options that it keeps.
    pub kept: Vec<OptionId>,
    /// How many options it had under the restrictions before this one.
    pub of: usize,
}

/// One of the searches into which the search for distinct solutions is split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryCase {
    /// What is restricted, in order. The options of an item may also lie in items restricted
    /// later, so later restrictions may take further options from it.
    pub restrictions: Vec<SymmetryBreak>,
    /// The options that every solution of this case has: the only ones that a restriction keeps.
    pub given: Vec<OptionId>,
    /// The order of the group that is left for the leaves: 1 if every solution is distinct.
    pub left: usize,
}
