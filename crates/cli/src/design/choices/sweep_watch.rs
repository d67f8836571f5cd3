//! How far a count of choices is.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use tilewright_dlx::{Observer, Progress};

use crate::solve::search::{Kind, Monitor, Watch};
use crate::support::format::grouped;

/// Shows how far a count is.
pub(super) struct SweepWatch<'a> {
    watch: Mutex<Watch<'a>>,
    work: AtomicU64,
}

impl<'a> SweepWatch<'a> {
    pub(super) fn new(monitor: &'a Monitor) -> Self {
        let watch = Watch::new(monitor, Kind::Busy("counting choices"));
        Self {
            watch: Mutex::new(watch),
            work: AtomicU64::new(0),
        }
    }

    /// The states or nodes told last.
    pub(super) fn work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }
}

impl Observer for SweepWatch<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        self.work.store(progress.nodes, Ordering::Relaxed);
        let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        // The share that a sweep tells is below a tenth until shortly before its end.
        watch.hear_words(None, &format!("{} states", grouped(progress.nodes)))
    }
}
