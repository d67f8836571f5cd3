//! The questions that take the time of a search.
//!
//! Which items does an option hold, and which options does it kill? Which item has the fewest
//! options left? Both are loops over the columns of a [`Block`](super::block::Block), eight items
//! at a time. Others are asked where nodes are made [consistent](super::consistency), and in
//! [rows](super::rows). [`Portable`] is plain code; the others in [`vector`](super::vector) must agree
//! with it.

use super::lanes::Lanes;
use super::portable::Portable;
use super::rows::{Kept, Lot};
use super::size::width;
use super::sparse::Column;
use super::supports::Supports;

/// The items of an option, and the options that die when it is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conflicts<const W: usize, const M: usize> {
    /// All items that the option holds.
    pub(super) items: [u64; M],
    /// The options that hold one of the items asked about.
    pub(super) kill: [u64; W],
}

/// The first item with the fewest options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fewest {
    /// The number of options; [`NONE`](Self::NONE) if there was no item to ask about.
    pub(super) count: u32,
    pub(super) item: u32,
}

impl Fewest {
    pub(super) const NONE: u32 = u32::MAX;

    /// What the least of some keys says: a count and, in the low 16 bits, an item, so that the least is the
    /// first of the fewest. All ones stand for no item; a block has fewer than 2^16 options, so that no
    /// key with a count is that.
    #[cfg(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_feature = "neon")
    ))]
    #[inline(always)]
    pub(super) fn of_key(key: u32) -> Self {
        match key {
            u32::MAX => Self {
                count: Self::NONE,
                item: 0,
            },
            key => Self {
                count: key >> 16,
                item: key & 0xFFFF,
            },
        }
    }
}

/// A node below another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Child<const W: usize, const M: usize> {
    pub(super) live: [u64; W],
    pub(super) active: [u64; M],
    pub(super) fewest: Fewest,
}

/// Work to be done with all vector instructions that a kernel may use.
pub(super) trait KernelFn {
    type Output;

    /// Does it. Must be inlined, so that it is compiled for those instructions.
    fn run(self) -> Self::Output;
}

/// One way of answering, for one kind of processor: what a kernel leaves out, [`Portable`] answers,
/// compiled for its instructions.
///
/// `columns` are those of a block with `words` words a column; where `W` is at most 8, `words` is
/// `W`, known when compiled.
pub(super) trait Kernel: Copy {
    /// Whether searches end in [rows](super::rows), as is faster with wide vectors.
    const ROWS: bool = false;

    /// Does a job with the instructions of this kernel.
    fn call<J: KernelFn>(self, job: J) -> J::Output;

