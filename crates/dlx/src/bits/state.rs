//! The data that changes in a search: the live options and the items still to be covered.

use super::bit_set::count;

/// A node of the search tree as bit sets, over a block of at most `W` words of options and `M` words of items.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitsState<const W: usize, const M: usize> {
    /// The options that conflict with none of the chosen ones.
    pub(super) live: [u64; W],
    /// The primary items that may be covered once more.
    pub(super) active: [u64; M],
    /// The items that are closed when covered once more; matters with bounded items only.
    pub(super) last: [u64; M],
    /// The active items that are not to be covered exactly once from here on.
    pub(super) bounded_open: [u64; M],
}

impl<const W: usize, const M: usize> BitsState<W, M> {
    /// The number of live options.
    #[inline(always)]
    pub(super) fn options(&self) -> usize {
        count(&self.live)
    }
}
