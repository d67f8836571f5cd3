//! The cases of a search for distinct solutions, and which options each case leaves out.

use crate::problem::{ItemId, OptionId};

/// A restriction: an item that loses some of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryBreak {
    /// The item that is restricted.
    pub item: ItemId,
    /// The options that the item keeps.
    pub kept: Vec<OptionId>,
    /// How many options the item had after all earlier restrictions.
    pub of: usize,
}

/// One of the searches into which the search for distinct solutions is split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryCase {
    /// The restrictions, in the order in which they were chosen. The options of an item may also belong to items
    /// restricted later, so later restrictions may remove more of its options.
    pub restrictions: Vec<SymmetryBreak>,
    /// The options that all solutions of this case contain: each is the only option that a restriction keeps.
    pub given: Vec<OptionId>,
    /// The order of the group that remains after all restrictions. Solutions are compared with their images under
    /// this group. 1 if all solutions found are distinct.
    pub stabilizer_order: usize,
}
