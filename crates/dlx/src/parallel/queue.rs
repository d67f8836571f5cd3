//! The queue between the threads that work and the one that takes.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Event, Feed, Outlet, Way};
use crate::search::Progress;

/// How many items may wait before their turn.
const MOST_WAITING: usize = 1 << 15;

/// Threads hand their items over in bundles, to take the lock less often.
const BUNDLE: usize = 64;

/// How often the caller hears that the work goes on.
const TICK: Duration = Duration::from_millis(50);

/// What a part has yielded that has not been taken.
struct Slot<T, R> {
    bundles: VecDeque<Vec<T>>,
    report: Option<R>,
    /// How much of the part is done.
    fraction: f64,
}

impl<T, R> Default for Slot<T, R> {
    fn default() -> Self {
        Self {
            bundles: VecDeque::new(),
            report: None,
            fraction: 0.0,
        }
    }
}

struct Contents<T, R> {
    /// The next part to be worked on.
    next: usize,
    /// The part whose turn it is.
    turn: usize,
    /// The items that wait.
    waiting: usize,
    /// The parts that are done.
    reported: usize,
    slots: BTreeMap<usize, Slot<T, R>>,
    progress: Progress,
    /// The shares of the parts before the turn.
    done: f64,
}

/// Parts on their way from the threads to the caller.
pub(super) struct Queue<'a, T, R> {
    shares: &'a [f64],
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

impl<'a, T: Send, R: Send> Queue<'a, T, R> {
    pub(super) fn new(shares: &'a [f64]) -> Self {
        Self {
            shares,
            contents: Mutex::new(Contents {
                next: 0,
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
        pool: &rayon::ThreadPool,
        work: &(dyn Fn(usize, &mut Feed<'_, T>) -> R + Sync),
        take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let flow = pool.in_place_scope(|scope| {
            for _ in 0..pool.current_num_threads() {
                scope.spawn(|_| self.work(work));
            }
            // If `take` panics, the threads must still come to an end.
            let _stop = StopOnPanic(&self);
            let flow = self.take(take);
            if flow.is_break() {
                self.stop();
            }
            flow
        });
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
        // A thread that panics with the lock leaves nothing half done that is read again.
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop(&self) {
        self.stopped.store(true, Relaxed);
        // With the lock, or a thread about to wait would miss it.
        let _contents = self.lock();
        self.room.notify_all();
        self.news.notify_all();
    }

    /// What each thread does.
    fn work(&self, work: &(dyn Fn(usize, &mut Feed<'_, T>) -> R + Sync)) {
        let _stop = StopOnPanic(self);
        while !self.stopped.load(Relaxed) {
            let part = {
                let mut contents = self.lock();
                if contents.next == self.shares.len() {
                    return;
                }
                contents.next += 1;
                contents.next - 1
            };
            let worker = Worker {
                queue: self,
                part,
                bundle: RefCell::default(),
            };
            let mut feed = Feed {
                way: Way::Queued(&worker),
                told: Progress::default(),
            };
            let report = work(part, &mut feed);
            let _ = worker.hand_over();
            let mut contents = self.lock();
            contents.slots.entry(part).or_default().report = Some(report);
            contents.reported += 1;
            // Waking the caller takes a core from the threads: reports alone may wait for its tick.
            if contents.waiting > 0 || contents.reported == self.shares.len() {
                self.news.notify_one();
            }
        }
    }

    /// Hands everything to `take`, in order.
    fn take(&self, take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut ticked = Instant::now();
        loop {
            let found = {
                let mut contents = self.lock();
                if contents.turn == self.shares.len() {
                    return Continue(());
                }
                let mut found = self.find(&mut contents);
                if matches!(found, Found::Nothing) && !self.stopped.load(Relaxed) {
                    let (guard, _) = self
                        .news
                        .wait_timeout(contents, TICK)
                        .unwrap_or_else(PoisonError::into_inner);
                    contents = guard;
                    found = self.find(&mut contents);
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
                // A thread has panicked.
                Found::Nothing if self.stopped.load(Relaxed) => return Break(()),
                Found::Nothing => {}
            }
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
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
        contents.slots.remove(&turn);
        contents.turn += 1;
        contents.done += self.shares.get(turn).copied().unwrap_or(0.0);
        self.room.notify_all();
        Found::Report(report)
    }

    fn progress(&self) -> Progress {
        let contents = self.lock();
        let mut fraction = contents.done;
        for (&part, slot) in &contents.slots {
            let done = if slot.report.is_some() {
                1.0
            } else {
                slot.fraction
            };
            fraction += self.shares.get(part).copied().unwrap_or(0.0) * done;
        }
        Progress {
            fraction: fraction.min(1.0),
            ..contents.progress
        }
    }
}

/// Stops the queue if the thread panics.
struct StopOnPanic<'q, 'a, T: Send, R: Send>(&'q Queue<'a, T, R>);

impl<T: Send, R: Send> Drop for StopOnPanic<'_, '_, T, R> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

/// A thread at work on a part.
struct Worker<'q, 'a, T, R> {
    queue: &'q Queue<'a, T, R>,
    part: usize,
    bundle: RefCell<Vec<T>>,
}

impl<T: Send, R: Send> Worker<'_, '_, T, R> {
    /// Hands the bundle over, when there is room for it.
    fn hand_over(&self) -> ControlFlow<()> {
        let bundle = self.bundle.take();
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
        let slot = contents.slots.entry(self.part).or_default();
        slot.bundles.push_back(bundle);
        if contents.turn == self.part {
            self.queue.news.notify_one();
        }
        Continue(())
    }
}

impl<T: Send, R: Send> Outlet<T> for Worker<'_, '_, T, R> {
    fn item(&self, item: T) -> ControlFlow<()> {
        let full = {
            let mut bundle = self.bundle.borrow_mut();
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
        contents.slots.entry(self.part).or_default().fraction = more.fraction;
        if self.queue.stopped.load(Relaxed) {
            Break(())
        } else {
            Continue(())
        }
    }
}
