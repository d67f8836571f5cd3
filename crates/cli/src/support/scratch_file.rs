//! Temporary files without a name, for data that does not fit in memory.

use std::fs::File;
use std::io;
use std::path::PathBuf;

/// Creates an empty file that is deleted when it is closed.
///
/// # Errors
///
/// An I/O error. A browser has no files, so there the function always fails.
pub(crate) fn scratch_file() -> io::Result<File> {
    if cfg!(target_family = "wasm") {
        return Err(io::ErrorKind::Unsupported.into());
    }
    tempfile::tempfile()
}

/// The directory of scratch files; an empty path in a browser.
pub(crate) fn scratch_folder() -> PathBuf {
    if cfg!(target_family = "wasm") {
        return PathBuf::new();
    }
    std::env::temp_dir()
}
