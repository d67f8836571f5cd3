//! What changes in a search: which options live, and which items are still to be covered.

use super::bit_set::count;

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
    /// The number of options that live.
    #[inline(always)]
    pub(super) fn options(&self) -> usize {
        count(&self.live)
    }
}
