//! What is left of a problem once some options are chosen and others are left out.

use std::collections::BTreeMap;

use super::{Entry, ItemId, OptionId, Problem};

/// The bounds of an item that may be covered any number of times.
const UNBOUNDED: (u32, u32) = (0, u32::MAX);

/// The bounds that remain, and the options that can still be chosen.
#[derive(Clone, Debug)]
pub(crate) struct Residual<'p> {
    pub(crate) problem: &'p Problem,
    /// How often an item must still be covered, and how often it may be.
    bounds: Vec<(u32, u32)>,
    /// The coloured items that have no colour yet; empty if the problem has no colours.
    coloured: Vec<bool>,
    pub(crate) options: Vec<OptionId>,
}

impl<'p> Residual<'p> {
    /// Chooses `givens`, which must not conflict, and leaves out options that `keep` refuses.
    pub(crate) fn new(
        problem: &'p Problem,
        givens: &[OptionId],
        keep: impl Fn(OptionId) -> bool,
    ) -> Self {
        let mut bounds: Vec<(u32, u32)> = problem
            .items()
            .map(|item| match problem.bounds(item) {
                Some(bounds) => bounds.pair(),
                None if problem.is_coloured(item) => UNBOUNDED,
                None => (0, 1),
            })
            .collect();
        let mut chosen = vec![false; problem.option_count()];
        // What the givens make of the coloured items.
        let mut given_colours: BTreeMap<ItemId, Entry> = BTreeMap::new();
        for &given in givens {
            chosen[given.index()] = true;
            for entry in problem.option_entries(given) {
                if problem.is_coloured(entry.item) {
                    given_colours.insert(entry.item, entry);
                    continue;
                }
                let (least, most) = &mut bounds[entry.item.index()];
                debug_assert!(*most > 0, "invariant: givens do not conflict");
                *least = least.saturating_sub(1);
                *most = most.saturating_sub(1);
            }
        }
        let is_free = |entry: Entry| match given_colours.get(&entry.item) {
            Some(given) => entry.agrees_with(*given),
            None => bounds[entry.item.index()].1 > 0,
        };
        let options = problem
            .options()
            .filter(|option| !chosen[option.index()] && keep(*option))
            .filter(|&option| problem.option_entries(option).all(is_free))
            .collect();
        let is_open = |item| problem.is_coloured(item) && !given_colours.contains_key(&item);
        let coloured = if problem.has_colours() {
            problem.items().map(is_open).collect()
        } else {
            Vec::new()
        };
        Self {
            problem,
            bounds,
            coloured,
            options,
        }
    }

    /// The same with no bounds on some items, none of them coloured.
    pub(crate) fn without(&self, items: &[ItemId]) -> Self {
        let mut residual = self.clone();
        for &item in items {
            debug_assert!(!self.is_coloured(item), "invariant: colours stay");
            residual.bounds[item.index()] = UNBOUNDED;
        }
        residual
    }

    /// The same with the bounds that some items have in another one.
    #[cfg(feature = "frontier")]
    pub(crate) fn with_bounds_of(mut self, other: &Self, items: &[ItemId]) -> Self {
        for item in items {
            self.bounds[item.index()] = other.bounds[item.index()];
        }
        self
    }

    /// Whether options must agree on the colour of an item. It has no bounds.
    pub(crate) fn is_coloured(&self, item: ItemId) -> bool {
        self.coloured.get(item.index()) == Some(&true)
    }

    /// How often an item must still be covered.
    pub(crate) fn least(&self, item: ItemId) -> u32 {
        self.bounds[item.index()].0
    }

    /// How often an item may still be covered.
    pub(crate) fn most(&self, item: ItemId) -> u32 {
        self.bounds[item.index()].1
    }
}

trait RangeExt {
    fn pair(self) -> (u32, u32);
}

impl RangeExt for std::ops::RangeInclusive<u32> {
    fn pair(self) -> (u32, u32) {
        self.into_inner()
    }
}
