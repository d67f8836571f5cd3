//! The queue between the threads that work and the one that takes.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::part::{Event, Outlet, PartSink, Source, TICK, Way, WorkPart};
use crate::clock::Interval;
use crate::search::Progress;
use crate::threads::Pool;

/// How many items may wait before their turn.
const MOST_WAITING: usize = 1 << 15;

/// How many parts may be named ahead of the one whose turn it is: their reports wait.
const MOST_AHEAD: usize = 1 << 16;

/// Threads hand their items over in bundles, to take the lock less often.
const BUNDLE: usize = 64;

/// A part that has been named, and what it has yielded that has not been taken.
struct Slot<T, R> {
    /// The share of the whole that lies before it.
    start: f64,
    share: f64,
    bundles: VecDeque<Vec<T>>,
    /// The bundle that the thread is filling. The caller takes what is in it when it has waited
    /// in vain: one solution among millions of nodes should not wait for others.
    filling: Arc<Mutex<Vec<T>>>,
    report: Option<R>,
    /// How much of the part is done.
    fraction: f64,
}

impl<T, R> Slot<T, R> {
    fn new<P>(part: &WorkPart<P>) -> Self {
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

/// Locks what no panic can leave half done.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Contents<T, R> {
    /// How many parts have been named.
    named: usize,
    /// Whether these are all.
    all_named: bool,
    /// The part whose turn it is.
    turn: usize,
    /// The items that wait.
    waiting: usize,
    /// The parts that are done.
    reported: usize,
    /// The parts named whose turn has not passed.
    slots: BTreeMap<usize, Slot<T, R>>,
    progress: Progress,
    /// The share of the whole before the turn.
    done: f64,
}

impl<T, R> Contents<T, R> {
    /// What is in the bundle that the thread fills whose turn it is.
    fn unfilled(&self) -> Found<T, R> {
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

    fn is_at_the_end(&self) -> bool {
        self.all_named && self.turn == self.named
    }
}

/// Parts on their way from the threads to the caller.
pub(super) struct Queue<'a, 's, P, T, R> {
    /// Locked before `contents`, by the thread that wants a part.
    source: Mutex<&'a mut Source<'s, P>>,
    contents: Mutex<Contents<T, R>>,
    /// Something has come for the caller.
    news: Condvar,
    /// There is room for items, or the turn has gone on.
    room: Condvar,
    stopped: AtomicBool,
}

/// What the caller finds when it looks.
enum Found<T, R> {
    Bundle(Vec<T>),
    Report(R),
    Nothing,
}

impl<'a, 's, P: Send, T: Send, R: Send> Queue<'a, 's, P, T, R> {
    pub(super) fn new(source: &'a mut Source<'s, P>) -> Self {
        Self {
            source: Mutex::new(source),
            contents: Mutex::new(Contents {
                named: 0,
                all_named: false,
                turn: 0,
                waiting: 0,
                reported: 0,
                slots: BTreeMap::new(),
                progress: Progress::default(),
                done: 0.0,
            }),
            news: Condvar::new(),
            room: Condvar::new(),
            stopped: AtomicBool::new(false),
        }
    }

