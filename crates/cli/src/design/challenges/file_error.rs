//! Why a file of challenges cannot be read.

use thiserror::Error;
use tilewright_dlx::SymmetryError;

use crate::cover::InstanceError;
use crate::puzzle::{Diagnostic, Source, SourceError};
use crate::support::label::Label;

/// Why a file of challenges cannot be read.
#[derive(Debug, Error)]
pub enum ChallengeFileError {
    /// The file cannot be opened or is not text.
    #[error(transparent)]
    Unreadable(#[from] SourceError),
    /// The file of challenges or the file of its puzzle has an error.
    #[error("{}", what.message)]
    Wrong {
        /// The error and its position.
        what: Box<Diagnostic>,
        /// The file with the error: its name and text.
        text: Source,
    },
    /// The puzzle has no exact cover problem.
    #[error(transparent)]
    Instance(#[from] InstanceError),
    /// The puzzle of a goal has no exact cover problem.
    #[error("the goal {goal:?}: {error}")]
    Goal {
        /// The goal's name.
        goal: Label,
        /// Why the goal's exact cover problem cannot be made.
        error: InstanceError,
    },
    /// The puzzle's symmetries are not a group, which would be a bug in this program.
    #[error(transparent)]
    Symmetry(#[from] SymmetryError),
}

/// An error while a file is read. It does not contain the text of that file yet.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// A mistake in the file that is read.
    Here(Box<Diagnostic>),
    /// Another error, for example a mistake in a file that the file being read refers to.
    Elsewhere(ChallengeFileError),
}

impl From<Diagnostic> for ReadError {
    fn from(what: Diagnostic) -> Self {
        Self::Here(Box::new(what))
    }
}

impl<E: Into<ChallengeFileError>> From<E> for ReadError {
    fn from(error: E) -> Self {
        Self::Elsewhere(error.into())
    }
}

impl ReadError {
    /// The error for a file with this text.
    pub(crate) fn in_text(self, text: Source) -> ChallengeFileError {
        match self {
            Self::Here(what) => ChallengeFileError::Wrong { what, text },
            Self::Elsewhere(error) => error,
        }
    }
}
