//! The queue between the threads that work and the one that takes.

mod contents;
mod worker;

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::part::{Advance, Event, PartSink, PartWork, Source, TICK, Way};
use crate::clock::Interval;
use crate::search::Progress;
use crate::threads::Pool;
pub(crate) use contents::Queue;
use contents::{Contents, Found, LeftPart, Slot, lock};
use worker::Worker;

/// How many parts may be named ahead of the one whose turn it is: their reports wait.
const MOST_AHEAD: usize = 1 << 16;

impl<P: Send, T: Send, R: Send> Queue<P, T, R> {
    pub(super) fn new() -> Self {
        Self {
            contents: Mutex::new(Contents {
                named: 0,
                all_named: false,
                turn: 0,
                waiting: 0,
                reported: 0,
                slots: BTreeMap::new(),
                progress: Progress::default(),
                done: 0.0,
                due: VecDeque::new(),
                left: Vec::new(),
                is_left: false,
                threads: 0,
            }),
            news: Condvar::new(),
            room: Condvar::new(),
            stopped: AtomicBool::new(false),
        }
    }

    /// Works with all threads of the pool, and takes on the caller's.
    pub(super) fn go_on(
        &mut self,
        pool: &Pool,
        source: &mut Source<'_, P>,
        work: PartWork<'_, P, T, R>,
        take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>,
    ) -> Advance {
        {
            let contents = self
                .contents
                .get_mut()
                .unwrap_or_else(PoisonError::into_inner);
            contents.due = contents.take_left().into();
            contents.is_left = false;
            contents.threads = pool.threads();
        }
        let source = Mutex::new(source);
        let here = || {
            // If `take` panics, the threads must still come to an end.
            let _stop = StopOnPanic(self);
            let advance = self.take(take);
            if advance == Advance::Stopped {
                self.stop();
            }
            advance
        };
        let advance = pool.beside(|| self.work(&source, work), here);
        if advance == Advance::Stopped {
            for report in self.give_up(work.report) {
                let _ = take(Event::Unfinished(report));
            }
        }
        advance
    }

    /// Gives up the work: the reports that have not been taken, and those of the parts that were left.
    pub(super) fn give_up(&mut self, report: &dyn Fn(P) -> R) -> Vec<R> {
        let contents = self
            .contents
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        let left = contents.take_left();
        let mut slots = std::mem::take(&mut contents.slots);
        for part in left {
            if let Some(slot) = slots.get_mut(&part.number) {
                slot.report = Some(report(part.part));
            }
        }
        (slots.into_values().filter_map(|slot| slot.report)).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Contents<P, T, R>> {
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
    fn work(&self, source: &Mutex<&mut Source<'_, P>>, work: PartWork<'_, P, T, R>) {
        let _end = EndOfThread(self);
        while let Some((worker, mut part, told)) = self.next(source) {
            let number = worker.part;
            let mut sink = PartSink {
                way: Way::Queued(&worker),
                told,
            };
            let flow = (work.go_on)(&mut part, &mut sink);
            let told = sink.told;
            let is_left = flow.is_break() && !self.stopped.load(Relaxed);
            if is_left {
                self.lock().is_left = true;
                self.room.notify_all();
            }
            let _ = worker.hand_over();
            let filling = worker.filling;
            if is_left {
                self.lock().left.push(LeftPart {
                    number,
                    part,
                    told,
                    filling,
                });
                continue;
            }
            let report = (work.report)(part);
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

    /// The next part, who works on it and what it has told; none if there are no more, or the work was
    /// left or stopped.
    fn next(
        &self,
        source: &Mutex<&mut Source<'_, P>>,
    ) -> Option<(Worker<'_, P, T, R>, P, Progress)> {
        if let Some(left) = self.lock().due.pop_front() {
            let worker = Worker {
                queue: self,
                part: left.number,
                filling: left.filling,
            };
            return Some((worker, left.part, left.told));
        }
        self.wait_for_turns();
        let mut source = lock(source);
        {
            let contents = self.lock();
            if self.stopped.load(Relaxed) || contents.all_named || contents.is_left {
                return None;
            }
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
            contents.is_left |= next.is_break();
            self.room.notify_all();
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
        Some((worker, part.part, Progress::default()))
    }

    /// Waits while too many parts are ahead of the one whose turn it is.
    fn wait_for_turns(&self) {
        let mut contents = self.lock();
        while contents.named - contents.turn >= MOST_AHEAD
            && !contents.is_left
            && !self.stopped.load(Relaxed)
        {
            contents = self
                .room
                .wait(contents)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Hands everything to `take`, in order, until all is done or no thread is at work any more; breaks
    /// out if a thread has panicked, for then all others end early, and what they report is not what their
    /// parts hold.
    fn take(&self, take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>) -> Advance {
        let mut tick = Interval::new(TICK);
        loop {
            let found = {
                let mut contents = self.lock();
                if self.stopped.load(Relaxed) {
                    return Advance::Stopped;
                }
                if contents.is_at_the_end() {
                    return Advance::Done;
                }
                let mut found = self.find(&mut contents);
                if matches!(found, Found::Nothing) {
                    if contents.threads == 0 {
                        return Advance::Left;
                    }
                    let (guard, _) = self
                        .news
                        .wait_timeout(contents, TICK)
                        .unwrap_or_else(PoisonError::into_inner);
                    contents = guard;
                    if self.stopped.load(Relaxed) {
                        return Advance::Stopped;
                    }
                    found = self.find(&mut contents);
                    if matches!(found, Found::Nothing) {
                        found = contents.unfilled();
                    }
                }
                found
            };
            let flow = match found {
                Found::Bundle(items) => items
                    .into_iter()
                    .try_for_each(|item| take(Event::Item(item))),
                Found::Report(report) => take(Event::Part(report)),
                Found::Nothing => Continue(()),
            };
            if flow.is_break()
                || tick.is_over() && take(Event::Progress(self.progress())).is_break()
            {
                return Advance::Stopped;
            }
        }
    }

    fn find(&self, contents: &mut Contents<P, T, R>) -> Found<T, R> {
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

/// Takes note that a thread has ended; stops the queue if it has panicked.
struct EndOfThread<'q, P: Send, T: Send, R: Send>(&'q Queue<P, T, R>);

impl<P: Send, T: Send, R: Send> Drop for EndOfThread<'_, P, T, R> {
    fn drop(&mut self) {
        let _stop = StopOnPanic(self.0);
        self.0.lock().threads -= 1;
        self.0.news.notify_one();
    }
}

/// Stops the queue if the thread panics.
struct StopOnPanic<'q, P: Send, T: Send, R: Send>(&'q Queue<P, T, R>);

impl<P: Send, T: Send, R: Send> Drop for StopOnPanic<'_, P, T, R> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}
