//! What a count says.

use std::num::NonZeroUsize;
use std::time::Duration;

use num_bigint::BigUint;
use tilewright_dlx::Engine;
use tilewright_dlx::burnside::Certificate;

use super::Known;
use crate::solve::refute::feasibility::Obstacle;

/// What was counted.
#[derive(Debug, Clone, PartialEq)]
pub struct Count {
    /// All solutions.
    pub solutions: Known<BigUint>,
    /// Solutions up to all automorphisms.
    pub distinct: Known<BigUint>,
    /// Solutions up to the rotations among them.
    pub distinct_rotations: Known<BigUint>,
    /// How many distinct solutions have which symmetry, of those that were found.
    pub by_symmetry: Vec<(String, BigUint)>,
    /// By which engine; none if it needed no engine.
    pub engine: Option<Engine>,
    /// Whether the restrictions of [`Job::distinct`](super::Job::distinct) led to it.
    pub restricted: bool,
    /// On how many threads.
    pub threads: NonZeroUsize,
    /// What Burnside's lemma made of them, if the count took it.
    pub burnside: Option<Certificate>,
    /// Whether the count came to its end.
    pub complete: bool,
    /// Whether a signal stopped the count or the certificate.
    pub interrupted: bool,
    /// How long it took.
    pub elapsed: Duration,
    /// The same numbers in the other way.
    pub certificate: Option<CertifiedCount>,
    /// Why there is no solution, if that was seen without a search.
    pub refuted: Option<Obstacle>,
}

/// A certificate and what it took.
#[derive(Debug, Clone, PartialEq)]
pub struct CertifiedCount {
    /// The solutions that each symmetry fixes, and their mean.
    pub burnside: Certificate,
    /// The engine of the other way.
    pub engine: Engine,
    /// How long it took.
    pub elapsed: Duration,
}

impl Count {
    /// The count of a puzzle that is known to have no solution.
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

    /// A count of none, with the reason.
    pub(super) fn refuted(obstacle: Obstacle) -> Self {
        Self {
            refuted: Some(obstacle),
            ..Self::none()
        }
    }

    /// The same of all solutions alone, symmetric ones not told apart: what a count
    /// on [`PuzzleSymmetry::trivial`](crate::cover::orbits::PuzzleSymmetry::trivial) says of the puzzle.
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
