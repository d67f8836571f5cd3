//! The files of a checkpoint: the checkpoint file itself, called the *record*; next to it the state of a sweep,
//! the temporary files of writes, and the lock file.
//!
//! A file that this program did not write is *foreign*. It is never read to its end, overwritten or
//! removed.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use tilewright_dlx::FRONTIER_CHECKPOINT_MAGIC;

use super::error::CheckpointFileError;
use super::record;
use crate::support::atomic_write::replace_by_way_of;

/// The maximum size of a checkpoint, in bytes. The record of a search has a few numbers for each
/// level, which take a few kilobytes. A record of designs takes a few hundred bytes for each kept
/// design.
pub(super) const MAX_RECORD: u64 = 256 << 20;

/// The paths of a checkpoint's files.
#[derive(Debug, Clone)]
pub(super) struct CheckpointFiles {
    /// The path of the checkpoint file as the user gave it, for messages.
    pub(super) named: PathBuf,
    /// The path of the checkpoint file with symbolic links resolved.
    pub(super) record: PathBuf,
    /// The path of the sweep's state.
    pub(super) sweep: PathBuf,
    pub(super) lock: PathBuf,
}

impl CheckpointFiles {
    pub(super) fn of(named: &Path) -> Self {
        let record = resolved(named);
        Self {
            named: named.to_owned(),
            sweep: with_ending(&record, ".sweep"),
            lock: with_ending(&record, ".lock"),
            record,
        }
    }

    /// All files, including the temporary ones that exist during a write.
    fn all(&self) -> [PathBuf; 5] {
        [
            self.record.clone(),
            self.new_record(),
            self.sweep.clone(),
            self.new_sweep(),
            self.lock.clone(),
        ]
    }

    /// The temporary path of the checkpoint file while it is written.
    fn new_record(&self) -> PathBuf {
        with_ending(&self.record, ".new")
    }

    /// The temporary path of the sweep's state while it is written.
    fn new_sweep(&self) -> PathBuf {
        with_ending(&self.sweep, ".new")
    }

    pub(super) fn write_record(&self, bytes: &[u8]) -> io::Result<()> {
        let new = self.new_record();
        is_free(&new, record::BEGINNING)?;
        replace_by_way_of(&self.record, &new, |writer| writer.write_all(bytes))
    }

    /// Replaces the sweep's file.
    pub(super) fn write_sweep(
        &self,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let new = self.new_sweep();
        is_free(&new, &FRONTIER_CHECKPOINT_MAGIC)?;
        replace_by_way_of(&self.sweep, &new, write)
    }

    pub(super) fn contain(&self, path: &Path) -> bool {
        self.all().contains(&resolved(path))
    }

    /// Reads the checkpoint file; `None` if it does not exist.
    pub(super) fn read_record(&self) -> Result<Option<Vec<u8>>, CheckpointFileError> {
        is_free(&self.new_record(), record::BEGINNING).map_err(CheckpointFileError::InTheWay)?;
        let path = || self.named.clone();
        let cannot = |source| CheckpointFileError::Read {
            path: path(),
            source,
        };
        let there = match fs::metadata(&self.record) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            there => there.map_err(cannot)?,
        };
        if !there.is_file() {
            return Err(CheckpointFileError::Irregular { path: path() });
        }
        let mut bytes = Vec::new();
        File::open(&self.record)
            .and_then(|file| file.take(MAX_RECORD + 1).read_to_end(&mut bytes))
            .map_err(cannot)?;
        if bytes.len() as u64 > MAX_RECORD {
            return Err(CheckpointFileError::TooLarge {
                path: path(),
                limit: MAX_RECORD >> 20,
            });
        }
        Ok(Some(bytes))
    }

    /// Opens the state of a sweep; `None` if it does not exist.
    pub(super) fn open_sweep(&self) -> io::Result<Option<File>> {
        is_free(&self.new_sweep(), &FRONTIER_CHECKPOINT_MAGIC)?;
        match fs::metadata(&self.sweep) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
            Ok(there) if !there.is_file() => {
                Err(io::Error::new(ErrorKind::InvalidInput, "no regular file"))
            }
            Ok(_) => File::open(&self.sweep).map(Some),
        }
    }

    pub(super) fn remove_sweep(&self) -> Result<(), CheckpointFileError> {
        remove_ours(&self.new_sweep(), &FRONTIER_CHECKPOINT_MAGIC)?;
        remove_ours(&self.sweep, &FRONTIER_CHECKPOINT_MAGIC)
    }

    pub(super) fn remove_record(&self) -> Result<(), CheckpointFileError> {
        remove_ours(&self.new_record(), record::BEGINNING)?;
        remove_ours(&self.record, record::BEGINNING)
    }
}

/// Returns an error if a foreign file, which this program did not write, has this path.
fn is_free(path: &Path, beginning: &[u8]) -> io::Result<()> {
    if is_ours(path, beginning)? {
        return Ok(());
    }
    let message = format!(
        "{} exists, but does not belong to this checkpoint; move it, or name another checkpoint",
        path.display()
    );
    Err(io::Error::new(ErrorKind::AlreadyExists, message))
}

/// Whether this program wrote a file: whether the file begins with `beginning`, or is a prefix of
/// it because its write was interrupted. True if the file is missing.
fn is_ours(path: &Path, beginning: &[u8]) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(error),
        Ok(there) if !there.is_file() => return Ok(false),
        Ok(_) => {}
    }
    let mut found = Vec::new();
    File::open(path)?
        .take(beginning.len() as u64)
        .read_to_end(&mut found)?;
    Ok(beginning.starts_with(&found))
}

/// Removes a file if it exists and this program wrote it.
fn remove_ours(path: &Path, beginning: &[u8]) -> Result<(), CheckpointFileError> {
    let removed = match is_ours(path, beginning) {
        Ok(true) => fs::remove_file(path),
        Ok(false) => Ok(()),
        Err(error) => Err(error),
    };
    match removed {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(CheckpointFileError::Remove {
            path: path.to_owned(),
            source: error,
        }),
        _ => Ok(()),
    }
}

/// The canonical path, so that each file has a single path. If the file is missing, only the folder
/// is resolved.
fn resolved(path: &Path) -> PathBuf {
    if let Ok(path) = fs::canonicalize(path) {
        return path;
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match (fs::canonicalize(folder), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

/// The path with `ending` appended to the file's name.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_has_one_path() {
        let folder = tempfile::tempdir().unwrap();
        let plain = folder.path().join("ck");
        let roundabout = folder.path().join(".").join("ck");
        assert_eq!(resolved(&plain), resolved(&roundabout));
        let files = CheckpointFiles::of(&plain);
        for name in ["ck", "ck.new", "ck.sweep", "ck.sweep.new", "ck.lock"] {
            assert!(files.contain(&folder.path().join(name)), "{name}");
        }
        assert!(!files.contain(&folder.path().join("list")));
    }

    #[test]
    fn what_is_not_ours_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ck.sweep");
        for (content, ours) in [
            ("", true),
            ("TWsw", true),
            ("TWsweep\nand so on", true),
            ("a diary", false),
            ("TWsweeper", false),
        ] {
            fs::write(&path, content).unwrap();
            assert_eq!(is_ours(&path, &FRONTIER_CHECKPOINT_MAGIC).unwrap(), ours);
            remove_ours(&path, &FRONTIER_CHECKPOINT_MAGIC).unwrap();
            assert_eq!(path.exists(), !ours, "{content}");
        }
    }
}
