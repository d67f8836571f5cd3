//! Runs work on a second thread, while the calling thread shows its progress and checks for
//! signals.

use std::panic::resume_unwind;
use std::path::Path;
use std::process::exit;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tilewright_dlx::Progress;

use crate::solve::search::{ProgressMeter, RunContext, WorkKind, share_done};

/// The time between two checks for a signal, at which the progress is also redrawn.
const TICK: Duration = Duration::from_millis(20);

/// The time that work may take to stop after a signal. After that, the program ends without waiting for
/// it. Two threads can use 0.3 seconds of processor time meanwhile.
const GRACE: Duration = Duration::from_millis(150);

/// The progress of work, as the progress line shows it.
#[derive(Debug, Clone)]
pub(super) struct ProgressNote {
    /// The fraction done, from 0 to 1, if it is known.
    pub(super) fraction: Option<f64>,
    /// The text of the progress line.
    pub(super) words: String,
}

impl ProgressNote {
    /// The progress after `done` of `all` units of work; `words` is the text of the progress line.
    pub(super) fn of(done: u64, all: u64, words: String) -> Self {
        Self {
            fraction: Some(share_done(done, all)),
            words,
        }
    }
}

/// Runs work on a second thread and shows the progress that it reports. The work must check the
/// stop flag. After a signal it returns what it has found so far.
pub(super) fn with_progress<R: Send>(
    monitor: &RunContext,
    kind: WorkKind,
    work: impl FnOnce(&(dyn Fn(ProgressNote) + Sync)) -> R + Send,
) -> R {
    let progress: Mutex<Option<ProgressNote>> = Mutex::new(None);
    let report = |note| *lock(&progress) = Some(note);
    result_of(
        || work(&report),
        |work| watched(monitor, kind, &progress, work),
    )
}

fn lock(progress: &Mutex<Option<ProgressNote>>) -> MutexGuard<'_, Option<ProgressNote>> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work`, and meanwhile shows the latest note in `progress`. Before the first note, it shows only that the
/// work is running.
fn watched(
    monitor: &RunContext,
    kind: WorkKind,
    progress: &Mutex<Option<ProgressNote>>,
    work: &mut BackgroundWork<'_>,
) {
    let mut meter = ProgressMeter::new(monitor, kind);
    run_in_background(work, &mut || {
        let note = lock(progress).clone();
        // The result can be ignored, because the work itself checks the stop flag.
        let _ = match note {
            Some(note) => meter.on_progress_text(note.fraction, &note.words),
            None => meter.on_progress(&Progress::default()),
        };
    });
    meter.end();
}

/// The progress line of work that is done in steps. The work of each step must check the stop flag.
pub(super) struct StepwiseProgress<'a> {
    meter: ProgressMeter<'a>,
}

impl<'a> StepwiseProgress<'a> {
    pub(super) fn new(monitor: &'a RunContext, kind: WorkKind) -> Self {
        Self {
            meter: ProgressMeter::new(monitor, kind),
        }
    }

    /// Runs the next step on a second thread, and shows `note` until it ends.
    pub(super) fn step<R: Send>(
        &mut self,
        note: &ProgressNote,
        work: impl FnOnce() -> R + Send,
    ) -> R {
        result_of(work, |work| {
            run_in_background(work, &mut || {
                let _ = self.meter.on_progress_text(note.fraction, &note.words);
            });
        })
    }

    /// Calls `print` while the progress line is hidden, so that the two do not mix.
    pub(super) fn print<R>(&self, print: impl FnOnce() -> R) -> R {
        self.meter.suspend_all(print)
    }

    /// Clears the progress line.
    pub(super) fn end(self) {
        self.meter.end();
    }
}

/// Runs work that only reads, so it may be cut off: if the work does not stop within [`GRACE`] of a
/// signal, the program ends with status 130. Shows a progress line of this `kind`, if there is one.
pub(super) fn interruptible<R: Send>(
    monitor: &RunContext,
    kind: Option<WorkKind>,
    work: impl FnOnce() -> R + Send,
) -> R {
    result_of(work, |work| ended_by_signal(monitor, kind, work))
}

/// Runs work and shows its progress. If the work does not stop within [`GRACE`] of a signal, ends
/// the program with status 130.
fn ended_by_signal(monitor: &RunContext, kind: Option<WorkKind>, work: &mut BackgroundWork<'_>) {
    let mut meter = kind.map(|kind| ProgressMeter::new(monitor, kind));
    let mut signalled: Option<Instant> = None;
    run_in_background(work, &mut || {
        if monitor.is_set() && signalled.get_or_insert_with(Instant::now).elapsed() >= GRACE {
            if let Some(meter) = meter.take() {
                meter.end();
            }
            stderr_line!("interrupted");
            exit(130);
        }
        if let Some(meter) = &mut meter {
            let _ = meter.on_progress(&Progress::default());
        }
    });
    if let Some(meter) = meter {
        meter.end();
    }
}

/// Runs work that reads `file` if it exists, and writes it otherwise. Only reading is cut off after
/// a signal: writing that is cut off would leave a temporary file.
pub(super) fn interruptible_but_for_writing<R: Send>(
    monitor: &RunContext,
    file: Option<&Path>,
    work: impl FnOnce() -> R + Send,
) -> R {
    if file.is_some_and(|file| !file.exists()) {
        work()
    } else {
        interruptible(monitor, None, work)
    }
}

/// Work that stores its own result. Threads and channels are thus compiled for this type only. When
/// they were compiled for each type of result, they took 5 % of the program.
type BackgroundWork<'a> = dyn FnMut() + Send + 'a;

/// Passes `work` to `run`, which must call it once, and returns the result of `work`.
fn result_of<R: Send>(
    work: impl FnOnce() -> R + Send,
    run: impl FnOnce(&mut BackgroundWork<'_>),
) -> R {
    let mut work = Some(work);
    let mut result = None;
    run(&mut || result = work.take().map(|work| work()));
    match result {
        Some(result) => result,
        None => unreachable!("invariant: work that does not panic is done"),
    }
}

/// Runs work on a second thread, and calls `tick` on this one every [`TICK`] until the work ends.
fn run_in_background(work: &mut BackgroundWork<'_>, tick: &mut dyn FnMut()) {
    thread::scope(|scope| {
        let (end, ended) = mpsc::sync_channel(1);
        let worker = scope.spawn(move || {
            work();
            end.send(())
        });
        loop {
            tick();
            match ended.recv_timeout(TICK) {
                Ok(()) => return,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => match worker.join() {
                    Err(panic) => resume_unwind(panic),
                    Ok(_) => unreachable!("invariant: work that does not panic says that it ended"),
                },
            }
        }
    });
}
