//! Work on a thread of its own, so that its progress is shown, and a signal
//! answered, whatever it is at.

use std::panic::resume_unwind;
use std::path::Path;
use std::process::exit;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tilewright_dlx::Progress;

use crate::search::{Interrupt, Kind, Watch};

/// How often the signal is looked for.
const TICK: Duration = Duration::from_millis(20);

/// How long work may take to see a signal itself.
const GRACE: Duration = Duration::from_millis(300);

/// Does work, and shows the progress that it tells of. The work sees a signal
/// itself, and its answer is what was found until then.
pub(super) fn with_progress<R: Send>(
    interrupt: &Interrupt,
    kind: Kind,
    work: impl FnOnce(&(dyn Fn(Progress) + Sync)) -> R + Send,
) -> R {
    let progress = Mutex::new(Progress::default());
    let tell = |told| *progress.lock().unwrap_or_else(PoisonError::into_inner) = told;
    let mut watch = Watch::new(interrupt, kind);
    let made = beside(
        || work(&tell),
        || {
            let told = *progress.lock().unwrap_or_else(PoisonError::into_inner);
            // The work itself sees whether it is to stop.
            let _ = watch.hear(&told);
        },
    );
    watch.end();
    made
}

/// Does work of which nothing is lost, as it only reads: a signal that the
/// work does not see in time ends the program. Shows that it is under way, if
/// `kind` says as what.
pub(super) fn interruptible<R: Send>(
    interrupt: &Interrupt,
    kind: Option<Kind>,
    work: impl FnOnce() -> R + Send,
) -> R {
    let mut watch = kind.map(|kind| Watch::new(interrupt, kind));
    let mut signalled: Option<Instant> = None;
    let made = beside(work, || {
        if interrupt.is_set() && signalled.get_or_insert_with(Instant::now).elapsed() >= GRACE {
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
    interrupt: &Interrupt,
    file: Option<&Path>,
    work: impl FnOnce() -> R + Send,
) -> R {
    if file.is_some_and(|file| !file.exists()) {
        work()
    } else {
        interruptible(interrupt, None, work)
    }
}

/// Does work on a thread of its own, and calls `tick` on this one meanwhile.
fn beside<R: Send>(work: impl FnOnce() -> R + Send, mut tick: impl FnMut()) -> R {
    thread::scope(|scope| {
        let caller = thread::current();
        let worker = scope.spawn(move || {
            let made = work();
            caller.unpark();
            made
        });
        while !worker.is_finished() {
            tick();
            thread::park_timeout(TICK);
        }
        worker.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}
