//! Counts the solutions that have a symmetry: by listing them or by sweeps, whichever ends first.
//!
//! If these solutions are few, listing is faster; if they are many, sweeps are faster. Which case applies is
//! unknown in advance. So both methods are tried alternately, each time for longer.

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

/// The node limit of the first search for symmetric solutions, before sweeps are tried. These nodes take a few
/// milliseconds.
const FEW_NODES: u64 = 20_000;

/// The factor by which the node limit grows from trial to trial.
const LONGER: u64 = 8;

/// The maximum order of a group whose subgroups are examined. For larger groups, solutions are not counted by
/// stabilizer.
const MAX_SUBGROUPS_OF: usize = 64;

/// How many units of work a sweep does in the time of one node of a search for symmetric solutions.
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

/// The numbers of solutions that have a symmetry: by symmetry, and by stabilizer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SymmetricCount {
    /// For each element of the group, by index, the number of solutions that it maps to themselves; 0 for the
    /// identity.
    pub fixed: Vec<BigUint>,
    /// For each stabilizer except the trivial one, the number of solutions with exactly this stabilizer. `None`
    /// for groups of more than 64 elements whose symmetric solutions are too many to list.
    pub stabilizers: Option<ByStabilizer>,
    /// Whether the solutions were counted by sweeps instead of listed.
    pub is_swept: bool,
    /// Whether everything was counted; false if `watcher` broke out or the work exceeded its limit.
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

enum SweepResult {
    Done(SymmetricCount),
    /// `watcher` broke out.
    Stopped,
    /// The engine refuses a sweep, or no exact cover problem expresses the bounds of an item.
    Refused,
    GivenUp,
}

impl<'p> SymmetricCounter<'p> {
    /// Sets up a count on one thread, without limits on memory and nodes.
    pub fn new(problem: &'p Problem, symmetries: &'p Symmetries) -> Self {
        Self {
            problem,
            symmetries,
            memory: u64::MAX,
            threads: NonZeroUsize::MIN,
            most_nodes: u64::MAX,
        }
    }

    /// Limits the memory that the states of a sweep take to `bytes` bytes: see [`Frontier::memory`].
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Sets the number of threads that a sweep uses.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// Limits a search to `nodes` nodes, and the sweeps to the work that takes as long as `nodes` nodes.
    #[must_use]
    pub fn most_nodes(mut self, nodes: u64) -> Self {
        self.most_nodes = nodes;
        self
    }

    /// Counts the solutions that have a symmetry. `watcher` is called regularly with the progress of the current
    /// trial, and may break out.
    ///
    /// Takes a few times as long as [`symmetric_covers`] or sweeps, whichever is faster. The sweeps use
    /// [`symmetric_counts`] for groups of up to 64 elements, and [`fixed_counts`] for larger ones.
    ///
    /// # Errors
    ///
    /// The symmetries do not belong to the problem.
    pub fn count(
        &self,
        watcher: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<SymmetricCount, ActionError> {
        let mut trial = FEW_NODES;
        let mut may_sweep = true;
        loop {
            let most_nodes = if may_sweep { trial } else { u64::MAX }.min(self.most_nodes);
            let mut is_long = false;
            let listed = symmetric_covers(self.problem, self.symmetries, &mut |progress| {
                is_long = progress.nodes > most_nodes;
                if is_long {
                    Break(())
                } else {
                    watcher(progress)
                }
            })?;
            if listed.complete || !is_long || !may_sweep {
                return Ok(SymmetricCount::of(listed, false));
            }
            match self.sweep(most_nodes, watcher)? {
                SweepResult::Done(counted) => return Ok(counted),
                SweepResult::Stopped => return Ok(SymmetricCount::of(listed, false)),
                SweepResult::GivenUp if most_nodes == self.most_nodes => {
                    return Ok(SymmetricCount::of(listed, false));
                }
                SweepResult::Refused => may_sweep = false,
                SweepResult::GivenUp => trial = trial.saturating_mul(LONGER),
            }
        }
    }

    /// The number of orbits of a problem's solutions. `solutions` is the number of all solutions, and `symmetric`
    /// the result of [`count`](Self::count).
    ///
    /// # Errors
    ///
    /// The numbers do not belong to one problem.
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

    /// Counts by sweeps. Gives up after the work that takes as long as a search of `most_nodes` nodes.
    fn sweep(
        &self,
        most_nodes: u64,
        watcher: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<SweepResult, ActionError> {
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
                        unfinished = Some(SweepResult::GivenUp);
                        return Break(());
                    }
                    if pulse.is_over() && watcher(&progress.into()).is_break() {
                        unfinished = Some(SweepResult::Stopped);
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
            (Some(counted), _) => SweepResult::Done(counted),
            (None, Some(unfinished)) => unfinished,
            (None, None) => SweepResult::Refused,
        })
    }
}
