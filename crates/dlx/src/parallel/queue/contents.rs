//! The contents of the queue between the working threads and the caller: the parts produced, and their results.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::parallel::part::WorkPart;
use crate::search::Progress;

/// A part that was produced, and those of its results that the caller has not taken yet.
pub(super) struct PartSlot<T, R> {
    /// The share of the whole work that comes before this part, from 0 to 1.
    pub(super) start: f64,
    pub(super) share: f64,
    pub(super) bundles: VecDeque<Vec<T>>,
    /// The bundle of values that the thread is filling. If the caller has waited for one tick without a result, it
    /// takes these values, so that a single solution among millions of nodes need not wait for others.
    pub(super) filling: Arc<Mutex<Vec<T>>>,
    pub(super) report: Option<R>,
    /// The finished fraction of the part, from 0 to 1.
    pub(super) fraction: f64,
}

impl<T, R> PartSlot<T, R> {
    pub(super) fn new<P>(part: &WorkPart<P>) -> Self {
        Self {
            start: part.start,
            share: part.share,
            bundles: VecDeque::new(),
            filling: Arc::default(),
            report: None,
            fraction: 0.0,
        }
    }
}

/// A part whose work has paused, with the bundle of values that it was filling.
pub(super) struct PausedPart<P, T> {
    pub(super) number: usize,
    pub(super) part: P,
    /// The last progress that the part has reported.
    pub(super) reported: Progress,
    pub(super) filling: Arc<Mutex<Vec<T>>>,
}

pub(super) struct QueueContents<P, T, R> {
    /// The number of parts produced so far.
    pub(super) named: usize,
    /// Whether the source has produced its last part.
    pub(super) all_named: bool,
    /// The index of the part whose turn it is: the caller takes its results now.
    pub(super) turn: usize,
    /// The number of values, in all full bundles, that wait for the caller.
    pub(super) waiting: usize,
    /// The number of parts that have ended and made their report.
    pub(super) reported: usize,
    /// The parts that were produced and whose turn has not passed. The key is the index of the part.
    pub(super) slots: BTreeMap<usize, PartSlot<T, R>>,
    pub(super) progress: Progress,
    /// The share of the whole work that comes before the part whose turn it is.
    pub(super) done: f64,
    /// The parts that paused in an earlier call and have not been resumed yet, in order.
    pub(super) due: VecDeque<PausedPart<P, T>>,
    pub(super) paused: Vec<PausedPart<P, T>>,
    /// Whether the work is being paused. Then no thread waits for room in the queue any more.
    pub(super) is_pausing: bool,
    /// The number of threads that are still working.
    pub(super) threads: usize,
}

impl<P, T, R> QueueContents<P, T, R> {
    /// Takes the values in the unfinished bundle of the part whose turn it is.
    pub(super) fn unfilled(&self) -> QueueResult<T, R> {
        let Some(slot) = self.slots.get(&self.turn) else {
            return QueueResult::Nothing;
        };
        let bundle = std::mem::take(&mut *lock(&slot.filling));
        if bundle.is_empty() {
            QueueResult::Nothing
        } else {
            QueueResult::Bundle(bundle)
        }
    }

    pub(super) fn is_at_the_end(&self) -> bool {
        self.all_named && self.turn == self.named
    }

    /// Removes all paused parts and returns them in order.
    pub(super) fn take_paused(&mut self) -> Vec<PausedPart<P, T>> {
        let mut paused = std::mem::take(&mut self.paused);
        paused.extend(self.due.drain(..));
        paused.sort_by_key(|part| part.number);
        paused
    }
}

/// The next result for the caller.
pub(super) enum QueueResult<T, R> {
    Bundle(Vec<T>),
    Report(R),
    Nothing,
}

/// Locks a mutex. Its contents are consistent even after a panic.
pub(super) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The queue that carries results from the working threads to the caller.
pub(crate) struct PartQueue<P, T, R> {
    pub(super) contents: Mutex<QueueContents<P, T, R>>,
    /// Notified when there are results for the caller.
    pub(super) news: Condvar,
    /// Notified when there is room for more values, when the turn passes to the next part, or when the work
    /// pauses.
    pub(super) room: Condvar,
    pub(super) stopped: AtomicBool,
}
