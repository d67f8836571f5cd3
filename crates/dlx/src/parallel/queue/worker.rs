//! A thread at work on a part.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};

use super::contents::{Queue, lock};
use crate::parallel::part::Outlet;
use crate::search::Progress;

/// How many items may wait before their turn.
const MOST_WAITING: usize = 1 << 15;

/// Threads hand their items over in bundles, to take the lock less often.
const BUNDLE: usize = 64;

/// A thread at work on a part.
pub(super) struct Worker<'q, P, T, R> {
    pub(super) queue: &'q Queue<P, T, R>,
    pub(super) part: usize,
    /// The bundle of its slot; empty while a full one is handed over.
    pub(super) filling: Arc<Mutex<Vec<T>>>,
}

impl<P: Send, T: Send, R: Send> Worker<'_, P, T, R> {
    /// Hands the bundle over, when there is room for it.
    pub(super) fn hand_over(&self) -> ControlFlow<()> {
        let bundle = std::mem::take(&mut *lock(&self.filling));
        if bundle.is_empty() {
            return Continue(());
        }
        let mut contents = self.queue.lock();
        loop {
            if self.queue.stopped.load(Relaxed) {
                return Break(());
            }
            // Twice as many when it is this part's turn: then some of them are its own, and the
            // caller makes room.
            let most = if contents.turn == self.part {
                2 * MOST_WAITING
            } else {
                MOST_WAITING
            };
            if contents.waiting < most || contents.is_left {
                break;
            }
            contents = self
                .queue
                .room
                .wait(contents)
                .unwrap_or_else(PoisonError::into_inner);
        }
        contents.waiting += bundle.len();
        if let Some(slot) = contents.slots.get_mut(&self.part) {
            slot.bundles.push_back(bundle);
        }
        if contents.turn == self.part {
            self.queue.news.notify_one();
        }
        Continue(())
    }
}

impl<P: Send, T: Send, R: Send> Outlet<T> for Worker<'_, P, T, R> {
    fn item(&self, item: T) -> ControlFlow<()> {
        let full = {
            let mut bundle = lock(&self.filling);
            bundle.push(item);
            bundle.len() >= BUNDLE
        };
        if full { self.hand_over() } else { Continue(()) }
    }

    fn progress(&self, more: &Progress) -> ControlFlow<()> {
        // The first items of a rare kind should not wait for a full bundle.
        self.hand_over()?;
        let mut contents = self.queue.lock();
        contents.progress.nodes += more.nodes;
        contents.progress.solutions += more.solutions;
        if let Some(slot) = contents.slots.get_mut(&self.part) {
            slot.fraction = more.fraction;
        }
        if self.queue.stopped.load(Relaxed) {
            Break(())
        } else {
            Continue(())
        }
    }
}
