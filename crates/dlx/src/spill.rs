//! Moves data from memory to a file that the caller provides.

#[cfg(feature = "frontier")]
mod blocks;
#[cfg(feature = "frontier")]
mod checksum;

use std::io::{self, Read, Seek, Write};

use thiserror::Error;

#[cfg(feature = "frontier")]
pub(crate) use blocks::Blocks;
#[cfg(feature = "frontier")]
pub(crate) use checksum::crc32;

/// A file to which data is moved from memory.
pub trait SpillFile: Read + Write + Seek + Send {}

impl<T: Read + Write + Seek + Send> SpillFile for T {}

/// Makes an empty file, preferably one without a name, so that it disappears when the process ends.
pub type MakeSpillFile = fn() -> io::Result<Box<dyn SpillFile>>;

/// Why data could not be moved to a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot write data that exceeds the memory budget to a temporary file: {reason}")]
pub struct SpillError {
    /// The message of the I/O error.
    pub reason: String,
}

impl From<io::Error> for SpillError {
    fn from(error: io::Error) -> Self {
        Self {
            reason: error.to_string(),
        }
    }
}
