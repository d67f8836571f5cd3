//! The searches of distinct solutions: the cases, and the options that each case leaves out.

use crate::problem::{ItemId, OptionId};

/// An item that loses some of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryBreak {
    /// The restricted item.
    pub item: ItemId,
    /// The options that the item keeps.
    pub kept: Vec<OptionId>,
    /// The number of options that the item had under the earlier restrictions.
    pub of: usize,
}

/// One of the searches into which the search for distinct solutions is split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryCase {
    /// The restrictions, in order. The options of an item may also belong to items restricted later, so later
    /// restrictions may remove more of its options.
    pub restrictions: Vec<SymmetryBreak>,
    /// The options in every solution of this case: each is the only option that a restriction keeps.
    pub given: Vec<OptionId>,
    /// The order of the group that remains after all restrictions: the leaves are compared under it. 1 if every
    /// solution found is distinct.
    pub stabilizer_order: usize,
}
