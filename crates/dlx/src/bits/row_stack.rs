//! The rows of all nodes on the path to the current one, in a search in rows.

use std::ops::ControlFlow::{self, Break};

use super::row_block::{BLOCK_ROWS, MOST_ITEMS};

/// The number of 64-bit words in a cache line.
const LINE: usize = 8;

/// The rows of the nodes on the path from the first node to the current one.
#[derive(Debug, Default)]
pub(super) struct RowStack {
    pub(super) rows: Vec<u64>,
    /// For each frame, the rows of its branches, except those that are dead ends.
    pub(super) tried: Vec<u64>,
    /// For each branch in `tried`, the number of dead ends between it and the branch before it.
    pub(super) skipped: Vec<u32>,
    pub(super) frames: Vec<RowFrame>,
}

/// A node of the search in rows, and the item that is being branched on there.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowFrame {
    /// The range in `RowStack::rows` of the rows of the live options.
    pub(super) rows: (usize, usize),
    /// The range in `RowStack::tried` of the branches that are still to be tried.
    pub(super) branches: (usize, usize),
    /// The number of dead ends after the last branch that are still to be counted.
    pub(super) dead: u32,
    /// The primary items still to be covered, as a bit set.
    pub(super) active: u64,
    /// The number of options chosen on the path to the node.
    pub(super) depth: usize,
}

impl RowStack {
    /// Allocates memory for a frame of `rows` rows and for the frames below it, each of which has fewer rows.
    pub(super) fn make_room(&mut self, rows: usize) {
        // The number of rows is rounded up to a power of two, from 32 to 1,024. So the memory grows at most five
        // times.
        let frame = rows.next_power_of_two().max(BLOCK_ROWS) + BLOCK_ROWS;
        let room = frame * (MOST_ITEMS as usize + 1);
        if self.tried.len() < room {
            // Zeroed memory takes no physical memory until it is written.
            self.rows = vec![0; room + LINE];
            self.tried = vec![0; room];
            self.skipped = vec![0; room];
        }
        self.frames.clear();
    }

    /// Records that the search pauses before a branch of the last frame. `dead` is the number of dead ends before
    /// the branch that are still to be counted.
    #[cold]
    #[inline(never)]
    pub(super) fn pause_before(&mut self, branch: usize, dead: u32) -> ControlFlow<()> {
        self.skipped[branch] = dead;
        if let Some(frame) = self.frames.last_mut() {
            frame.branches.0 = branch;
        }
        Break(())
    }

    /// Where the rows of the first frame start, aligned to a cache line.
    pub(super) fn start(&self) -> usize {
        self.rows.as_ptr().align_offset(64).min(LINE)
    }
}
