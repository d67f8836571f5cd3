//! Passes the values that a part produces, and its progress, from a working thread to the queue.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};

use super::contents::{PartQueue, lock};
use crate::parallel::part::Outlet;
use crate::search::Progress;

/// The maximum number of values that wait for the caller before threads that work ahead wait too.
const MOST_WAITING: usize = 1 << 15;

/// The number of values in a bundle. Threads pass values on in bundles, to take the lock less often.
const BUNDLE: usize = 64;

/// The outlet through which a thread passes on the results of a part.
pub(super) struct QueueWorker<'q, P, T, R> {
    pub(super) queue: &'q PartQueue<P, T, R>,
    pub(super) part: usize,
    /// The bundle of values being filled. It is empty while a full one is passed on.
    pub(super) filling: Arc<Mutex<Vec<T>>>,
}

impl<P: Send, T: Send, R: Send> QueueWorker<'_, P, T, R> {
    /// Moves the bundle to the queue, after waiting for room if necessary. `Break` if the work was stopped.
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
            // The limit is twice as high for the part whose turn it is. Parts that pause may exceed the limit. So
            // the part whose turn it is waits only if the caller has values of this part to take.
            let is_turn = contents.turn == self.part;
            let most = if is_turn {
                2 * MOST_WAITING
            } else {
                MOST_WAITING
            };
            let slot = contents.slots.get(&self.part);
            let has_none = slot.is_some_and(|slot| slot.bundles.is_empty());
            if contents.waiting < most || is_turn && has_none || contents.is_pausing {
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

impl<P: Send, T: Send, R: Send> Outlet<T> for QueueWorker<'_, P, T, R> {
    fn item(&self, item: T) -> ControlFlow<()> {
        let full = {
            let mut bundle = lock(&self.filling);
            bundle.push(item);
            bundle.len() >= BUNDLE
        };
        if full { self.hand_over() } else { Continue(()) }
    }

    fn progress(&self, more: &Progress) -> ControlFlow<()> {
        // Pass on a bundle that is not full, since values may be rare.
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
