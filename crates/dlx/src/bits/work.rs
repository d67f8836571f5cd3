//! What a search does beyond its nodes, counted in steps of a nanosecond or so.
//!
//! A node of a large problem takes ten times as long as one of few options, and packing what is left of a
//! problem as long as ten nodes. Whoever shares out time by the work done is told of all that, as of so
//! many nodes in [rows](super::rows). It is counted by what there is to do, not by a clock, and so it is
//! the same on every run and with every kernel, whether that has rows or not.
//!
//! The steps were fitted in November 2026, with AVX-512, to 90 searches of 0.05 to 0.8 s, of 28 to 550 ns a
//! node: four of five are within a fifth.

/// A node in rows: the unit that visitors are told of.
pub(crate) const NODE_IN_ROWS: u64 = 34;

/// A node in a block, and for each vector of eight words of columns; those where items are bounded take so
/// many times as long.
const NODE: u64 = 12;
const BOUNDED: u64 = 3;

/// A pack, beside a step for so many words of columns.
const PACK: u64 = 560;
const WORDS_PACKED: u64 = 4;

/// The row of an option.
const ROW: u64 = 4;

/// The steps of a search beyond its nodes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    steps: u64,
    /// As many nodes as the visitor was told of.
    told: u64,
}

/// Where a kernel without rows searches what is searched in rows by others: there it counts as they do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowRegion {
    /// The frames above, if the search is there.
    above: Option<usize>,
}

impl RowRegion {
    /// Begins below so many frames.
    pub(super) fn below(frames: usize) -> Self {
        Self {
            above: Some(frames),
        }
    }

    /// Whether the search is there.
    #[inline(always)]
    pub(super) fn is_here(self) -> bool {
        self.above.is_some()
    }

    /// Ends it, if the search comes back to the frames above.
    #[inline(always)]
    pub(super) fn leave(&mut self, frames: usize) {
        self.above = self.above.filter(|&above| above < frames);
    }
}

/// The steps that a node in a block takes beyond one in rows, if `vectors` are looked at.
pub(super) fn of_node(vectors: usize, is_bounded: bool) -> u64 {
    let times = if is_bounded { BOUNDED } else { 1 };
    (times * (NODE + vectors as u64)).saturating_sub(NODE_IN_ROWS)
}

impl Work {
    /// Counts steps.
    #[inline(always)]
    pub(super) fn add(&mut self, steps: u64) {
        self.steps += steps;
    }

    /// Counts a pack of so many words of columns.
    #[inline(always)]
    pub(super) fn pack(&mut self, words: usize) {
        self.steps += PACK + words as u64 / WORDS_PACKED;
    }

    /// Counts the rows of options.
    #[inline(always)]
    pub(super) fn write_rows(&mut self, options: usize) {
        self.steps += ROW * options as u64;
    }

    /// How many nodes' worth of work has been done since this was asked last.
    pub(super) fn untold(&mut self) -> u64 {
        let all = self.steps / NODE_IN_ROWS;
        let untold = all - self.told;
        self.told = all;
        untold
    }
}
