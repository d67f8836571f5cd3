//! Limits the amount of work that a task does before it returns.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The work that a task has done, and the total at which it pauses.
#[derive(Debug)]
pub(crate) struct Fuel {
    spent: AtomicU64,
    limit: AtomicU64,
}

impl Fuel {
    pub(crate) fn unlimited() -> Self {
        Self {
            spent: AtomicU64::new(0),
            limit: AtomicU64::new(u64::MAX),
        }
    }

    /// Sets the total amount of work at which the task pauses.
    pub(crate) fn limit(&self, limit: u64) {
        self.limit.store(limit, Relaxed);
    }

    /// Adds `work` to the work done. Returns `Break` if the total exceeds the limit.
    pub(crate) fn spend(&self, work: u64) -> ControlFlow<()> {
        self.spent.fetch_add(work, Relaxed);
        self.check()
    }

    /// Returns `Break` if the work done exceeds the limit.
    pub(crate) fn check(&self) -> ControlFlow<()> {
        if self.spent() > self.limit.load(Relaxed) {
            Break(())
        } else {
            Continue(())
        }
    }

    pub(crate) fn spent(&self) -> u64 {
        self.spent.load(Relaxed)
    }
}
