//! A document on disk: the file itself, and unsaved changes.
//!
//! Every change is written atomically to an autosave file next to the puzzle's file before it is
//! acknowledged. Saving removes the autosave file, so one found when a puzzle is opened contains the
//! unsaved changes of a run that was killed. Its first line, a comment, records the version of the puzzle's
//! file that the changes are based on. If the file has another version by then, neither text replaces the
//! other before the user has chosen.
//!
//! A lock keeps a second studio from opening the file, because both would write the same autosave file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use thiserror::Error;
use tilewright_dlx::Fingerprint;

use super::document::MAX_DOCUMENT_BYTES;
use crate::puzzle::{Source, SourceError};
use crate::support::atomic_write;
use crate::support::file_lock::{FileLock, LockError};
use crate::support::label::shown;

/// The start of the first line of an autosave file; a [`FileVersion`] follows.
const HEADING: &str = "// Not saved yet. Drawn over the file with this SHA-256: ";

/// The text of [`FileVersion::Missing`] in the first line of an autosave file.
const NO_FILE: &str = "no file";

/// The maximum size of an autosave file, in bytes: that of a document and of its first line.
const MAX_AUTOSAVE_BYTES: u64 = MAX_DOCUMENT_BYTES as u64 + 256;

/// Identifies the contents of a file, so that a change by another program is noticed.
#[derive(Debug, Clone, PartialEq, Eq)]
enum FileVersion {
    /// The file is missing or unreadable.
    Missing,
    /// The text with this SHA-256, as 64 hexadecimal digits.
    Text(String),
    /// An autosave file without a first line, as written before November 2026. It matches no file.
    Unrecorded,
}

impl FileVersion {
    fn of(text: &[u8]) -> Self {
        Self::Text(Fingerprint(Sha256::digest(text).into()).to_string())
    }

    fn on_disk(path: &Path) -> Self {
        let is_readable =
            fs::metadata(path).is_ok_and(|found| found.len() <= crate::puzzle::MAX_FILE_BYTES);
        let text = is_readable.then(|| fs::read(path).ok()).flatten();
        text.map_or(Self::Missing, |text| Self::of(&text))
    }

    fn written(&self) -> &str {
        match self {
            Self::Missing => NO_FILE,
            Self::Text(digest) => digest,
            Self::Unrecorded => "unknown",
        }
    }

    fn parse(written: &str) -> Self {
        match written {
            NO_FILE => Self::Missing,
            "unknown" => Self::Unrecorded,
            // If the text is not a digest, the result matches no file, which is what a damaged first line should
            // do.
            digest => Self::Text(digest.to_owned()),
        }
    }
}

/// Why a puzzle's file cannot be opened for drawing.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The file is not a regular file, too large, or not text; or its folder does not exist.
    #[error(transparent)]
    Unreadable(#[from] SourceError),
    /// Another studio has the file open, or a different file has the lock's name.
    #[error("cannot open {}: {reason}", shown(path))]
    Locked {
        /// The puzzle's file.
        path: PathBuf,
        /// The owner of the lock, or the file in the way, and what to do.
        reason: String,
    },
}

/// A puzzle's file, and the file next to it with unsaved changes.
#[derive(Debug)]
pub struct FileStore {
    path: PathBuf,
    autosave: PathBuf,
    /// The lock of the file; `None` in a folder without write access, where nothing can be saved or
    /// lost.
    lock: Option<FileLock>,
    /// The version that the document is based on: the one last read or saved.
    base: FileVersion,
}

/// The texts found when a puzzle is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedText {
    /// The file's contents; `None` if there is no such file.
    pub saved: Option<String>,
    /// The text with unsaved changes, if it differs from the file's contents.
    pub recovered: Option<String>,
}

