//! Checkpoints of campaign parts that count choices of pieces. They are kept next to the results
//! until the part is done.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tilewright_dlx::FrontierCheckpoints;

use crate::campaign::part::PartName;
use crate::support::atomic_write;

pub(in crate::campaign) const FOLDER: &str = "checkpoints";

/// Writing checkpoints takes at most 1 / `SHARE` of the time.
const SHARE: u32 = 20;

/// The checkpoint of a campaign part whose choices of pieces are counted by a sweep.
pub(super) struct ChoiceCheckpoint {
    path: PathBuf,
    every: Duration,
    written: Instant,
    /// The time that writing the last checkpoint took.
    took: Duration,
}

impl ChoiceCheckpoint {
    pub(super) fn of(campaign: &Path, part: &PartName, every: Duration) -> io::Result<Self> {
        let folder = campaign.join(FOLDER);
        fs::create_dir_all(&folder)?;
        Ok(Self {
            path: folder.join(format!("{part}.sweep")),
            every,
            written: Instant::now(),
            took: Duration::ZERO,
        })
    }

    /// Whether a checkpoint file exists.
    pub(super) fn is_there(&self) -> bool {
        self.path.exists()
    }

    /// Removes the file: the part is done or split, or the checkpoint is unusable.
    pub(super) fn remove(&self) {
        // If removing the file fails, it remains a valid checkpoint of its part, which does no
        // harm.
        let _ = fs::remove_file(&self.path);
    }
}

impl FrontierCheckpoints for ChoiceCheckpoint {
    fn kept(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        match File::open(&self.path) {
            Ok(file) => Ok(Some(Box::new(io::BufReader::new(file)))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn due(&mut self, _: u64) -> bool {
        self.written.elapsed() >= self.every.max(self.took.saturating_mul(SHARE))
    }

    fn keep(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let began = Instant::now();
        atomic_write::replace(&self.path, |writer| write(writer))?;
        self.written = Instant::now();
        self.took = began.elapsed();
        Ok(())
    }
}
