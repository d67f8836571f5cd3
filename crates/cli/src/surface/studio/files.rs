//! A document on the disk: the file itself, and what was drawn since it was saved.
//!
//! Every change is written to an autosave file beside the puzzle's before it is acknowledged, whole or
//! not at all. It is removed when the puzzle is saved, so an autosave file that is found when a
//! puzzle is opened holds what a run that was killed had drawn.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::document::MAX_DOCUMENT_BYTES;
use crate::puzzle::{Source, SourceError};
use crate::support::atomic_write;
use crate::support::label::shown;

/// A puzzle's file, and the file beside it that holds what is not saved yet.
#[derive(Debug)]
pub struct FileStore {
    path: PathBuf,
    autosave: PathBuf,
    /// What the file held when it was last read or written; none if there was none.
    known: Option<Vec<u8>>,
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
    /// Opens a puzzle's file, which need not be there yet.
    ///
    /// # Errors
    ///
    /// [`SourceError`]: it is no regular file, too large, or no text; or its folder is not there.
    pub fn open(path: &Path) -> Result<(Self, OpenedText), SourceError> {
        let mut store = Self {
            path: path.to_owned(),
            autosave: autosave_path(path),
            known: None,
        };
        let saved = match fs::symlink_metadata(path) {
            // In a folder that is not there nothing could be saved.
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_in_a_folder(path) => None,
            _ => Some(Source::load(path)?.as_written().text().to_owned()),
        };
        store.known = store.on_disk();
        // A link is nobody's autosave file.
        let is_file = fs::symlink_metadata(&store.autosave)
            .is_ok_and(|found| found.is_file() && found.len() <= MAX_DOCUMENT_BYTES as u64);
        let recovered = is_file
            .then(|| fs::read_to_string(&store.autosave).ok())
            .flatten()
            .filter(|text| Some(text) != saved.as_ref());
        Ok((store, OpenedText { saved, recovered }))
    }

    /// The puzzle's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps a text that is not saved yet.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn keep(&self, text: &str) -> io::Result<()> {
        atomic_write::replace(&self.autosave, |out| out.write_all(text.as_bytes()))
    }

    /// Whether another program has changed the file since it was last read or written.
    pub fn is_changed(&self) -> bool {
        self.on_disk() != self.known
    }

    /// Reads the file again, after another program has changed it.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn reload(&mut self) -> Result<String, SourceError> {
        let text = Source::load(&self.path)?.as_written().text().to_owned();
        self.known = self.on_disk();
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
        self.known = Some(text.as_bytes().to_vec());
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

    /// What the file holds; none if it cannot be read, or is larger than any document.
    fn on_disk(&self) -> Option<Vec<u8>> {
        let length = fs::metadata(&self.path).ok()?.len();
        (length <= crate::puzzle::MAX_FILE_BYTES)
            .then(|| fs::read(&self.path).ok())
            .flatten()
    }
}

/// Whether the folder is there that a file is to be in.
fn is_in_a_folder(path: &Path) -> bool {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    folder.is_none_or(Path::is_dir)
}

/// The name of the autosave file: that of the puzzle's file with `.autosave` after it.
fn autosave_path(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".autosave");
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_saved_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tray.ron");
        let (mut store, opened) = FileStore::open(&path).unwrap();
        assert_eq!((opened.saved, opened.recovered), (None, None));
        store.keep("(drawn)").unwrap();
        let (_, opened) = FileStore::open(&path).unwrap();
        assert_eq!(opened.recovered.as_deref(), Some("(drawn)"));
        store.save("(saved)", false).unwrap();
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
}
