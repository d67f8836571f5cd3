//! Shows the progress of a count of choices.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use tilewright_dlx::{Observer, Progress};

use crate::solve::search::{ProgressMeter, RunContext, WorkKind};
use crate::support::format::grouped;

/// Shows the progress of a count of choices, and stores the number of states or nodes counted so
/// far.
pub(super) struct SweepObserver<'a> {
    shown: Mutex<ShownStates<'a>>,
    work: AtomicU64,
}

/// The number of states to show. A count may take several sweeps, each of which counts its states from 0; the sum
/// over all sweeps is shown.
struct ShownStates<'a> {
    meter: ProgressMeter<'a>,
    /// The number of states of the earlier sweeps.
    before: u64,
    /// The number of states of the current sweep at its last report.
    last: u64,
}

impl<'a> SweepObserver<'a> {
    pub(super) fn new(monitor: &'a RunContext) -> Self {
        let meter = ProgressMeter::new(monitor, WorkKind::Busy("counting choices"));
        Self {
            shown: Mutex::new(ShownStates {
                meter,
                before: 0,
                last: 0,
            }),
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
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if progress.nodes < shown.last {
            shown.before += shown.last;
        }
        shown.last = progress.nodes;
        let states = grouped(shown.before + shown.last);
        // The fraction done is not shown: a sweep reports less than a tenth until shortly before
        // its end.
        (shown.meter).on_progress_text(None, &format!("{states} states"))
    }
}
