//! Runs a campaign: a process does the unfinished parts of its share.

mod choice_checkpoint;
mod design_part;
mod end;
mod part_sum;
mod part_visitor;
mod process;
mod queue;
mod recorder;
mod search_part;
mod share;
mod sweep_lists;
mod sweep_part;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tilewright_dlx::{Engine, ListReader};

pub use share::{PartShare, ShareError};

use super::Campaign;
use super::error::CampaignError;
use super::lists::ListFolder;
use super::manifest::CampaignQuestion;
use super::part::PartKey;
use super::results::Author;
use super::running::{Heartbeat, machine, process_name};
use super::work::{Work, with_work};
use crate::solve::search::RunContext;
pub(super) use choice_checkpoint::FOLDER as CHECKPOINTS;

use self::end::PartEnd;
pub use self::end::{RunEnd, RunOptions};
use self::process::{Process, SweepListReader};
use queue::{Claim, Queue};
use recorder::Recorder;
use search_part::SearchPart;
use sweep_lists::SweepFiles;

/// The interval at which a waiting process reads the reports of other processes.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// The interval at which a waiting process checks whether to end.
const NAP: Duration = Duration::from_millis(100);

/// A process that waits for parts of a sweep looks for them at least this often.
const LONGEST_NAP: Duration = Duration::from_secs(2);

/// The longest time for which a subtree is searched as a whole before its children are searched.
const ATTEMPT: Duration = Duration::from_secs(2);

/// Works on the parts of a campaign until the share of this process is done or the run is stopped.
///
/// Any number of processes may run at once, and each may be killed at any time. Results are written
/// regularly; a killed process loses the work since the last time, at most about half a minute by
/// default.
///
/// Each part of a search is done by one thread, and as many parts run in parallel as there are threads. Parts
/// of a sweep and of choices of pieces are done one after the other, each by all threads.
///
/// Parts of a sweep read the lists of other parts. A process therefore ignores shares: it does any
/// part whose lists exist, and waits for parts that other processes are working on. Lists that no
/// unfinished part needs are removed.
///
/// # Errors
///
/// A file of the folder is damaged or cannot be read or written, or the engine does not support the parts.
pub fn run(
    campaign: &Campaign,
    options: &RunOptions,
    monitor: &RunContext,
) -> Result<RunEnd, CampaignError> {
    let engine = monitor.resources.engine.unwrap_or(campaign.manifest.engine);
    let is_design = campaign.manifest.question == CampaignQuestion::Design;
    if engine == Engine::Regions
        || !is_design && (engine == Engine::Frontier) != Work::is_swept(&campaign.manifest)
    {
        return Err(CampaignError::Pointless(
            "the parts of a sweep need the engine frontier, those of a search bits or links",
        ));
    }
    let began = Instant::now();
    let machine = machine();
    let name = process_name(&machine);
    let heartbeat = Heartbeat::begin(&campaign.folder, &name)?;
    let mut author = Author::new(
        &campaign.digest,
        &machine,
        options.share.to_string(),
        engine,
    );
    author.backwards = engine == Engine::Frontier && !is_design && options.again.is_some();
    let recorder = Recorder::new(campaign, author, name, heartbeat, options.flush_every)?;
    with_work(campaign, engine, monitor, |work| {
        let queue = Queue::new(campaign, options, &recorder)?;
        let files = SweepFiles::of(ListFolder::of(&campaign.folder));
        let process = Process {
            campaign,
            work,
            options,
            ends: options
                .stop_after
                .map(|after| began + after.saturating_sub(margin(after))),
            queue: Mutex::new(queue),
            recorder: &recorder,
            busy: AtomicUsize::new(0),
            failure: Mutex::new(None),
            sweep_lists: SweepListReader {
                files: &files,
                reader: ListReader::new(&files),
            },
        };
        process.run()
    })
}

/// The time reserved for writing results before the deadline of a run whose time limit is `of`.
fn margin(of: Duration) -> Duration {
    Duration::from_secs(5).min(of / 10)
}

/// Counts a thread as working on a part until this guard is dropped, even by a panic.
struct Busy<'a>(&'a AtomicUsize);

