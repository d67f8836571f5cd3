//! Checkpoints: the progress of a long run, kept in a file, so that the run can be resumed after a
//! crash.
//!
//! A run is cut into parts that are reported in order, so a checkpoint is small. It holds the
//! number of finished parts, their totals, the number of bytes in the output file that hold their
//! solutions, and a digest of these bytes. Work on the unfinished part is not kept; a resumed run
//! repeats it. The output is flushed to the disk first. Then the checkpoint is written under a
//! temporary name and renamed. So after a crash at any time, a whole checkpoint exists, and the
//! output is at least as long as the checkpoint says. A lock file keeps other processes away.
//!
//! The state of a sweep is large. It has a separate file next to the checkpoint, written in the
//! same way but less often.

mod error;
mod files;
mod identity;
mod output;
mod record;
mod sweep;

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright_dlx::{Engine, Forecast, PartStats, Symmetries};

pub use error::CheckpointFileError;
use files::{CheckpointFiles, MAX_RECORD};
pub(crate) use output::{OutputDigest, OutputError};
pub(crate) use record::OutputSoFar;
use record::{CheckpointRecord, TallyRecord};
use sweep::SweepPace;

pub use self::identity::{Identity, SearchPlan};
use crate::solve::SolveError;
use crate::support::clock::Instant;
use crate::support::file_lock::{FileLock, LockError};

/// The checkpoint of a run: the totals of its finished parts, saved in a file if one was opened. A resumed run
/// starts after these parts.
#[derive(Debug, Default)]
pub struct CheckpointFile {
    tally: PartStats,
    done: usize,
    /// The search's engine and number of parts, once chosen.
    plan: Option<SearchPlan>,
    /// The forecast by which search and sweep are compared, if no engine was requested.
    forecast: Option<Forecast>,
    /// Called with the checkpoint's path when the run stops; `None` to call nothing.
    tell_where: Option<fn(&Path)>,
    kept: Option<OpenFile>,
}

#[derive(Debug)]
struct OpenFile {
    files: CheckpointFiles,
    /// The lock is released when this is dropped, after the files are removed.
    _lock: FileLock,
    every: Duration,
    record: CheckpointRecord,
    started: Instant,
    written: Instant,
    /// The duration of the last write of the state.
    took: Duration,
    /// The time that earlier runs took, in seconds.
    before: f64,
    sweep: SweepPace,
}

impl CheckpointFile {
    /// Keeps the totals in memory only and writes no file.
    pub fn nothing() -> Self {
        Self::default()
    }

    /// Keeps checkpoints in a file. If the file exists, resumes from it.
    ///
    /// # Errors
    ///
    /// Another process uses the file; it cannot be read, is damaged or is not a checkpoint; or it
    /// belongs to another puzzle, command, engine or version. The message says which.
    pub fn open(
        path: &Path,
        every: Duration,
        identity: &Identity,
        symmetries: Option<&Symmetries>,
    ) -> Result<Self, CheckpointFileError> {
        let files = CheckpointFiles::of(path);
        let lock = lock(&files)?;
        let found = match files.read_record()? {
            Some(bytes) => Some(CheckpointRecord::read(&bytes).map_err(|error| {
                CheckpointFileError::Unreadable {
                    path: path.to_owned(),
                    source: error.into(),
                }
            })?),
            None => None,
        };
        let is_new = found.is_none();
        let record = found.unwrap_or_else(|| CheckpointRecord::new(identity));
        if let Some(difference) = record.difference(identity) {
            return Err(CheckpointFileError::Different {
                path: path.to_owned(),
                difference,
            });
        }
        let tally =
            record
                .tally
                .tally(symmetries)
                .ok_or_else(|| CheckpointFileError::Symmetries {
                    path: path.to_owned(),
                })?;
        let now = Instant::now();
        if is_new {
            files.remove_sweep()?;
        }
        Ok(Self {
            tally,
            done: record.done,
            plan: record.plan(),
            forecast: record.forecast(),
            tell_where: None,
            kept: Some(OpenFile {
                files,
                _lock: lock,
                every,
                before: record.seconds,
                record,
                started: now,
                written: now,
                took: Duration::ZERO,
                sweep: SweepPace::new(),
            }),
        })
    }

