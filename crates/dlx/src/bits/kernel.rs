//! The inner loops of a search.
//!
//! Two loops run over the columns of a [`ColumnBlock`](super::block::ColumnBlock), eight items at a
//! time. One finds the items of an option and the options that conflict with it; the other finds
//! the item with the fewest options left. Further loops make nodes [consistent](super::consistency)
//! or work on [rows](super::rows). [`Portable`] is plain code; the kernels in
//! [`vector`](super::vector) must agree with it.

use super::answer::{ChildNode, Conflicts, Fewest};
use super::lanes::Lanes;
use super::portable;
use super::row_block::{KeptRows, RowBlock};
use super::size::width;
use super::sparse::SparseColumn;
use super::supports::Supports;

/// Work that may use all vector instructions of a kernel.
pub(super) trait KernelFn {
    type Output;

    /// Does the work. Must be inlined, so that it is compiled for the kernel's instructions.
    fn run(self) -> Self::Output;
}

/// The inner loops for one kind of processor. The default methods are the portable code, compiled for the
/// kernel's instructions.
///
/// `columns` are those of a block with `words` words a column. If `W` is at most 8, `words` equals `W`, known
/// at compile time.
pub(super) trait Kernel: Copy {
    /// Whether searches end in [rows](super::rows), which is faster with wide vectors.
    const ROWS: bool = false;

    /// Runs work compiled for the instructions of this kernel.
    fn call<J: KernelFn>(self, job: J) -> J::Output;

    /// Moves the bits of `bits` that are in `mask` together, to the low end.
    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        portable::extract(bits, mask)
    }

    /// The items of the option at `bit` of `word`, and all options that hold one of those items
    /// that are in `closing`.
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

    /// The columns of a group that hold at least two of the options in `live`: a bit for each lane.
    #[inline(always)]
    fn held_twice<const W: usize>(self, columns: &[Lanes], live: &[u64; W]) -> u8 {
        portable::held_twice(columns, live)
    }

    /// The items of the option at `bit` of `word`, among the given columns.
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

    /// By lane of a group, the number of options in `live` that its column holds.
    #[inline(always)]
    fn counts<const W: usize>(self, columns: &[Lanes], live: &[u64; W]) -> Lanes {
        Lanes(portable::counts(columns, live))
    }

    /// The lanes of `lanes` whose counts differ from `seen`, as bits: those with up to
    /// [`FEW`](super::answer::FEW) options, and those with more, up to [`MOST`](super::answer::MOST). `None`
    /// if one of `lanes` has no option.
    #[inline(always)]
    fn changed(self, lanes: u8, counts: &Lanes, seen: &Lanes) -> Option<[u8; 2]> {
        portable::changed(lanes, counts, seen)
    }

    /// Removes the options from `live` that conflict with all holders of an item. Returns whether any were
    /// removed; `None` if no option in `live` holds the item.
    #[inline(always)]
    fn remove_without_support<const W: usize>(
        self,
        supports: &Supports,
        item: usize,
        live: &mut [u64; W],
    ) -> Option<bool> {
        portable::remove_without_support(supports, item, live)
    }

    /// The rows of a row block that hold an item: a bit for each.
    #[inline(always)]
    fn rows_with(self, block: &RowBlock, item: u64) -> u32 {
        portable::rows_with(block, item)
    }

    /// Whether an item in `among` is in no row disjoint from `chosen`.
    #[inline(always)]
    fn leaves_uncovered(self, rows: &[RowBlock], chosen: u64, among: u64) -> bool {
        portable::leaves_uncovered(rows, chosen, among)
    }

    /// Copies the rows disjoint from `chosen` to the front of `to`, with padding after them. Finds the first
    /// item in `among` with the fewest of them.
    #[inline(always)]
    fn keep_rows(self, rows: &[RowBlock], chosen: u64, among: u64, to: &mut [u64]) -> KeptRows {
        portable::keep_rows(rows, chosen, among, to)
    }

    /// The number of options in both a column and `live`, a set with all its blocks.
    #[inline(always)]
    fn holders(self, column: SparseColumn<'_>, live: &[Lanes]) -> u32 {
        portable::holders(column, live)
    }

    /// The child node after an option whose items are all closed: conflicts and fewest in one pass. The items
    /// to count are in the first `counted` groups.
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
    ) -> ChildNode<W, M> {
        child_in_steps(self, columns, counted, words, word, bit, live, active)
    }
}

/// Only the instructions that every processor of the target has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Kernel for Portable {
    #[inline(never)]
    fn call<J: KernelFn>(self, job: J) -> J::Output {
        job.run()
    }
}

/// The child node in two steps: conflicts, then fewest.
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
) -> ChildNode<W, M> {
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
    ChildNode {
        live,
        active,
        fewest: kernel.fewest(columns, words, &live, &active),
    }
}
