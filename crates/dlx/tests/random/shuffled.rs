//! Random orders of the items of a problem.

use proptest::prelude::*;
use tilewright_dlx::{ItemId, Problem};

/// Random sort keys for fewer than `most` items.
pub(crate) fn keys(most: usize) -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..most)
}

/// The first items of a problem, one for each key, sorted by the keys.
pub(crate) fn order(problem: &Problem, keys: &[u8]) -> Vec<ItemId> {
    let mut keyed: Vec<(u8, ItemId)> = keys.iter().copied().zip(problem.items()).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, item)| item).collect()
}
