//! The thread that owns the session. It makes changes one at a time, and watches the file.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use tilewright_dlx::StopFlag;

use super::hub::{HubState, lock};
use crate::surface::studio::{Reply, Request, Session};

/// The time between two checks of the stop flag and of the file.
pub(super) const TICK: Duration = Duration::from_millis(100);

/// A task for the thread that owns the session.
pub(super) enum EditorTask {
    /// A request that may change the session.
    Request {
        request: Request,
        /// Set when the page no longer waits for the reply.
        stop: StopFlag,
        reply: SyncSender<Reply>,
    },
    /// Start the inquiry about the puzzle again.
    Inquire,
}

/// Runs tasks in order until all senders are dropped.
pub(super) fn edit_all(
    mut session: Session,
    tasks: &Receiver<EditorTask>,
    shared: &Mutex<HubState>,
) {
    let mut looked = Instant::now();
    loop {
        match tasks.recv_timeout(TICK) {
            Ok(EditorTask::Request {
                request,
                stop,
                reply,
            }) => {
                // A panic in a change leaves the document unchanged, and the request without a reply.
                let change = AssertUnwindSafe(|| session.answer_until(request, &stop));
                let Ok((answer, effect)) = catch_unwind(change) else {
                    continue;
                };
                let snapshot = session.snapshot();
                let mut shared = lock(shared);
                shared.show(snapshot);
                shared.follow(effect);
                drop(shared);
                // An error means that the page has closed.
                let _ = reply.send(answer);
            }
            Ok(EditorTask::Inquire) => lock(shared).inquire(session.inquiry()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        if looked.elapsed() >= TICK {
            let is_changed = session.is_file_changed();
            let mut shared = lock(shared);
            shared.note_file(is_changed);
            shared.sleep_if_alone();
            drop(shared);
            looked = Instant::now();
        }
    }
}
