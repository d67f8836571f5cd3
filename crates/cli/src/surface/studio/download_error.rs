//! Why a file cannot be made from the drawn puzzle.

use std::error::Error;
use std::fmt;

/// Why a file cannot be made.
///
/// It is not an [`Error`] itself, so that every error can be converted to it.
#[derive(Debug)]
pub enum DownloadError {
    /// The puzzle or the request is unsuitable; the text says why.
    Unsuited(String),
    /// The stop flag was set before the file was finished.
    Interrupted,
}

impl fmt::Display for DownloadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unsuited(why) => why,
            Self::Interrupted => "interrupted",
        })
    }
}

impl<E: Error> From<E> for DownloadError {
    fn from(error: E) -> Self {
        Self::of(error)
    }
}

impl DownloadError {
    pub(super) fn of(error: impl fmt::Display) -> Self {
        Self::Unsuited(error.to_string())
    }
}
