//! What changes in a search: which options live, and which items are still to be covered.

use super::block::Block;
use super::search_state::{Bounds, Table};

/// A node of the search tree, over a block of at most `W` words of options and `M` words of items.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<const W: usize, const M: usize> {
    /// The options that conflict with none of the chosen ones.
    pub(super) live: [u64; W],
    /// The primary items that may be covered once more.
    pub(super) active: [u64; M],
    /// The items that are closed when covered once more; of use with bounded items only.
    pub(super) last: [u64; M],
    /// The active items that are not to be covered exactly once from here on.
    pub(super) bounded_open: [u64; M],
}

impl<const W: usize, const M: usize> State<W, M> {
    /// All items and some options of a block; `times` tells how often each bounded item is covered.
    #[inline(always)]
    pub(super) fn new(block: &Block, live: [u64; W], table: &Table, times: &[u32]) -> Self {
        let mut state = Self {
            live,
            active: first(block.primary),
            last: [u64::MAX; M],
            bounded_open: [0; M],
        };
        if table.bounds.is_empty() {
            return state;
        }
        for (at, &item) in block.items.iter().enumerate() {
            let Some(slot) = table.slot(item) else {
                continue;
            };
            let (Bounds { least, most }, times) = (table.bounds[slot], times[slot]);
            let last = most - times == 1;
            state.last[at / 64] &= !(u64::from(!last) << (at % 64));
            state.bounded_open[at / 64] |= u64::from(!last || least <= times) << (at % 64);
        }
        state
    }

    /// The number of options that live.
    #[inline(always)]
    pub(super) fn options(&self) -> usize {
        count(&self.live)
    }
}

/// The set of the first `count` numbers.
#[inline(always)]
pub(super) fn first<const N: usize>(count: usize) -> [u64; N] {
    let mut set = [0; N];
    for (at, word) in set.iter_mut().enumerate() {
        let rest = count.saturating_sub(at * 64);
        *word = if rest >= 64 {
            u64::MAX
        } else {
            (1 << rest) - 1
        };
    }
    set
}

/// The size of a set.
#[inline(always)]
pub(super) fn count(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

/// How many numbers of a set are below `bound`.
#[inline(always)]
pub(super) fn rank(set: &[u64], bound: usize) -> usize {
    let whole = count(&set[..bound / 64]);
    whole + (set[bound / 64] & ((1 << (bound % 64)) - 1)).count_ones() as usize
}