impl FileStore {
    /// Opens a puzzle's file, which need not exist yet. If the recovered text is based on another version
    /// of the file, [`is_changed`](Self::is_changed) is true.
    ///
    /// # Errors
    ///
    /// [`OpenError`]: it cannot be read, or another process has it open.
    pub fn open(path: &Path) -> Result<(Self, OpenedText), OpenError> {
        let saved = match fs::symlink_metadata(path) {
            // In a missing folder nothing could be saved.
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_in_a_folder(path) => None,
            _ => Some(Source::load(path)?.as_written().text().to_owned()),
        };
        let mut store = Self {
            path: path.to_owned(),
            autosave: with_ending(path, ".autosave"),
            lock: lock(path)?,
            base: FileVersion::on_disk(path),
        };
        let recovered = store.autosaved();
        let recovered = recovered.filter(|(_, text)| Some(text) != saved.as_ref());
        let recovered = recovered.map(|(base, text)| {
            store.base = base;
            text
        });
        Ok((store, OpenedText { saved, recovered }))
    }

    /// The contents of the autosave file, and the version that they are based on.
    fn autosaved(&self) -> Option<(FileVersion, String)> {
        // The studio never makes links, so a link is no autosave file.
        let is_file = fs::symlink_metadata(&self.autosave)
            .is_ok_and(|found| found.is_file() && found.len() <= MAX_AUTOSAVE_BYTES);
        let written = is_file.then(|| fs::read_to_string(&self.autosave).ok())??;
        let heading = written.strip_prefix(HEADING);
        Some(match heading.and_then(|rest| rest.split_once('\n')) {
            Some((base, text)) => (FileVersion::parse(base), text.to_owned()),
            None => (FileVersion::Unrecorded, written),
        })
    }

    /// The path of the puzzle's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file is locked against a second studio; false in a folder where no lock can be made.
    pub fn is_locked(&self) -> bool {
        self.lock.is_some()
    }

    /// Writes a text to the autosave file.
    ///
    /// # Errors
    ///
    /// Errors of the system.
    pub fn keep(&self, text: &str) -> io::Result<()> {
        atomic_write::replace_like(&self.autosave, &self.path, |out| {
            writeln!(out, "{HEADING}{}", self.base.written())?;
            out.write_all(text.as_bytes())
        })
    }

    /// Whether the file differs from the version that the document is based on or was last saved
    /// as.
    pub fn is_changed(&self) -> bool {
        FileVersion::on_disk(&self.path) != self.base
    }

    /// Reads the file again after another program has changed it.
    ///
    /// # Errors
    ///
    /// [`SourceError`]: it cannot be read.
    pub fn reload(&mut self) -> Result<String, SourceError> {
        let source = Source::load(&self.path)?;
        let text = source.as_written().text().to_owned();
        self.base = FileVersion::on_disk(&self.path);
        Ok(text)
    }

    /// Saves a text and removes the autosave file. A file changed by another program is overwritten only if
    /// `forced`.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::AlreadyExists`] if another program has changed the file; otherwise errors of the
    /// system.
    pub fn save(&mut self, text: &str, forced: bool) -> io::Result<()> {
        if !forced && self.is_changed() {
            return Err(io::Error::new(
                io::ErrorKind::AlreadyExists,
                format!("another program has changed {}", shown(&self.path)),
            ));
        }
        atomic_write::replace(&self.path, |out| out.write_all(text.as_bytes()))?;
        self.base = FileVersion::of(text.as_bytes());
        self.forget()
    }

