//! Why a count or a search did not come to an answer.

use thiserror::Error;
use tilewright_dlx::burnside::CertificateError;
use tilewright_dlx::schedule::ScheduleError;
use tilewright_dlx::{
    ActionError, FrontierError, ProblemError, RegionsError, SolverError, SpillError, Stopped,
    SymmetryError,
};

use super::checkpoint::CheckpointFileError;
use super::counting::Contradiction;
use super::external_sort::SortError;
use crate::cover::InstanceError;
use crate::support::format::memory_size;

/// Why a count or a search did not come to an answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// It was stopped before there was anything to tell.
    #[error("interrupted")]
    Interrupted,
    /// The problem and its symmetries take more memory than was given.
    #[error(
        "the problem, its symmetries and the cases of a search take about {}, and the memory given is {}: give at least \
         that much, or count all solutions alone (`--total`), which takes about {}",
        memory_size(*.needed),
        memory_size(*.given),
        memory_size(*.alone)
    )]
    Memory {
        /// What was given, in bytes.
        given: u64,
        /// What they take, about.
        needed: u64,
        /// What the problem alone takes, about.
        alone: u64,
    },
    /// The puzzle has no exact cover problem.
    #[error(transparent)]
    Instance(InstanceError),
    /// The search cannot be carried out.
    #[error(transparent)]
    Search(#[from] ScheduleError),
    /// A question about the puzzle cannot be answered as it was asked.
    #[error(transparent)]
    Solver(SolverError),
    /// A sweep cannot count the problem.
    #[error(transparent)]
    Sweep(#[from] FrontierError),
    /// A part of a sweep is of another problem.
    #[error(transparent)]
    Part(#[from] ProblemError),
    /// The board is too large to be dissected.
    #[error(transparent)]
    Regions(#[from] RegionsError),
    /// The engine asked for counts dissections alone.
    #[error(
        "the engine regions counts dissections alone: all pieces of one size, each as often as one \
         likes, and nothing else to keep to; take another engine"
    )]
    NoDissection,
    /// The engine asked for finds no solutions of which conditions could be asked.
    #[error(
        "the engine {engine} counts without looking at solutions, and a condition of this puzzle is asked of \
         each; take links or bits"
    )]
    Filtered {
        /// The engine.
        engine: tilewright_dlx::Engine,
    },
    /// A certificate is asked of a puzzle one of whose conditions is asked of each solution.
    #[error(
        "a certificate counts in a second way, without looking at solutions, and a condition of this puzzle \
         is asked of each; count with `--engine links` and `--engine bits` and compare"
    )]
    FilteredCertificate,
    /// The engine asked for does not find symmetric solutions alone.
    #[error(
        "symmetric solutions are found over orbits of placements, which the engine {engine} does not do here; take \
         links, or frontier where nothing else is asked of each solution"
    )]
    Symmetric {
        /// The engine.
        engine: tilewright_dlx::Engine,
    },
    /// The symmetries are no group.
    #[error(transparent)]
    Symmetry(SymmetryError),
    /// The symmetries are not those of the problem.
    #[error(transparent)]
    Action(ActionError),
    /// The solutions that symmetries fix do not add up.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// A certificate contradicts its count.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// A checkpoint cannot be used or kept.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointFileError),
    /// What outgrows the memory cannot be sorted in a file.
    #[error(transparent)]
    Sort(SortError),
}

impl From<InstanceError> for SolveError {
    fn from(error: InstanceError) -> Self {
        match error {
            InstanceError::Stopped(_) => Self::Interrupted,
            error => Self::Instance(error),
        }
    }
}

impl From<SolverError> for SolveError {
    fn from(error: SolverError) -> Self {
        match error {
            SolverError::Tally(error) | SolverError::Frontier(FrontierError::Tally(error)) => {
                error.into()
            }
            error => Self::Solver(error),
        }
    }
}

impl From<SpillError> for SolveError {
    fn from(SpillError { reason }: SpillError) -> Self {
        SortError::from(std::io::Error::other(reason)).into()
    }
}

impl From<SortError> for SolveError {
    fn from(error: SortError) -> Self {
        match error {
            SortError::Stopped(_) => Self::Interrupted,
            error => Self::Sort(error),
        }
    }
}

impl From<Stopped> for SolveError {
    fn from(_: Stopped) -> Self {
        Self::Interrupted
    }
}

impl From<SymmetryError> for SolveError {
    fn from(error: SymmetryError) -> Self {
        match error {
            SymmetryError::Stopped(_) => Self::Interrupted,
            error => Self::Symmetry(error),
        }
    }
}

impl From<ActionError> for SolveError {
    fn from(error: ActionError) -> Self {
        match error {
            ActionError::Stopped(_) => Self::Interrupted,
            error => Self::Action(error),
        }
    }
}