    /// Moves the bits under a mask together, to the low end.
    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        Portable.extract(bits, mask)
    }

    /// What choosing an option does, the one at `bit` of `word`; options die with the items in
    /// `closing`.
    #[inline(always)]
    fn conflicts<const W: usize, const M: usize>(
        self,
        columns: &[Lanes],
        words: usize,
        word: usize,
        bit: u64,
        closing: &[u64; M],
    ) -> Conflicts<W, M> {
        Portable.conflicts(columns, words, word, bit, closing)
    }

    /// The first of the items in `among` with the fewest options in `live`.
    #[inline(always)]
    fn fewest<const W: usize, const M: usize>(
        self,
        columns: &[Lanes],
        words: usize,
        live: &[u64; W],
        among: &[u64; M],
    ) -> Fewest {
        Portable.fewest(columns, words, live, among)
    }

    /// Which of the columns of a group hold at least two of the options in `live`: a bit for each lane.
    #[inline(always)]
    fn held_twice<const W: usize>(self, columns: &[Lanes], live: &[u64; W]) -> u8 {
        Portable.held_twice(columns, live)
    }

    /// The items of the option at `bit` of `word`, among those of the columns.
    #[inline(always)]
    fn items<const M: usize>(
        self,
        columns: &[Lanes],
        words: usize,
        word: usize,
        bit: u64,
    ) -> [u64; M] {
        Portable.items(columns, words, word, bit)
    }

    /// By lane of a group, how many of the options in `live` its column holds.
    #[inline(always)]
    fn counts<const W: usize>(self, columns: &[Lanes], live: &[u64; W]) -> Lanes {
        Portable.counts(columns, live)
    }

    /// Which of the lanes of a group have other counts than they had, those with few options and the others:
    /// a bit for each. None if one of `lanes` has no option.
    #[inline(always)]
    fn changed(self, lanes: u8, counts: &Lanes, seen: &Lanes) -> Option<[u8; 2]> {
        Portable.changed(lanes, counts, seen)
    }

    /// Removes those options from `live` that conflict with all of those that hold an item. Returns whether
    /// there were some; none if no option in `live` holds the item.
    #[inline(always)]
    fn remove_without_support<const W: usize>(
        self,
        supports: &Supports,
        item: usize,
        live: &mut [u64; W],
    ) -> Option<bool> {
        Portable.remove_without_support(supports, item, live)
    }

    /// Which rows of a lot hold an item: a bit for each.
    #[inline(always)]
    fn rows_with(self, lot: &Lot, item: u64) -> u32 {
        Portable.rows_with(lot, item)
    }

    /// Whether one of the items in `among` is in no row that is apart from `chosen`.
    #[inline(always)]
    fn leaves_uncovered(self, rows: &[Lot], chosen: u64, among: u64) -> bool {
        Portable.leaves_uncovered(rows, chosen, among)
    }

    /// Copies the rows that are apart from `chosen` to the front of `to`, padding after them; of the
    /// items in `among`, the first with the fewest of them.
    #[inline(always)]
    fn keep_rows(self, rows: &[Lot], chosen: u64, among: u64, to: &mut [u64]) -> Kept {
        Portable.keep_rows(rows, chosen, among, to)
    }

    /// How many of the options of a column are in `live`, of which all blocks are kept.
    #[inline(always)]
    fn holders(self, column: Column<'_>, live: &[Lanes]) -> u32 {
        Portable.holders(column, live)
    }

    /// Both at once, where all items of the option are closed: the node below. The items to be
    /// counted are in the first `counted` groups.
    #[expect(
        clippy::too_many_arguments,
        reason = "the parts of a block and of a state"
    )]
    #[inline(always)]
    fn child<const W: usize, const M: usize>(
        self,
        columns: &[Lanes],
        counted: usize,
        words: usize,
        word: usize,
        bit: u64,
        live: &[u64; W],
        active: &[u64; M],
    ) -> Child<W, M> {
        child_in_steps(self, columns, counted, words, word, bit, live, active)
    }
}

/// A child by the two questions, one after the other.
#[expect(
    clippy::too_many_arguments,
    reason = "the parts of a block and of a state"
)]
#[inline(always)]
pub(super) fn child_in_steps<K: Kernel, const W: usize, const M: usize>(
    kernel: K,
    columns: &[Lanes],
    counted: usize,
    words: usize,
    word: usize,
    bit: u64,
    live: &[u64; W],
    active: &[u64; M],
) -> Child<W, M> {
    let Conflicts::<W, M> { items, kill } =
        kernel.conflicts(columns, words, word, bit, &[u64::MAX; M]);
    let (mut live, mut active) = (*live, *active);
    for (live, kill) in live.iter_mut().zip(kill) {
        *live &= !kill;
    }
    for (active, items) in active.iter_mut().zip(items) {
        *active &= !items;
    }
    let columns = &columns[..counted * width::<W>(words)];
    Child {
        live,
        active,
        fewest: kernel.fewest(columns, words, &live, &active),
    }
}

/// The lanes of a group of columns that are in a set.
#[inline(always)]
pub(super) fn lanes_in<const M: usize>(set: &[u64; M], group: usize) -> u8 {
    set[group / 8].to_le_bytes()[group % 8]
}
