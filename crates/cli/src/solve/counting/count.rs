//! The result of a count: the numbers of solutions, and how they were found.

use std::num::NonZeroUsize;
use std::time::Duration;

use num_bigint::BigUint;
use tilewright_dlx::Engine;
use tilewright_dlx::burnside::Certificate;

use super::Known;
use crate::solve::refute::feasibility::Obstacle;

/// The numbers of solutions, and how they were found.
#[derive(Debug, Clone, PartialEq)]
pub struct CountResult {
    /// The total number of solutions.
    pub solutions: Known<BigUint>,
    /// The number of solutions up to all automorphisms.
    pub distinct: Known<BigUint>,
    /// The number of solutions up to rotations.
    pub distinct_rotations: Known<BigUint>,
    /// The number of distinct solutions with each symmetry, among those found.
    pub by_symmetry: Vec<(String, BigUint)>,
    /// The engine that counted; `None` if none was needed.
    pub engine: Option<Engine>,
    /// Whether the search for one solution of each orbit
    /// ([`CountTask::distinct`](super::CountTask::distinct)) made the count.
    pub restricted: bool,
    /// The number of threads that the count could use.
    pub threads: NonZeroUsize,
    /// The number of solutions that each symmetry fixes, if the count used Burnside's lemma.
    pub burnside: Option<Certificate>,
    /// Whether all solutions were counted; false if the count was stopped.
    pub complete: bool,
    /// Whether the stop flag ended the count or the certificate.
    pub interrupted: bool,
    /// The time of the count, including earlier runs that it resumed.
    pub elapsed: Duration,
    /// The second count of the same numbers, by another method; `None` if the count was not certified.
    pub certificate: Option<CertifiedCount>,
    /// Why there is no solution, if that was found without a search.
    pub refuted: Option<Obstacle>,
}

/// The second count by which a count is certified: the same numbers, by another method.
#[derive(Debug, Clone, PartialEq)]
pub struct CertifiedCount {
    /// The number of solutions that each symmetry fixes, and the mean of these numbers.
    pub burnside: Certificate,
    /// The engine of the second count.
    pub engine: Engine,
    /// The time of the second count.
    pub elapsed: Duration,
}

impl CountResult {
    /// The count of a puzzle without solutions.
    pub fn none() -> Self {
        Self {
            solutions: Known::Exact(BigUint::ZERO),
            distinct: Known::Exact(BigUint::ZERO),
            distinct_rotations: Known::Exact(BigUint::ZERO),
            by_symmetry: Vec::new(),
            engine: None,
            restricted: false,
            threads: NonZeroUsize::MIN,
            burnside: None,
            complete: true,
            interrupted: false,
            elapsed: Duration::ZERO,
            certificate: None,
            refuted: None,
        }
    }

    /// A count of zero, with the obstacle that proves that there is no solution.
    pub(super) fn refuted(obstacle: Obstacle) -> Self {
        Self {
            refuted: Some(obstacle),
            ..Self::none()
        }
    }

    /// The count with only the number of all solutions. For counts on
    /// [`PuzzleSymmetry::trivial`](crate::cover::orbits::PuzzleSymmetry::trivial), whose other
    /// numbers say nothing about the puzzle.
    #[must_use]
    pub fn of_solutions_alone(self) -> Self {
        Self {
            distinct: Known::Unknown,
            distinct_rotations: Known::Unknown,
            by_symmetry: Vec::new(),
            ..self
        }
    }
}
