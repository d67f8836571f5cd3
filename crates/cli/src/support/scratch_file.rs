//! Files without a name, for what does not fit in memory.

use std::fs::File;
use std::io;
use std::path::PathBuf;

/// Makes an empty file that is gone once it is closed.
///
/// # Errors
///
/// The system refuses it, or there is none that has files, as in a browser.
pub(crate) fn scratch_file() -> io::Result<File> {
    if cfg!(target_family = "wasm") {
        return Err(io::ErrorKind::Unsupported.into());
    }
    tempfile::tempfile()
}

/// The folder where such files lie; none has a name in a browser.
pub(crate) fn scratch_folder() -> PathBuf {
    if cfg!(target_family = "wasm") {
        return PathBuf::new();
    }
    std::env::temp_dir()
}
