//! Counts the nodes and updates of a search, level by level.
//!
//! The counts depend only on the problem and the heuristic. So they measure work in a way that can
//! be compared between engines, machines and decades. They follow "Dancing Links" (Knuth 2000),
//! section "Efficiency considerations"; [`Profile`] defines them exactly.

use std::iter::Sum;
use std::ops::Add;

/// The work on one level of the search tree. Level k is entered when k options have been chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Level {
    /// The number of options tried on this level.
    pub nodes: u64,
    /// The number of removals of an element from a doubly linked list on this level.
    pub updates: u64,
    /// The number of updates on this level that covered a chosen item with no options left.
    pub empty: u64,
}

impl Add for Level {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            updates: self.updates + other.updates,
            empty: self.empty + other.empty,
        }
    }
}

impl Sum for Level {
    fn sum<I: Iterator<Item = Self>>(levels: I) -> Self {
        levels.fold(Self::default(), Add::add)
    }
}

/// The work of a search, level by level.
///
/// # What is counted
///
/// - A **node** is an option tried. The paper's Figure 5 has one node on level 0, the placement of
///   X; here it is the same. The paper does not count the root for Scott's pentominoes, but counts
///   it for the queens. Hence there are [`nodes`](Self::nodes) and
///   [`nodes_with_root`](Self::nodes_with_root).
/// - An **update** is the removal of an element from a doubly linked list. Updates belong to the
///   level where an item is chosen: those of covering that item, and those of covering the other
///   items of the options tried for it. Covering an item is one update for its header, and one for
///   every entry removed from another item's list. The header of a secondary item counts too,
///   because the paper gives it a separate list, and because the paper's table of queens agrees
///   with no other way of counting.
/// - Covering a chosen item that has no options left removes its header and nothing else. Such
///   updates are counted, and are also counted separately in `empty`. The paper says that its
///   Figure 5 was made without them (an optimization skipped the covering). But the figure's
///   numbers are reproduced only with them, level by level, and so are those of the table of
///   queens. So [`updates`](Self::updates) is the paper's number.
///   [`updates_without_empty`](Self::updates_without_empty) is the number without them.
///
/// A bounded item is not covered when it is chosen, if it may still be covered more than once or
/// not at all. Instead, each option tried is first removed from all its lists, including the chosen
/// item's, one update each. It stays removed while the later options are tried. The last branch,
/// "no more of this item", chooses no option. It is not a node and stays on its level, but covering
/// the item there makes updates. A chosen item with fewer options than it still needs costs
/// nothing, as nothing is removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Profile {
    levels: Vec<Level>,
}

impl Profile {
    /// A profile with these levels, beginning with level 0.
    pub fn new(levels: Vec<Level>) -> Self {
        Self { levels }
    }

    /// Adds the counts of another search, level by level.
    pub fn merge(&mut self, other: &Self) {
        if self.levels.len() < other.levels.len() {
            self.levels.resize(other.levels.len(), Level::default());
        }
        for (level, &more) in self.levels.iter_mut().zip(&other.levels) {
            *level = *level + more;
        }
    }

    /// The levels, from level 0 to the deepest with a nonzero count.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The nodes and updates of all levels together.
    pub fn total(&self) -> Level {
        self.levels.iter().copied().sum()
    }

    /// The number of options tried.
    pub fn nodes(&self) -> u64 {
        self.total().nodes
    }

    /// The number of nodes of the search tree, including the root.
    pub fn nodes_with_root(&self) -> u64 {
        self.nodes() + 1
    }

    /// The number of removals of an element from a list.
    pub fn updates(&self) -> u64 {
        self.total().updates
    }

    /// The number of updates, except those that covered a chosen item with no options left.
    pub fn updates_without_empty(&self) -> u64 {
        let total = self.total();
        total.updates - total.empty
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_sums_over_the_levels() {
        let profile = Profile::new(vec![
            Level {
                nodes: 1,
                updates: 10,
                empty: 0,
            },
            Level {
                nodes: 2,
                updates: 5,
                empty: 3,
            },
        ]);
        assert_eq!(profile.nodes(), 3);
        assert_eq!(profile.nodes_with_root(), 4);
        assert_eq!(profile.updates(), 15);
        assert_eq!(profile.updates_without_empty(), 12);
        assert_eq!(Profile::default().total(), Level::default());
    }
}
