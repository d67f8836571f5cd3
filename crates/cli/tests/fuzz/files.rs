//! Reads the text files of the collection and of the tests.

use std::fs;
use std::path::{Path, PathBuf};

use itertools::Itertools;

/// The top folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The texts of a folder's files, sorted. Files that are not text are skipped.
pub(crate) fn texts(folder: &str) -> Vec<String> {
    let files = fs::read_dir(root().join(folder)).expect("a folder");
    let paths = files.map(|file| file.expect("a file").path()).sorted();
    paths
        .filter_map(|path| fs::read_to_string(path).ok())
        .collect()
}
