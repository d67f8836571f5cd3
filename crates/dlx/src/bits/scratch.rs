//! The memory that a search works in, kept from one search of a problem to the next.
//!
//! A tree is searched in hundreds of subtrees, which may take less time than the system needs for handing
//! out a megabyte.

use std::sync::{Mutex, PoisonError};

use super::frames::FramePool;
use super::row_stack::RowStack;

/// What a search works in. Nothing in it outlives the search but its size.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) frames: FramePool,
    pub(super) rows: RowStack,
    /// What was packed on the way to the present block: the options that lived in each block above.
    pub(super) packed: Vec<Vec<u64>>,
}

/// What searches of a problem have worked in: as many as were under way at once, at most.
#[derive(Debug, Default)]
pub(super) struct ScratchPool {
    idle: Mutex<Vec<Scratch>>,
}

impl ScratchPool {
    /// Hands out one that is used by nobody.
    pub(super) fn take(&self) -> Scratch {
        let idle = self.idle.lock();
        (idle.unwrap_or_else(PoisonError::into_inner).pop()).unwrap_or_default()
    }

    /// Keeps one for the next search.
    pub(super) fn give_back(&self, scratch: Scratch) {
        let idle = self.idle.lock();
        idle.unwrap_or_else(PoisonError::into_inner).push(scratch);
    }
}