    /// Whether `path` is one of the checkpoint's files.
    pub fn uses(&self, path: &Path) -> bool {
        (self.kept.as_ref()).is_some_and(|kept| kept.files.contain(path))
    }

    /// Whether the checkpoint is kept in a file. If not, the totals are in memory only.
    pub fn keeps(&self) -> bool {
        self.kept.is_some()
    }

    /// The engine of the resumed run, or the one that this run has chosen. `None` before the
    /// choice.
    pub fn engine(&self) -> Option<Engine> {
        let recorded = self.kept.as_ref().and_then(|kept| kept.record.engine());
        recorded.or(self.plan.map(|plan| plan.engine.into()))
    }

    /// The search's engine and number of parts; `None` until they are chosen.
    pub fn plan(&self) -> Option<SearchPlan> {
        self.plan
    }

    /// Records `plan` as the way in which the search is carried out, and returns it.
    pub fn begin(&mut self, plan: SearchPlan) -> SearchPlan {
        self.plan = Some(plan);
        plan
    }

    /// The number of finished parts.
    pub fn done(&self) -> usize {
        self.done
    }

    /// The totals of the finished parts.
    pub fn tally(&self) -> &PartStats {
        &self.tally
    }

    /// The saved state of work that is neither a search nor a sweep; `None` if it starts from the
    /// beginning.
    ///
    /// # Errors
    ///
    /// The checkpoint is damaged.
    pub fn state<T: DeserializeOwned>(&self) -> Result<Option<T>, CheckpointFileError> {
        let Some(kept) = &self.kept else {
            return Ok(None);
        };
        let Some(state) = &kept.record.state else {
            return Ok(None);
        };
        let state = T::deserialize(state).map_err(|error| CheckpointFileError::Unreadable {
            path: kept.files.named.clone(),
            source: error.into(),
        })?;
        Ok(Some(state))
    }

    /// The error for a saved [state](Self::state) that the work cannot have reached.
    pub(crate) fn damaged(&self) -> CheckpointFileError {
        let path = (self.kept.as_ref()).map_or_else(PathBuf::new, |kept| kept.files.named.clone());
        CheckpointFileError::Unreadable {
            path,
            source: "it is damaged: its state is impossible".into(),
        }
    }

    /// Whether it is time to [keep the state](Self::keep_state): writing takes at most a twentieth
    /// of the run's time.
    pub fn is_due(&self) -> bool {
        (self.kept.as_ref()).is_some_and(|kept| {
            kept.written.elapsed() >= kept.every.max(kept.took.saturating_mul(20))
        })
    }

    /// Saves the state of work that is neither a search nor a sweep.
    ///
    /// # Errors
    ///
    /// The checkpoint cannot be written, or the state takes more than 256 MiB.
    pub fn keep_state<T: Serialize>(&mut self, state: &T) -> Result<(), CheckpointFileError> {
        let began = Instant::now();
        self.set_state(state)?;
        self.write()?;
        if let Some(kept) = &mut self.kept {
            kept.took = began.elapsed();
        }
        Ok(())
    }

    /// Writes the checkpoint with the state of work that stops early.
    ///
    /// # Errors
    ///
    /// As [`keep_state`](Self::keep_state).
    pub fn stop_with_state<T: Serialize>(&mut self, state: &T) -> Result<(), SolveError> {
        self.set_state(state)?;
        self.stop(|| Ok(()))
    }

    fn set_state<T: Serialize>(&mut self, state: &T) -> Result<(), CheckpointFileError> {
        let Some(kept) = &mut self.kept else {
            return Ok(());
        };
        let value = serde_json::to_value(state).map_err(|error| CheckpointFileError::Write {
            path: kept.files.named.clone(),
            source: error.into(),
        })?;
        kept.record.state = Some(value);
        Ok(())
    }

    /// The length and the digest of the output of the finished parts. `None` without a checkpoint
    /// file or without output.
    pub fn written(&self) -> Option<&OutputSoFar> {
        self.kept.as_ref()?.record.output.as_ref()
    }

