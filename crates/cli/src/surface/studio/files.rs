//! A document on the disk: the file itself, and what was drawn since it was saved.
//!
//! Every change is written to an autosave file next to the puzzle's before it is acknowledged, whole or
//! not at all. It is removed when the puzzle is saved, so an autosave file that is found when a
//! puzzle is opened holds what a run that was killed had drawn. Its first line, a comment, records the version
//! of the puzzle's file that it was drawn over: if the file is another one by then, neither replaces the other
//! before a person has chosen.
//!
//! A lock keeps a second studio away from the file, since both would write one autosave file.

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

/// What the first line of an autosave file begins with; a [`Version`] follows.
const HEADING: &str = "// Not saved yet. Drawn over the file with this SHA-256: ";

/// The version of a file that is not there.
const NO_FILE: &str = "no file";

/// The longest autosave file that is read: a document and its first line.
const MAX_AUTOSAVE_BYTES: u64 = MAX_DOCUMENT_BYTES as u64 + 256;

/// Which text a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Version {
    /// There is no file, or none that can be read.
    Missing,
    /// The text with this SHA-256, as 64 hexadecimal digits.
    Text(String),
    /// An autosave file without a first line, as programs before November 2026 wrote it. No file has this
    /// version.
    Unrecorded,
}

impl Version {
    fn of(text: &[u8]) -> Self {
        Self::Text(Fingerprint(Sha256::digest(text).into()).to_string())
    }

    /// The version of a file as it is now.
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
            // What is no digest is that of no file.
            digest => Self::Text(digest.to_owned()),
        }
    }
}

/// Why a puzzle's file cannot be opened to be drawn.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// It is no regular file, too large, or no text; or its folder is not there.
    #[error(transparent)]
    Unreadable(#[from] SourceError),
    /// Another studio has it open, or another file has the name of the lock.
    #[error("{} cannot be opened: {reason}", shown(path))]
    Locked {
        /// The puzzle's file.
        path: PathBuf,
        /// Who has it, or what is in the way, and what helps.
        reason: String,
    },
}

/// A puzzle's file, and the file next to it that holds what is not saved yet.
#[derive(Debug)]
pub struct FileStore {
    path: PathBuf,
    autosave: PathBuf,
    /// None in a folder where no file can be made: nothing can be kept there, or lost.
    lock: Option<FileLock>,
    /// The version that the document was last read from, saved as, or drawn over.
    base: Version,
}

/// What is found when a puzzle is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedText {
    /// What the file holds; none if there is no such file.
    pub saved: Option<String>,
    /// What was drawn and not saved, if it is something else.
    pub recovered: Option<String>,
}

impl FileStore {
    /// Opens a puzzle's file, which need not be there yet. Where the text that is recovered was drawn over another
    /// version of the file, [`is_changed`](Self::is_changed).
    ///
    /// # Errors
    ///
    /// [`OpenError`]: it cannot be read, or another process has it open.
    pub fn open(path: &Path) -> Result<(Self, OpenedText), OpenError> {
        let saved = match fs::symlink_metadata(path) {
            // In a folder that is not there nothing could be saved.
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_in_a_folder(path) => None,
            _ => Some(Source::load(path)?.as_written().text().to_owned()),
        };
        let mut store = Self {
            path: path.to_owned(),
            autosave: with_ending(path, ".autosave"),
            lock: lock(path)?,
            base: Version::on_disk(path),
        };
        let recovered = store.autosaved();
        let recovered = recovered.filter(|(_, text)| Some(text) != saved.as_ref());
        let recovered = recovered.map(|(base, text)| {
            store.base = base;
            text
        });
        Ok((store, OpenedText { saved, recovered }))
    }

    /// What the autosave file holds, and the version that it was drawn over.
    fn autosaved(&self) -> Option<(Version, String)> {
        // A link is nobody's autosave file.
        let is_file = fs::symlink_metadata(&self.autosave)
            .is_ok_and(|found| found.is_file() && found.len() <= MAX_AUTOSAVE_BYTES);
        let written = is_file.then(|| fs::read_to_string(&self.autosave).ok())??;
        let heading = written.strip_prefix(HEADING);
        Some(match heading.and_then(|rest| rest.split_once('\n')) {
            Some((base, text)) => (Version::parse(base), text.to_owned()),
            None => (Version::Unrecorded, written),
        })
    }

    /// The puzzle's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether no second studio can open the file: not so in a folder where no lock can be made.
    pub fn is_locked(&self) -> bool {
        self.lock.is_some()
    }

    /// Keeps a text that is not saved yet.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn keep(&self, text: &str) -> io::Result<()> {
        atomic_write::replace_like(&self.autosave, &self.path, |out| {
            writeln!(out, "{HEADING}{}", self.base.written())?;
            out.write_all(text.as_bytes())
        })
    }

    /// Whether the file holds another version than the one that the document was read from, saved as or drawn over.
    pub fn is_changed(&self) -> bool {
        Version::on_disk(&self.path) != self.base
    }

    /// Reads the file again, after another program has changed it.
    ///
    /// # Errors
    ///
    /// [`SourceError`]: it cannot be read.
    pub fn reload(&mut self) -> Result<String, SourceError> {
        let source = Source::load(&self.path)?;
        let text = source.as_written().text().to_owned();
        self.base = Version::on_disk(&self.path);
        Ok(text)
    }

    /// Saves a text, and removes the autosave file. A file that another program has changed is
    /// written over only if that is `forced`.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::AlreadyExists`] if another program has changed the file; else the
    /// system's.
    pub fn save(&mut self, text: &str, forced: bool) -> io::Result<()> {
        if !forced && self.is_changed() {
            return Err(io::Error::new(
                io::ErrorKind::AlreadyExists,
                format!("another program has changed {}", shown(&self.path)),
            ));
        }
        atomic_write::replace(&self.path, |out| out.write_all(text.as_bytes()))?;
        self.base = Version::of(text.as_bytes());
        self.forget()
    }

    /// Removes the autosave file, if it is there.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn forget(&self) -> io::Result<()> {
        match fs::remove_file(&self.autosave) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// Whether the folder is there that a file is to be in.
fn is_in_a_folder(path: &Path) -> bool {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    folder.is_none_or(Path::is_dir)
}

/// The path of a file next to the puzzle's.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}

/// Locks a puzzle's file; none where no file can be made.
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
    fn what_is_not_saved_is_found_again() {
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
    fn what_another_program_wrote_is_not_lost() {
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
    /// What an editor wrote after the program was killed, and what was drawn before: neither is lost, however
    /// often the program is killed before a person chooses.
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
        // One that is as it was is no other version.
        store.keep("(more)").unwrap();
        drop(store);
        let (store, opened) = FileStore::open(&path).unwrap();
        assert_eq!(opened.recovered.as_deref(), Some("(more)"));
        assert!(!store.is_changed());
    }

    #[test]
    fn an_autosave_file_that_names_no_version_is_asked_about() {
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
    fn a_second_studio_is_told_who_has_the_file() {
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
