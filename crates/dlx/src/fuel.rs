//! How much work a task may do before it returns.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The work that a task has done, and up to which amount it may go on.
#[derive(Debug)]
pub(crate) struct Fuel {
    spent: AtomicU64,
    limit: AtomicU64,
}

impl Fuel {
    /// Nothing is spent, and there is no limit.
    pub(crate) fn unlimited() -> Self {
        Self {
            spent: AtomicU64::new(0),
            limit: AtomicU64::new(u64::MAX),
        }
    }

    /// Sets how much may be spent in all.
    pub(crate) fn limit(&self, limit: u64) {
        self.limit.store(limit, Relaxed);
    }

    /// Spends some of it. `Break` if that was more than there is.
    pub(crate) fn spend(&self, work: u64) -> ControlFlow<()> {
        self.spent.fetch_add(work, Relaxed);
        self.check()
    }

    /// `Break` if more has been spent than there is.
    pub(crate) fn check(&self) -> ControlFlow<()> {
        if self.spent() > self.limit.load(Relaxed) {
            Break(())
        } else {
            Continue(())
        }
    }

    /// What was spent.
    pub(crate) fn spent(&self) -> u64 {
        self.spent.load(Relaxed)
    }
}
