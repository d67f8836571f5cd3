//! The two questions that take the time of a search, and how they are answered without vectors.
//!
//! Which items does an option hold, and which options does it kill? Which item has the fewest
//! options left? Both are loops over the columns of a [`Block`](super::block::Block), eight items
//! at a time. [`Portable`] is plain code; the others in [`vector`](super::vector) must agree with
//! it.

use super::lanes::{LANES, Lanes};
use super::rows::{Kept, LOT, Lot, PADDING, fewest_by_planes};
use super::size::width;
use super::sparse::Column;

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

/// The options that hold one of the items in both sets.
#[inline(always)]
pub(super) fn killed<const W: usize, const M: usize>(
    columns: &[Lanes],
    words: usize,
    items: &[u64; M],
    closing: &[u64; M],
) -> [u64; W] {
    let mut kill = [0; W];
    for (at, (&items, &closing)) in items.iter().zip(closing).enumerate() {
        let mut rest = items & closing;
        while rest != 0 {
            let item = at * 64 + rest.trailing_zeros() as usize;
            let start = item / 8 * words;
            for (kill, column) in kill.iter_mut().zip(&columns[start..start + words]) {
                *kill |= column.0[item % 8];
            }
            rest &= rest - 1;
        }
    }
    kill
}

/// By lane of a group, how many of the options in `live` its column holds.
#[inline(always)]
fn counts<const W: usize>(columns: &[Lanes], live: &[u64; W]) -> [u64; LANES] {
    let mut counts = [0; LANES];
    for (column, live) in columns.iter().zip(live) {
        for (count, column) in counts.iter_mut().zip(column.0) {
            *count += u64::from((column & live).count_ones());
        }
    }
    counts
}

/// No instructions but those that every processor of the kind has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Kernel for Portable {
    #[inline(never)]
    fn call<J: KernelFn>(self, job: J) -> J::Output {
        job.run()
    }

    // After Hacker's Delight, section 7-4: each step moves by a power of two the bits that have to
    // move an odd multiple of it.
    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        let mut mask = mask;
        let mut bits = bits & mask;
        let mut gaps = !mask << 1;
        for step in 0..6 {
            // The parity of the gaps below each bit.
            let mut parity = gaps;
            for by in [1, 2, 4, 8, 16, 32] {
                parity ^= parity << by;
            }
            let moved = parity & mask;
            mask = (mask ^ moved) | (moved >> (1 << step));
            let carried = bits & moved;
            bits = (bits ^ carried) | (carried >> (1 << step));
            gaps &= !parity;
        }
        bits
    }

    #[inline(always)]
    fn conflicts<const W: usize, const M: usize>(
        self,
        columns: &[Lanes],
        words: usize,
        word: usize,
        bit: u64,
        closing: &[u64; M],
    ) -> Conflicts<W, M> {
        let words = width::<W>(words);
        let mut items = [0; M];
        for (group, columns) in columns.chunks_exact(words).enumerate() {
            for (lane, column) in columns[word].0.iter().enumerate() {
                let at = group * 8 + lane;
                items[at / 64] |= u64::from(column & bit != 0) << (at % 64);
            }
        }
        Conflicts {
            items,
            kill: killed(columns, words, &items, closing),
        }
    }

    #[inline(always)]
    fn fewest<const W: usize, const M: usize>(
        self,
        columns: &[Lanes],
        words: usize,
        live: &[u64; W],
        among: &[u64; M],
    ) -> Fewest {
        let mut best = Fewest {
            count: Fewest::NONE,
            item: 0,
        };
        let mut item = 0;
        for (group, columns) in columns.chunks_exact(width::<W>(words)).enumerate() {
            let counts = counts(columns, live);
            let lanes = lanes_in(among, group);
            for (lane, count) in counts.into_iter().enumerate() {
                // A count is no more than the options of a block.
                let count = u32::try_from(count).unwrap_or(Fewest::NONE);
                if lanes >> lane & 1 == 1 && count < best.count {
                    best = Fewest { count, item };
                }
                item += 1;
            }
        }
        best
    }

    #[inline(always)]
    fn held_twice<const W: usize>(self, columns: &[Lanes], live: &[u64; W]) -> u8 {
        let counts = counts(columns, live);
        (0..)
            .zip(counts)
            .fold(0, |held, (lane, count)| held | u8::from(count > 1) << lane)
    }

    #[inline(always)]
    fn rows_with(self, lot: &Lot, item: u64) -> u32 {
        let rows = lot.as_flattened().iter().rev();
        rows.fold(0, |set, row| 2 * set + u32::from(row & item != 0))
    }

    #[inline(always)]
    fn leaves_uncovered(self, rows: &[Lot], chosen: u64, among: u64) -> bool {
        let rows = rows.as_flattened().as_flattened();
        let apart = rows.iter().filter(|row| *row & (chosen | PADDING) == 0);
        among & !apart.fold(0, |covered, row| covered | row) != 0
    }

    #[inline(always)]
    fn keep_rows(self, rows: &[Lot], chosen: u64, among: u64, to: &mut [u64]) -> Kept {
        let mut kept = 0;
        let mut planes = [0; 11];
        for row in rows.as_flattened().as_flattened() {
            if row & (chosen | PADDING) == 0 {
                to[kept] = *row;
                kept += 1;
                let mut carry = *row;
                for plane in &mut planes {
                    (*plane, carry) = (*plane ^ carry, *plane & carry);
                }
            }
        }
        to[kept..][..LOT].fill(PADDING);
        Kept {
            rows: kept,
            fewest: fewest_by_planes(&planes, among),
        }
    }

    #[inline(always)]
    fn holders(self, column: Column<'_>, live: &[Lanes]) -> u32 {
        let mut holders = 0;
        for (part, &block) in column.parts.iter().zip(column.at) {
            for (part, live) in part.0.iter().zip(live[usize::from(block)].0) {
                holders += (part & live).count_ones();
            }
        }
        holders
    }
}
