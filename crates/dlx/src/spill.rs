//! What is put out of memory, in a file that the caller makes.

#[cfg(feature = "frontier")]
mod blocks;

use std::io::{self, Read, Seek, Write};

use thiserror::Error;

#[cfg(feature = "frontier")]
pub(crate) use blocks::Blocks;

/// A file for what a sweep puts out of memory.
pub trait SpillFile: Read + Write + Seek + Send {}

impl<T: Read + Write + Seek + Send> SpillFile for T {}

/// Makes an empty file, best one without a name, which is gone with its process.
pub type MakeSpillFile = fn() -> io::Result<Box<dyn SpillFile>>;

/// What outgrew the memory cannot be kept in a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("what outgrew the memory cannot be kept in a temporary file: {reason}")]
pub struct SpillError {
    /// What the file says.
    pub reason: String,
}

impl From<io::Error> for SpillError {
    fn from(error: io::Error) -> Self {
        Self {
            reason: error.to_string(),
        }
    }
}
