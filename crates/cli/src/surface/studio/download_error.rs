//! Why a file cannot be made of a puzzle as it is drawn.

use thiserror::Error;

/// Why a file cannot be made.
#[derive(Debug, Error)]
pub enum DownloadError {
    /// The puzzle, or what is asked, is not suited; the words say why.
    #[error("{0}")]
    Unsuited(String),
    /// It was stopped.
    #[error("interrupted")]
    Interrupted,
}

impl DownloadError {
    pub(super) fn of(error: impl std::fmt::Display) -> Self {
        Self::Unsuited(error.to_string())
    }
}
