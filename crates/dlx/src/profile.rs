//! Profiles: how many nodes and updates a search made on each level.
//!
//! The counts depend on nothing but the problem and the heuristic, so they are the measure of work
//! that can be compared over engines, machines and decades. What is counted follows "Dancing
//! Links" (Knuth 2000), section "Efficiency considerations", and is pinned down at [`Profile`].

use std::iter::Sum;
use std::ops::Add;

/// The work on one level of the search tree; level k is entered with k options chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Level {
    /// The options tried on this level.
    pub nodes: u64,
    /// The removals of an element from a doubly linked list on this level.
    pub updates: u64,
    /// How many of the updates were the covering of a chosen item that had no options left.
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
///   X; and so it is here. The paper leaves the root out for Scott's pentominoes and counts it for
///   the queens, hence [`nodes`](Self::nodes) and [`nodes_with_root`](Self::nodes_with_root).
/// - An **update** is the removal of an element from a doubly linked list. It belongs to the level
///   where the item is chosen: covering that item, and covering the other items of the options
///   tried for it. Covering an item is one update for its header and one for every entry taken out
///   of another item's list. The header of a secondary item counts too: the paper gives it a list
///   of its own, and the queens table agrees with no other reading.
/// - Covering a chosen item that has no options left removes its header and nothing else. Such
///   updates are also counted in `empty`. The paper says that its Figure 5 was tabulated without
///   them (an optimization skipped the covering), but its figures are reproduced only with them, level by
///   level, and so is its queens table. So [`updates`](Self::updates) is the paper's number;
///   [`updates_without_empty`](Self::updates_without_empty) is the other one.
///
/// A bounded item that may still be covered more than once, or not at all, is not covered when it
/// is chosen. Instead each option tried is first taken out of all its lists, the chosen item's
/// included, one update each, and stays out while the later ones are tried. The last branch, "no
/// more of this item", chooses no option: it is not a node and stays on its level, but covering
/// the item there is an update. A chosen item with fewer options than it still needs costs
/// nothing, as nothing is removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Profile {
    levels: Vec<Level>,
}

impl Profile {
    /// A profile of these levels, from level 0.
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

    /// The levels, from level 0 to the deepest on which anything was counted.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The sums over all levels.
    pub fn total(&self) -> Level {
        self.levels.iter().copied().sum()
    }

    /// The options tried.
    pub fn nodes(&self) -> u64 {
        self.total().nodes
    }

    /// The nodes of the search tree, the root among them.
    pub fn nodes_with_root(&self) -> u64 {
        self.nodes() + 1
    }

    /// The removals of an element from a list.
    pub fn updates(&self) -> u64 {
        self.total().updates
    }

    /// The updates less those that covered a chosen item with no options left.
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
