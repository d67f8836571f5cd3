//! The results of a process that are not written yet, and its reports to other processes.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use super::{PartEnd, RunEnd};
use crate::campaign::Campaign;
use crate::campaign::error::CampaignError;
use crate::campaign::lists::ListFolder;
use crate::campaign::manifest::sha256;
use crate::campaign::part::PartName;
use crate::campaign::results::{Author, PartResult, ResultFolder};
use crate::campaign::running::{BEAT, Heartbeat, NEWS, SeenWorker, Worker};
use crate::campaign::work::Work;

/// The maximum size of lists in memory, in bytes. At this size the results are written.
const MOST_LISTED: usize = 32 << 20;

/// The maximum number of results in memory. At this number they are written.
const MOST_RESULTS: usize = 100_000;

/// Collects the results of a process's threads, and writes them.
pub(super) struct Recorder<'a> {
    results: ResultFolder,
    lists: ListFolder,
    flush_every: Duration,
    /// The prefix of the names of all files of the process.
    name: String,
    campaign: &'a Campaign,
    state: Mutex<RecorderState>,
}

struct RecorderState {
    author: Author,
    worker: Worker,
    heartbeat: Heartbeat,
    /// The number of files of results that this process has written. The name of the next one
    /// contains it.
    files: u64,
    pending: Vec<PartResult>,
    listed: Vec<u8>,
    flushed: Instant,
    end: RunEnd,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(
        campaign: &'a Campaign,
        author: Author,
        name: String,
        mut heartbeat: Heartbeat,
        flush_every: Duration,
    ) -> Result<Self, CampaignError> {
        let results = ResultFolder::of(&campaign.folder);
        results.create()?;
        let lists = ListFolder::of(&campaign.folder);
        let is_swept = Work::is_swept(&campaign.manifest);
        if campaign.manifest.question.lists() || is_swept {
            lists.create()?;
        }
        let worker = Worker {
            machine: author.machine.clone(),
            process: author.process,
            share: author.share.clone(),
            parts: Vec::new(),
            done: 0,
            since: now(),
        };
        heartbeat.beat(&worker)?;
        Ok(Self {
            results,
            lists,
            flush_every,
            name,
            campaign,
            state: Mutex::new(RecorderState {
                author,
                worker,
                heartbeat,
                files: 0,
                pending: Vec::new(),
                listed: Vec::new(),
                flushed: Instant::now(),
                end: RunEnd::default(),
            }),
        })
    }

    fn state(&self) -> MutexGuard<'_, RecorderState> {
        // The state is valid even if a thread panicked, because only whole results are added.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The interval at which threads should add their results.
    pub(super) fn flush_every(&self) -> Duration {
        self.flush_every
    }

    /// Reports that work on a part begins, if the last report is old enough.
    pub(super) fn begin(&self, part: &PartName) -> Result<(), CampaignError> {
        let mut state = self.state();
        state.worker.parts.push(part.clone());
        // A part that takes less than `NEWS` needs no report.
        state.beat_every(NEWS)
    }

    /// Reports regularly that the process is alive.
    pub(super) fn beat(&self) -> Result<(), CampaignError> {
        self.state().beat_every(BEAT)
    }

    /// Reports once per second while waiting. The age of other processes' reports is measured
    /// relative to the time stamps of these reports.
    pub(super) fn beat_while_waiting(&self) -> Result<(), CampaignError> {
        self.state().beat_every(NEWS)
    }

    pub(super) fn end_part(&self, part: &PartName, end: Option<PartEnd>) {
        let mut state = self.state();
        state.worker.parts.retain(|at| at != part);
        match end {
            Some(PartEnd::Done) => {
                state.worker.done += 1;
                state.end.done += 1;
            }
            Some(PartEnd::Split) => state.end.split += 1,
            Some(PartEnd::Stopped | PartEnd::Postponed) | None => {}
        }
    }

    /// Adds a result with its encoded solutions, choices or sweep lists.
    pub(super) fn push(
        &self,
        mut result: PartResult,
        mut listed: Vec<u8>,
    ) -> Result<(), CampaignError> {
        let mut state = self.state();
        if self.campaign.manifest.question.lists() || !listed.is_empty() {
            result.list = Some((state.listed.len() as u64, listed.len() as u64));
            if state.listed.is_empty() {
                state.listed = listed;
            } else {
                state.listed.append(&mut listed);
            }
        }
        state.end.seconds += result.seconds;
        state.pending.push(result);
        let is_due = state.flushed.elapsed() >= self.flush_every
            || state.listed.len() >= MOST_LISTED
            || state.pending.len() >= MOST_RESULTS;
        if is_due {
            self.flush_state(&mut state)
        } else {
            Ok(())
        }
    }

    /// Writes all pending results.
    pub(super) fn flush(&self) -> Result<(), CampaignError> {
        self.flush_state(&mut self.state())
    }

    fn flush_state(&self, state: &mut RecorderState) -> Result<(), CampaignError> {
        state.flushed = Instant::now();
        if state.pending.is_empty() {
            return Ok(());
        }
        let name = format!("{}-{}", self.name, state.files);
        // The lists are written first, because results refer to them.
        if self.campaign.manifest.question.lists() {
            self.lists.write(&name, &state.listed)?;
            state.author.list_sha256 = Some(sha256(&state.listed));
        } else if !state.listed.is_empty() {
            // Lists of a sweep contain checksums. They need not survive a power failure: they can
            // be made again.
            self.lists.write_soon(&name, &state.listed)?;
        }
        state.author.written = now();
        self.results
            .write(&format!("{name}.jsonl"), &state.author, &state.pending)?;
        state.files += 1;
        state.pending.clear();
        state.listed.clear();
        Ok(())
    }

    /// Sets a file of results aside, because its lists cannot be read.
    pub(super) fn set_aside(&self, results: &str) -> Result<(), CampaignError> {
        self.results.set_aside(results)
    }

    /// Reports immediately that this process is about to begin a part. Returns the machine and the
    /// process ID of this process.
    pub(super) fn announce(&self, part: &PartName) -> Result<(String, u32), CampaignError> {
        let mut state = self.state();
        state.worker.parts.push(part.clone());
        let said = state.beat_every(Duration::ZERO);
        state.worker.parts.pop();
        said?;
        Ok((state.worker.machine.clone(), state.worker.process))
    }

    /// The reports of other processes.
    pub(super) fn others(&self) -> Vec<SeenWorker> {
        self.state().heartbeat.others()
    }

    /// The outcome of the run so far.
    pub(super) fn end(&self) -> RunEnd {
        self.state().end
    }
}

impl RecorderState {
    fn beat_every(&mut self, every: Duration) -> Result<(), CampaignError> {
        self.heartbeat.beat_every(every, &self.worker)
    }
}

/// The current time (UTC), to the second.
fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}
