//! The work of a search that its number of nodes does not account for, in *steps* of about a nanosecond.
//!
//! A node of a large problem takes ten times as long as one with few options, and packing takes as long as
//! ten nodes. A portfolio shares time by the work done, so this work is reported to visitors too, in nodes in
//! [rows](super::rows). It is derived from the sizes, not from a clock, so it is the same in every run and
//! with every kernel, whether or not the kernel has rows.
//!
//! The steps were fitted in November 2026, with AVX-512, to 90 searches of 0.05 to 0.8 s with 28 to 550 ns a node:
//! for four of five, the estimate is within 20 % of the time.

/// The work of a node that is searched in rows, in steps. This is the unit of the work that is reported to
/// visitors.
pub(crate) const NODE_IN_ROWS: u64 = 34;

/// The work of a node in a block, in steps. Each vector of eight words that the node reads adds another step.
const NODE: u64 = 12;
/// A node in a block with bounded items takes this many times the work of other nodes.
const BOUNDED: u64 = 3;

/// The work of packing an empty block, in steps. The words of the block's columns add to it.
const PACK: u64 = 560;
/// The number of words of columns that are packed in the time of one step.
const WORDS_PACKED: u64 = 4;

/// The work of writing the row of one option, in steps.
const ROW: u64 = 4;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ExtraWork {
    steps: u64,
    /// How much of the work has been reported to the visitor, in units of [`NODE_IN_ROWS`] steps.
    reported: u64,
}

/// Marks a subtree that kernels with [rows](super::rows) search in rows, for a kernel without rows, which must
/// search it in columns. Its work is reported as if it were searched in rows, so that all kernels report the same.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowRegion {
    /// The number of frames above the subtree; `None` if the search is in no such subtree.
    above: Option<usize>,
}

impl RowRegion {
    pub(super) fn below(frames: usize) -> Self {
        Self {
            above: Some(frames),
        }
    }

    /// Whether the search is in a subtree that kernels with rows search in rows.
    #[inline(always)]
    pub(super) fn is_here(self) -> bool {
        self.above.is_some()
    }

    /// Unmarks the subtree if the search has left it. `frames` is the number of frames that the search has now.
    #[inline(always)]
    pub(super) fn leave(&mut self, frames: usize) {
        self.above = self.above.filter(|&above| above < frames);
    }
}

/// How many more steps a node that reads `vectors` vectors takes than a node that is searched in rows; 0 if it
/// takes no more.
pub(super) fn of_node(vectors: usize, is_bounded: bool) -> u64 {
    let times = if is_bounded { BOUNDED } else { 1 };
    (times * (NODE + vectors as u64)).saturating_sub(NODE_IN_ROWS)
}

impl ExtraWork {
    #[inline(always)]
    pub(super) fn add(&mut self, steps: u64) {
        self.steps += steps;
    }

    /// Adds the work of packing a block whose columns have `words` words in total.
    #[inline(always)]
    pub(super) fn pack(&mut self, words: usize) {
        self.steps += PACK + words as u64 / WORDS_PACKED;
    }

    #[inline(always)]
    pub(super) fn write_rows(&mut self, options: usize) {
        self.steps += ROW * options as u64;
    }

    /// The work since the last call of this function, in units of [`NODE_IN_ROWS`] steps.
    pub(super) fn take_unreported(&mut self) -> u64 {
        let all = self.steps / NODE_IN_ROWS;
        let unreported = all - self.reported;
        self.reported = all;
        unreported
    }
}
