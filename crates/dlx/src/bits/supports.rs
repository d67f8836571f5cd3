//! Which options go with which: sets of options, by option and by item.

use super::lanes::{LANES, Lanes};
use super::size::Size;

/// The options of a block that conflict with each, and those of each item.
///
/// A set takes `stride` vectors, so that it can be cut with others as it stands.
#[derive(Clone, Debug)]
pub(super) struct Supports {
    pub(super) stride: usize,
    /// By option, those that share an item with it, itself among them.
    pub(super) conflicts: Vec<Lanes>,
    /// By primary item, those that hold it.
    pub(super) holders: Vec<Lanes>,
}

/// Whether blocks of so many words may have supports: in larger ones they take too much room, and in smaller
/// ones too few nodes ask for them.
#[inline(always)]
pub(super) const fn has_supports(words: usize) -> bool {
    words == Size::S8.width() || words == Size::S32.width()
}

impl Supports {
    /// Those of a block with the columns of all items, the primary ones first, whose sets take `V` vectors.
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

    /// Those of the options in `live` that go with one.
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
