//! Checkpoints: how far a long run has come, kept in a file, so that the run
//! can be taken up again after a crash.
//!
//! A run is cut into parts that are heard in order, so what must be kept is
//! small: how many parts are done, what was counted in them, and how many bytes
//! of the output file hold their solutions. The file is written to one side
//! and renamed, after the output is on the disk: whenever the machine stops, a
//! whole checkpoint is there, and the output is at least as long as it says.
//!
//! What a sweep has come to is large, so it has a file of its own beside that
//! one, written in the same way, but no more often than pays.

mod record;
mod sweep;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use tilewright_dlx::{Engine, Fingerprint, Schedule, Symmetries, Tally, TreeEngine};

pub use record::Written;
use record::{Record, TallyRecord};
use sweep::SweepFile;

use crate::failure::Failure;
use crate::whole_file;

/// What a checkpoint must agree with to be taken up.
#[derive(Debug, Clone)]
pub struct Identity {
    /// The command, with all arguments that its output depends on.
    pub command: String,
    /// The problem.
    pub problem: Fingerprint,
    /// The engine asked for, if one was.
    pub engine: Option<Engine>,
}

/// Keeps account of the parts done of a run, and checkpoints of them in a file,
/// if they are wanted. A run that stops, in this process or an earlier one, is
/// taken up after these parts.
#[derive(Debug, Default)]
pub struct Keeper {
    tally: Tally,
    done: usize,
    /// The engine and the number of parts, once they are chosen.
    chosen: Option<(TreeEngine, usize)>,
    kept: Option<Kept>,
}

/// A checkpoint file.
#[derive(Debug)]
struct Kept {
    path: PathBuf,
    every: Duration,
    record: Record,
    started: Instant,
    written: Instant,
    /// The seconds of the runs before.
    before: f64,
    sweep: SweepFile,
}

impl Keeper {
    /// Keeps no file.
    pub fn nothing() -> Self {
        Self::default()
    }

    /// Keeps checkpoints in a file; goes on from the one that is there.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is damaged or no checkpoint, or belongs to
    /// another puzzle, command, engine or version; the message says which.
    pub fn open(
        path: &Path,
        every: Duration,
        identity: &Identity,
        symmetries: Option<&Symmetries>,
    ) -> Result<Self, Failure> {
        let found = match fs::read(path) {
            Ok(bytes) => Some(
                Record::read(&bytes)
                    .map_err(anyhow::Error::new)
                    .with_context(|| format!("cannot go on from {}", path.display()))?,
            ),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => {
                let error = anyhow::Error::new(error);
                return Err(error
                    .context(format!("cannot read {}", path.display()))
                    .into());
            }
        };
        let is_new = found.is_none();
        let record = found.unwrap_or_else(|| Record::new(identity));
        if let Some(difference) = record.difference(identity) {
            return Err(anyhow!(
                "the checkpoint {} is {difference}; \
                 remove it to begin anew, or name another file",
                path.display()
            )
            .into());
        }
        let tally = record.tally.tally(symmetries).ok_or_else(|| {
            anyhow!(
                "the checkpoint {} names symmetries that the puzzle has not",
                path.display()
            )
        })?;
        let now = Instant::now();
        let sweep = SweepFile::beside(path);
        if is_new {
            sweep.remove()?;
        }
        Ok(Self {
            tally,
            done: record.done,
            chosen: record.chosen(),
            kept: Some(Kept {
                path: path.to_owned(),
                every,
                before: record.seconds,
                record,
                started: now,
                written: now,
                sweep,
            }),
        })
    }

    /// Whether checkpoints are kept in a file.
    pub fn keeps(&self) -> bool {
        self.kept.is_some()
    }

    /// The engine of the run that is taken up.
    pub fn engine(&self) -> Option<Engine> {
        let recorded = self.kept.as_ref().and_then(|kept| kept.record.engine());
        recorded.or(self.chosen.map(|(engine, _)| engine.into()))
    }

    /// The engine and the number of parts, once they are chosen.
    pub fn chosen(&self) -> Option<(TreeEngine, usize)> {
        self.chosen
    }

    /// Takes note of a choice of engine and parts.
    pub fn choose(&mut self, schedule: Schedule) -> Schedule {
        self.chosen = Some((schedule.engine, schedule.parts));
        schedule
    }

    /// How many parts are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// What was counted in the parts done.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// How much of the output was written by the runs before.
    pub fn written(&self) -> Option<Written> {
        self.kept.as_ref()?.record.output
    }

    /// How long the runs before took.
    pub fn before(&self) -> Duration {
        self.kept.as_ref().map_or(Duration::ZERO, |kept| {
            Duration::try_from_secs_f64(kept.before).unwrap_or_default()
        })
    }

    /// Takes note of a part done, and writes the checkpoint if it is time.
    /// `sync` brings the output to the disk and says how much there is.
    ///
    /// # Errors
    ///
    /// The output or the checkpoint cannot be written.
    pub fn part(
        &mut self,
        part: &Tally,
        sync: impl FnOnce() -> Result<Option<Written>, Failure>,
    ) -> Result<(), Failure> {
        self.tally.add(part);
        self.done += 1;
        match &self.kept {
            Some(kept) if kept.written.elapsed() >= kept.every => self.write(sync()?),
            _ => Ok(()),
        }
    }

    /// Writes the checkpoint of a run that stops before its end, and says so.
    ///
    /// # Errors
    ///
    /// As [`part`](Self::part).
    pub fn stop(
        &mut self,
        sync: impl FnOnce() -> Result<Option<Written>, Failure>,
    ) -> Result<(), Failure> {
        if self.kept.is_none() {
            return Ok(());
        }
        self.write(sync()?)?;
        if let Some(kept) = &self.kept {
            stderr_line!(
                "{} keeps how far this has come; the same command goes on from there",
                kept.path.display()
            );
        }
        Ok(())
    }

    fn write(&mut self, output: Option<Written>) -> Result<(), Failure> {
        let Some(kept) = &mut self.kept else {
            return Ok(());
        };
        kept.record.set_chosen(self.chosen);
        kept.record.done = self.done;
        kept.record.tally = TallyRecord::of(&self.tally);
        kept.record.output = output;
        kept.record.seconds = kept.before + kept.started.elapsed().as_secs_f64();
        let bytes = kept.record.bytes()?;
        whole_file::replace(&kept.path, |writer| writer.write_all(&bytes))
            .with_context(|| format!("cannot write the checkpoint {}", kept.path.display()))?;
        kept.written = Instant::now();
        Ok(())
    }

    /// Removes the checkpoint of a run that has come to its end.
    ///
    /// # Errors
    ///
    /// The file is there and cannot be removed.
    pub fn finish(self) -> Result<(), Failure> {
        let Some(kept) = self.kept else {
            return Ok(());
        };
        // While the checkpoint is there, so may be what belongs to it.
        kept.sweep.remove()?;
        remove(&kept.path)
    }
}

/// Removes a file, if it is there, and what a kill left of writing it.
fn remove(path: &Path) -> Result<(), Failure> {
    for path in [&with_ending(path, ".new"), path] {
        match fs::remove_file(path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                let error = anyhow::Error::new(error);
                return Err(error
                    .context(format!("cannot remove {}", path.display()))
                    .into());
            }
            _ => {}
        }
    }
    Ok(())
}

/// The path of a file beside another one, whose name goes on with `ending`.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}
