//! Jobs that make files for pages. They run in the order of their requests, and stop when the page closes.
//!
//! Jobs of milliseconds and jobs of hours have separate queues, so a picture does not wait for a search.

use std::collections::VecDeque;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tilewright_dlx::StopFlag;

use super::http;

/// The time between two checks whether the page is still connected.
const LOOK: Duration = Duration::from_millis(100);

/// A queue of jobs; the first in it runs.
#[derive(Debug, Default)]
pub(super) struct JobQueue {
    waiting: Mutex<QueueEntries>,
    moved: Condvar,
}

#[derive(Debug, Default)]
struct QueueEntries {
    last: u64,
    numbers: VecDeque<u64>,
}

/// The turn of a job; dropping it lets the next job run.
#[derive(Debug)]
pub(super) struct JobTurn<'a> {
    queue: &'a JobQueue,
    number: u64,
}

impl JobQueue {
    /// Waits for the turn; `None` if the flag is set before it. Calls `on_wait` with the number of jobs ahead, each
    /// time it changes.
    pub(super) fn wait(&self, stop: &StopFlag, on_wait: &dyn Fn(usize)) -> Option<JobTurn<'_>> {
        let mut waiting = self.lock();
        waiting.last += 1;
        let number = waiting.last;
        waiting.numbers.push_back(number);
        let turn = JobTurn {
            queue: self,
            number,
        };
        let mut said = 0;
        while !stop.is_set() {
            let before = waiting.numbers.iter().position(|known| *known == number)?;
            if before == 0 {
                return Some(turn);
            }
            if before != said {
                said = before;
                drop(waiting);
                on_wait(before);
                waiting = self.lock();
                continue;
            }
            let waited = self.moved.wait_timeout(waiting, LOOK);
            waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(waiting);
        None
    }

    fn lock(&self) -> MutexGuard<'_, QueueEntries> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for JobTurn<'_> {
    fn drop(&mut self) {
        let mut waiting = self.queue.lock();
        waiting.numbers.retain(|known| *known != self.number);
        drop(waiting);
        self.queue.moved.notify_all();
    }
}

/// Runs work for a page. The flag passed to it is set when the page closes the connection or `end` is set.
pub(super) fn while_there<R>(
    stream: &TcpStream,
    end: &StopFlag,
    work: impl FnOnce(&StopFlag) -> R,
) -> R {
    let stop = StopFlag::new();
    let is_done = AtomicBool::new(false);
    let watch = || {
        while !is_done.load(Ordering::Relaxed) {
            if end.is_set() || http::is_gone(stream) {
                return stop.set();
            }
            thread::park_timeout(LOOK);
        }
    };
    thread::scope(|scope| {
        let watcher = thread::Builder::new().spawn_scoped(scope, watch);
        let done = work(&stop);
        is_done.store(true, Ordering::Relaxed);
        // If the watching thread cannot be started, the work runs to its end.
        if let Ok(watcher) = watcher {
            watcher.thread().unpark();
        }
        done
    })
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn turns_come_in_their_order_and_can_be_given_up() {
        let (queue, never) = (JobQueue::default(), StopFlag::new());
        let first = queue.wait(&never, &|_| {}).unwrap();
        let (said, heard) = mpsc::channel();
        let gone = StopFlag::new();
        thread::scope(|scope| {
            let (queue, gone) = (&queue, &gone);
            scope.spawn(|| assert!(queue.wait(gone, &|_| {}).is_none()));
            while queue.lock().numbers.len() < 2 {
                thread::yield_now();
            }
            let third = scope.spawn(move || {
                let turn = queue.wait(&StopFlag::new(), &|before| said.send(before).unwrap());
                assert!(turn.is_some());
            });
            assert_eq!(heard.recv().unwrap(), 2);
            // The second job is cancelled, and the third moves up.
            gone.set();
            assert_eq!(heard.recv().unwrap(), 1);
            drop(first);
            third.join().unwrap();
        });
        assert!(queue.lock().numbers.is_empty());
    }

    #[test]
    fn work_for_a_page_that_has_gone_is_stopped() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let page = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        let end = StopFlag::new();
        assert!(!while_there(&stream, &end, StopFlag::is_set));
        drop(page);
        while_there(&stream, &end, |stop| {
            while !stop.is_set() {
                thread::yield_now();
            }
        });
    }
}
