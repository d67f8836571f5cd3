//! Which options conflict, as a set of options for each option.

use super::lanes::{LANES, Lanes};
use super::size::Size;

/// For each option of a block, the options that conflict with it. For each primary item, the options that hold it.
///
/// A set takes `stride` vectors, so that it can be intersected with other sets directly.
#[derive(Clone, Debug)]
pub(super) struct Supports {
    pub(super) stride: usize,
    /// For each option, the options that share an item with it, including itself.
    pub(super) conflicts: Vec<Lanes>,
    /// For each primary item, the options that hold it.
    pub(super) holders: Vec<Lanes>,
}

/// Whether nodes in blocks of `words` words may be made consistent. In larger blocks the conflicts take too
/// much memory; in smaller blocks consistency pays off for too few nodes.
#[inline(always)]
pub(super) const fn has_supports(words: usize) -> bool {
    words == Size::S8.width() || words == Size::S32.width()
}

impl Supports {
    /// Builds the sets of a block from the columns of all its items, primary items first. A set takes `V` vectors.
    #[inline(always)]
    pub(super) fn new<'a, const V: usize>(
        words: usize,
        primary: usize,
        columns: impl Iterator<Item = &'a [Lanes]>,
    ) -> Self {
        let mut conflicts = vec![Lanes::default(); words * 64 * V];
        let (by_option, _) = conflicts.as_chunks_mut::<V>();
        let mut holders = vec![Lanes::default(); primary * V];
        for (item, column) in columns.enumerate() {
            let mut held = [Lanes::default(); V];
            for (word, lanes) in column.iter().enumerate() {
                held[word / LANES].0[word % LANES] = lanes.0[item % LANES];
            }
            for (word, lanes) in column.iter().enumerate() {
                let mut rest = lanes.0[item % LANES];
                while rest != 0 {
                    let option = word * 64 + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    for (conflicts, held) in by_option[option].iter_mut().zip(&held) {
                        for (conflicts, held) in conflicts.0.iter_mut().zip(held.0) {
                            *conflicts |= held;
                        }
                    }
                }
            }
            if item < primary {
                holders[item * V..][..V].copy_from_slice(&held);
            }
        }
        Self {
            stride: V,
            conflicts,
            holders,
        }
    }

    /// The options in `live` that do not conflict with `option`.
    #[inline(always)]
    pub(super) fn supported<const W: usize>(&self, option: usize, live: &[u64; W]) -> [u64; W] {
        let mut supported = *live;
        let conflicts = &self.conflicts[option * self.stride..][..self.stride];
        for (live, conflicts) in supported.chunks_mut(LANES).zip(conflicts) {
            for (live, conflicts) in live.iter_mut().zip(conflicts.0) {
                *live &= !conflicts;
            }
        }
        supported
    }
}
