//! Jobs of pages: making files, and searches. Jobs run side by side, and a job stops when its page
//! closes the connection.
//!
//! At most [`MOST_JOBS`] run at once; further ones wait in the order of their requests. Each has a place, which
//! decides its share of the memory. Work of milliseconds needs no place.

use std::collections::VecDeque;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tilewright_dlx::StopFlag;

use super::http;
use crate::solve::resources::Resources;

/// The time between two checks whether the page is still connected.
const LOOK: Duration = Duration::from_millis(100);

/// The maximum number of jobs that run at once.
pub(super) const MOST_JOBS: usize = 4;

/// The jobs of all pages: those that run, and those that wait.
#[derive(Debug, Default)]
pub(super) struct PageJobs {
    queue: Mutex<JobQueue>,
    moved: Condvar,
}

#[derive(Debug, Default)]
struct JobQueue {
    last: u64,
    waiting: VecDeque<u64>,
    /// For each of the places for running jobs, whether it is taken.
    places: [bool; MOST_JOBS],
}

/// A job's entry among those that wait; dropping it removes the entry.
struct WaitingJob<'a> {
    jobs: &'a PageJobs,
    number: u64,
}

/// The place of a running job; dropping it lets the next job run.
#[derive(Debug)]
pub(super) struct JobPlace<'a> {
    jobs: &'a PageJobs,
    place: usize,
}

impl PageJobs {
    /// Waits for a place; `None` if the flag is set before there is one. Calls `on_wait` with the number of jobs
    /// that wait ahead, each time it changes.
    pub(super) fn wait(&self, stop: &StopFlag, on_wait: &dyn Fn(usize)) -> Option<JobPlace<'_>> {
        let mut queue = self.lock();
        queue.last += 1;
        let number = queue.last;
        queue.waiting.push_back(number);
        let _waiting = WaitingJob { jobs: self, number };
        let mut said = None;
        while !stop.is_set() {
            let before = queue.waiting.iter().position(|known| *known == number);
            let before = before.unwrap_or_default();
            let free = queue.places.iter().position(|is_taken| !is_taken);
            if let (0, Some(place)) = (before, free) {
                queue.places[place] = true;
                drop(queue);
                return Some(JobPlace { jobs: self, place });
            }
            if said != Some(before) {
                said = Some(before);
                drop(queue);
                on_wait(before);
                queue = self.lock();
                continue;
            }
            let waited = self.moved.wait_timeout(queue, LOOK);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(queue);
        None
    }

    fn lock(&self) -> MutexGuard<'_, JobQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl JobPlace<'_> {
    /// The resources of the job, whose memory is a part of that of all jobs: a half at the first place, then a
    /// quarter, and an eighth at each of the last two.
    pub(super) fn resources(&self, all: &Resources) -> Resources {
        let halvings = (self.place + 1).min(MOST_JOBS - 1);
        Resources {
            memory: Some(all.memory() >> halvings),
            ..*all
        }
    }
}

impl Drop for WaitingJob<'_> {
    fn drop(&mut self) {
        let mut queue = self.jobs.lock();
        queue.waiting.retain(|known| *known != self.number);
        drop(queue);
        self.jobs.moved.notify_all();
    }
}

impl Drop for JobPlace<'_> {
    fn drop(&mut self) {
        let mut queue = self.jobs.lock();
        queue.places[self.place] = false;
        drop(queue);
        self.jobs.moved.notify_all();
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
        // If the watching thread cannot be started, nothing stops the work.
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
    fn jobs_run_side_by_side_and_further_ones_wait_in_their_order() {
        let (jobs, never) = (PageJobs::default(), StopFlag::new());
        let take = || jobs.wait(&never, &|_| panic!("there is a place")).unwrap();
        let mut running: Vec<JobPlace<'_>> = (0..MOST_JOBS).map(|_| take()).collect();
        let all = Resources {
            memory: Some(1 << 30),
            ..Resources::default()
        };
        let memory = running.iter().map(|place| place.resources(&all).memory);
        let memory: Vec<u64> = memory.flatten().collect();
        assert_eq!(memory, [1 << 29, 1 << 28, 1 << 27, 1 << 27]);
        let (said, heard) = mpsc::channel();
        let gone = StopFlag::new();
        thread::scope(|scope| {
            let (jobs, gone) = (&jobs, &gone);
            scope.spawn(|| assert!(jobs.wait(gone, &|_| {}).is_none()));
            while jobs.lock().waiting.is_empty() {
                thread::yield_now();
            }
            let second = scope.spawn(move || {
                let place = jobs.wait(&StopFlag::new(), &|before| said.send(before).unwrap());
                assert_eq!(place.unwrap().place, 2);
            });
            assert_eq!(heard.recv().unwrap(), 1);
            // The first waiting job is stopped, so the second one moves up.
            gone.set();
            assert_eq!(heard.recv().unwrap(), 0);
            drop(running.remove(2));
            second.join().unwrap();
        });
        drop(running);
        let queue = jobs.lock();
        assert!(queue.waiting.is_empty() && queue.places == [false; MOST_JOBS]);
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
