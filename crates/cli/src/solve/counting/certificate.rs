//! Certifies a count: counts the same numbers by another method.
//!
//! A count by a sweep is repeated by a search for one solution of each orbit. A count by a search is
//! certified by Burnside's lemma: all solutions are counted by a sweep or a search of the whole tree,
//! and then the solutions that each symmetry fixes.

use crate::support::clock::Instant;

use num_bigint::BigUint;
use tilewright_dlx::Engine;
use tilewright_dlx::burnside::Certificate;

use super::contradiction::compare;
use super::{CertifiedCount, CountResult, CountTask, Known, count_all};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::{ProgressMeter, WorkKind};
use crate::solve::symmetric::requested_kinds;

impl CountTask<'_> {
    /// Counts by the other method, and compares the numbers. If the second count is stopped, the
    /// first one has no certificate and is marked interrupted.
    ///
    /// # Errors
    ///
    /// A [`Contradiction`](super::Contradiction); [`SolveError::FilteredCertificate`] if a condition applies to
    /// each solution; or an error of the second count.
    pub fn certify(&self, count: &mut CountResult) -> Result<(), SolveError> {
        let Some(engine) = count.engine.filter(|_| count.complete) else {
            return Ok(());
        };
        if self.instance.filter().is_some() || !requested_kinds(self.instance).is_empty() {
            return Err(SolveError::FilteredCertificate);
        }
        let started = Instant::now();
        let certified = if matches!(engine, Engine::Frontier | Engine::Regions) {
            self.certify_by_search(count)?
        } else {
            self.certify_by_burnside(count)?
        };
        match certified {
            None => count.interrupted = true,
            Some((burnside, engine)) => {
                count.certificate = Some(CertifiedCount {
                    burnside,
                    engine,
                    elapsed: started.elapsed(),
                });
            }
        }
        Ok(())
    }

    fn certify_by_search(
        &self,
        count: &CountResult,
    ) -> Result<Option<(Certificate, Engine)>, SolveError> {
        let schedule = self.monitor.resources.schedule(&self.forecast()?, false);
        let searched =
            self.count_by_pair(schedule, &mut CheckpointFile::nothing(), None, u64::MAX)?;
        let Some(other) = searched.filter(|count| count.complete) else {
            return Ok(None);
        };
        let engine = other.engine.unwrap_or(Engine::Links);
        compare(count, &other, engine)?;
        let burnside = match (&count.burnside, other.solutions.exact()) {
            // Both methods counted all solutions and the symmetric ones, and agree.
            (Some(burnside), _) => Some(burnside.clone()),
            (None, Some(solutions)) => self.burnside(solutions)?,
            (None, None) => None,
        };
        Ok(burnside.map(|burnside| (burnside, engine)))
    }

    fn certify_by_burnside(
        &self,
        count: &CountResult,
    ) -> Result<Option<(Certificate, Engine)>, SolveError> {
        // No engine is requested here, since the requested one made the first count.
        let mut monitor = self.monitor.clone();
        monitor.resources.engine = None;
        let (problem, order) = (self.instance.problem(), self.order()?);
        let total = count_all(problem, Some(order), &monitor)?;
        let Some(total) = total.known() else {
            return Ok(None);
        };
        let Some(burnside) = self.burnside(&total.solutions)? else {
            return Ok(None);
        };
        let rotations = burnside.orbits_of(&self.group.rotations());
        let certified = CountResult {
            solutions: Known::Exact(total.solutions),
            distinct: Known::Exact(burnside.orbits.clone()),
            distinct_rotations: Known::Exact(rotations?),
            ..CountResult::none()
        };
        compare(count, &certified, total.engine)?;
        Ok(Some((burnside, total.engine)))
    }

    /// Finds how many solutions each symmetry fixes, and takes the mean, which is the number of orbits.
    /// `solutions` is the number of all solutions. `None` if the stop flag was set.
    fn burnside(&self, solutions: &BigUint) -> Result<Option<Certificate>, SolveError> {
        let mut meter = ProgressMeter::new(self.monitor, WorkKind::Search);
        let orbits = self.orbits(solutions, &mut |progress| meter.on_progress(progress))?;
        meter.end();
        Ok(orbits.map(|orbits| orbits.burnside))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::Instance;
    use crate::cover::orbits::PuzzleSymmetry;
    use crate::puzzle::{Source, load};
    use crate::solve::resources::Resources;
    use crate::solve::search::RunContext;
    use tilewright_dlx::Distinct;

    fn square_of_dominoes() -> (Instance, PuzzleSymmetry) {
        let text =
            "(lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(2), copies: 8)])";
        let puzzle = load(&Source::new("test", text)).unwrap().puzzle;
        let instance = Instance::new(puzzle).unwrap();
        let group = PuzzleSymmetry::of(&instance).unwrap();
        (instance, group)
    }

    /// Checks the domino tilings of the 4 × 4 board: there are 36, of which 9 are distinct.
    #[test]
    fn every_engine_agrees_with_its_certificate() {
        let (instance, group) = square_of_dominoes();
        let distinct = Distinct::new(instance.problem(), &group.symmetries).unwrap();
        for engine in [
            None,
            Some(Engine::Links),
            Some(Engine::Bits),
            Some(Engine::Frontier),
        ] {
            let resources = Resources {
                engine,
                ..Resources::default()
            };
            let monitor = RunContext::silent().with(resources);
            let task = CountTask::new(&instance, &group, &distinct, &monitor);
            let mut count = task.count(&mut CheckpointFile::nothing()).unwrap();
            task.certify(&mut count).unwrap();
            assert_eq!(
                (count.solutions.exact(), count.distinct.exact()),
                (Some(&36_u32.into()), Some(&9_u32.into()))
            );
            let certificate = count.certificate.unwrap();
            assert_eq!(certificate.burnside.fixed[0], 36_u32.into());
            assert_eq!(certificate.burnside.orbits, 9_u32.into());
            if engine == Some(Engine::Frontier) {
                assert_ne!(certificate.engine, Engine::Frontier);
            }
            let counted: BigUint = count.by_symmetry.iter().map(|(_, count)| count).sum();
            assert_eq!(counted, 9_u32.into());
        }
    }
}
