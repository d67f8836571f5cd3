//! Counts by a search for one solution of each orbit.

use std::time::Duration;

use tilewright_dlx::burnside::Orbits;
use tilewright_dlx::{PartStats, Schedule};

use super::by_sweep::by_kind;
use super::{CountResult, CountTask, Known};
use crate::solve::SolveError;

impl CountTask<'_> {
    /// Makes the result of the count from the totals of a search.
    pub(super) fn counted(
        &self,
        schedule: Schedule,
        tally: &PartStats,
        complete: bool,
    ) -> Result<CountResult, SolveError> {
        let (problem, symmetries) = (self.instance.problem(), &self.group.symmetries);
        let orbits = Orbits::of_distinct(problem, symmetries, &tally.stabilizers)?;
        let rotations = orbits.burnside.orbits_of(&self.group.rotations())?;
        let by_stabilizer = orbits.by_stabilizer.unwrap_or_default();
        Ok(CountResult {
            solutions: Known::so_far(tally.solutions.into(), complete),
            distinct: Known::so_far(tally.found.into(), complete),
            distinct_rotations: Known::so_far(rotations, complete),
            by_symmetry: by_kind(self.instance.puzzle(), self.group, by_stabilizer),
            engine: Some(schedule.engine.into()),
            restricted: true,
            threads: schedule.threads,
            burnside: None,
            complete,
            interrupted: !complete && self.monitor.is_set(),
            elapsed: Duration::ZERO,
            certificate: None,
            refuted: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use tilewright_dlx::{Distinct, Engine};

    use super::*;
    use crate::cover::Instance;
    use crate::cover::orbits::PuzzleSymmetry;
    use crate::puzzle::Puzzle;
    use crate::solve::checkpoint::CheckpointFile;
    use crate::solve::resources::Resources;
    use crate::solve::search::RunContext;

    /// Checks two boards of one puzzle. Each is rotated and reflected separately, so a quarter of
    /// all symmetries are rotations.
    #[test]
    fn engines_agree_on_rotations_of_boards_that_stand_together() {
        let trominoes = "(lattice: Square, boards: [Rect(2, 3), Rect(2, 3)],
            pieces: [Piece(name: \"L\", cells: Picture([\".#\", \"##\"]), copies: 4)])";
        let dominoes = "(lattice: Square, boards: [Rect(4, 3), Rect(4, 3)],
            pieces: [Set(of: Polyominoes(2), copies: 12)])";
        // The half turn fixes 3 of the 11 domino tilings of 4 × 3, so there are 7 tilings up to
        // rotation. The two boards can be exchanged, so there are 7 · 8 / 2 unordered pairs.
        let by_hand = [3_u32, 28];
        for (text, expected) in [trominoes, dominoes].into_iter().zip(by_hand) {
            for engine in [Engine::Links, Engine::Bits, Engine::Frontier] {
                let instance = Instance::new(Puzzle::from_ron(text).unwrap()).unwrap();
                let group = PuzzleSymmetry::of(&instance).unwrap();
                let distinct = Distinct::new(instance.problem(), &group.symmetries).unwrap();
                let resources = Resources {
                    engine: Some(engine),
                    ..Resources::default()
                };
                let monitor = RunContext::silent().with(resources);
                let task = CountTask::new(&instance, &group, &distinct, &monitor);
                let count = task.count(&mut CheckpointFile::nothing()).unwrap();
                let exact = Known::Exact(expected.into());
                assert_eq!(count.distinct_rotations, exact, "{engine}: {text}");
            }
        }
    }
}
