//! Why a file of challenges could not be read.

use thiserror::Error;
use tilewright_dlx::SymmetryError;

use crate::cover::InstanceError;
use crate::puzzle::{Diagnostic, Source, SourceError};

/// Why a file of challenges could not be read.
#[derive(Debug, Error)]
pub enum ChallengeFileError {
    /// The file could not be read at all.
    #[error(transparent)]
    Unreadable(#[from] SourceError),
    /// It, or the puzzle's file, is wrong at a place.
    #[error("{}", what.message)]
    Wrong {
        /// What is wrong, and where.
        what: Box<Diagnostic>,
        /// The text of the file that is wrong.
        text: Source,
    },
    /// The puzzle has no exact cover problem.
    #[error(transparent)]
    Instance(#[from] InstanceError),
    /// The puzzle's symmetries are no group, which would be a fault of this
    /// program.
    #[error(transparent)]
    Symmetry(#[from] SymmetryError),
}
