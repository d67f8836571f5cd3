//! The queue between the working threads and the caller.

mod contents;
mod worker;

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::part::{Advance, Event, PartSink, PartSource, PartWork, SinkTarget, TICK};
use crate::clock::Interval;
use crate::search::Progress;
use crate::threads::Pool;
pub(crate) use contents::PartQueue;
use contents::{PartSlot, PausedPart, QueueContents, QueueResult, lock};
use worker::QueueWorker;

/// The maximum number of parts that are produced ahead of the one whose turn it is. Their reports wait in memory.
const MOST_AHEAD: usize = 1 << 16;

impl<P: Send, T: Send, R: Send> PartQueue<P, T, R> {
    pub(super) fn new() -> Self {
        Self {
            contents: Mutex::new(QueueContents {
                named: 0,
                all_named: false,
                turn: 0,
                waiting: 0,
                reported: 0,
                slots: BTreeMap::new(),
                progress: Progress::default(),
                done: 0.0,
                due: VecDeque::new(),
                paused: Vec::new(),
                is_pausing: false,
                threads: 0,
            }),
            news: Condvar::new(),
            room: Condvar::new(),
            stopped: AtomicBool::new(false),
        }
    }

    /// Does the work on all threads of the pool, and passes the results to `take` on the caller's thread.
    pub(super) fn advance(
        &mut self,
        pool: &Pool,
        source: &mut PartSource<'_, P>,
        work: PartWork<'_, P, T, R>,
        take: &mut dyn FnMut(Event<T, R>) -> ControlFlow<()>,
    ) -> Advance {
        {
            let contents = self
                .contents
                .get_mut()
                .unwrap_or_else(PoisonError::into_inner);
            contents.due = contents.take_paused().into();
            contents.is_pausing = false;
            contents.threads = pool.threads();
        }
        let source = Mutex::new(source);
        let here = || {
            // The threads must end even if `take` panics.
            let _stop = StopOnPanic(self);
            let advance = self.take(take);
            if advance == Advance::Stopped {
                self.stop();
            }
            advance
        };
        let advance = pool.run_alongside(|| self.work(&source, work), here);
        if advance == Advance::Stopped {
            for report in self.give_up(work.report) {
                let _ = take(Event::Unfinished(report));
            }
        }
        advance
    }

    /// Gives up the work. Returns the reports that `take` has not received yet, and those of the paused parts.
    pub(super) fn give_up(&mut self, report: &dyn Fn(P) -> R) -> Vec<R> {
        let contents = self
            .contents
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        let paused = contents.take_paused();
        let mut slots = std::mem::take(&mut contents.slots);
        for part in paused {
            if let Some(slot) = slots.get_mut(&part.number) {
                slot.report = Some(report(part.part));
            }
        }
        (slots.into_values().filter_map(|slot| slot.report)).collect()
    }

