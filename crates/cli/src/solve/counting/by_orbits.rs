//! Counts symmetric solutions, for puzzles with a condition that requires a symmetry.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow::Continue;

use num_bigint::BigUint;
use tilewright_dlx::burnside::symmetric_counts;
use tilewright_dlx::{Engine, Frontier, SymmetryId};

use super::{CountResult, CountTask, Known};
use crate::cover::orbits::PuzzleSymmetry;
use crate::puzzle::SymmetryKind;
use crate::solve::SolveError;
use crate::solve::search::{ProgressMeter, WorkKind};
use crate::solve::symmetric::{of_kind, symmetric_solutions};

/// The number of solutions with each stabilizer. It counts all solutions, not one of each orbit.
type StabilizerCounts = BTreeMap<Vec<SymmetryId>, BigUint>;

impl CountTask<'_> {
    /// Counts the solutions that have a symmetry of each of these kinds, by a search over orbits of
    /// options, or on request by sweeps over them. The kinds refer to the puzzle's full group, even
    /// if only a subgroup is divided out.
    pub(super) fn symmetric_ones(
        &self,
        kinds: &[SymmetryKind],
        engine: Option<Engine>,
    ) -> Result<CountResult, SolveError> {
        match engine {
            None | Some(Engine::Links) => self.list_symmetric(kinds),
            Some(Engine::Frontier) if self.instance.filter().is_none() => {
                self.sweep_symmetric(kinds)
            }
            Some(engine) => Err(SolveError::Symmetric { engine }),
        }
    }

    fn list_symmetric(&self, kinds: &[SymmetryKind]) -> Result<CountResult, SolveError> {
        let group = self.instance.symmetry(self.monitor.stop())?;
        let kept_by: Vec<_> = kinds.iter().map(|kind| of_kind(group, *kind)).collect();
        let mut found = StabilizerCounts::new();
        let ended = symmetric_solutions(
            self.instance,
            group,
            &kept_by,
            false,
            self.monitor,
            &mut |_, stabilizer| {
                *found.entry(stabilizer.to_vec()).or_default() += 1_u32;
                Continue(())
            },
        )?;
        Ok(CountResult {
            engine: Some(Engine::Links),
            complete: ended.complete,
            interrupted: ended.interrupted,
            elapsed: ended.elapsed,
            ..self.of_stabilizers(group, &found, ended.complete)
        })
    }

    fn sweep_symmetric(&self, kinds: &[SymmetryKind]) -> Result<CountResult, SolveError> {
        let engine = Engine::Frontier;
        let group = self.instance.symmetry(self.monitor.stop())?;
        let kept_by: Vec<_> = kinds.iter().map(|kind| of_kind(group, *kind)).collect();
        // Sweeps count fixed solutions only for symmetries other than the identity.
        let identity = group.symmetries.identity();
        if kept_by.iter().any(|of_kind| of_kind.contains(&identity)) {
            return Err(SolveError::Symmetric { engine });
        }
        let mut meter = ProgressMeter::new(self.monitor, WorkKind::Sweep);
        let memory = self.monitor.resources.memory();
        let (problem, symmetries) = (self.instance.problem(), &group.symmetries);
        let swept = symmetric_counts(problem, symmetries, &mut |quotient| {
            let report = Frontier::new(quotient)
                .memory(memory)
                .threads(self.monitor.resources.threads)
                .count(&mut |progress| meter.on_progress(&progress.into()));
            report
                .ok()
                .filter(|report| report.complete)
                .map(|report| report.count)
        })?;
        let (elapsed, signalled) = meter.end();
        let Some(swept) = swept else {
            if signalled {
                return Err(SolveError::Interrupted);
            }
            return Err(SolveError::Symmetric { engine });
        };
        let mut found: StabilizerCounts = swept.stabilizers;
        found.retain(|stabilizer, _| {
            let keeps =
                |of_kind: &Vec<SymmetryId>| of_kind.iter().any(|id| stabilizer.contains(id));
            kept_by.iter().all(keeps)
        });
        Ok(CountResult {
            engine: Some(engine),
            complete: true,
            elapsed,
            ..self.of_stabilizers(group, &found, true)
        })
    }

    /// Makes the result of the count from the number of solutions with each stabilizer. If the
    /// stabilizers of an orbit's solutions have s elements and the group has g elements, the orbit
    /// consists of g / s solutions.
    fn of_stabilizers(
        &self,
        group: &PuzzleSymmetry,
        found: &StabilizerCounts,
        complete: bool,
    ) -> CountResult {
        let rotations = group.rotations();
        let orbits = |order: usize, of: &dyn Fn(&[SymmetryId]) -> usize| {
            let shares = found
                .iter()
                .map(|(stabilizer, count)| count * of(stabilizer));
            // An incomplete search may have found only part of an orbit.
            (shares.sum::<BigUint>() + (order - 1)) / order
        };
        let distinct = orbits(group.order(), &<[SymmetryId]>::len);
        let by_rotation = orbits(rotations.len(), &|stabilizer| {
            stabilizer
                .iter()
                .filter(|id| rotations.contains(id))
                .count()
        });
        let solutions: BigUint = found.values().sum();
        let mut by_symmetry: BTreeMap<String, BigUint> = BTreeMap::new();
        for (stabilizer, count) in found {
            let name = group.kind(self.instance.puzzle(), stabilizer);
            *by_symmetry.entry(name).or_default() += count * stabilizer.len();
        }
        let order = group.order();
        CountResult {
            solutions: Known::so_far(solutions, complete),
            distinct: Known::so_far(if complete { distinct } else { BigUint::ZERO }, complete),
            distinct_rotations: Known::so_far(
                if complete { by_rotation } else { BigUint::ZERO },
                complete,
            ),
            by_symmetry: if complete {
                by_symmetry
                    .into_iter()
                    .map(|(name, count)| (name, count / order))
                    .collect()
            } else {
                Vec::new()
            },
            threads: NonZeroUsize::MIN,
            complete,
            ..CountResult::none()
        }
    }
}
