//! Why there is no diagram.

use std::path::PathBuf;

use thiserror::Error;
use tilewright_dlx::{ActionError, DiagramError, FrontierError, Stopped, SymmetryError};

use crate::support::input::InputError;
use crate::support::label::shown;

/// Why the solution space cannot be had.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// A signal stopped it.
    #[error("interrupted before the diagram of all solutions was made")]
    Interrupted,
    /// The diagram cannot be made.
    #[error("there is no diagram of all solutions of this puzzle")]
    Frontier(#[source] FrontierError),
    /// A file of a diagram cannot be read.
    #[error("the diagram of all solutions cannot be had from its file")]
    Input(#[source] InputError),
    /// A file of a diagram cannot be used.
    #[error("cannot use {} for the diagram of all solutions", shown(path))]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: DiagramError,
    },
    /// The symmetries are none, which would be a fault of this program.
    #[error(transparent)]
    Symmetry(SymmetryError),
    /// The symmetries cannot be divided out, which would be a fault of this program.
    #[error(transparent)]
    Action(ActionError),
    /// The diagram has no answer.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}

impl From<Stopped> for SpaceError {
    fn from(_: Stopped) -> Self {
        Self::Interrupted
    }
}

impl From<SymmetryError> for SpaceError {
    fn from(error: SymmetryError) -> Self {
        match error {
            SymmetryError::Stopped(_) => Self::Interrupted,
            error => Self::Symmetry(error),
        }
    }
}

impl From<ActionError> for SpaceError {
    fn from(error: ActionError) -> Self {
        match error {
            ActionError::Stopped(_) => Self::Interrupted,
            error => Self::Action(error),
        }
    }
}
