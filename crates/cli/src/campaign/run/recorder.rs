//! What a process has found and not written yet, and what it says of itself.

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

/// Results and solutions are written once there are so many bytes of solutions.
const MOST_LISTED: usize = 32 << 20;

/// Or so many results.
const MOST_RESULTS: usize = 100_000;

/// Writes what the threads of a process find.
pub(super) struct Recorder<'a> {
    results: ResultFolder,
    lists: ListFolder,
    flush_every: Duration,
    /// The start of the names of its files.
    name: String,
    campaign: &'a Campaign,
    state: Mutex<State>,
}

struct State {
    author: Author,
    worker: Worker,
    heartbeat: Heartbeat,
    /// How many files were written.
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
            state: Mutex::new(State {
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

    fn state(&self) -> MutexGuard<'_, State> {
        // What a thread that panicked leaves is whole: it pushes whole results.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How often threads are to put down what they have.
    pub(super) fn flush_every(&self) -> Duration {
        self.flush_every
    }

    /// Says that a part is under way.
    pub(super) fn begin(&self, part: &PartName) -> Result<(), CampaignError> {
        let mut state = self.state();
        state.worker.parts.push(part.clone());
        // A part of a moment is not worth a file.
        state.beat_every(NEWS)
    }

    /// Says from time to time that the process is at work.
    pub(super) fn beat(&self) -> Result<(), CampaignError> {
        self.state().beat_every(BEAT)
    }

    /// The same once a second, so that others can be seen to be silent to the second.
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

    /// Takes a result, with the solutions that it lists, or the lists of a sweep.
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

    /// Writes what was not written yet.
    pub(super) fn flush(&self) -> Result<(), CampaignError> {
        self.flush_state(&mut self.state())
    }

    fn flush_state(&self, state: &mut State) -> Result<(), CampaignError> {
        state.flushed = Instant::now();
        if state.pending.is_empty() {
            return Ok(());
        }
        let name = format!("{}-{}", self.name, state.files);
        // First the lists: a result is believed to have them.
        if self.campaign.manifest.question.lists() {
            self.lists.write(&name, &state.listed)?;
            state.author.list_sha256 = Some(sha256(&state.listed));
        } else if !state.listed.is_empty() {
            // Those of a sweep, which have checksums of their own, and are there as long as they are read.
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

    /// Has a file of results count no more, since its lists cannot be read.
    pub(super) fn set_aside(&self, results: &str) -> Result<(), CampaignError> {
        self.results.set_aside(results)
    }

    /// Says at once that a part is to be begun, and gives the machine and the process that say so.
    pub(super) fn announce(&self, part: &PartName) -> Result<(String, u32), CampaignError> {
        let mut state = self.state();
        state.worker.parts.push(part.clone());
        let said = state.beat_every(Duration::ZERO);
        state.worker.parts.pop();
        said?;
        Ok((state.worker.machine.clone(), state.worker.process))
    }

    /// The other processes at work.
    pub(super) fn others(&self) -> Vec<SeenWorker> {
        self.state().heartbeat.others()
    }

    /// What came of it all.
    pub(super) fn end(&self) -> RunEnd {
        self.state().end
    }
}

impl State {
    fn beat_every(&mut self, every: Duration) -> Result<(), CampaignError> {
        self.heartbeat.beat_every(every, &self.worker)
    }
}

/// The time, to the second.
fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}
