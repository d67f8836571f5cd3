//! Random orders of the items of a problem.

use proptest::prelude::*;
use tilewright_dlx::{ItemId, Problem};

/// Keys to sort fewer than so many items by.
pub(crate) fn keys(most: usize) -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..most)
}

/// An order of the first items, as many as there are keys, each once.
pub(crate) fn order(problem: &Problem, keys: &[u8]) -> Vec<ItemId> {
    let mut keyed: Vec<(u8, ItemId)> = keys.iter().copied().zip(problem.items()).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, item)| item).collect()
}
