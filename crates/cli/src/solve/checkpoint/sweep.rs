//! The state of a sweep, in a file next to the checkpoint.

mod pace;

use std::io::{self, Read, Write};

use num_bigint::BigUint;
use tilewright_dlx::{CheckpointError, Forecast, FrontierCheckpoints};

use self::pace::SHARE;
pub(super) use self::pace::SweepPace;
use super::CheckpointFile;
use super::error::CheckpointFileError;
use crate::solve::SolveError;

impl CheckpointFile {
    /// The forecast by which the resumed run compares search and sweep; `None` if none was made.
    pub(crate) fn forecast(&self) -> Option<Forecast> {
        self.forecast
    }

    /// Sets the forecast by which search and sweep are compared.
    pub(crate) fn go_by(&mut self, forecast: Forecast) {
        self.forecast = Some(forecast);
    }

    /// The total number of solutions, if an earlier run has counted them by a sweep.
    pub(crate) fn swept(&self) -> Option<BigUint> {
        self.kept.as_ref()?.record.swept()
    }

    /// Records that a sweep has counted all solutions.
    pub(crate) fn sweep_ended(&mut self, solutions: &BigUint) -> Result<(), CheckpointFileError> {
        if let Some(kept) = &mut self.kept
            && kept.record.swept().is_none()
        {
            kept.record.set_swept(solutions);
            self.write()?;
        }
        Ok(())
    }

    /// Removes the state of a sweep that was abandoned for another method of counting.
    pub(crate) fn forget_sweep(&self) -> Result<(), CheckpointFileError> {
        self.kept
            .as_ref()
            .map_or(Ok(()), |kept| kept.files.remove_sweep())
    }

    /// The place for the checkpoints of a sweep; `None` if no file is kept.
    pub(crate) fn of_sweeps(&mut self) -> Option<&mut dyn FrontierCheckpoints> {
        self.keeps().then_some(self)
    }

    /// Converts the error of a sweep into the error of its count.
    #[expect(
        clippy::expect_used,
        reason = "an invariant of sweeps without checkpoints"
    )]
    pub(crate) fn of_sweep(&self, error: CheckpointError) -> SolveError {
        let error = match error {
            CheckpointError::Frontier(error) => return error.into(),
            CheckpointError::Dissections(error) => return error.into(),
            CheckpointError::Solver(error) => return error.into(),
            of_file => of_file,
        };
        let kept = self.kept.as_ref();
        let path = kept.map(|kept| kept.files.sweep.clone());
        let path = path.expect("invariant: without a file, a sweep has none of the other errors");
        SolveError::Checkpoint(match error {
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
        // A sweep file is only read together with its checkpoint file, which must therefore exist first.
        self.write().map_err(io::Error::other)?;
        self.kept
            .as_mut()
            .map_or(Ok(()), |kept| kept.sweep.write(&kept.files, write))
    }
}
