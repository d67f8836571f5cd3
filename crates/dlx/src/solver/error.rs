//! Why a solver refuses a question.

use thiserror::Error;

use crate::bits::BitsError;
use crate::burnside::CertificateError;
use crate::engine::Engine;
#[cfg(feature = "frontier")]
use crate::frontier::error::FrontierError;
use crate::links::GivenError;
use crate::problem::{CoverError, ProblemError};
use crate::randomized::LayoutError;
use crate::schedule::ScheduleError;
use crate::spill::SpillError;
use crate::symmetry::ActionError;

/// The reasons why a solver refuses a question.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolverError {
    /// The problem is too large for the selected engine.
    #[error(transparent)]
    Bits(#[from] BitsError),
    /// The problem cannot be swept.
    #[cfg(feature = "frontier")]
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// A tally exceeded the memory bound and could not be kept in a file.
    #[error(transparent)]
    Tally(#[from] SpillError),
    /// The selected engine only counts solutions and cannot list them.
    #[error("the engine {engine} counts solutions but cannot list them; use links or bits")]
    CountsAlone {
        /// The selected engine, which only counts.
        engine: Engine,
    },
    /// The selected engine counts the dissections of a graph, which a problem does not contain.
    #[error(
        "the engine regions counts the dissections of a graph, which an exact cover problem does \
         not describe; use another engine"
    )]
    NeedsGraph,
    /// The selected engine does not support costs.
    #[error(
        "the engine {engine} does not support costs; use links or frontier, which find the best solutions"
    )]
    KnowsNoCosts {
        /// The selected engine, which does not support costs.
        engine: Engine,
    },
    /// The question asks for a solution other than a known one, but the known one is not a solution.
    #[error("the known solution does not solve this problem")]
    NoSolution(#[source] CoverError),
    /// The givens cannot occur in a solution.
    #[error(transparent)]
    Given(#[from] GivenError),
    /// The problem in which the best solutions are sought is too large. It has an additional option for each item
    /// that may stay uncovered.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The layout is of another problem.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The symmetries are those of another problem.
    #[error(transparent)]
    Symmetries(#[from] ActionError),
    /// Givens were combined with symmetries. The symmetries are those of the problem without givens; with givens,
    /// there may be fewer.
    #[error(
        "givens cannot be combined with symmetries, which are those of the problem without \
         givens; leave the givens out, or build a separate problem that contains them"
    )]
    GivenAndSymmetries,
    /// The counts passed to Burnside's lemma contradict each other. This is a fault of the library.
    #[error(transparent)]
    Burnside(#[from] CertificateError),
}

impl SolverError {
    /// Converts an error of a search that a solver has set up. It can only be a problem too large for the engine,
    /// since the solver has checked the givens and uses the default heuristic.
    pub(super) fn of_schedule(error: ScheduleError) -> Self {
        match error {
            ScheduleError::Bits(error) => Self::Bits(error),
            ScheduleError::Given(_) | ScheduleError::Heuristic => {
                unreachable!("invariant: a solver checks givens, and sets no heuristic")
            }
        }
    }
}
