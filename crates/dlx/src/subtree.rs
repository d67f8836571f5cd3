//! Parts of a search tree, so that several threads may share it and a long run may be taken up
//! again.
//!
//! A part is named by the way to it: at each node from the root down, the number of the branch
//! taken. All engines that search walk the same tree with the same branches in the same order, so
//! a name means the same to each of them, on every machine.

/// The part of a search tree below a node, that node included.
///
/// The branches are counted from zero, in the order of the search, at each node from the root of
/// the tree down (the givens, if there are any, stand above the root). The branch "no more" of a
/// bounded item is its last one.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subtree {
    branches: Vec<u32>,
}

impl Subtree {
    /// The whole tree.
    pub fn root() -> Self {
        Self::default()
    }

    /// The part at the end of a way down.
    pub fn new(branches: Vec<u32>) -> Self {
        Self { branches }
    }

    /// The way down to it.
    pub fn branches(&self) -> &[u32] {
        &self.branches
    }
}
