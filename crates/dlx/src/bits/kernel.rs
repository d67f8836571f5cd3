//! The inner loops of a search, for each kind of processor.
//!
//! Two loops run over the columns of a [`ColumnBlock`](super::block::ColumnBlock), eight items at a time. One
//! finds the items of an option, and the options that conflict with it. The other finds the item with the fewest
//! options left. Further loops make nodes [consistent](super::consistency) or work on [rows](super::rows).
//! [`Portable`] is plain code; the kernels in [`vector`](super::vector) must agree with it.

use super::answer::{ChildNode, Conflicts, Fewest};
use super::lanes::Lanes;
use super::portable;
use super::row_block::{KeptRows, RowBlock};
use super::size::width;
use super::sparse::SparseColumn;
use super::supports::Supports;

/// A function that is compiled for the vector instructions of a kernel.
pub(super) trait KernelFn {
    type Output;

    /// Runs the function. Implementations must be inlined, so that they are compiled for the kernel's
    /// instructions.
    fn run(self) -> Self::Output;
}

/// The inner loops for one kind of processor. The default methods are the portable code, compiled for the
/// kernel's instructions.
///
/// `columns` are columns of a block, each of `words` words. If `W` is at most 8, `words` equals `W`, which is
/// known at compile time.
pub(super) trait Kernel: Copy {
    /// Whether searches end in [rows](super::rows), which are faster with wide vectors only.
    const ROWS: bool = false;

    /// Runs a function, compiled for the instructions of this kernel.
    fn call<J: KernelFn>(self, job: J) -> J::Output;

    /// The bits of `bits` at the positions of the set bits of `mask`, packed into the low bits in the same order.
    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        portable::extract(bits, mask)
    }

    /// Which items the option at `bit` of `word` holds, and which options hold at least one of these items. For
    /// the second, only the items in `closing` count.
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

    /// Which of eight items are held by at least two of the options in `live`, as eight bits.
    #[inline(always)]
    fn held_twice<const W: usize>(self, columns: &[Lanes], live: &[u64; W]) -> u8 {
        portable::held_twice(columns, live)
    }

    /// Which items the option at `bit` of `word` holds, among those of the given columns.
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

    /// For each of eight items, how many of the options in `live` hold it.
    #[inline(always)]
    fn counts<const W: usize>(self, columns: &[Lanes], live: &[u64; W]) -> Lanes {
        Lanes(portable::counts(columns, live))
    }

    /// Which of the eight items in `lanes` have a count that differs from the one in `seen`, as bits. First come
    /// those with up to [`FEW`](super::answer::FEW) options, then those with more, up to
    /// [`MOST`](super::answer::MOST). `None` if an item in `lanes` has no option.
    #[inline(always)]
    fn changed(self, lanes: u8, counts: &Lanes, seen: &Lanes) -> Option<[u8; 2]> {
        portable::changed(lanes, counts, seen)
    }

    /// Removes from `live` the options that conflict with all options that hold an item. Returns whether any was
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

    /// Which of the 32 rows of a row block hold an item, as bits. `item` has the bit of the item.
    #[inline(always)]
    fn rows_with(self, block: &RowBlock, item: u64) -> u32 {
        portable::rows_with(block, item)
    }

    /// Whether some item in `among` is in none of the rows that are disjoint from `chosen`.
    #[inline(always)]
    fn leaves_uncovered(self, rows: &[RowBlock], chosen: u64, among: u64) -> bool {
        portable::leaves_uncovered(rows, chosen, among)
    }

    /// Copies the rows that are disjoint from `chosen` to the front of `to`, followed by padding. Returns their
    /// number, and the first item in `among` that the fewest of them hold.
    #[inline(always)]
    fn keep_rows(self, rows: &[RowBlock], chosen: u64, among: u64, to: &mut [u64]) -> KeptRows {
        portable::keep_rows(rows, chosen, among, to)
    }

    /// The number of options that are in both a column and `live`. The column has only its non-empty blocks;
    /// `live` has all blocks.
    #[inline(always)]
    fn holders(self, column: SparseColumn<'_>, live: &[Lanes]) -> u32 {
        portable::holders(column, live)
    }

    /// The child node after an option is chosen, for an option none of whose items may be covered again. Finds the
    /// conflicts and the item with the fewest options in one pass. The primary items are in the first `counted`
    /// groups of eight.
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

/// The kernel without special instructions, which runs on every processor of the target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Kernel for Portable {
    // In WebAssembly, the bits of a column are counted one word at a time. So rows are faster even without wide
    // vectors.
    const ROWS: bool = cfg!(target_family = "wasm");

    #[inline(never)]
    fn call<J: KernelFn>(self, job: J) -> J::Output {
        job.run()
    }
}

/// The child node, found in two passes: first the conflicts, then the item with the fewest options.
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
