//! Why a count or a search has no result.

use thiserror::Error;
use tilewright_dlx::burnside::CertificateError;
use tilewright_dlx::schedule::ScheduleError;
use tilewright_dlx::{
    ActionError, DissectionsError, FrontierError, ProblemError, SolverError, SpillError, Stopped,
    SymmetryError,
};

use super::checkpoint::CheckpointFileError;
use super::counting::Contradiction;
use super::external_sort::SortError;
use crate::cover::InstanceError;
use crate::support::format::memory_size;
use crate::support::stopped::from_stoppable;

/// Why a count or a search has no result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The work was stopped before it had a result.
    #[error("interrupted")]
    Interrupted,
    /// The problem and its symmetries need more memory than the limit.
    #[error(
        "the problem, its symmetries and the cases of a search need about {}, but only {} of \
         memory are allowed: allow more with `--memory`, or count all solutions without the \
         distinct ones (`--total`), which needs about {}",
        memory_size(*.needed),
        memory_size(*.given),
        memory_size(*.alone)
    )]
    Memory {
        /// The memory limit, in bytes.
        given: u64,
        /// An estimate of the bytes that the problem and its symmetries need.
        needed: u64,
        /// An estimate of the bytes that the problem alone needs.
        alone: u64,
    },
    /// The exact cover problem cannot be built.
    #[error(transparent)]
    Instance(InstanceError),
    /// The search cannot be carried out.
    #[error(transparent)]
    Search(#[from] ScheduleError),
    /// The engine cannot answer the request.
    #[error(transparent)]
    Solver(SolverError),
    /// A sweep cannot count the solutions of the problem.
    #[error(transparent)]
    Sweep(FrontierError),
    /// A part of a sweep belongs to another problem.
    #[error(transparent)]
    Part(#[from] ProblemError),
    /// The board is too large for the engine `regions`.
    #[error(transparent)]
    Dissections(#[from] DissectionsError),
    /// The engine `regions` was requested for a puzzle that is not a dissection.
    #[error(
        "the engine regions counts only dissections into pieces of one size, each used any number \
         of times, without further conditions; use another engine"
    )]
    NoDissection,
    /// The requested engine does not visit solutions one by one, so it cannot check a condition on
    /// each solution.
    #[error(
        "the engine {engine} counts without listing solutions, but a condition of this puzzle \
         must be checked on each; use links or bits"
    )]
    Filtered {
        /// The requested engine.
        engine: tilewright_dlx::Engine,
    },
    /// A certificate was requested for a puzzle with a condition on each solution.
    #[error(
        "a certificate counts without listing solutions, but a condition of this puzzle must be \
         checked on each; count with `--engine links` and `--engine bits` and compare"
    )]
    FilteredCertificate,
    /// The requested engine cannot find symmetric solutions only.
    #[error(
        "the engine {engine} cannot find symmetric solutions here; use links, or frontier if no \
         condition must be checked on each solution"
    )]
    Symmetric {
        /// The requested engine.
        engine: tilewright_dlx::Engine,
    },
    /// The solutions with the most or the fewest different pieces were requested for a puzzle in which a piece
    /// may be used several times.
    #[error(
        "the most or the fewest different pieces of a choice are found only where each piece is used at \
         most once; ask for pieces, cells or value, or use `solve`"
    )]
    DifferentCopies,
    /// The symmetries do not form a group.
    #[error(transparent)]
    Symmetry(SymmetryError),
    /// The symmetries do not map the problem to itself.
    #[error(transparent)]
    Action(ActionError),
    /// The numbers of solutions fixed by symmetries contradict each other.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// A certificate contradicts the count.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// A checkpoint cannot be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointFileError),
    /// Records that outgrow the memory cannot be sorted in a file.
    #[error(transparent)]
    Sort(SortError),
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

impl From<FrontierError> for SolveError {
    fn from(error: FrontierError) -> Self {
        match error {
            FrontierError::Tally(error) => error.into(),
            error => Self::Sweep(error),
        }
    }
}

impl From<SpillError> for SolveError {
    fn from(SpillError { reason }: SpillError) -> Self {
        SortError::from(std::io::Error::other(reason)).into()
    }
}

impl From<Stopped> for SolveError {
    fn from(_: Stopped) -> Self {
        Self::Interrupted
    }
}

from_stoppable! {
    SolveError, Interrupted:
    ActionError::Stopped(_) => Action,
    InstanceError::Stopped(_) => Instance,
    SortError::Stopped(_) => Sort,
    SymmetryError::Stopped(_) => Symmetry,
}
