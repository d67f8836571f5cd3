//! Decides when the state of a sweep is written.

use std::io::{self, Write};
use std::time::Duration;

use crate::solve::checkpoint::files::CheckpointFiles;
use crate::support::clock::Instant;

/// Writing the state of a sweep takes at most 1/`SHARE` of the run's time.
pub(super) const SHARE: u32 = 15;

/// Files with fewer bytes are small: their write times do not predict those of larger files.
pub(super) const SMALL: u64 = 1 << 24;

/// The assumed write speed in bytes per second, until one is measured.
pub(super) const RATE: f64 = 400e6;

/// Decides from measured write times when to write the state of a sweep.
#[derive(Debug)]
pub(in crate::solve::checkpoint) struct SweepPace {
    /// When the state was last written.
    pub(super) written: Instant,
    /// The measured write time, in seconds per byte.
    pub(super) pace: f64,
    /// The duration of the last write of a small file. Writes of larger files take at least as long.
    pub(super) least: Duration,
    /// The approximate size of the next file, in bytes.
    pub(super) bytes: u64,
}

impl SweepPace {
    pub(in crate::solve::checkpoint) fn new() -> Self {
        Self {
            written: Instant::now(),
            pace: 1.0 / RATE,
            least: Duration::ZERO,
            bytes: 0,
        }
    }

    /// The approximate time to write `bytes`.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub(super) fn cost(&self, bytes: u64) -> Duration {
        let pace = Duration::try_from_secs_f64(bytes as f64 * self.pace);
        pace.unwrap_or(Duration::MAX).max(self.least)
    }

    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub(super) fn write(
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
