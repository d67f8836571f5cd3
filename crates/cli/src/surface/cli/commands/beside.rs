//! Work on a thread of its own, so that its progress is shown, and a signal
//! answered, whatever it is at.

use std::panic::resume_unwind;
use std::path::Path;
use std::process::exit;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tilewright_dlx::Progress;

use crate::solve::search::{Kind, Monitor, Watch};

/// How often the signal is looked for.
const TICK: Duration = Duration::from_millis(20);

/// How long work may take to see a signal itself: on two threads, 0.3 seconds of processor time.
const GRACE: Duration = Duration::from_millis(150);

/// How far work has come, in words.
#[derive(Debug, Clone)]
pub(super) struct ProgressNote {
    /// The share of all that was done, from 0 to 1, if that is known.
    pub(super) fraction: Option<f64>,
    /// What was done.
    pub(super) words: String,
}

/// Does work, and shows the progress that it tells of, if any. The work sees a signal
/// itself, and its answer is what was found until then.
pub(super) fn with_progress<R: Send>(
    monitor: &Monitor,
    kind: Kind,
    work: impl FnOnce(&(dyn Fn(ProgressNote) + Sync)) -> R + Send,
) -> R {
    let progress: Mutex<Option<ProgressNote>> = Mutex::new(None);
    let lock = || progress.lock().unwrap_or_else(PoisonError::into_inner);
    let tell = |told| *lock() = Some(told);
    let mut watch = Watch::new(monitor, kind);
    let made = beside(
        || work(&tell),
        || {
            let told = lock().clone();
            // The work itself sees whether it is to stop.
            let _ = match told {
                Some(told) => watch.hear_words(told.fraction, &told.words),
                None => watch.hear(&Progress::default()),
            };
        },
    );
    watch.end();
    made
}

/// Work in steps, each of which sees a signal itself.
pub(super) struct Steps<'a> {
    watch: Watch<'a>,
}

impl<'a> Steps<'a> {
    /// Nothing is done yet.
    pub(super) fn new(monitor: &'a Monitor, kind: Kind) -> Self {
        Self {
            watch: Watch::new(monitor, kind),
        }
    }

    /// Does the next step, and shows how far all has come.
    pub(super) fn step<R: Send>(
        &mut self,
        told: &ProgressNote,
        work: impl FnOnce() -> R + Send,
    ) -> R {
        beside(work, || {
            let _ = self.watch.hear_words(told.fraction, &told.words);
        })
    }

    /// Prints something meanwhile.
    pub(super) fn print<R>(&self, print: impl FnOnce() -> R) -> R {
        self.watch.aside(print)
    }

    /// Clears what is shown.
    pub(super) fn end(self) {
        self.watch.end();
    }
}

/// Does work of which nothing is lost, as it only reads: a signal that the
/// work does not see in time ends the program. Shows that it is under way, if
/// `kind` says as what.
pub(super) fn interruptible<R: Send>(
    monitor: &Monitor,
    kind: Option<Kind>,
    work: impl FnOnce() -> R + Send,
) -> R {
    let mut watch = kind.map(|kind| Watch::new(monitor, kind));
    let mut signalled: Option<Instant> = None;
    let made = beside(work, || {
        if monitor.is_set() && signalled.get_or_insert_with(Instant::now).elapsed() >= GRACE {
            if let Some(watch) = watch.take() {
                watch.end();
            }
            stderr_line!("interrupted");
            exit(130);
        }
        if let Some(watch) = &mut watch {
            let _ = watch.hear(&Progress::default());
        }
    });
    if let Some(watch) = watch {
        watch.end();
    }
    made
}

/// The same for work that reads a file if it is there, and writes it if not:
/// a file under way is not left behind.
pub(super) fn interruptible_but_for_writing<R: Send>(
    monitor: &Monitor,
    file: Option<&Path>,
    work: impl FnOnce() -> R + Send,
) -> R {
    if file.is_some_and(|file| !file.exists()) {
        work()
    } else {
        interruptible(monitor, None, work)
    }
}

/// Does work on a thread of its own, and calls `tick` on this one meanwhile.
fn beside<R: Send>(work: impl FnOnce() -> R + Send, mut tick: impl FnMut()) -> R {
    thread::scope(|scope| {
        let (answer, answered) = mpsc::sync_channel(1);
        let worker = scope.spawn(move || answer.send(work()));
        loop {
            tick();
            match answered.recv_timeout(TICK) {
                Ok(made) => return made,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => match worker.join() {
                    Err(panic) => resume_unwind(panic),
                    Ok(_) => unreachable!("invariant: work that does not panic is answered"),
                },
            }
        }
    })
}
