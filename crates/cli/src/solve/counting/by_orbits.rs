//! Counting the solutions that have a symmetry, where a puzzle asks for those alone.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow::Continue;

use num_bigint::BigUint;
use tilewright_dlx::burnside::symmetric_counts;
use tilewright_dlx::{Engine, Frontier, SymmetryId};

use super::{Count, Job, Known};
use crate::cover::orbits::PuzzleSymmetry;
use crate::puzzle::SymmetryKind;
use crate::solve::SolveError;
use crate::solve::search::{Kind, Watch};
use crate::solve::symmetric::{of_kind, symmetric_solutions};

/// Solutions by their stabilizers, all of them and not one of each orbit.
type ByStabilizer = BTreeMap<Vec<SymmetryId>, BigUint>;

impl Job<'_> {
    /// Counts the solutions with a symmetry of each of these kinds: by a search over orbits of options, or if it is asked for by
    /// sweeps over them. Symmetric solutions are told by the puzzle's own group, whichever is divided out.
    pub(super) fn symmetric_ones(
        &self,
        kinds: &[SymmetryKind],
        engine: Option<Engine>,
    ) -> Result<Count, SolveError> {
        match engine {
            None | Some(Engine::Links) => self.list_symmetric(kinds),
            Some(Engine::Frontier) if self.instance.filter().is_none() => {
                self.sweep_symmetric(kinds)
            }
            Some(engine) => Err(SolveError::Symmetric { engine }),
        }
    }

    fn list_symmetric(&self, kinds: &[SymmetryKind]) -> Result<Count, SolveError> {
        let group = self.instance.symmetry(self.monitor.stop())?;
        let kept_by: Vec<_> = kinds.iter().map(|kind| of_kind(group, *kind)).collect();
        let mut found = ByStabilizer::new();
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
        Ok(Count {
            engine: Some(Engine::Links),
            complete: ended.complete,
            interrupted: ended.interrupted,
            elapsed: ended.elapsed,
            ..self.of_stabilizers(group, &found, ended.complete)
        })
    }

    fn sweep_symmetric(&self, kinds: &[SymmetryKind]) -> Result<Count, SolveError> {
        let engine = Engine::Frontier;
        let group = self.instance.symmetry(self.monitor.stop())?;
        let kept_by: Vec<_> = kinds.iter().map(|kind| of_kind(group, *kind)).collect();
        // Sweeps count what others than the identity keep.
        let identity = group.symmetries.identity();
        if kept_by.iter().any(|of_kind| of_kind.contains(&identity)) {
            return Err(SolveError::Symmetric { engine });
        }
        let mut watch = Watch::new(self.monitor, Kind::Sweep);
        let memory = self.resources.memory();
        let (problem, symmetries) = (self.instance.problem(), &group.symmetries);
        let swept = symmetric_counts(problem, symmetries, &mut |quotient| {
            let report = Frontier::new(quotient)
                .memory(memory)
                .threads(self.resources.threads)
                .count(&mut |progress| watch.hear(&progress.into()));
            report
                .ok()
                .filter(|report| report.complete)
                .map(|report| report.count)
        })?;
        let (elapsed, signalled) = watch.end();
        let Some(swept) = swept else {
            if signalled {
                return Err(SolveError::Interrupted);
            }
            return Err(SolveError::Symmetric { engine });
        };
        let mut found: ByStabilizer = swept.stabilizers;
        found.retain(|stabilizer, _| {
            let keeps =
                |of_kind: &Vec<SymmetryId>| of_kind.iter().any(|id| stabilizer.contains(id));
            kept_by.iter().all(keeps)
        });
        Ok(Count {
            engine: Some(engine),
            complete: true,
            elapsed,
            ..self.of_stabilizers(group, &found, true)
        })
    }

    /// What is known of solutions with these stabilizers. An orbit of solutions with a stabilizer of s elements has
    /// as many as the group has elements, divided by s.
    fn of_stabilizers(
        &self,
        group: &PuzzleSymmetry,
        found: &ByStabilizer,
        complete: bool,
    ) -> Count {
        let rotations = group.rotations();
        let orbits = |order: usize, of: &dyn Fn(&[SymmetryId]) -> usize| {
            let shares = found
                .iter()
                .map(|(stabilizer, count)| count * of(stabilizer));
            // While the search goes on some orbits are there in part.
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
        Count {
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
            ..Count::none()
        }
    }
}
