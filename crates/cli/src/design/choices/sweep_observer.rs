//! Shows the progress of a count of choices.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use tilewright_dlx::{Observer, Progress};

use crate::solve::search::{ProgressMeter, RunContext, WorkKind};
use crate::support::format::grouped;

/// Shows the progress of a count of choices, and keeps its cost.
pub(super) struct SweepObserver<'a> {
    meter: Mutex<ProgressMeter<'a>>,
    work: AtomicU64,
}

impl<'a> SweepObserver<'a> {
    pub(super) fn new(monitor: &'a RunContext) -> Self {
        let meter = ProgressMeter::new(monitor, WorkKind::Busy("counting choices"));
        Self {
            meter: Mutex::new(meter),
            work: AtomicU64::new(0),
        }
    }

    /// The number of states or nodes last reported.
    pub(super) fn work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }
}

impl Observer for SweepObserver<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        self.work.store(progress.nodes, Ordering::Relaxed);
        let mut meter = self.meter.lock().unwrap_or_else(PoisonError::into_inner);
        // No share is shown: that of a sweep stays below a tenth until shortly before its end.
        meter.on_progress_text(None, &format!("{} states", grouped(progress.nodes)))
    }
}
