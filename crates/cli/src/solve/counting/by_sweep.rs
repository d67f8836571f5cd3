//! Counts by sweep. A sweep counts all solutions without listing them. The symmetric solutions are
//! also listed or swept, and Burnside's lemma gives the number of orbits.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use tilewright_dlx::burnside::{ByStabilizer, Orbits, SymmetricCounter};
use tilewright_dlx::{Engine, Progress};

use super::precedent::PrecedentMethod;
use super::{CountResult, CountTask, Known};
use crate::cover::Instance;
use crate::cover::orbits::PuzzleSymmetry;
use crate::puzzle::Puzzle;
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::{ProgressMeter, RunContext, WorkKind};

impl CountTask<'_> {
    /// Counts by a sweep, resuming one that `checkpoint` holds. `None` if it takes more than
    /// `most_work`.
    pub(super) fn sweep(
        &self,
        most_work: u64,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Option<CountResult>, SolveError> {
        let mut meter = ProgressMeter::new(self.monitor, WorkKind::Sweep);
        let swept = if let Some(count) = checkpoint.swept() {
            Some((count, true))
        } else {
            let report = self.folded()?.sweep(most_work, checkpoint, &mut meter)?;
            report.map(|(report, work)| {
                if report.complete {
                    self.record(PrecedentMethod::Sweep, work);
                }
                (report.count, report.complete)
            })
        };
        let Some((solutions, swept)) = swept else {
            meter.end();
            return Ok(None);
        };
        self.swept(&solutions, swept, meter, checkpoint).map(Some)
    }

    /// The count after a sweep that has counted all solutions, or that was stopped.
    pub(super) fn swept(
        &self,
        solutions: &BigUint,
        swept: bool,
        mut meter: ProgressMeter<'_>,
        checkpoint: &mut CheckpointFile,
    ) -> Result<CountResult, SolveError> {
        let mut orbits = None;
        if swept {
            checkpoint.sweep_ended(solutions)?;
            orbits = self.orbits(solutions, &mut |progress| meter.on_progress(progress))?;
        }
        let engine = Engine::Frontier;
        self.divided(solutions, swept, orbits, engine, meter, checkpoint)
    }

    /// Makes the result of the count from the number of solutions and, if known, the numbers of their
    /// orbits. `counted` says whether `solutions` is the exact number and not only a lower bound.
    pub(super) fn divided(
        &self,
        solutions: &BigUint,
        counted: bool,
        orbits: Option<Orbits>,
        engine: Engine,
        meter: ProgressMeter<'_>,
        checkpoint: &mut CheckpointFile,
    ) -> Result<CountResult, SolveError> {
        let (elapsed, signalled) = meter.end();
        let complete = orbits.is_some();
        let mut count = CountResult {
            engine: Some(engine),
            threads: self.monitor.resources.threads,
            complete,
            interrupted: !complete && signalled,
            elapsed,
            ..undivided(self.group, solutions, counted)
        };
        if count.interrupted {
            checkpoint.stop(|| Ok::<(), SolveError>(()))?;
        }
        if let Some(orbits) = orbits {
            let rotations = orbits.burnside.orbits_of(&self.group.rotations())?;
            count.distinct_rotations = Known::Exact(rotations);
            count.distinct = Known::Exact(orbits.burnside.orbits.clone());
            count.burnside = Some(orbits.burnside);
            let by_stabilizer = orbits.by_stabilizer.unwrap_or_default();
            count.by_symmetry = by_kind(self.instance.puzzle(), self.group, by_stabilizer);
        }
        Ok(count)
    }

    /// The numbers of orbits, given the number of all `solutions`. To find them, the symmetric solutions are
    /// counted. `None` if the stop flag was set.
    pub(super) fn orbits(
        &self,
        solutions: &BigUint,
        on_progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Option<Orbits>, SolveError> {
        orbits(
            self.instance,
            self.group,
            self.monitor,
            solutions,
            on_progress,
        )
    }
}

/// Bounds on the numbers of distinct solutions, from the number of all solutions: no orbit has more
/// solutions than the group has elements. The symmetric solutions are not counted yet.
fn undivided(group: &PuzzleSymmetry, solutions: &BigUint, complete: bool) -> CountResult {
    let orbits = |order: usize| {
        let fewest = (solutions + order - 1_u32) / order;
        Known::so_far(fewest, complete && order == 1)
    };
    CountResult {
        solutions: Known::so_far(solutions.clone(), complete),
        distinct: orbits(group.order()),
        distinct_rotations: orbits(group.rotations().len()),
        ..CountResult::none()
    }
}

/// The number of distinct solutions, given the number of all `solutions`. `None` if the stop flag
/// was set.
///
/// # Errors
///
/// Burnside's sum is not a whole number, which would be a bug in this program.
pub fn distinct_of_all(
    instance: &Instance,
    group: &PuzzleSymmetry,
    monitor: &RunContext,
    solutions: &BigUint,
) -> Result<Option<BigUint>, SolveError> {
    let mut meter = ProgressMeter::new(monitor, WorkKind::Search);
    let mut on_progress = |progress: &Progress| meter.on_progress(progress);
    let orbits = orbits(instance, group, monitor, solutions, &mut on_progress)?;
    meter.end();
    Ok(orbits.map(|orbits| orbits.burnside.orbits))
}

/// The numbers of orbits, given the number of all `solutions`. To find them, the symmetric solutions are
/// counted. `None` if the stop flag was set.
fn orbits(
    instance: &Instance,
    group: &PuzzleSymmetry,
    monitor: &RunContext,
    solutions: &BigUint,
    on_progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Option<Orbits>, SolveError> {
    let counter = SymmetricCounter::new(instance.problem(), &group.symmetries)
        .memory(monitor.resources.memory())
        .threads(monitor.resources.threads);
    let symmetric = counter.count(on_progress)?;
    if symmetric.is_swept {
        monitor
            .resources
            .say(|| "symmetric solutions: too many to list, counted by sweeps".to_owned());
    }
    if !symmetric.complete {
        return Ok(None);
    }
    Ok(Some(counter.divide(&symmetric, solutions)?))
}

/// The number of distinct solutions by the name of their symmetry.
pub(super) fn by_kind(
    puzzle: &Puzzle,
    group: &PuzzleSymmetry,
    by_stabilizer: ByStabilizer,
) -> Vec<(String, BigUint)> {
    let mut by_kind: BTreeMap<String, BigUint> = BTreeMap::new();
    for (stabilizer, distinct) in by_stabilizer {
        *by_kind.entry(group.kind(puzzle, &stabilizer)).or_default() += distinct;
    }
    by_kind.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Source, load};
    use tilewright_dlx::{Distinct, StopFlag};

    /// Checks the bounds for the domino tilings of the 4 × 4 board: there are 36, of which 9 are
    /// distinct up to all symmetries, 12 up to rotations.
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
        // Without symmetries every solution is its own orbit.
        let trivial = PuzzleSymmetry::trivial(&instance, &StopFlag::new()).unwrap();
        let count = undivided(&trivial, &number(36), true);
        assert_eq!(count.distinct, Known::Exact(number(36)));
        assert_eq!(count.of_solutions_alone().distinct, Known::Unknown);
    }

    /// Checks that the library and the program find the same number of domino tilings of squares,
    /// and the same number of distinct ones.
    #[test]
    fn the_library_counts_as_the_program_does() {
        for (n, all, orbits) in [
            (8_u32, "12988816", "1629189"),
            (10, "258584046368", "32324350352"),
        ] {
            let text = format!(
                "(lattice: Square, board: Rect({n}, {n}), pieces: [Set(of: Polyominoes(2), copies: {})])",
                n * n / 2
            );
            let instance = Instance::new(Puzzle::from_ron(&text).unwrap()).unwrap();
            let group = instance.symmetry(&StopFlag::new()).unwrap();
            let answer = instance.solver().count_distinct(&group.symmetries);
            let count = answer.unwrap().known().unwrap();
            assert_eq!(count.engine, Engine::Frontier);
            assert_eq!(count.solutions.to_string(), all);
            assert_eq!(count.distinct.to_string(), orbits);

            let distinct = Distinct::new(instance.problem(), &group.symmetries).unwrap();
            let monitor = RunContext::silent();
            let task = CountTask::new(&instance, group, &distinct, &monitor);
            let counted = task.count(&mut CheckpointFile::nothing()).unwrap();
            assert_eq!(counted.solutions.exact(), Some(&count.solutions));
            assert_eq!(counted.distinct.exact(), Some(&count.distinct));
            let rotations = count.distinct_under(&group.rotations()).unwrap();
            assert_eq!(counted.distinct_rotations.exact(), Some(&rotations));
            assert_eq!(counted.burnside.as_ref(), Some(&count.burnside));
            let by_stabilizer = count.by_stabilizer.unwrap();
            let by_kind = by_kind(instance.puzzle(), group, by_stabilizer);
            assert_eq!(counted.by_symmetry, by_kind);
        }
    }
}
