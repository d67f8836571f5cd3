//! The questions that take the time of a search.
//!
//! Which items does an option hold, and which options does it kill? Which item has the fewest
//! options left? Both are loops over the columns of a [`Block`](super::block::Block), eight items
//! at a time. Others are asked where nodes are made [consistent](super::consistency), and in
//! [rows](super::rows). [`Portable`] is plain code; the others in [`vector`](super::vector) must agree
//! with it.

use super::answer::{Child, Conflicts, Fewest};
use super::lanes::Lanes;
use super::lot::{Kept, Lot};
use super::portable;
use super::size::width;
use super::sparse::Column;
use super::supports::Supports;

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
        portable::extract(bits, mask)
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
        portable::conflicts(columns, words, word, bit, closing)
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
        portable::fewest(columns, words, live, among)
    }

    /// Which of the columns of a group hold at least two of the options in `live`: a bit for each lane.
    #[inline(always)]
    fn held_twice<const W: usize>(self, columns: &[Lanes], live: &[u64; W]) -> u8 {
        portable::held_twice(columns, live)
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
        portable::items(columns, words, word, bit)
    }

    /// By lane of a group, how many of the options in `live` its column holds.
    #[inline(always)]
    fn counts<const W: usize>(self, columns: &[Lanes], live: &[u64; W]) -> Lanes {
        Lanes(portable::counts(columns, live))
    }

    /// Which of the lanes of a group have other counts than they had, those with few options and the others:
    /// a bit for each. None if one of `lanes` has no option.
    #[inline(always)]
    fn changed(self, lanes: u8, counts: &Lanes, seen: &Lanes) -> Option<[u8; 2]> {
        portable::changed(lanes, counts, seen)
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
        portable::remove_without_support(supports, item, live)
    }

    /// Which rows of a lot hold an item: a bit for each.
    #[inline(always)]
    fn rows_with(self, lot: &Lot, item: u64) -> u32 {
        portable::rows_with(lot, item)
    }

    /// Whether one of the items in `among` is in no row that is apart from `chosen`.
    #[inline(always)]
    fn leaves_uncovered(self, rows: &[Lot], chosen: u64, among: u64) -> bool {
        portable::leaves_uncovered(rows, chosen, among)
    }

    /// Copies the rows that are apart from `chosen` to the front of `to`, padding after them; of the
    /// items in `among`, the first with the fewest of them.
    #[inline(always)]
    fn keep_rows(self, rows: &[Lot], chosen: u64, among: u64, to: &mut [u64]) -> Kept {
        portable::keep_rows(rows, chosen, among, to)
    }

    /// How many of the options of a column are in `live`, of which all blocks are kept.
    #[inline(always)]
    fn holders(self, column: Column<'_>, live: &[Lanes]) -> u32 {
        portable::holders(column, live)
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

/// No instructions but those that every processor of the kind has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Kernel for Portable {
    #[inline(never)]
    fn call<J: KernelFn>(self, job: J) -> J::Output {
        job.run()
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
