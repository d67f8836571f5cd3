//! The files with the lists that finished parts of a sweep leave for later parts.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::sync::{Mutex, PoisonError};

use tilewright_dlx::{ListFile, SweepLists};

use crate::campaign::lists::ListFolder;

/// For each part of a sweep, by index, the names of the files with its lists.
pub(super) type ListNames = BTreeMap<usize, Vec<String>>;

/// The files that the current part reads.
pub(super) struct SweepFiles {
    folder: ListFolder,
    names: Mutex<ListNames>,
}

impl SweepFiles {
    pub(super) fn of(folder: ListFolder) -> Self {
        Self {
            folder,
            names: Mutex::default(),
        }
    }

    /// Sets the files that the next part reads.
    pub(super) fn set(&self, names: ListNames) {
        *self.names.lock().unwrap_or_else(PoisonError::into_inner) = names;
    }
}

impl SweepLists for SweepFiles {
    fn names(&self, part: usize) -> io::Result<Vec<String>> {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(names.get(&part).cloned().unwrap_or_default())
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn ListFile>> {
        Ok(Box::new(File::open(self.folder.path(name))?))
    }
}
