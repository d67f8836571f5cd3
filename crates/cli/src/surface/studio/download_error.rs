//! Why a file cannot be made from the drawn puzzle.

use thiserror::Error;

/// Why a file cannot be made.
#[derive(Debug, Error)]
pub enum DownloadError {
    /// The puzzle or the request is unsuitable; the text says why.
    #[error("{0}")]
    Unsuited(String),
    /// The stop flag was set before the file was finished.
    #[error("interrupted")]
    Interrupted,
}

impl DownloadError {
    pub(super) fn of(error: impl std::fmt::Display) -> Self {
        Self::Unsuited(error.to_string())
    }
}