    /// Removes the autosave file if it exists.
    ///
    /// # Errors
    ///
    /// Errors of the system.
    pub fn forget(&self) -> io::Result<()> {
        match fs::remove_file(&self.autosave) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// Whether the folder that is to contain the file at this path exists.
fn is_in_a_folder(path: &Path) -> bool {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    folder.is_none_or(Path::is_dir)
}

/// The path of a file next to the puzzle's, with an extension added to the name.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}

/// Locks a puzzle's file; `None` if no lock file can be made.
fn lock(path: &Path) -> Result<Option<FileLock>, OpenError> {
    let locked = |reason: String| OpenError::Locked {
        path: path.to_owned(),
        reason,
    };
    match FileLock::acquire(&with_ending(path, ".lock")) {
        Ok(lock) => Ok(Some(lock)),
        Err(LockError::System { .. }) => Ok(None),
        Err(error @ LockError::Taken(_)) => Err(locked(format!(
            "{error}; draw in the page of that studio, or end it"
        ))),
        Err(error @ LockError::Foreign(_)) => Err(locked(format!("{error}; move it"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsaved_changes_are_recovered() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tray.ron");
        let (store, opened) = FileStore::open(&path).unwrap();
        assert_eq!((opened.saved, opened.recovered), (None, None));
        store.keep("(drawn)").unwrap();
        drop(store);
        let (mut store, opened) = FileStore::open(&path).unwrap();
        assert_eq!(opened.recovered.as_deref(), Some("(drawn)"));
        store.save("(saved)", false).unwrap();
        drop(store);
        let (_, opened) = FileStore::open(&path).unwrap();
        assert_eq!(opened.saved.as_deref(), Some("(saved)"));
        assert_eq!(opened.recovered, None);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn changes_by_another_program_are_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tray.ron");
        fs::write(&path, "(one)").unwrap();
        let (mut store, _) = FileStore::open(&path).unwrap();
        assert!(!store.is_changed());
        fs::write(&path, "(two)").unwrap();
        assert!(store.is_changed());
        let error = store.save("(mine)", false).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "(two)");
        assert_eq!(store.reload().unwrap(), "(two)");
        store.save("(mine)", false).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "(mine)");
    }
    /// Checks that neither text is lost if an editor changes the file after the program was killed
    /// with unsaved changes, even if the program is killed again before the user chooses.
    #[test]
    fn a_recovered_text_does_not_replace_a_later_version() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tray.ron");
        fs::write(&path, "(one)").unwrap();
        FileStore::open(&path).unwrap().0.keep("(drawn)").unwrap();
        fs::write(&path, "(edited)").unwrap();
        for _ in 0..2 {
            let (mut store, opened) = FileStore::open(&path).unwrap();
            assert_eq!(opened.saved.as_deref(), Some("(edited)"));
            assert_eq!(opened.recovered.as_deref(), Some("(drawn)"));
            assert!(store.is_changed());
            assert!(store.save("(drawn)", false).is_err());
            store.keep("(drawn)").unwrap();
        }
        let (mut store, _) = FileStore::open(&path).unwrap();
        store.save("(drawn)", true).unwrap();
        assert!(!store.is_changed());
        // After saving, the file has the version that the text is based on, so it does not count as changed.
        store.keep("(more)").unwrap();
        drop(store);
        let (store, opened) = FileStore::open(&path).unwrap();
        assert_eq!(opened.recovered.as_deref(), Some("(more)"));
        assert!(!store.is_changed());
    }

    #[test]
    fn an_autosave_file_without_a_version_needs_a_choice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tray.ron");
        fs::write(&path, "(one)").unwrap();
        for written in [
            "(drawn)",
            "// Not saved yet. Drawn over the file with this SHA-256: é\n(drawn)",
        ] {
            fs::write(folder.path().join("tray.ron.autosave"), written).unwrap();
            let (store, opened) = FileStore::open(&path).unwrap();
            assert_eq!(opened.recovered.as_deref(), Some("(drawn)"));
            assert!(store.is_changed());
        }
    }
    #[test]
    fn a_second_studio_learns_the_owner_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tray.ron");
        let (store, _) = FileStore::open(&path).unwrap();
        let refused = FileStore::open(&path).unwrap_err().to_string();
        let holder = format!("process {} on ", std::process::id());
        assert!(refused.contains(&holder), "{refused}");
        assert!(
            refused.ends_with("; draw in the page of that studio, or end it"),
            "{refused}"
        );
        drop(store);
        FileStore::open(&path).unwrap();
        fs::write(folder.path().join("tray.ron.lock"), "mine").unwrap();
        let refused = FileStore::open(&path).unwrap_err();
        assert!(matches!(refused, OpenError::Locked { .. }));
    }
}
