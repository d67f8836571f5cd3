//! The working memory of searches, which the next search of the same problem reuses.
//!
//! A tree is searched in hundreds of subtrees. Some take less time than the system needs to allocate a
//! megabyte.

use std::sync::{Mutex, PoisonError};

use super::frames::FramePool;
use super::row_stack::RowStack;

/// The working memory of a search. The next search reuses only the allocations, not the contents.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) frames: FramePool,
    pub(super) rows: RowStack,
    /// For each block above the current one: the options that were live when the next block was
    /// packed, as a bit set.
    pub(super) packed: Vec<Vec<u64>>,
}

/// Working memory that no search uses at the moment. The pool has at most one [`Scratch`] for each search that ran
/// at the same time.
#[derive(Debug, Default)]
pub(super) struct ScratchPool {
    idle: Mutex<Vec<Scratch>>,
}

impl ScratchPool {
    /// Takes working memory that no search uses, or allocates new memory.
    pub(super) fn take(&self) -> Scratch {
        let idle = self.idle.lock();
        (idle.unwrap_or_else(PoisonError::into_inner).pop()).unwrap_or_default()
    }

    pub(super) fn give_back(&self, scratch: Scratch) {
        let idle = self.idle.lock();
        idle.unwrap_or_else(PoisonError::into_inner).push(scratch);
    }
}