    /// The time that earlier runs took.
    pub fn before(&self) -> Duration {
        self.kept.as_ref().map_or(Duration::ZERO, |kept| {
            Duration::try_from_secs_f64(kept.before).unwrap_or_default()
        })
    }

    /// Adds a finished part. `written` is the length of the output at the end of the part, if there
    /// is an output. Writes the checkpoint if it is due. `sync` flushes the output to the disk.
    ///
    /// # Errors
    ///
    /// The output or the checkpoint cannot be written.
    pub fn part<E: From<SolveError>>(
        &mut self,
        part: &PartStats,
        written: Option<OutputSoFar>,
        sync: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        self.tally.add(part);
        self.done += 1;
        let Some(kept) = &mut self.kept else {
            return Ok(());
        };
        kept.record.output = written;
        if kept.written.elapsed() < kept.every {
            return Ok(());
        }
        sync()?;
        self.write().map_err(|error| SolveError::from(error).into())
    }

    /// Writes the checkpoint of a run that stops early. The output may already hold some solutions
    /// of the unfinished part.
    ///
    /// # Errors
    ///
    /// As [`part`](Self::part).
    pub fn stop<E: From<SolveError>>(
        &mut self,
        sync: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        if self.kept.is_none() {
            return Ok(());
        }
        sync()?;
        self.write().map_err(SolveError::from)?;
        if let (Some(kept), Some(tell)) = (&self.kept, self.tell_where) {
            tell(&kept.files.named);
        }
        Ok(())
    }

    /// Calls `tell` with the checkpoint's path when the run [stops](Self::stop).
    #[must_use]
    pub fn telling_where(self, tell: fn(&Path)) -> Self {
        Self {
            tell_where: Some(tell),
            ..self
        }
    }

    fn write(&mut self) -> Result<(), CheckpointFileError> {
        let Some(kept) = &mut self.kept else {
            return Ok(());
        };
        kept.record.set_plan(self.plan);
        kept.record.set_forecast(self.forecast);
        kept.record.done = self.done;
        kept.record.tally = TallyRecord::of(&self.tally);
        kept.record.seconds = kept.before + kept.started.elapsed().as_secs_f64();
        let bytes = kept.record.bytes().and_then(within_limit);
        let written = bytes.and_then(|bytes| kept.files.write_record(&bytes));
        written.map_err(|source| CheckpointFileError::Write {
            path: kept.files.named.clone(),
            source,
        })?;
        kept.written = Instant::now();
        Ok(())
    }

    /// Removes the checkpoint of a finished run, once its results are on the disk or printed.
    ///
    /// # Errors
    ///
    /// An existing file cannot be removed.
    pub fn finish(self) -> Result<(), CheckpointFileError> {
        let Some(kept) = self.kept else {
            return Ok(());
        };
        // The checkpoint file is removed last, since a sweep file exists only as long as its checkpoint file does.
        kept.files.remove_sweep()?;
        kept.files.remove_record()
    }
}

/// The bytes of a checkpoint file, or an error if it would be too large to be read again.
fn within_limit(bytes: Vec<u8>) -> std::io::Result<Vec<u8>> {
    if bytes.len() as u64 <= MAX_RECORD {
        return Ok(bytes);
    }
    Err(std::io::Error::other(format!(
        "it would need more than {} MiB, the limit",
        MAX_RECORD >> 20
    )))
}

/// Takes the lock, or reports which process holds it.
fn lock(files: &CheckpointFiles) -> Result<FileLock, CheckpointFileError> {
    let path = files.named.clone();
    FileLock::acquire(&files.lock).map_err(|error| {
        let remedy = match &error {
            LockError::Taken(_) => "wait until it ends, or name another checkpoint",
            LockError::Foreign(_) => "move it, or name another checkpoint",
            LockError::System { .. } => {
                let source = error.into();
                return CheckpointFileError::Unlocked { path, source };
            }
        };
        let reason = format!("{error}; {remedy}");
        CheckpointFileError::Unusable { path, reason }
    })
}
