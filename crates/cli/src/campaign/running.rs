//! Who is at work: a small file for each process, which it writes anew from time to time.
//!
//! Nothing depends on it but that no process begins what another one is at. Whether a file is old is
//! told by the clock of the file system alone: it is compared with one that is written now.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};
use sysinfo::{Pid, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System};

use super::error::CampaignError;
use super::manifest::{read_if_there, write_whole};
use super::part::PartName;

pub(super) const FOLDER: &str = "running";

/// How often a process says that it is at work.
pub(super) const BEAT: Duration = Duration::from_secs(10);

/// How often, if it has begun another part or waits for word of others.
pub(super) const NEWS: Duration = Duration::from_secs(1);

/// A process that has not said so for this long is taken for lost.
const LOST: Duration = Duration::from_secs(60);

/// The largest file that is read, in bytes; ours have some hundred.
const MAX_FILE: u64 = 1 << 20;

/// A process at work, as it says itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worker {
    /// The machine's name.
    pub machine: String,
    /// The process's number there.
    pub process: u32,
    /// Its share: `3/100`.
    pub share: String,
    /// The parts that it is at.
    pub parts: Vec<PartName>,
    /// How many it has done.
    pub done: u64,
    /// When it began.
    pub since: String,
}

/// A process that is or was at work.
#[derive(Clone, Debug)]
pub struct SeenWorker {
    /// What it said last.
    pub worker: Worker,
    /// How long ago that was, by the clock of the file system.
    pub silent: Duration,
    /// When that was, by that clock.
    said: SystemTime,
    /// Whether it is of this machine, and has ended.
    is_gone: bool,
}

impl SeenWorker {
    /// Whether another look shows the same process, which has said nothing since.
    pub(super) fn has_said_nothing_since(&self, later: &Self) -> bool {
        self.worker.machine == later.worker.machine
            && self.worker.process == later.worker.process
            && self.said == later.said
    }

    /// Whether it has ended without saying so: it has not been heard of for a minute, or it was on this
    /// machine and is there no more.
    pub fn is_lost(&self) -> bool {
        self.is_gone || self.silent >= LOST
    }
}

/// The machine's name.
pub(super) fn machine() -> String {
    let name = System::host_name().unwrap_or_else(|| "unknown".to_owned());
    // It is part of the names of files.
    name.chars()
        .map(|one| {
            if one.is_ascii_alphanumeric() || one == '-' {
                one
            } else {
                '_'
            }
        })
        .take(64)
        .collect()
}

/// A name that no other process has had or will have.
pub(super) fn process_name(machine: &str) -> String {
    let since = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    format!("{machine}-{}-{:x}", std::process::id(), since.as_nanos())
}

/// The file of this process, which goes when it ends.
#[derive(Debug)]
pub(super) struct Heartbeat {
    path: PathBuf,
    last: Option<Instant>,
}

impl Heartbeat {
    pub(super) fn begin(campaign: &Path, name: &str) -> Result<Self, CampaignError> {
        let folder = campaign.join(FOLDER);
        fs::create_dir_all(&folder).map_err(CampaignError::file("write", &folder))?;
        Ok(Self {
            path: folder.join(format!("{name}.json")),
            last: None,
        })
    }

    /// Says again that the process is at work, if it has not done so for as long as `every`.
    pub(super) fn beat_every(
        &mut self,
        every: Duration,
        worker: &Worker,
    ) -> Result<(), CampaignError> {
        if self.last.is_none_or(|last| last.elapsed() >= every) {
            self.beat(worker)?;
        }
        Ok(())
    }

    pub(super) fn beat(&mut self, worker: &Worker) -> Result<(), CampaignError> {
        let text = serde_json::to_vec(worker);
        let text = text.map_err(|error| CampaignError::file("write", &self.path)(error.into()))?;
        write_whole(&self.path, &text)?;
        self.last = Some(Instant::now());
        Ok(())
    }

    /// The other processes at work.
    pub(super) fn others(&self) -> Vec<SeenWorker> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let now = fs::metadata(&self.path).and_then(|file| file.modified());
        let now = now.unwrap_or_else(|_| SystemTime::now());
        seen(folder, now, Some(&self.path))
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        // Left behind, it is of a process that is lost.
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether a process was on this machine and is there no more.
fn is_gone(worker: &Worker) -> bool {
    if worker.machine != machine() {
        return false;
    }
    let process = Pid::from_u32(worker.process);
    let mut system = System::new();
    let one = ProcessesToUpdate::Some(&[process]);
    system.refresh_processes_specifics(one, true, ProcessRefreshKind::nothing());
    let found = system.process(process);
    // One whose parent has not looked what became of it has ended too.
    found.is_none_or(|found| found.status() == ProcessStatus::Zombie)
}

/// All processes that are or were at work, in order of their names.
pub(super) fn workers(campaign: &Path) -> Vec<SeenWorker> {
    let folder = campaign.join(FOLDER);
    // What time it is there; if nothing can be written, by this machine's clock.
    let probe = tempfile::Builder::new()
        .prefix(".now-")
        .tempfile_in(&folder);
    let now = probe.and_then(|probe| probe.as_file().metadata()?.modified());
    seen(&folder, now.unwrap_or_else(|_| SystemTime::now()), None)
}

fn seen(folder: &Path, now: SystemTime, own: Option<&Path>) -> Vec<SeenWorker> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut seen = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        let is_other = Some(path.as_path()) != own;
        if !is_other || path.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        let Ok(modified) = fs::metadata(&path).and_then(|file| file.modified()) else {
            continue;
        };
        // Its process may be replacing it now; network file systems have other words for that.
        let Ok(Some(text)) = read_if_there(&path, MAX_FILE) else {
            continue;
        };
        if let Ok(worker) = serde_json::from_slice::<Worker>(&text) {
            let seen_worker = SeenWorker {
                silent: now.duration_since(modified).unwrap_or_default(),
                said: modified,
                is_gone: is_gone(&worker),
                worker,
            };
            seen.push((path, seen_worker));
        }
    }
    seen.sort_by(|(one, _), (other, _)| one.cmp(other));
    seen.into_iter().map(|(_, worker)| worker).collect()
}
