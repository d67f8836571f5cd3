//! The working memory of a search, reused by the next search of the problem.
//!
//! A tree is searched in hundreds of subtrees. Some take less time than the system needs to allocate a
//! megabyte.

use std::sync::{Mutex, PoisonError};

use super::frames::FramePool;
use super::row_stack::RowStack;

/// The working memory of a search. Only its capacity outlives the search.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) frames: FramePool,
    pub(super) rows: RowStack,
    /// For each block above the current one: the options that were live when the next block was
    /// packed, as a bit set.
    pub(super) packed: Vec<Vec<u64>>,
}

/// Idle working memory: at most as many as searches ran at once.
#[derive(Debug, Default)]
pub(super) struct ScratchPool {
    idle: Mutex<Vec<Scratch>>,
}

impl ScratchPool {
    /// Takes idle working memory, or allocates new memory.
    pub(super) fn take(&self) -> Scratch {
        let idle = self.idle.lock();
        (idle.unwrap_or_else(PoisonError::into_inner).pop()).unwrap_or_default()
    }

    pub(super) fn give_back(&self, scratch: Scratch) {
        let idle = self.idle.lock();
        idle.unwrap_or_else(PoisonError::into_inner).push(scratch);
    }
}
