//! Files that pages ask for: made in the order in which they were asked for, stopped when the page goes away.
//!
//! What takes milliseconds and what may take hours have a queue each, so that a picture waits for no search.

use std::collections::VecDeque;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tilewright_dlx::StopFlag;

use super::http;

/// How often it is looked whether the page is still there.
const LOOK: Duration = Duration::from_millis(100);

/// Those who wait for one thing, in their order; the first one has it.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: Mutex<Waiting>,
    moved: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    last: u64,
    numbers: VecDeque<u64>,
}

/// A place in a queue, until it is dropped.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    queue: &'a Queue,
    number: u64,
}

impl Queue {
    /// Waits for the turn; none if the flag is set before. `on_wait` is called with the number of those before,
    /// whenever it is another one.
    pub(super) fn wait(&self, stop: &StopFlag, on_wait: &dyn Fn(usize)) -> Option<Turn<'_>> {
        let mut waiting = self.lock();
        waiting.last += 1;
        let number = waiting.last;
        waiting.numbers.push_back(number);
        let turn = Turn {
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

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut waiting = self.queue.lock();
        waiting.numbers.retain(|known| *known != self.number);
        drop(waiting);
        self.queue.moved.notify_all();
    }
}

/// Does something for a page, with a flag that is set when the page has gone or the program is to end.
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
        // Without a thread it is made to its end.
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
        let (queue, never) = (Queue::default(), StopFlag::new());
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
            // The second one has enough of it, and the third one moves up.
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
