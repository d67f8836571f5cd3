//! Counting by sweep: all solutions without listing any, the symmetric ones
//! listed or swept too, and the orbits by Burnside's lemma.

use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Break};

use num_bigint::BigUint;
use tilewright_dlx::burnside::{
    Certificate, SymmetricReport, fixed_counts, symmetric_counts, symmetric_covers,
};
use tilewright_dlx::{Engine, Frontier, Problem, Progress, SymmetryId};

use super::{Count, Job, Known};
use crate::cover::Instance;
use crate::cover::orbits::PuzzleSymmetry;
use crate::puzzle::Puzzle;
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor, Watch};

/// The nodes of searches for symmetric solutions after which it is first tried
/// to count them by sweeps: some milliseconds.
const FEW_NODES: u64 = 20_000;

/// How many times as long the next trial is.
const LONGER: u64 = 8;

/// The subgroups of larger groups are not looked at: orbits are counted, not told apart by their symmetries.
const MAX_SUBGROUPS_OF: usize = 64;

/// The work of a sweep that takes as long as a node of a search.
const WORK_PER_NODE: u64 = 50;

impl Job<'_> {
    /// Counts by a sweep, from where `checkpoint` knows that it was stopped; none if
    /// it takes more than so much work, or if `is_vain` says so, which is told of
    /// the work.
    pub(super) fn sweep(
        &self,
        most_work: u64,
        is_vain: &dyn Fn(u64) -> bool,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Option<Count>, SolveError> {
        let mut watch = Watch::new(self.monitor, Kind::Sweep);
        let swept = if let Some(count) = checkpoint.swept() {
            Some((count, true))
        } else {
            let report = self
                .folded()?
                .sweep(most_work, is_vain, checkpoint, &mut watch)?;
            report.map(|report| (report.count, report.complete))
        };
        let Some((solutions, swept)) = swept else {
            watch.end();
            return Ok(None);
        };
        self.swept(&solutions, swept, watch, checkpoint).map(Some)
    }

    /// What is known once a sweep has counted all solutions, or was stopped.
    pub(super) fn swept(
        &self,
        solutions: &BigUint,
        swept: bool,
        mut watch: Watch<'_>,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Count, SolveError> {
        let mut symmetric = None;
        if swept {
            checkpoint.sweep_ended(solutions)?;
            symmetric = Some(self.symmetric(&mut |progress| watch.hear(progress))?);
        }
        let engine = Engine::Frontier;
        self.divided(solutions, swept, symmetric, engine, watch, checkpoint)
    }

    /// What is known once all solutions are counted, or some, and those that have a symmetry, if they
    /// are.
    pub(super) fn divided(
        &self,
        solutions: &BigUint,
        counted: bool,
        symmetric: Option<SymmetricOnes>,
        engine: Engine,
        watch: Watch<'_>,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Count, SolveError> {
        let (elapsed, signalled) = watch.end();
        let symmetric = symmetric.filter(|report| report.complete);
        let complete = symmetric.is_some();
        let mut count = Count {
            engine: Some(engine),
            threads: self.resources.threads,
            complete,
            interrupted: !complete && signalled,
            elapsed,
            ..undivided(self.group, solutions, counted)
        };
        if count.interrupted {
            checkpoint.stop(|| Ok::<(), SolveError>(()))?;
        }
        if let Some(symmetric) = symmetric {
            divide(
                self.instance.puzzle(),
                self.group,
                &symmetric,
                solutions,
                &mut count,
            )?;
        }
        Ok(count)
    }

    /// The solutions that have a symmetry.
    pub(super) fn symmetric(
        &self,
        hear: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<SymmetricOnes, SolveError> {
        symmetric(self.instance, self.group, self.resources, hear)
    }
}

/// What is known of a puzzle from its solutions alone, before symmetric ones are
/// told apart: no orbit has more solutions than the group has symmetries.
fn undivided(group: &PuzzleSymmetry, solutions: &BigUint, complete: bool) -> Count {
    let orbits = |order: usize| {
        let fewest = (solutions + order - 1_u32) / order;
        Known::so_far(fewest, complete && order == 1)
    };
    Count {
        solutions: Known::so_far(solutions.clone(), complete),
        distinct: orbits(group.order()),
        distinct_rotations: orbits(group.rotations().len()),
        ..Count::none()
    }
}

/// How many of these solutions, all there are, are distinct; none if a signal
/// stopped it.
///
/// # Errors
///
/// Burnside's sum is no whole number, which would be a fault of this program.
pub fn distinct_of_all(
    instance: &Instance,
    group: &PuzzleSymmetry,
    resources: &Resources,
    monitor: &Monitor,
    solutions: &BigUint,
) -> Result<Option<BigUint>, SolveError> {
    let mut watch = Watch::new(monitor, Kind::Search);
    let symmetric = symmetric(instance, group, resources, &mut |progress| {
        watch.hear(progress)
    })?;
    watch.end();
    if !symmetric.complete {
        return Ok(None);
    }
    Ok(Some(burnside(group, &symmetric, solutions)?.orbits))
}

/// The solutions that have a symmetry: listed, or counted by sweeps. Which is
/// faster is not known before, so both are tried in turn for longer and longer.
fn symmetric(
    instance: &Instance,
    group: &PuzzleSymmetry,
    resources: &Resources,
    hear: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<SymmetricOnes, SolveError> {
    let (problem, symmetries) = (instance.problem(), &group.symmetries);
    let mut most_nodes = FEW_NODES;
    let mut may_sweep = true;
    loop {
        let mut many = false;
        let listed = symmetric_covers(problem, symmetries, &mut |progress| {
            many = may_sweep && progress.nodes > most_nodes;
            if many { Break(()) } else { hear(progress) }
        })?;
        if listed.complete || !many {
            return Ok(listed.into());
        }
        match symmetric_by_sweeps(instance, group, resources, most_nodes, hear)? {
            Swept::Done(counted) => {
                resources
                    .say(|| "symmetric solutions: too many to list, counted by sweeps".to_owned());
                return Ok(counted);
            }
            Swept::Stopped => return Ok(listed.into()),
            Swept::Refused => may_sweep = false,
            Swept::GivenUp => most_nodes = most_nodes.saturating_mul(LONGER),
        }
    }
}

/// What is known of the solutions that have a symmetry.
#[derive(Debug)]
pub(super) struct SymmetricOnes {
    /// How many solutions each element of the group maps to themselves, but for the identity.
    fixed: Vec<BigUint>,
    /// How many have which stabilizer; not told for groups of more than 64 elements whose symmetric solutions
    /// are too many to list.
    stabilizers: Option<BTreeMap<Vec<SymmetryId>, BigUint>>,
    pub(super) complete: bool,
}

impl From<SymmetricReport> for SymmetricOnes {
    fn from(report: SymmetricReport) -> Self {
        Self {
            fixed: report.fixed,
            stabilizers: Some(report.stabilizers),
            complete: report.complete,
        }
    }
}

/// What came of counting symmetric solutions by sweeps.
enum Swept {
    Done(SymmetricOnes),
    /// By a signal.
    Stopped,
    /// They cannot be counted so.
    Refused,
    /// It took too long.
    GivenUp,
}

/// Counts the solutions that have a symmetry by sweeps that take no longer than
/// a search for so many nodes.
fn symmetric_by_sweeps(
    instance: &Instance,
    group: &PuzzleSymmetry,
    resources: &Resources,
    most_nodes: u64,
    hear: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Swept, SolveError> {
    let most_work = most_nodes.saturating_mul(WORK_PER_NODE);
    let mut work = 0;
    let mut unfinished = None;
    let memory = resources.memory();
    let mut count = |quotient: &Problem| {
        let mut last = 0;
        let mut too_long = false;
        let report = Frontier::new(quotient)
            .memory(memory)
            .threads(resources.threads)
            .count(&mut |progress| {
                last = progress.work;
                too_long = work + last > most_work;
                if too_long {
                    Break(())
                } else {
                    hear(&progress.into())
                }
            });
        work += last;
        let report = report.ok()?;
        if !report.complete {
            unfinished = Some(if too_long {
                Swept::GivenUp
            } else {
                Swept::Stopped
            });
        }
        report.complete.then_some(report.count)
    };
    let (problem, symmetries) = (instance.problem(), &group.symmetries);
    let counted = if symmetries.order() <= MAX_SUBGROUPS_OF {
        symmetric_counts(problem, symmetries, &mut count)?.map(SymmetricOnes::from)
    } else {
        let fixed = fixed_counts(problem, symmetries, &mut count)?;
        fixed.map(|fixed| SymmetricOnes {
            fixed,
            stabilizers: None,
            complete: true,
        })
    };
    Ok(match (counted, unfinished) {
        (Some(counted), _) => Swept::Done(counted),
        (None, Some(unfinished)) => unfinished,
        (None, None) => Swept::Refused,
    })
}

/// Divides the symmetries out: from all `solutions` and those that have one.
fn divide(
    puzzle: &Puzzle,
    group: &PuzzleSymmetry,
    symmetric: &SymmetricOnes,
    solutions: &BigUint,
    count: &mut Count,
) -> Result<(), SolveError> {
    let burnside = burnside(group, symmetric, solutions)?;
    let rotations = burnside.orbits_of(&group.rotations());
    count.distinct_rotations = Known::Exact(rotations?);
    count.distinct = Known::Exact(burnside.orbits.clone());
    count.burnside = Some(burnside);
    // A solution with a stabilizer of order s is one of |G| / s in its orbit.
    let Some(stabilizers) = &symmetric.stabilizers else {
        return Ok(());
    };
    let mut weights: BTreeMap<String, BigUint> = BTreeMap::new();
    let mut plain = solutions.clone();
    for (stabilizer, solutions) in stabilizers {
        let weight = solutions * stabilizer.len();
        *weights.entry(group.kind(puzzle, stabilizer)).or_default() += weight;
        plain -= solutions;
    }
    if plain != BigUint::ZERO {
        let trivial = [group.symmetries.identity()];
        weights.insert(group.kind(puzzle, &trivial), plain);
    }
    count.by_symmetry = weights
        .into_iter()
        .map(|(name, weight)| (name, weight / group.order()))
        .collect();
    Ok(())
}

/// Burnside's lemma for all solutions and those that have a symmetry.
pub(super) fn burnside(
    group: &PuzzleSymmetry,
    symmetric: &SymmetricOnes,
    solutions: &BigUint,
) -> Result<Certificate, SolveError> {
    let mut fixed: Vec<BigUint> = symmetric.fixed.clone();
    if let Some(all) = fixed.get_mut(group.symmetries.identity().index()) {
        all.clone_from(solutions);
    }
    Ok(Certificate::new(fixed)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Source, load};
    use tilewright_dlx::StopFlag;

    /// Domino tilings of the 4 × 4 board: 36, of which 9 are distinct, 12 by rotation.
    #[test]
    fn a_total_bounds_what_is_not_divided_yet() {
        let text =
            "(lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(2), copies: 8)])";
        let puzzle = load(&Source::new("test", text)).unwrap().puzzle;
        let instance = Instance::new(puzzle).unwrap();
        let number = |number: u32| BigUint::from(number);
        let group = PuzzleSymmetry::of(&instance).unwrap();
        let count = undivided(&group, &number(36), true);
        assert_eq!(count.solutions, Known::Exact(number(36)));
        assert_eq!(count.distinct, Known::AtLeast(number(5)));
        assert_eq!(count.distinct_rotations, Known::AtLeast(number(9)));
        let some = undivided(&group, &number(35), false);
        assert_eq!(some.solutions, Known::AtLeast(number(35)));
        assert_eq!(some.distinct, Known::AtLeast(number(5)));
        // Without symmetries every solution is one of its own.
        let trivial = PuzzleSymmetry::trivial(&instance, &StopFlag::new()).unwrap();
        let count = undivided(&trivial, &number(36), true);
        assert_eq!(count.distinct, Known::Exact(number(36)));
        assert_eq!(count.of_solutions_alone().distinct, Known::Unknown);
    }
}
