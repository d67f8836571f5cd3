//! Limits of book files, and the errors when such a file cannot be used.

use thiserror::Error;

use crate::cover::InstanceError;
use crate::design::challenges::ChallengeFileError;
use crate::publish::booklet::GoalsError;
use crate::puzzle::SourceError;

/// The longest title, subtitle or author, in characters.
pub(super) const MAX_TITLE: usize = 1_000;

/// The maximum number of parts of a book.
pub(super) const MAX_PARTS: usize = 64;

/// Why a book file cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookFileError {
    /// The file, or one that it refers to, cannot be read.
    #[error(transparent)]
    File(#[from] ChallengeFileError),
    /// A goal has no exact cover problem.
    #[error(transparent)]
    Goals(#[from] GoalsError),
}

impl From<SourceError> for BookFileError {
    fn from(error: SourceError) -> Self {
        Self::File(error.into())
    }
}

impl From<InstanceError> for BookFileError {
    fn from(error: InstanceError) -> Self {
        Self::File(error.into())
    }
}
