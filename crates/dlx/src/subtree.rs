//! Parts of a search tree, so that several threads may share it and a long run may be resumed.
//!
//! A part is named by the way to it: at each node from the root down, the number of the branch
//! taken. All engines that search walk the same tree with the same branches in the same order, so
//! a name means the same to each of them, on every machine.

use crate::profile::Profile;

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

    /// The part at the end of a way down that begins here.
    pub(crate) fn below(&self, branches: impl IntoIterator<Item = u32>) -> Self {
        Self::new(self.branches.iter().copied().chain(branches).collect())
    }

    /// The way down to it.
    pub fn branches(&self) -> &[u32] {
        &self.branches
    }
}

/// One of the parts into which a tree is cut.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Where it is.
    pub subtree: Subtree,
    /// The share of the tree that is searched before it, from 0 to 1, as if all subtrees of a node
    /// were equal.
    pub start: f64,
    /// Its own share.
    pub share: f64,
}

/// A tree cut into parts.
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

    /// The parts, in the order of the search: one after the other, they give the solutions that
    /// the whole search gives, in the same order. Parts without a solution are among them, but not
    /// the dead ends above.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// What the whole search counts outside all parts.
    pub fn above(&self) -> &Profile {
        &self.above
    }
}
