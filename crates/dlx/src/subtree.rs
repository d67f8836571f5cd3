//! Parts of a search tree, into which it is split to share it among threads and to resume a search.
//!
//! A part is identified by the path to it: the index of the branch taken at each node, from the root down. All
//! engines of search walk through the same tree, with the same branches in the same order. So a path means the
//! same for each of them, on every machine.

use crate::profile::Profile;

/// A node of a search tree, and everything below it.
///
/// It is identified by the branches on the path from the root. At each node, branches are numbered from zero, in
/// the order of the search. Givens are chosen above the root. The branch "no more" of a bounded item is its last
/// one.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subtree {
    branches: Vec<u32>,
}

impl Subtree {
    /// The whole tree.
    pub fn root() -> Self {
        Self::default()
    }

    /// The subtree at the end of a path, given as a branch number for each node from the root of the tree down.
    pub fn new(branches: Vec<u32>) -> Self {
        Self { branches }
    }

    /// The subtree at the end of a path from the top of this subtree.
    pub(crate) fn below(&self, branches: impl IntoIterator<Item = u32>) -> Self {
        Self::new(self.branches.iter().copied().chain(branches).collect())
    }

    /// The path to the subtree: a branch number for each node from the root of the tree down.
    pub fn branches(&self) -> &[u32] {
        &self.branches
    }
}

/// One of the parts into which a search tree is split.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The node at the top of the part.
    pub subtree: Subtree,
    /// The fraction of the tree that comes before this part in the order of the search, from 0 to 1. Assumes that
    /// all subtrees of a node are equally large.
    pub start: f64,
    /// The part's fraction of the tree, from 0 to 1. Assumes that all subtrees of a node are equally large.
    pub share: f64,
}

/// A search tree that is split into parts.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_dlx::{Links, OptionId, Problem};
///
/// // Three switches.
/// let mut problem = Problem::new();
/// for name in ["a", "b", "c"] {
///     let switch = problem.add_primary(name)?;
///     problem.add_option(&[switch])?;
///     problem.add_option(&[switch])?;
/// }
/// let links = Links::new(&problem);
/// let split = links.split(3);
/// assert_eq!(split.parts().len(), 4);
/// let mut solutions = 0;
/// for part in split.parts() {
///     let report = links.run_subtree(&part.subtree, &mut |_: &[OptionId]| {
///         ControlFlow::Continue(())
///     });
///     solutions += report.solutions;
/// }
/// assert_eq!(solutions, 8);
/// assert_eq!(split.above().nodes(), 2, "the branches of the first switch");
/// # Ok::<(), tilewright_dlx::ProblemError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    parts: Vec<Part>,
    above: Profile,
}

impl Split {
    pub(crate) fn new(parts: Vec<Part>, above: Profile) -> Self {
        Self { parts, above }
    }

    /// The parts, in the order of the search. Searching one after the other yields all solutions, in the order of
    /// a search of the whole tree. Some parts may have no solution. Dead ends above the parts belong to no part.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The nodes and updates of a search of the whole tree that lie outside all parts.
    pub fn above(&self) -> &Profile {
        &self.above
    }
}
