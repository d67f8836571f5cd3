//! The rows of a search, level by level.

use std::ops::ControlFlow::{self, Break};

use super::lot::{LOT, MOST_ITEMS};

/// The words of a cache line.
const LINE: usize = 8;

/// The rows of the nodes on the way to the present one.
#[derive(Debug, Default)]
pub(super) struct RowStack {
    pub(super) rows: Vec<u64>,
    /// The rows of the branches that are no dead ends.
    pub(super) tried: Vec<u64>,
    /// How many dead ends come before each of them.
    pub(super) skipped: Vec<u32>,
    pub(super) frames: Vec<RowFrame>,
}

/// An item that is being branched on.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowFrame {
    /// Where the rows of the live options begin and end.
    pub(super) rows: (usize, usize),
    /// Where the branches that have not been tried begin and end.
    pub(super) branches: (usize, usize),
    /// How many dead ends come after them.
    pub(super) dead: u32,
    /// The primary items still to be covered.
    pub(super) active: u64,
    /// How many options are chosen above.
    pub(super) depth: usize,
}

impl RowStack {
    /// Makes room for a frame of so many rows and those above it, each with fewer rows.
    pub(super) fn make_room(&mut self, rows: usize) {
        // It grows five times at most.
        let frame = rows.next_power_of_two().max(LOT) + LOT;
        let room = frame * (MOST_ITEMS as usize + 1);
        if self.tried.len() < room {
            // Zeros are not written before they are used.
            self.rows = vec![0; room + LINE];
            self.tried = vec![0; room];
            self.skipped = vec![0; room];
        }
        self.frames.clear();
    }

    /// Leaves the last frame before a branch; `dead` dead ends before it are still to be counted.
    #[cold]
    #[inline(never)]
    pub(super) fn leave_before(&mut self, branch: usize, dead: u32) -> ControlFlow<()> {
        self.skipped[branch] = dead;
        if let Some(frame) = self.frames.last_mut() {
            frame.branches.0 = branch;
        }
        Break(())
    }

    /// Where the rows of the first frame begin: at a cache line.
    pub(super) fn start(&self) -> usize {
        self.rows.as_ptr().align_offset(64).min(LINE)
    }
}