impl<'a> Busy<'a> {
    fn begin(busy: &'a AtomicUsize) -> Self {
        busy.fetch_add(1, Relaxed);
        Self(busy)
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl<'a> Process<'a, '_> {
    fn run(&self) -> Result<RunEnd, CampaignError> {
        self.work_by_threads();
        let mut nap = NAP;
        while self.has_waited(nap) {
            let done = self.recorder.end().done;
            self.work_by_threads();
            let is_idle = self.recorder.end().done == done;
            nap = if is_idle {
                LONGEST_NAP.min(nap * 2)
            } else {
                NAP
            };
            if nap == LONGEST_NAP {
                // Results of this process may have been set aside or lost after it wrote them, so
                // it may begin their parts again.
                self.queue().forget_taken();
            }
        }
        let flushed = self.recorder.flush();
        let failure = self
            .failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(failure) = failure {
            return Err(failure);
        }
        flushed?;
        let mut end = self.recorder.end();
        end.left = self.queue().is_left()?;
        end.interrupted = self.work.stop().is_set();
        Ok(end)
    }

    fn queue(&self) -> MutexGuard<'_, Queue<'a>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works with all threads until no part is left or it is time to end.
    fn work_by_threads(&self) {
        let manifest = &self.campaign.manifest;
        let one_by_one = Work::is_swept(manifest) || manifest.question == CampaignQuestion::Design;
        let threads = self.work.monitor.resources.threads.get();
        if one_by_one || threads == 1 {
            return self.work_on_parts();
        }
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // If the system refuses to start a thread, the others do the work.
                let _ = std::thread::Builder::new().spawn_scoped(scope, || self.work_on_parts());
            }
            self.work_on_parts();
        });
    }

    /// Waits until it is known whether the earlier processes with this share are still alive.
    /// Returns true if it waited, since new parts may then be available.
    fn has_waited_for_news(&self) -> bool {
        let mut has_waited = false;
        while !self.is_over() && !self.has_failed() {
            let look = || {
                // Keeps this process's time stamp current. Whether other processes are alive is
                // judged by comparing their time stamps with the one of this process.
                self.recorder.beat_while_waiting()?;
                self.queue().is_in_doubt()
            };
            match look() {
                Ok(true) => {}
                Ok(false) => return has_waited,
                Err(error) => self.fail(error),
            }
            has_waited = true;
            self.sleep(LOOK_AGAIN);
        }
        false
    }

    /// Sleeps for `time`, or until the run must end.
    fn sleep(&self, time: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < time && !self.is_over() {
            std::thread::sleep(NAP.min(time));
        }
    }

    /// If other processes or threads may soon make parts available, waits and returns true.
    /// Otherwise returns false at once.
    fn has_waited(&self, nap: Duration) -> bool {
        if Work::is_swept(&self.campaign.manifest) {
            self.has_waited_for_lists(nap)
        } else {
            self.has_waited_for_news()
        }
    }

    /// If unfinished parts of a sweep are taken by other processes, or need lists of such parts:
    /// sleeps for `nap` and returns true. Otherwise returns false.
    fn has_waited_for_lists(&self, nap: Duration) -> bool {
        if self.is_over() || self.has_failed() || self.options.again.is_some() {
            return false;
        }
        if let Err(error) = self.recorder.beat_while_waiting() {
            self.fail(error);
            return false;
        }
        let is_left = self.queue().is_anything_left();
        if is_left {
            self.sleep(nap);
        }
        is_left
    }

    fn fail(&self, error: CampaignError) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(error);
    }

    fn is_over(&self) -> bool {
        self.work.stop().is_set() || self.ends.is_some_and(|ends| Instant::now() >= ends)
    }

    /// The time for which a subtree is searched as a whole before its children are searched. This
    /// time is lost if the search takes longer or the process is stopped.
    fn attempt(&self) -> Duration {
        let of_time = self.options.stop_after.map_or(ATTEMPT, |after| after / 10);
        ATTEMPT.min(of_time).min(self.options.flush_every)
    }

    /// Works on parts until none is left or the run must end. Records the first failure.
    fn work_on_parts(&self) {
        if let Err(error) = self.try_parts() {
            self.fail(error);
        }
    }

    fn try_parts(&self) -> Result<(), CampaignError> {
        while !self.is_over() && !self.has_failed() {
            let splits = self.recorder.end().split;
            let claim = {
                let mut queue = self.queue();
                queue.next()?.map(|claim| (claim, Busy::begin(&self.busy)))
            };
            let Some((claim, busy)) = claim else {
                if self.is_more_split_than(splits) {
                    continue;
                }
                return Ok(());
            };
            let end = self.claimed(&claim);
            drop(busy);
            match end? {
                PartEnd::Done | PartEnd::Split => {}
                PartEnd::Stopped => return Ok(()),
                PartEnd::Postponed => {
                    self.queue().give_back(&claim.name);
                }
            }
        }
        Ok(())
    }

    fn claimed(&self, claim: &Claim) -> Result<PartEnd, CampaignError> {
        self.recorder.begin(&claim.name)?;
        let end = self.part(claim);
        let ended = end.as_ref().ok().copied();
        self.recorder.end_part(&claim.name, ended);
        end
    }

    /// Waits while other threads work on parts that they may split. Returns whether a part was split.
    fn is_more_split_than(&self, splits: u64) -> bool {
        loop {
            if self.recorder.end().split > splits {
                return true;
            }
            if self.busy.load(Relaxed) == 0 || self.is_over() || self.has_failed() {
                return false;
            }
            std::thread::sleep(NAP);
        }
    }

    fn has_failed(&self) -> bool {
        self.failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .is_some()
    }

    fn part(&self, claim: &Claim) -> Result<PartEnd, CampaignError> {
        let damaged = || {
            let path = self.campaign.folder.join(super::manifest::PARTS);
            CampaignError::damaged(&path, "it names a part that does not exist")
        };
        let top = self
            .campaign
            .parts
            .key(claim.name.part())
            .ok_or_else(damaged)?;
        match self
            .work
            .key(top, claim.name.children())?
            .ok_or_else(damaged)?
        {
            PartKey::Search { case, subtree } => {
                let case = self.work.case(case)?.ok_or_else(damaged)?;
                SearchPart::new(self, case, claim).run(&subtree)
            }
            PartKey::Choices(times) => {
                let choices = self.work.choices()?.ok_or_else(damaged)?;
                self.design_part(choices, claim, &times)
            }
            PartKey::Sweep { .. } => self.sweep_part(self.work.sweep()?, claim),
        }
    }
}
