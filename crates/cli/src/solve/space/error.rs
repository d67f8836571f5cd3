//! Why the solution space is not available.

use std::path::PathBuf;

use thiserror::Error;
use tilewright_dlx::{ActionError, DiagramError, FrontierError, Stopped, SymmetryError};

use crate::support::input::InputError;
use crate::support::label::shown;
use crate::support::stopped::from_stoppable;

/// Why the solution space is not available.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// The stop flag was set.
    #[error("interrupted before the diagram of all solutions was complete")]
    Interrupted,
    /// The diagram cannot be built.
    #[error("this puzzle has no diagram of all solutions")]
    Frontier(#[source] FrontierError),
    /// The file of a diagram cannot be read.
    #[error("cannot read the diagram of all solutions from its file")]
    Input(#[source] InputError),
    /// The file of a diagram cannot be used.
    #[error("cannot use {} for the diagram of all solutions", shown(path))]
    File {
        /// The path of the file, as given.
        path: PathBuf,
        /// What is wrong with the file.
        source: DiagramError,
    },
    /// The symmetries are not a group, which would be a bug in this program.
    #[error(transparent)]
    Symmetry(SymmetryError),
    /// The symmetries cannot be divided out, which would be a bug in this program.
    #[error(transparent)]
    Action(ActionError),
    /// A query of the diagram failed, such as the choice of random solutions.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}

impl From<Stopped> for SpaceError {
    fn from(_: Stopped) -> Self {
        Self::Interrupted
    }
}

from_stoppable! {
    SpaceError, Interrupted:
    ActionError::Stopped(_) => Action,
    SymmetryError::Stopped(_) => Symmetry,
}
