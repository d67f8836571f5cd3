//! Why a file of challenges cannot be read.

use thiserror::Error;
use tilewright_dlx::SymmetryError;

use crate::cover::InstanceError;
use crate::puzzle::{Diagnostic, Source, SourceError};

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
    /// The puzzle's symmetries are not a group, which would be a bug in this program.
    #[error(transparent)]
    Symmetry(#[from] SymmetryError),
}
