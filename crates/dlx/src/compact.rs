//! Sorts and collections whose code is small, for lists that are short, or sorted once.
//!
//! The standard library's sorts are compiled for each type and each closure: 4 to 15 kB of WebAssembly every time.
//! [`CompactSort`] sorts positions by a comparison behind a pointer, in one function for all types, and moves the items
//! afterwards. It is stable, takes about twice as long, and needs a word for each item. `collect` of a map or a set
//! sorts as well; [`map_of`] and [`set_of`] insert.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Sorts a list in place, by a sort that is compiled once for all types.
pub(crate) trait CompactSort<T> {
    /// Sorts like the standard library's `sort`.
    fn compact_sort(&mut self)
    where
        T: Ord,
    {
        self.compact_sort_by(T::cmp);
    }

    /// Sorts like the standard library's `sort_by_key`.
    fn compact_sort_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        self.compact_sort_by(|a, b| key(a).cmp(&key(b)));
    }

    /// Sorts like the standard library's `sort_by`.
    fn compact_sort_by(&mut self, compare: impl Fn(&T, &T) -> Ordering);
}

impl<T> CompactSort<T> for [T] {
    fn compact_sort_by(&mut self, compare: impl Fn(&T, &T) -> Ordering) {
        let order = order_of(self.len(), &|a, b| compare(&self[a], &self[b]));
        arrange(self, order);
    }
}

/// The positions in a list of `len` elements, sorted by `compare`, which compares the elements at two positions.
#[inline(never)]
fn order_of(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}

/// Moves elements in place: the new element at each index is the old one at the index that `order` holds there.
fn arrange<T>(items: &mut [T], mut order: Vec<usize>) {
    for place in 0..order.len() {
        // Elements at smaller indices have already been swapped. The element sought may be one of them: its swaps
        // lead to where it is now.
        let mut from = order[place];
        while from < place {
            from = order[from];
        }
        order[place] = from;
        items.swap(place, from);
    }
}

/// Inserts pairs into a new map one by one, which compiles to less code than `collect`. Of two pairs with the same
/// key, the later one is kept.
pub(crate) fn map_of<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.insert(key, value);
    }
    map
}

/// Inserts elements into a new set one by one, which compiles to less code than `collect`.
pub(crate) fn set_of<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    for item in items {
        set.insert(item);
    }
    set
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_compact_sort_is_a_stable_sort(items: Vec<(u8, u8)>) {
            let mut sorted = items.clone();
            sorted.sort_by_key(|item| item.0 % 8);
            let mut compact = items;
            compact.compact_sort_by_key(|item| item.0 % 8);
            prop_assert_eq!(&compact, &sorted);
            compact.compact_sort();
            sorted.sort_unstable();
            prop_assert_eq!(compact, sorted);
        }
    }
}
