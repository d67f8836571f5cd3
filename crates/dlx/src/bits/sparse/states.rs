//! The frames of a search on sparse columns and their states.

use crate::bits::frames::FrameKind;
use crate::bits::lanes::Lanes;

/// An item being branched on. Its state is at the level equal to the index of the frame.
#[derive(Debug)]
pub(super) struct SparseFrame {
    pub(super) item: usize,
    pub(super) kind: FrameKind,
    /// The number of options chosen above.
    pub(super) depth: usize,
    /// The part of the item's column, and the word of that part, from which options are tried next.
    pub(super) part: usize,
    pub(super) word: usize,
    /// The options of the previous word that are still to be tried, as a bit set.
    pub(super) rest: u64,
}

/// The frames of a search, with a state for each and for a child of the last one. States are bit sets.
#[derive(Debug, Default)]
pub(in crate::bits) struct SparseStates {
    pub(super) frames: Vec<SparseFrame>,
    /// By level, the options that conflict with none of the chosen ones.
    pub(super) live: Vec<Lanes>,
    /// By level, the primary items that may be covered once more.
    pub(super) active: Vec<u64>,
    /// By level, the primary items that are closed when covered once more. This field and the next
    /// matter with bounded items only.
    pub(super) last: Vec<u64>,
    /// By level, the active items that are not to be covered exactly once from here on.
    pub(super) bounded_open: Vec<u64>,
}
