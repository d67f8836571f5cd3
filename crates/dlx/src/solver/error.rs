//! What a solver refuses.

use thiserror::Error;

use crate::bits::BitsError;
use crate::burnside::CertificateError;
use crate::engine::Engine;
#[cfg(feature = "frontier")]
use crate::frontier::error::FrontierError;
use crate::links::GivenError;
use crate::problem::CoverError;
use crate::randomized::LayoutError;
use crate::schedule::ScheduleError;
use crate::spill::SpillError;
use crate::symmetry::ActionError;

/// Why a question cannot be answered as it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolverError {
    /// The problem is too large for the engine that was asked for.
    #[error(transparent)]
    Bits(#[from] BitsError),
    /// The problem cannot be swept.
    #[cfg(feature = "frontier")]
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// A tally outgrew the memory.
    #[error(transparent)]
    Tally(#[from] SpillError),
    /// The engine that was asked for counts, and lists nothing.
    #[error("the engine {engine} counts all solutions and finds none; ask for links or bits")]
    CountsAlone {
        /// The engine.
        engine: Engine,
    },
    /// The engine that was asked for counts the dissections of a graph, which a problem does not tell.
    #[error(
        "the engine regions counts the dissections of a graph, which a problem does not tell; ask for another engine"
    )]
    NeedsGraph,
    /// The engine that was asked for knows no costs.
    #[error(
        "the engine {engine} knows no costs; ask for links, which finds the cheapest solutions"
    )]
    KnowsNoCosts {
        /// The engine.
        engine: Engine,
    },
    /// What another solution was asked of is none itself.
    #[error("the known solution is not one of this problem")]
    NoSolution(#[source] CoverError),
    /// A given cannot be.
    #[error(transparent)]
    Given(#[from] GivenError),
    /// The layout is of another problem.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The symmetries are of another problem.
    #[error(transparent)]
    Symmetries(#[from] ActionError),
    /// The symmetries are those of the problem, and givens have fewer.
    #[error(
        "options are given, and the symmetries are those of the problem without givens; leave the givens out, or make them options of a problem of its own"
    )]
    GivenAndSymmetries,
    /// The numbers that Burnside's lemma took are not those of one problem: a fault of this library.
    #[error(transparent)]
    Burnside(#[from] CertificateError),
}

impl SolverError {
    /// The same of a search that is set up by a solver, which has checked the givens and branches
    /// as every engine does.
    pub(super) fn of_schedule(error: ScheduleError) -> Self {
        match error {
            ScheduleError::Bits(error) => Self::Bits(error),
            ScheduleError::Given(_) | ScheduleError::Heuristic => {
                unreachable!("invariant: a solver checks givens, and sets no heuristic")
            }
        }
    }
}
