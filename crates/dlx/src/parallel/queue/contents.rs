//! What is in the queue: the parts named, and what they have yielded.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::parallel::part::WorkPart;
use crate::search::Progress;

/// A part that has been named, and what it has yielded that has not been taken.
pub(super) struct Slot<T, R> {
    /// The share of the whole that lies before it.
    pub(super) start: f64,
    pub(super) share: f64,
    pub(super) bundles: VecDeque<Vec<T>>,
    /// The bundle that the thread is filling. The caller takes what is in it when it has waited
    /// in vain: one solution among millions of nodes should not wait for others.
    pub(super) filling: Arc<Mutex<Vec<T>>>,
    pub(super) report: Option<R>,
    /// How much of the part is done.
    pub(super) fraction: f64,
}

impl<T, R> Slot<T, R> {
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

/// A part that was left.
pub(super) struct LeftPart<P, T> {
    pub(super) number: usize,
    pub(super) part: P,
    /// What it has told of its progress.
    pub(super) told: Progress,
    pub(super) filling: Arc<Mutex<Vec<T>>>,
}

pub(super) struct Contents<P, T, R> {
    /// How many parts have been named.
    pub(super) named: usize,
    /// Whether these are all.
    pub(super) all_named: bool,
    /// The part whose turn it is.
    pub(super) turn: usize,
    /// The items that wait.
    pub(super) waiting: usize,
    /// The parts that are done.
    pub(super) reported: usize,
    /// The parts named whose turn has not passed.
    pub(super) slots: BTreeMap<usize, Slot<T, R>>,
    pub(super) progress: Progress,
    /// The share of the whole before the turn.
    pub(super) done: f64,
    /// The parts that were left before, in order, and those that are left now.
    pub(super) due: VecDeque<LeftPart<P, T>>,
    pub(super) left: Vec<LeftPart<P, T>>,
    /// Whether the work is being left: nobody waits any more.
    pub(super) is_left: bool,
    /// The threads that are at work.
    pub(super) threads: usize,
}

impl<P, T, R> Contents<P, T, R> {
    /// What is in the bundle that the thread fills whose turn it is.
    pub(super) fn unfilled(&self) -> Found<T, R> {
        let Some(slot) = self.slots.get(&self.turn) else {
            return Found::Nothing;
        };
        let bundle = std::mem::take(&mut *lock(&slot.filling));
        if bundle.is_empty() {
            Found::Nothing
        } else {
            Found::Bundle(bundle)
        }
    }

    pub(super) fn is_at_the_end(&self) -> bool {
        self.all_named && self.turn == self.named
    }

    /// The parts that were left, in order.
    pub(super) fn take_left(&mut self) -> Vec<LeftPart<P, T>> {
        let mut left = std::mem::take(&mut self.left);
        left.extend(self.due.drain(..));
        left.sort_by_key(|part| part.number);
        left
    }
}

/// What the caller finds when it looks.
pub(super) enum Found<T, R> {
    Bundle(Vec<T>),
    Report(R),
    Nothing,
}

/// Locks what no panic can leave half done.
pub(super) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Parts on their way from the threads to the caller.
pub(crate) struct Queue<P, T, R> {
    pub(super) contents: Mutex<Contents<P, T, R>>,
    /// Something has come for the caller.
    pub(super) news: Condvar,
    /// There is room for items, or the turn has gone on.
    pub(super) room: Condvar,
    pub(super) stopped: AtomicBool,
}