    /// Works with all threads of the pool, and takes on the caller's.
    pub(super) fn run(
        self,
        pool: &Pool,
        work: &(dyn Fn(&P, &mut PartSink<'_, T>) -> R + Sync),
        take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let here = || {
            // If `take` panics, the threads must still come to an end.
            let _stop = StopOnPanic(&self);
            let flow = self.take(take);
            if flow.is_break() {
                self.stop();
            }
            flow
        };
        let flow = pool.beside(|| self.work(work), here);
        if flow.is_break() {
            let contents = self.contents.into_inner();
            let slots = contents.unwrap_or_else(PoisonError::into_inner).slots;
            for report in slots.into_values().filter_map(|slot| slot.report) {
                let _ = take(Event::Unfinished(report));
            }
        }
        flow
    }

    fn lock(&self) -> MutexGuard<'_, Contents<T, R>> {
        lock(&self.contents)
    }

    fn stop(&self) {
        self.stopped.store(true, Relaxed);
        // With the lock, or a thread about to wait would miss it.
        let _contents = self.lock();
        self.room.notify_all();
        self.news.notify_all();
    }

    /// What each thread does.
    fn work(&self, work: &(dyn Fn(&P, &mut PartSink<'_, T>) -> R + Sync)) {
        let _stop = StopOnPanic(self);
        while let Some((worker, part)) = self.next() {
            let number = worker.part;
            let mut sink = PartSink {
                way: Way::Queued(&worker),
                told: Progress::default(),
            };
            let report = work(&part, &mut sink);
            let _ = worker.hand_over();
            let mut contents = self.lock();
            if let Some(slot) = contents.slots.get_mut(&number) {
                slot.report = Some(report);
            }
            contents.reported += 1;
            // Waking the caller takes a core from the threads: reports alone may wait for its tick.
            let last = contents.all_named && contents.reported == contents.named;
            if contents.waiting > 0 || last {
                self.news.notify_one();
            }
        }
    }

    /// The next part and who works on it; none if there are no more, or the work was stopped.
    fn next(&self) -> Option<(Worker<'_, 'a, 's, P, T, R>, P)> {
        self.wait_for_turns();
        let mut source = lock(&self.source);
        if self.stopped.load(Relaxed) || self.lock().all_named {
            return None;
        }
        let next = source(&mut || {
            if self.stopped.load(Relaxed) {
                Break(())
            } else {
                Continue(())
            }
        });
        let mut contents = self.lock();
        let Continue(Some(part)) = next else {
            contents.all_named = next.is_continue();
            self.news.notify_one();
            return None;
        };
        let slot = Slot::new(&part);
        let worker = Worker {
            queue: self,
            part: contents.named,
            filling: Arc::clone(&slot.filling),
        };
        contents.named += 1;
        contents.slots.insert(worker.part, slot);
        Some((worker, part.part))
    }

    /// Waits while too many parts are ahead of the one whose turn it is.
    fn wait_for_turns(&self) {
        let mut contents = self.lock();
        while contents.named - contents.turn >= MOST_AHEAD && !self.stopped.load(Relaxed) {
            contents = self
                .room
                .wait(contents)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Hands everything to `take`, in order; breaks out if a thread has panicked, for then all
    /// others end early, and what they report is not what their parts hold.
    fn take(&self, take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut tick = Interval::new(TICK);
        loop {
            let found = {
                let mut contents = self.lock();
                if self.stopped.load(Relaxed) {
                    return Break(());
                }
                if contents.is_at_the_end() {
                    return Continue(());
                }
                let mut found = self.find(&mut contents);
                if matches!(found, Found::Nothing) {
                    let (guard, _) = self
                        .news
                        .wait_timeout(contents, TICK)
                        .unwrap_or_else(PoisonError::into_inner);
                    contents = guard;
                    if self.stopped.load(Relaxed) {
                        return Break(());
                    }
                    found = self.find(&mut contents);
                    if matches!(found, Found::Nothing) {
                        found = contents.unfilled();
                    }
                }
                found
            };
            match found {
                Found::Bundle(items) => {
                    for item in items {
                        take(Event::Item(item))?;
                    }
                }
                Found::Report(report) => take(Event::Part(report))?,
                Found::Nothing => {}
            }
            if tick.is_over() {
                let progress = self.progress();
                take(Event::Progress(progress))?;
            }
        }
    }

    fn find(&self, contents: &mut Contents<T, R>) -> Found<T, R> {
        let turn = contents.turn;
        let Some(slot) = contents.slots.get_mut(&turn) else {
            return Found::Nothing;
        };
        if let Some(bundle) = slot.bundles.pop_front() {
            contents.waiting -= bundle.len();
            self.room.notify_all();
            return Found::Bundle(bundle);
        }
        let Some(report) = slot.report.take() else {
            return Found::Nothing;
        };
        contents.done = contents.done.max(slot.start + slot.share);
        contents.slots.remove(&turn);
        contents.turn += 1;
        self.room.notify_all();
        Found::Report(report)
    }

    fn progress(&self) -> Progress {
        let contents = self.lock();
        let mut fraction = contents.done;
        for slot in contents.slots.values() {
            let done = if slot.report.is_some() {
                1.0
            } else {
                slot.fraction
            };
            fraction += slot.share * done;
        }
        Progress {
            fraction: fraction.min(1.0),
            ..contents.progress
        }
    }
}

/// Stops the queue if the thread panics.
struct StopOnPanic<'q, 'a, 's, P: Send, T: Send, R: Send>(&'q Queue<'a, 's, P, T, R>);

impl<P: Send, T: Send, R: Send> Drop for StopOnPanic<'_, '_, '_, P, T, R> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

/// A thread at work on a part.
struct Worker<'q, 'a, 's, P, T, R> {
    queue: &'q Queue<'a, 's, P, T, R>,
    part: usize,
    /// The bundle of its slot; empty while a full one is handed over.
    filling: Arc<Mutex<Vec<T>>>,
}

impl<P: Send, T: Send, R: Send> Worker<'_, '_, '_, P, T, R> {
    /// Hands the bundle over, when there is room for it.
    fn hand_over(&self) -> ControlFlow<()> {
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
            if contents.waiting < most {
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

impl<P: Send, T: Send, R: Send> Outlet<T> for Worker<'_, '_, '_, P, T, R> {
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
