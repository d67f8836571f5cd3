//! The processes at work. Each regularly rewrites a small file, its report.
//!
//! Reports only serve to avoid duplicate work. The age of a report is the difference between its
//! time stamp and that of a file written now, so only the clock of the file system matters.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};
use sysinfo::{Pid, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System};

use super::error::CampaignError;
use super::manifest::{read_if_there, write_whole};
use super::part::PartName;

pub(super) const FOLDER: &str = "running";

/// The interval at which a process reports that it is alive.
pub(super) const BEAT: Duration = Duration::from_secs(10);

/// The minimum time between reports when a process begins another part, or waits for other processes.
pub(super) const NEWS: Duration = Duration::from_secs(1);

/// The time without a report after which a process counts as lost.
const LOST: Duration = Duration::from_secs(60);

/// The maximum size of a report, in bytes. A typical report has a few hundred.
const MAX_FILE: u64 = 1 << 20;

/// The report of a process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worker {
    /// The name of the machine on which the process runs, cut to 64 characters.
    pub machine: String,
    /// The ID of the process on its machine.
    pub process: u32,
    /// The share of the parts that the process works on, such as `3/100`.
    pub share: String,
    /// The parts that the process is working on.
    pub parts: Vec<PartName>,
    /// The number of parts that the process has finished.
    pub done: u64,
    /// The time at which the process began (UTC).
    pub since: String,
}

/// A process that is or was at work, according to its last report.
#[derive(Clone, Debug)]
pub struct SeenWorker {
    /// The last report of the process.
    pub worker: Worker,
    /// The age of the report, by the clock of the file system.
    pub silent: Duration,
    /// The time stamp of the report, by the clock of the file system.
    reported_at: SystemTime,
    /// Whether the process ran on this machine and has ended.
    is_gone: bool,
}

impl SeenWorker {
    /// Whether the process wrote no report between the one read as `self` and the one read as
    /// `later`.
    pub(super) fn has_no_report_since(&self, later: &Self) -> bool {
        self.worker.machine == later.worker.machine
            && self.worker.process == later.worker.process
            && self.reported_at == later.reported_at
    }

    /// Whether the process ended unexpectedly: its report is a minute old, or it ran on this
    /// machine and no longer exists.
    pub fn is_lost(&self) -> bool {
        self.is_gone || self.silent >= LOST
    }
}

/// The machine's name, cut to 64 characters. Characters other than ASCII letters, digits and
/// hyphens become `_`.
pub(super) fn machine() -> String {
    let name = System::host_name().unwrap_or_else(|| "unknown".to_owned());
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

/// A unique name for this process, which no later process will have either.
pub(super) fn process_name(machine: &str) -> String {
    let since = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    format!("{machine}-{}-{:x}", std::process::id(), since.as_nanos())
}

/// The report of this process. The file is removed when the process ends.
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

    /// Writes a report if the last one is at least `every` old.
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

    /// The other processes whose reports can be read, sorted by the names of the reports' files.
    pub(super) fn others(&self) -> Vec<SeenWorker> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let now = fs::metadata(&self.path).and_then(|file| file.modified());
        let now = now.unwrap_or_else(|_| SystemTime::now());
        seen(folder, now, Some(&self.path))
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        // If the file cannot be removed, other processes count this one as lost.
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether a process of this machine no longer exists.
fn is_gone(worker: &Worker) -> bool {
    if worker.machine != machine() {
        return false;
    }
    let process = Pid::from_u32(worker.process);
    let mut system = System::new();
    let one = ProcessesToUpdate::Some(&[process]);
    system.refresh_processes_specifics(one, true, ProcessRefreshKind::nothing());
    let found = system.process(process);
    // A zombie process has ended, too.
    found.is_none_or(|found| found.status() == ProcessStatus::Zombie)
}

/// All processes whose reports can be read, sorted by the names of the reports' files.
pub(super) fn workers(campaign: &Path) -> Vec<SeenWorker> {
    let folder = campaign.join(FOLDER);
    // The current time by the clock of the file system, or by this machine's clock if no file can be written.
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
        // An unreadable report is skipped: its process may be replacing it. Network file systems report
        // various errors for that.
        let Ok(Some(text)) = read_if_there(&path, MAX_FILE) else {
            continue;
        };
        if let Ok(worker) = serde_json::from_slice::<Worker>(&text) {
            let seen_worker = SeenWorker {
                silent: now.duration_since(modified).unwrap_or_default(),
                reported_at: modified,
                is_gone: is_gone(&worker),
                worker,
            };
            seen.push((path, seen_worker));
        }
    }
    seen.sort_by(|(one, _), (other, _)| one.cmp(other));
    seen.into_iter().map(|(_, worker)| worker).collect()
}
