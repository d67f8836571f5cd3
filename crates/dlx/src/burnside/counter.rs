//! The solutions that have a symmetry, listed or swept, whichever ends first.
//!
//! Where they are few, listing them is the faster way; where they are many, sweeps over quotients are. Which of the
//! two it is cannot be known before, so they are tried in turn, each for longer than before.

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{self, Break, Continue};

use num_bigint::BigUint;

use super::certificate::CertificateError;
use super::orbits::{ByStabilizer, Orbits};
use super::{SymmetricReport, fixed_counts, symmetric_counts, symmetric_covers};
use crate::clock::Interval;
use crate::frontier::{Frontier, PULSE};
use crate::problem::Problem;
use crate::search::Progress;
use crate::symmetry::{ActionError, Symmetries};

/// The nodes of searches for symmetric solutions after which sweeps are first tried: some milliseconds.
const FEW_NODES: u64 = 20_000;

/// How many times as long the next trial is.
const LONGER: u64 = 8;

/// The subgroups of larger groups are not looked at: orbits are counted, not told apart by their symmetries.
const MAX_SUBGROUPS_OF: usize = 64;

/// The work of a sweep that takes as long as a node of a search for symmetric solutions.
const WORK_PER_NODE: u64 = 50;

/// A count of the solutions that have a symmetry, set up to run.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_dlx::burnside::SymmetricCounter;
/// use tilewright_dlx::{Problem, Symmetries};
///
/// // Two of four beads on a ring, and the four rotations: opposite beads have a half turn.
/// let mut problem = Problem::new();
/// let beads = problem.add_bounded("beads", 2..=2)?;
/// for _ in 0..4 {
///     problem.add_option(&[beads])?;
/// }
/// let turned = |by: usize| (0..4).filter_map(|bead| problem.option((bead + by) % 4)).collect();
/// let symmetries = Symmetries::new(&problem, (0..4).map(turned).collect())?;
/// let counter = SymmetricCounter::new(&problem, &symmetries);
/// let count = counter.count(&mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(count.fixed, [0_u32, 0, 2, 0].map(Into::into));
/// // With all six solutions: two neighbours, or two opposite beads.
/// assert_eq!(counter.divide(&count, &6_u32.into())?.burnside.orbits, 2_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SymmetricCounter<'p> {
    problem: &'p Problem,
    symmetries: &'p Symmetries,
    memory: u64,
    threads: NonZeroUsize,
    most_nodes: u64,
}

/// What is known of the solutions that have a symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SymmetricCount {
    /// How many solutions each element maps to themselves, by its index; 0 for the identity.
    pub fixed: Vec<BigUint>,
    /// How many solutions have exactly this stabilizer, for all but the trivial one. None for groups of more than
    /// 64 elements whose symmetric solutions are too many to list.
    pub stabilizers: Option<ByStabilizer>,
    /// Whether they were counted by sweeps.
    pub is_swept: bool,
    /// Whether all were counted; false if `hear` broke out or the work outgrew the bound.
    pub complete: bool,
}

impl SymmetricCount {
    fn of(report: SymmetricReport, is_swept: bool) -> Self {
        Self {
            fixed: report.fixed,
            stabilizers: Some(report.stabilizers),
            is_swept,
            complete: report.complete,
        }
    }
}

/// What came of sweeps.
enum Swept {
    Done(SymmetricCount),
    /// `hear` broke out.
    Stopped,
    /// An engine or the bounds of an item refuse them.
    Refused,
    GivenUp,
}

impl<'p> SymmetricCounter<'p> {
    /// Sets up the count, on one thread, with no bound on anything.
    pub fn new(problem: &'p Problem, symmetries: &'p Symmetries) -> Self {
        Self {
            problem,
            symmetries,
            memory: u64::MAX,
            threads: NonZeroUsize::MIN,
            most_nodes: u64::MAX,
        }
    }

