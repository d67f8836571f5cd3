//! How far a part of the choices has come, kept beside the results until it is done.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tilewright_dlx::FrontierCheckpoints;

use crate::campaign::part::PartName;
use crate::support::atomic_write;

pub(in crate::campaign) const FOLDER: &str = "checkpoints";

/// No more than this share of the time is spent on checkpoints.
const SHARE: u32 = 20;

/// The checkpoint of a part of the choices that is swept.
pub(super) struct ChoiceCheckpoint {
    path: PathBuf,
    every: Duration,
    written: Instant,
    /// How long it took to write the last one.
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

    /// Whether there is one.
    pub(super) fn is_there(&self) -> bool {
        self.path.exists()
    }

    /// Removes it: the part is done or split, or what was kept is of no use.
    pub(super) fn remove(&self) {
        // Left behind, it is of the same part, and does no harm.
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
