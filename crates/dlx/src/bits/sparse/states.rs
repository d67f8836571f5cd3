//! The frames of a search on sparse columns, and the states of their nodes.

use crate::bits::frames::FrameKind;
use crate::bits::lanes::Lanes;

/// A node of the search, and the item that is being branched on there. The node's state is at the level equal to
/// the index of the frame.
#[derive(Debug)]
pub(super) struct SparseFrame {
    pub(super) item: usize,
    pub(super) kind: FrameKind,
    /// The number of options chosen on the path to the node.
    pub(super) depth: usize,
    /// The index, in the item's column, of the part that is read next for options to try.
    pub(super) part: usize,
    /// The index, within the part with the index `part`, of the word that is read next for options to try.
    pub(super) word: usize,
    /// The options of the word read last that are still to be tried, as a bit set.
    pub(super) rest: u64,
}

/// The frames of a search, with a state for each and one more for a child node of the last frame. States are bit
/// sets.
#[derive(Debug, Default)]
pub(in crate::bits) struct SparseStates {
    pub(super) frames: Vec<SparseFrame>,
    /// For each level, the live options, which conflict with no chosen option.
    pub(super) live: Vec<Lanes>,
    /// For each level, the primary items that may be covered once more.
    pub(super) active: Vec<u64>,
    /// For each level, the primary items that are closed when they are covered once more. Used only if there are
    /// bounded items.
    pub(super) last: Vec<u64>,
    /// For each level, the active items other than those that must be covered exactly once more. Used only if
    /// there are bounded items.
    pub(super) bounded_open: Vec<u64>,
}