    fn lock(&self) -> MutexGuard<'_, QueueContents<P, T, R>> {
        lock(&self.contents)
    }

    fn stop(&self) {
        self.stopped.store(true, Relaxed);
        // Lock the contents first. Otherwise a thread that is about to wait would miss the notification.
        let _contents = self.lock();
        self.room.notify_all();
        self.news.notify_all();
    }

    /// Works on one part after the other until there are no more. Every working thread runs this.
    fn work(&self, source: &Mutex<&mut PartSource<'_, P>>, work: PartWork<'_, P, T, R>) {
        let _end = EndOfThread(self);
        while let Some((worker, mut part, reported)) = self.next(source) {
            let number = worker.part;
            let mut sink = PartSink {
                target: SinkTarget::Queued(&worker),
                reported,
            };
            let flow = (work.resume)(&mut part, &mut sink);
            let reported = sink.reported;
            let is_pausing = flow.is_break() && !self.stopped.load(Relaxed);
            if is_pausing {
                self.lock().is_pausing = true;
                self.room.notify_all();
            }
            let _ = worker.hand_over();
            let filling = worker.filling;
            if is_pausing {
                self.lock().paused.push(PausedPart {
                    number,
                    part,
                    reported,
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
            // Waking the caller would take a core from the threads. So a report that comes without values waits
            // for the caller's next tick.
            let last = contents.all_named && contents.reported == contents.named;
            if contents.waiting > 0 || last {
                self.news.notify_one();
            }
        }
    }

    /// Takes the next part to work on. Returns its outlet, the part, and the progress that it has reported before.
    /// `None` if there are no more parts, or if the work was paused or stopped.
    fn next(
        &self,
        source: &Mutex<&mut PartSource<'_, P>>,
    ) -> Option<(QueueWorker<'_, P, T, R>, P, Progress)> {
        if let Some(paused) = self.lock().due.pop_front() {
            let worker = QueueWorker {
                queue: self,
                part: paused.number,
                filling: paused.filling,
            };
            return Some((worker, paused.part, paused.reported));
        }
        self.wait_for_turns();
        let mut source = lock(source);
        {
            let contents = self.lock();
            if self.stopped.load(Relaxed) || contents.all_named || contents.is_pausing {
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
            contents.is_pausing |= next.is_break();
            self.room.notify_all();
            self.news.notify_one();
            return None;
        };
        let slot = PartSlot::new(&part);
        let worker = QueueWorker {
            queue: self,
            part: contents.named,
            filling: Arc::clone(&slot.filling),
        };
        contents.named += 1;
        contents.slots.insert(worker.part, slot);
        Some((worker, part.part, Progress::default()))
    }

    /// Waits while too many parts have been produced ahead of the one whose turn it is.
    fn wait_for_turns(&self) {
        let mut contents = self.lock();
        while contents.named - contents.turn >= MOST_AHEAD
            && !contents.is_pausing
            && !self.stopped.load(Relaxed)
        {
            contents = self
                .room
                .wait(contents)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Passes all results to `take` in order, until all parts are done or all threads have ended. Returns
    /// [`Advance::Stopped`] if `take` breaks out or a thread has panicked; the threads then end early, and their
    /// reports do not cover whole parts.
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
                if matches!(found, QueueResult::Nothing) {
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
                    if matches!(found, QueueResult::Nothing) {
                        found = contents.unfilled();
                    }
                }
                found
            };
            let flow = match found {
                QueueResult::Bundle(items) => items
                    .into_iter()
                    .try_for_each(|item| take(Event::Item(item))),
                QueueResult::Report(report) => take(Event::Part(report)),
                QueueResult::Nothing => Continue(()),
            };
            if flow.is_break()
                || tick.is_over() && take(Event::Progress(self.progress())).is_break()
            {
                return Advance::Stopped;
            }
        }
    }

    fn find(&self, contents: &mut QueueContents<P, T, R>) -> QueueResult<T, R> {
        let turn = contents.turn;
        let Some(slot) = contents.slots.get_mut(&turn) else {
            return QueueResult::Nothing;
        };
        if let Some(bundle) = slot.bundles.pop_front() {
            contents.waiting -= bundle.len();
            self.room.notify_all();
            return QueueResult::Bundle(bundle);
        }
        let Some(report) = slot.report.take() else {
            return QueueResult::Nothing;
        };
        contents.done = contents.done.max(slot.start + slot.share);
        contents.slots.remove(&turn);
        contents.turn += 1;
        self.room.notify_all();
        QueueResult::Report(report)
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

/// When dropped, records that a thread has ended, and stops the queue if the thread has panicked.
struct EndOfThread<'q, P: Send, T: Send, R: Send>(&'q PartQueue<P, T, R>);

impl<P: Send, T: Send, R: Send> Drop for EndOfThread<'_, P, T, R> {
    fn drop(&mut self) {
        let _stop = StopOnPanic(self.0);
        self.0.lock().threads -= 1;
        self.0.news.notify_one();
    }
}

/// When dropped during a panic, stops the queue.
struct StopOnPanic<'q, P: Send, T: Send, R: Send>(&'q PartQueue<P, T, R>);

impl<P: Send, T: Send, R: Send> Drop for StopOnPanic<'_, P, T, R> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}