    /// Sets how many bytes the states of a sweep may take: see [`Frontier::memory`].
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Sets how many threads share the work of sweeps.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// Bounds the nodes of the search, and the work of sweeps by that of as many nodes.
    #[must_use]
    pub fn most_nodes(mut self, nodes: u64) -> Self {
        self.most_nodes = nodes;
        self
    }

    /// Counts them. `hear` is told of the progress of what is tried now and then, and may break out.
    ///
    /// Takes a few times as long as the faster of [`symmetric_covers`] and, for groups of up to 64 elements,
    /// [`symmetric_counts`], else [`fixed_counts`] with sweeps.
    ///
    /// # Errors
    ///
    /// The symmetries are not those of the problem.
    pub fn count(
        &self,
        hear: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<SymmetricCount, ActionError> {
        let mut trial = FEW_NODES;
        let mut may_sweep = true;
        loop {
            let most_nodes = if may_sweep { trial } else { u64::MAX }.min(self.most_nodes);
            let mut is_long = false;
            let listed = symmetric_covers(self.problem, self.symmetries, &mut |progress| {
                is_long = progress.nodes > most_nodes;
                if is_long { Break(()) } else { hear(progress) }
            })?;
            if listed.complete || !is_long || !may_sweep {
                return Ok(SymmetricCount::of(listed, false));
            }
            match self.sweep(most_nodes, hear)? {
                Swept::Done(counted) => return Ok(counted),
                Swept::Stopped => return Ok(SymmetricCount::of(listed, false)),
                Swept::GivenUp if most_nodes == self.most_nodes => {
                    return Ok(SymmetricCount::of(listed, false));
                }
                Swept::Refused => may_sweep = false,
                Swept::GivenUp => trial = trial.saturating_mul(LONGER),
            }
        }
    }

    /// The orbits of all `solutions`, of which `symmetric` have a symmetry.
    ///
    /// # Errors
    ///
    /// The numbers are not those of one problem.
    pub fn divide(
        &self,
        symmetric: &SymmetricCount,
        solutions: &BigUint,
    ) -> Result<Orbits, CertificateError> {
        Orbits::of_all(
            self.problem,
            self.symmetries,
            solutions,
            &symmetric.fixed,
            symmetric.stabilizers.as_ref(),
        )
    }

    /// Sweeps for no longer than a search for `most_nodes` nodes takes.
    fn sweep(
        &self,
        most_nodes: u64,
        hear: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Swept, ActionError> {
        let most_work = most_nodes.saturating_mul(WORK_PER_NODE);
        let mut pulse = Interval::new(PULSE);
        let mut before = 0;
        let mut unfinished = None;
        let mut count = |quotient: &Problem| {
            let mut work = before;
            let report = Frontier::new(quotient)
                .memory(self.memory)
                .threads(self.threads)
                .count_watched(&mut |progress| {
                    work = before + progress.work;
                    if work > most_work {
                        unfinished = Some(Swept::GivenUp);
                        return Break(());
                    }
                    if pulse.is_over() && hear(&progress.into()).is_break() {
                        unfinished = Some(Swept::Stopped);
                        return Break(());
                    }
                    Continue(())
                });
            before = work;
            let report = report.ok()?;
            report.complete.then_some(report.count)
        };
        let (problem, symmetries) = (self.problem, self.symmetries);
        let counted = if symmetries.order() <= MAX_SUBGROUPS_OF {
            let counted = symmetric_counts(problem, symmetries, &mut count)?;
            counted.map(|report| SymmetricCount::of(report, true))
        } else {
            let fixed = fixed_counts(problem, symmetries, &mut count)?;
            fixed.map(|fixed| SymmetricCount {
                fixed,
                stabilizers: None,
                is_swept: true,
                complete: true,
            })
        };
        Ok(match (counted, unfinished) {
            (Some(counted), _) => Swept::Done(counted),
            (None, Some(unfinished)) => unfinished,
            (None, None) => Swept::Refused,
        })
    }
}
