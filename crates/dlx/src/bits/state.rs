//! The state of a node of a search: the live options, and the items that are still to be covered.

use super::bit_set::count;

/// The state of a node as bit sets, in a block of at most `W` words of options and `M` words of items.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitsState<const W: usize, const M: usize> {
    /// The live options, which conflict with no chosen option.
    pub(super) live: [u64; W],
    /// The primary items that may be covered once more.
    pub(super) active: [u64; M],
    /// The items that are closed when they are covered once more. Used only if there are bounded items.
    pub(super) last: [u64; M],
    /// The active items other than those that must be covered exactly once more. Used only if there are bounded
    /// items.
    pub(super) bounded_open: [u64; M],
}

impl<const W: usize, const M: usize> BitsState<W, M> {
    #[inline(always)]
    pub(super) fn options(&self) -> usize {
        count(&self.live)
    }
}
