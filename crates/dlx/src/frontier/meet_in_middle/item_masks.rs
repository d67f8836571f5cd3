//! The items that each option uses, as bit sets.

use crate::diagram::graph::Edge;
use crate::problem::ItemId;
use crate::problem::residual::Residual;

/// The maximum number of items whose sets are counted in an array, which takes 4 MiB or more for each thread. For
/// more items, the sets that occur are counted in a hash table. This takes 1.3 times as long (the 24 checkered
/// pentominoes on 3 × 40).
pub(in crate::frontier) const MOST_DENSE: usize = 20;

/// The maximum number of items whose sets can be joined.
pub(in crate::frontier) const MOST_ITEMS: usize = 26;
const _: () = assert!(
    MOST_ITEMS < 32,
    "sets, and the number of them, have 32 bits"
);

/// For each option, which items it covers, of those that the sets of a join record.
#[derive(Clone, Debug)]
pub(in crate::frontier) struct ItemMasks {
    /// For each option, the recorded items that it covers, as a bit set.
    pub(in crate::frontier) options: Vec<u32>,
    /// The number of items that the sets record. Each has one bit in a set.
    pub(in crate::frontier) items: u32,
    /// The items that must be used, as a bit set. They have the highest bits.
    pub(in crate::frontier) mandatory: u32,
    /// For each bit of a set, the item that it represents.
    pub(in crate::frontier) order: Vec<ItemId>,
}

impl ItemMasks {
    /// Assigns bits to `items`, which are covered at most once. Items that need not be covered get the lowest
    /// bits.
    pub(in crate::frontier) fn new(residual: &Residual, items: &[ItemId]) -> Self {
        debug_assert!(
            items.len() <= MOST_ITEMS,
            "invariant: a set has a bit for each item"
        );
        let problem = residual.problem;
        let mut bits = vec![0; problem.item_count()];
        let mut mandatory = 0;
        let (low, high): (Vec<ItemId>, Vec<ItemId>) =
            items.iter().partition(|item| residual.least(**item) == 0);
        for (at, &item) in (0..).zip(low.iter().chain(&high)) {
            bits[item.index()] = 1 << at;
            mandatory |= residual.least(item) << at;
        }
        let options = problem
            .options()
            .map(|option| {
                let items = problem.option_items(option).iter();
                items.fold(0, |all, item| all | bits[item.index()])
            })
            .collect();
        Self {
            options,
            items: bits.iter().map(|bit| bit.count_ones()).sum(),
            mandatory,
            order: low.into_iter().chain(high).collect(),
        }
    }

    pub(super) fn of(&self, edge: Edge) -> u32 {
        edge.option().map_or(0, |option| self.options[option])
    }
}
