//! The rows of a search, by level.

use std::ops::ControlFlow::{self, Break};

use super::row_block::{BLOCK_ROWS, MOST_ITEMS};

/// The number of words in a cache line.
const LINE: usize = 8;

/// The rows of the nodes from the first to the current one.
#[derive(Debug, Default)]
pub(super) struct RowStack {
    pub(super) rows: Vec<u64>,
    /// The rows of the branches that are not dead ends.
    pub(super) tried: Vec<u64>,
    /// By branch in `tried`, the number of dead ends before it.
    pub(super) skipped: Vec<u32>,
    pub(super) frames: Vec<RowFrame>,
}

/// An item that is being branched on.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowFrame {
    /// The range of the rows of the live options.
    pub(super) rows: (usize, usize),
    /// The range of the branches that have not been tried.
    pub(super) branches: (usize, usize),
    /// The number of dead ends after the last branch.
    pub(super) dead: u32,
    /// The primary items still to be covered, as a bit set.
    pub(super) active: u64,
    /// The number of options chosen above.
    pub(super) depth: usize,
}

impl RowStack {
    /// Makes room for a frame of `rows` rows and those below it, each with fewer rows.
    pub(super) fn make_room(&mut self, rows: usize) {
        // The memory grows at most five times.
        let frame = rows.next_power_of_two().max(BLOCK_ROWS) + BLOCK_ROWS;
        let room = frame * (MOST_ITEMS as usize + 1);
        if self.tried.len() < room {
            // Zeroed memory takes no physical memory until it is used.
            self.rows = vec![0; room + LINE];
            self.tried = vec![0; room];
            self.skipped = vec![0; room];
        }
        self.frames.clear();
    }

    /// Pauses before a branch of the last frame; `dead` dead ends before it are still to be counted.
    #[cold]
    #[inline(never)]
    pub(super) fn pause_before(&mut self, branch: usize, dead: u32) -> ControlFlow<()> {
        self.skipped[branch] = dead;
        if let Some(frame) = self.frames.last_mut() {
            frame.branches.0 = branch;
        }
        Break(())
    }

    /// The start of the first frame's rows: aligned to a cache line.
    pub(super) fn start(&self) -> usize {
        self.rows.as_ptr().align_offset(64).min(LINE)
    }
}
