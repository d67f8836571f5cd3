//! What is wrong with the file of a book.

use thiserror::Error;

use crate::cover::InstanceError;
use crate::design::challenges::ChallengeFileError;
use crate::publish::booklet::GoalsError;
use crate::puzzle::{Diagnostic, Source, SourceError};

/// The longest title, subtitle or name of an author, in characters.
pub(super) const MAX_TITLE: usize = 1_000;

/// The most parts of a book.
pub(super) const MAX_PARTS: usize = 64;

/// Why a file of a book could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookFileError {
    /// The file could not be read at all.
    #[error(transparent)]
    Unreadable(#[from] SourceError),
    /// It, or a file that it names, is wrong at a place.
    #[error("{}", what.message)]
    Wrong {
        /// What is wrong, and where.
        what: Box<Diagnostic>,
        /// The text of the file that is wrong.
        text: Source,
    },
    /// A goal has no exact cover problem.
    #[error(transparent)]
    Goals(#[from] GoalsError),
    /// A puzzle has no exact cover problem.
    #[error(transparent)]
    Instance(#[from] InstanceError),
    /// Another fault of a file that it names.
    #[error(transparent)]
    Other(ChallengeFileError),
}

impl From<ChallengeFileError> for BookFileError {
    fn from(error: ChallengeFileError) -> Self {
        match error {
            ChallengeFileError::Unreadable(error) => Self::Unreadable(error),
            ChallengeFileError::Wrong { what, text } => Self::Wrong { what, text },
            ChallengeFileError::Instance(error) => Self::Instance(error),
            other @ ChallengeFileError::Symmetry(_) => Self::Other(other),
        }
    }
}
