//! Counting by search: one solution of every orbit.

use std::ops::ControlFlow;

use tilewright_dlx::burnside::Orbits;
use tilewright_dlx::turns::Turn;
use tilewright_dlx::{OptionId, PartStats, Schedule};

use super::by_sweep::by_kind;
use super::{Count, Job, Known};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::{Heard, Scope, Search, SearchEnd};

impl Job<'_> {
    /// Counts by a restricted search, after the parts that `checkpoint` knows to
    /// be done, in turn with another search if there is one; none if the turns
    /// were over before.
    pub(super) fn search(
        &self,
        schedule: Schedule,
        checkpoint: &mut CheckpointFile,
        turn: Option<Turn<'_>>,
    ) -> Result<Option<Count>, SolveError> {
        let mut tally = checkpoint.tally().clone();
        let in_turn;
        let distinct = match turn {
            None => self.distinct,
            Some(turn) => {
                // What was done before counts too. If that is over, so is the search.
                let _ = turn.count(tally.profile.nodes());
                in_turn = self.distinct.in_turn(turn);
                &in_turn
            }
        };
        let accept = |options: &[OptionId]| self.instance.accepts(options);
        let accepting;
        let distinct = if self.instance.filter().is_some() {
            accepting = distinct.accepting(&accept);
            &accepting
        } else {
            distinct
        };
        let search = Search {
            scope: Scope::Distinct(distinct),
            schedule: Schedule {
                in_any_order: true,
                ..schedule
            },
            done: checkpoint.done(),
        };
        let mut ended = search.run::<(), SolveError>(self.monitor, &|_, _| None, |heard| {
            if let Heard::Part(part) = heard {
                checkpoint.part(part, None, || Ok::<(), SolveError>(()))?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        ended.complete &= turn.is_none_or(|turn| turn.count(0).is_continue());
        if !ended.complete && !ended.interrupted {
            return Ok(None);
        }
        if ended.interrupted {
            checkpoint.stop(|| Ok::<(), SolveError>(()))?;
        }
        tally.add(&ended.tally);
        self.counted(&ended, schedule, &tally).map(Some)
    }

    /// What a search has counted.
    pub(super) fn counted(
        &self,
        ended: &SearchEnd,
        schedule: Schedule,
        tally: &PartStats,
    ) -> Result<Count, SolveError> {
        let (problem, symmetries) = (self.instance.problem(), &self.group.symmetries);
        let orbits = Orbits::of_distinct(problem, symmetries, &tally.stabilizers)?;
        let rotations = orbits.burnside.orbits_of(&self.group.rotations())?;
        let by_stabilizer = orbits.by_stabilizer.unwrap_or_default();
        Ok(Count {
            solutions: Known::so_far(tally.solutions.into(), ended.complete),
            distinct: Known::so_far(tally.found.into(), ended.complete),
            distinct_rotations: Known::so_far(rotations, ended.complete),
            by_symmetry: by_kind(self.instance.puzzle(), self.group, by_stabilizer),
            engine: Some(schedule.engine.into()),
            restricted: true,
            threads: schedule.threads,
            burnside: None,
            complete: ended.complete,
            interrupted: ended.interrupted,
            elapsed: ended.elapsed,
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
    use crate::solve::resources::Resources;
    use crate::solve::search::Monitor;

    /// Boards that stand together are turned and mirrored each by itself: a quarter of all motions are rotations.
    #[test]
    fn engines_agree_on_rotations_of_boards_that_stand_together() {
        let trominoes = "(lattice: Square, boards: [Rect(2, 3), Rect(2, 3)],
            pieces: [Piece(name: \"L\", cells: Picture([\".#\", \"##\"]), copies: 4)])";
        let dominoes = "(lattice: Square, boards: [Rect(4, 3), Rect(4, 3)],
            pieces: [Set(of: Polyominoes(2), copies: 12)])";
        // Of the 11 ways to lay dominoes on 4 × 3 the half turn keeps 3, so there are 7 by rotation, and 7 · 8 / 2
        // pairs.
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
                let monitor = Monitor::silent();
                let job = Job::new(&instance, &group, &distinct, &resources, &monitor);
                let count = job.count(&mut CheckpointFile::nothing()).unwrap();
                let exact = Known::Exact(expected.into());
                assert_eq!(count.distinct_rotations, exact, "{engine}: {text}");
            }
        }
    }
}
