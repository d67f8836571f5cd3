//! Checkpoints: how far a long run has come, kept in a file, so that the run
//! can be taken up again after a crash.
//!
//! A run is cut into parts that are heard in order, so what must be kept is
//! small: how many parts are done, what was counted in them, and how many bytes
//! of the output file hold their solutions, with a digest of these bytes. What
//! the part under way has counted or written is not kept: it is done again. The
//! file is written to one side and renamed, after the output is on the disk:
//! whenever the machine stops, a whole checkpoint is there, and the output is at
//! least as long as it says. A lock beside it keeps other processes away.
//!
//! What a sweep has come to is large, so it has a file of its own beside that
//! one, written in the same way, but no more often than pays.

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
pub use output::{OutputDigest, OutputError};
pub use record::OutputSoFar;
use record::{Record, TallyRecord};
use sweep::SweepPace;

pub use self::identity::{Identity, SearchPlan};
use crate::solve::SolveError;
use crate::support::clock::Instant;
use crate::support::file_lock::{FileLock, LockError};

/// Keeps account of the parts done of a run, and checkpoints of them in a file,
/// if they are wanted. A run that stops, in this process or an earlier one, is
/// taken up after these parts.
#[derive(Debug, Default)]
pub struct CheckpointFile {
    tally: PartStats,
    done: usize,
    /// How the search is carried out, once that is chosen.
    plan: Option<SearchPlan>,
    /// What search and sweep go by where no engine was asked for.
    forecast: Option<Forecast>,
    /// Who is told where the checkpoint is, when the run stops.
    tell_where: Option<fn(&Path)>,
    kept: Option<OpenFile>,
}

/// A checkpoint file.
#[derive(Debug)]
struct OpenFile {
    files: CheckpointFiles,
    /// Let go when this is dropped, after the files are removed.
    _lock: FileLock,
    every: Duration,
    record: Record,
    started: Instant,
    written: Instant,
    /// How long it took to write the state.
    took: Duration,
    /// The seconds of the runs before.
    before: f64,
    sweep: SweepPace,
}

impl CheckpointFile {
    /// Keeps no file.
    pub fn nothing() -> Self {
        Self::default()
    }

    /// Keeps checkpoints in a file; goes on from the one that is there.
    ///
    /// # Errors
    ///
    /// Another process works with it; or the file cannot be read, is damaged or
    /// no checkpoint, or belongs to another puzzle, command, engine or version;
    /// the message says which.
    pub fn open(
        path: &Path,
        every: Duration,
        identity: &Identity,
        symmetries: Option<&Symmetries>,
    ) -> Result<Self, CheckpointFileError> {
        let files = CheckpointFiles::of(path);
        let lock = lock(&files)?;
        let found = match files.read_record()? {
            Some(bytes) => {
                Some(
                    Record::read(&bytes).map_err(|error| CheckpointFileError::Unreadable {
                        path: path.to_owned(),
                        source: error.into(),
                    })?,
                )
            }
            None => None,
        };
        let is_new = found.is_none();
        let record = found.unwrap_or_else(|| Record::new(identity));
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

    /// Whether a file belongs to the checkpoint.
    pub fn uses(&self, path: &Path) -> bool {
        (self.kept.as_ref()).is_some_and(|kept| kept.files.contain(path))
    }

    /// Whether checkpoints are kept in a file.
    pub fn keeps(&self) -> bool {
        self.kept.is_some()
    }

    /// The engine of the run that is taken up.
    pub fn engine(&self) -> Option<Engine> {
        let recorded = self.kept.as_ref().and_then(|kept| kept.record.engine());
        recorded.or(self.plan.map(|plan| plan.engine.into()))
    }

    /// How the search is carried out, once that is chosen.
    pub fn plan(&self) -> Option<SearchPlan> {
        self.plan
    }

    /// Takes note of how the search is carried out.
    pub fn begin(&mut self, plan: SearchPlan) -> SearchPlan {
        self.plan = Some(plan);
        plan
    }

    /// How many parts are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// What was counted in the parts done.
    pub fn tally(&self) -> &PartStats {
        &self.tally
    }

    /// What other work than a search or a sweep had come to; none if it begins anew.
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

    /// That what was kept as the [state](Self::state) cannot be what the work had come to.
    pub(crate) fn damaged(&self) -> CheckpointFileError {
        let path = (self.kept.as_ref()).map_or_else(PathBuf::new, |kept| kept.files.named.clone());
        CheckpointFileError::Unreadable {
            path,
            source: "it is damaged: nothing comes to what it says".into(),
        }
    }

    /// Whether it is time to [keep the state](Self::keep_state): at most a twentieth of the time is
    /// spent on that.
    pub fn is_due(&self) -> bool {
        (self.kept.as_ref()).is_some_and(|kept| {
            kept.written.elapsed() >= kept.every.max(kept.took.saturating_mul(20))
        })
    }

    /// Keeps what other work than a search or a sweep has come to.
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

    /// Writes the checkpoint of other work than a search or a sweep that stops before its end.
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

    /// What the parts done have written to the output.
    pub fn written(&self) -> Option<&OutputSoFar> {
        self.kept.as_ref()?.record.output.as_ref()
    }

    /// How long the runs before took.
    pub fn before(&self) -> Duration {
        self.kept.as_ref().map_or(Duration::ZERO, |kept| {
            Duration::try_from_secs_f64(kept.before).unwrap_or_default()
        })
    }

    /// Takes note of a part done and of what is written at its end, if there is
    /// an output, and writes the checkpoint if it is time. `sync` brings the
    /// output to the disk.
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

    /// Writes the checkpoint of a run that stops before its end.
    /// The output may be longer than the parts done have made it.
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

    /// Has it told where the checkpoint is of a run that [stops](Self::stop).
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

    /// Removes the checkpoint of a run that has come to its end, once all it
    /// answers is on the disk or printed.
    ///
    /// # Errors
    ///
    /// A file is there and cannot be removed.
    pub fn finish(self) -> Result<(), CheckpointFileError> {
        let Some(kept) = self.kept else {
            return Ok(());
        };
        // While the checkpoint is there, so may be what belongs to it.
        kept.files.remove_sweep()?;
        kept.files.remove_record()
    }
}

/// Refuses a record that could not be read again.
fn within_limit(bytes: Vec<u8>) -> std::io::Result<Vec<u8>> {
    if bytes.len() as u64 <= MAX_RECORD {
        return Ok(bytes);
    }
    Err(std::io::Error::other(format!(
        "it would take more than {} MiB",
        MAX_RECORD >> 20
    )))
}

/// Takes the lock, or says who has it.
fn lock(files: &CheckpointFiles) -> Result<FileLock, CheckpointFileError> {
    let path = files.named.clone();
    FileLock::acquire(&files.lock).map_err(|error| {
        let remedy = match &error {
            LockError::Taken(_) => "wait for its end, or name another checkpoint",
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
