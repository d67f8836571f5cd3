//! When checkpoints of a sweep are written.

use std::io::{self, Write};
use std::time::Duration;

use crate::solve::checkpoint::files::CheckpointFiles;
use crate::support::clock::Instant;

/// A run writes checkpoints of a sweep for no more than one part in so many of
/// its time.
pub(super) const SHARE: u32 = 15;

/// The time that files of fewer bytes take says nothing of larger ones.
pub(super) const SMALL: u64 = 1 << 24;

/// Bytes a second that a disk is taken to write until one was seen to.
pub(super) const RATE: f64 = 400e6;

/// When the file is written.
#[derive(Debug)]
pub(in crate::solve::checkpoint) struct SweepPace {
    /// When the last one was written.
    pub(super) written: Instant,
    /// Seconds that a byte takes.
    pub(super) pace: f64,
    /// How long a small one takes.
    pub(super) least: Duration,
    /// About how many bytes the next one has.
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

    /// How long writing so many bytes takes, about.
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
