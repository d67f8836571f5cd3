//! How far a sweep has come: a file beside the checkpoint.

use std::io::{self, ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use num_bigint::BigUint;
use tilewright_dlx::{CheckpointError, Forecast, FrontierCheckpoints};

use super::Keeper;
use super::files::CheckpointFiles;
use crate::cli::failure::Failure;

/// A run writes checkpoints of a sweep for no more than one part in so many of
/// its time.
const SHARE: u32 = 15;

/// The time that files of fewer bytes take says nothing of larger ones.
const SMALL: u64 = 1 << 24;

/// Bytes a second that a disk is taken to write until one was seen to.
const RATE: f64 = 400e6;

/// When the file is written.
#[derive(Debug)]
pub(super) struct SweepPace {
    /// When the last one was written.
    written: Instant,
    /// Seconds that a byte takes.
    pace: f64,
    /// How long a small one takes.
    least: Duration,
    /// About how many bytes the next one has.
    bytes: u64,
}

impl SweepPace {
    pub(super) fn new() -> Self {
        Self {
            written: Instant::now(),
            pace: 1.0 / RATE,
            least: Duration::ZERO,
            bytes: 0,
        }
    }

    /// How long writing so many bytes takes, about.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn cost(&self, bytes: u64) -> Duration {
        let pace = Duration::try_from_secs_f64(bytes as f64 * self.pace);
        pace.unwrap_or(Duration::MAX).max(self.least)
    }

    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn write(
        &mut self,
        files: &CheckpointFiles,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let started = Instant::now();
        files.write_sweep(write)?;
        let taken = started.elapsed();
        if self.bytes < SMALL {
            self.least = taken;
        } else {
            self.pace = taken.as_secs_f64() / self.bytes as f64;
        }
        self.written = Instant::now();
        Ok(())
    }
}

impl Keeper {
    /// What search and sweep go by, in a run that is taken up.
    pub(crate) fn forecast(&self) -> Option<Forecast> {
        self.forecast
    }

    /// Takes note of what search and sweep go by.
    pub(crate) fn go_by(&mut self, forecast: Forecast) {
        self.forecast = Some(forecast);
    }

    /// All solutions, if an earlier run has counted them by a sweep.
    pub(crate) fn swept(&self) -> Option<BigUint> {
        self.kept.as_ref()?.record.swept()
    }

    /// Takes note that a sweep has counted all solutions.
    pub(crate) fn sweep_ended(&mut self, solutions: &BigUint) -> Result<(), Failure> {
        if let Some(kept) = &mut self.kept
            && kept.record.swept().is_none()
        {
            kept.record.set_swept(solutions);
            self.write()?;
        }
        Ok(())
    }

    /// What the failure of a sweep with checkpoints means.
    pub(crate) fn of_sweep(&self, error: CheckpointError) -> anyhow::Error {
        let path = |kept: &super::Kept| kept.files.sweep.display().to_string();
        let path = self.kept.as_ref().map(path).unwrap_or_default();
        match error {
            CheckpointError::Frontier(error) => anyhow::Error::new(error),
            CheckpointError::Write(error) => {
                anyhow::Error::new(error).context(format!("cannot write {path}"))
            }
            CheckpointError::Read(error) => {
                anyhow::Error::new(error).context(format!("cannot read {path}"))
            }
            CheckpointError::Foreign => anyhow!(
                "{path} is in the way: it is no checkpoint of a sweep; \
                 move it, or name another checkpoint"
            ),
            error => anyhow!("cannot go on from {path}: {error}"),
        }
    }
}

impl FrontierCheckpoints for Keeper {
    fn kept(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        let Some(kept) = &self.kept else {
            return Ok(None);
        };
        let file = kept.files.open_sweep()?;
        Ok(file.map(|file| Box::new(file) as Box<dyn Read>))
    }

    fn due(&mut self, bytes: u64) -> bool {
        let Some(kept) = &mut self.kept else {
            return false;
        };
        let pace = &mut kept.sweep;
        pace.bytes = bytes;
        let since = pace.written.elapsed();
        since >= kept.every && since >= pace.cost(bytes).saturating_mul(SHARE)
    }

    fn keep(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        // The file belongs to a checkpoint, which comes first.
        match self.write() {
            Err(Failure::Other(error)) => return Err(io::Error::other(error)),
            Err(_) => return Err(ErrorKind::Other.into()),
            Ok(()) => {}
        }
        self.kept
            .as_mut()
            .map_or(Ok(()), |kept| kept.sweep.write(&kept.files, write))
    }
}
