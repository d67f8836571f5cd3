//! The thread that owns the session: it makes one change after the other, and looks after the file.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use super::hub::{Shared, lock};
use crate::surface::studio::{Reply, Request, Session};

/// How often it is looked whether the end has come or the file has changed.
pub(super) const TICK: Duration = Duration::from_millis(100);

/// What is to be done with the session.
pub(super) enum Task {
    /// A request that may change it.
    Request {
        request: Request,
        reply: SyncSender<Reply>,
    },
    /// What is computed about the puzzle begins again.
    Inquire,
}

/// Does one thing after the other until nobody can ask for more.
pub(super) fn edit_all(mut session: Session, tasks: &Receiver<Task>, shared: &Mutex<Shared>) {
    let mut looked = Instant::now();
    loop {
        match tasks.recv_timeout(TICK) {
            Ok(Task::Request { request, reply }) => {
                // A bug in one change leaves the document as it was, and whoever asked without a reply.
                let change = AssertUnwindSafe(|| session.answer(request));
                let Ok((answer, effect)) = catch_unwind(change) else {
                    continue;
                };
                let snapshot = session.snapshot();
                let mut shared = lock(shared);
                shared.show(snapshot);
                shared.follow(effect);
                drop(shared);
                // Whoever asked may have gone.
                let _ = reply.send(answer);
            }
            Ok(Task::Inquire) => lock(shared).inquire(session.inquiry()),
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
