//! The problem that remains after options have been chosen and others removed.

use std::collections::BTreeMap;

use super::{Entry, ItemId, OptionId, Problem};

/// The bounds of an item that may be covered any number of times.
const UNBOUNDED: (u32, u32) = (0, u32::MAX);

/// What remains of a problem: the bounds of its items, and the options that can still be chosen.
#[derive(Clone, Debug)]
pub(crate) struct Residual<'p> {
    pub(crate) problem: &'p Problem,
    /// For each item, the minimum and maximum number of times that it is still to be covered.
    bounds: Vec<(u32, u32)>,
    /// For each item, whether it is coloured and no given has set its colour. Empty if the problem has no colours.
    coloured: Vec<bool>,
    pub(crate) options: Vec<OptionId>,
}

impl<'p> Residual<'p> {
    /// The problem that remains when `givens`, which must not conflict, are chosen, and options
    /// that `keep` rejects are removed.
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
        // For each coloured item whose colour is set by a given option, the entry of that option for the item.
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

    /// A copy without bounds on the given items, none of which may be coloured.
    pub(crate) fn without(&self, items: &[ItemId]) -> Self {
        let mut residual = self.clone();
        for &item in items {
            debug_assert!(!self.is_coloured(item), "invariant: colours stay");
            residual.bounds[item.index()] = UNBOUNDED;
        }
        residual
    }

    /// A copy with the bounds of the given items taken from `other`.
    #[cfg(feature = "frontier")]
    pub(crate) fn with_bounds_of(mut self, other: &Self, items: &[ItemId]) -> Self {
        for item in items {
            self.bounds[item.index()] = other.bounds[item.index()];
        }
        self
    }

    /// Whether options must still agree on the colour of an item. Such an item has no bounds.
    pub(crate) fn is_coloured(&self, item: ItemId) -> bool {
        self.coloured.get(item.index()) == Some(&true)
    }

    /// How many more times an item must be covered.
    pub(crate) fn least(&self, item: ItemId) -> u32 {
        self.bounds[item.index()].0
    }

    /// How many more times an item may be covered.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    #[test]
    fn givens_use_up_bounds_and_set_colours() {
        let text = "1:2|a b | s t u\na s:red u\na s:red\na s:blue\nb t:red\na u\nb s:red t:blue\n";
        let problem = text::read(text).unwrap();
        let options: Vec<OptionId> = problem.options().collect();
        let residual = Residual::new(&problem, &options[..1], |option| option != options[3]);
        let [a, b, u] = ["a", "b", "u"].map(|name| problem.item(name).unwrap());
        let coloured = ["s", "t"].map(|name| problem.item(name).unwrap());
        let bounds = |item| (residual.least(item), residual.most(item));
        assert_eq!([a, b, u].map(bounds), [(0, 1), (1, 1), (0, 0)]);
        assert_eq!(coloured.map(bounds), [UNBOUNDED; 2]);
        let is_coloured = |item| residual.is_coloured(item);
        assert_eq!(coloured.map(is_coloured), [false, true]);
        assert_eq!([a, b, u].map(is_coloured), [false; 3]);
        assert_eq!(residual.options, [options[1], options[5]]);
        let without = residual.without(&[a]);
        assert_eq!((without.least(a), without.most(a)), UNBOUNDED);
        assert_eq!((without.least(b), without.most(b)), (1, 1));
    }
}
