//! How far a sweep has come: a file beside the checkpoint.

use std::io::{self, Read, Write};
use std::time::Duration;

use num_bigint::BigUint;
use tilewright_dlx::{CheckpointError, Forecast, FrontierCheckpoints};

use super::CheckpointFile;
use super::error::CheckpointFileError;
use super::files::CheckpointFiles;
use crate::solve::SolveError;
use crate::support::clock::Instant;

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

impl CheckpointFile {
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
    pub(crate) fn sweep_ended(&mut self, solutions: &BigUint) -> Result<(), CheckpointFileError> {
        if let Some(kept) = &mut self.kept
            && kept.record.swept().is_none()
        {
            kept.record.set_swept(solutions);
            self.write()?;
        }
        Ok(())
    }

    /// Removes what is kept of a sweep that is given up for another way to count.
    pub(crate) fn forget_sweep(&self) -> Result<(), CheckpointFileError> {
        self.kept
            .as_ref()
            .map_or(Ok(()), |kept| kept.files.remove_sweep())
    }

    /// What the failure of a sweep with checkpoints means.
    #[expect(
        clippy::expect_used,
        reason = "an invariant of sweeps with checkpoints"
    )]
    pub(crate) fn of_sweep(&self, error: CheckpointError) -> SolveError {
        let path = self.kept.as_ref().map(|kept| kept.files.sweep.clone());
        let path = path.expect("invariant: a sweep without a file has no such failure");
        SolveError::Checkpoint(match error {
            CheckpointError::Frontier(error) => return error.into(),
            CheckpointError::Regions(error) => return error.into(),
            CheckpointError::Solver(error) => return error.into(),
            CheckpointError::Write(source) => CheckpointFileError::WriteSweep { path, source },
            CheckpointError::Read(source) => CheckpointFileError::Read { path, source },
            CheckpointError::Foreign => CheckpointFileError::ForeignSweep { path },
            error => CheckpointFileError::Sweep { path, error },
        })
    }
}

impl FrontierCheckpoints for CheckpointFile {
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
        self.write().map_err(io::Error::other)?;
        self.kept
            .as_mut()
            .map_or(Ok(()), |kept| kept.sweep.write(&kept.files, write))
    }
}
