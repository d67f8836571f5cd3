//! Counting by search: one solution of every orbit.

use std::ops::ControlFlow;

use itertools::Itertools;
use num_bigint::BigUint;
use tilewright_dlx::turns::Turn;
use tilewright_dlx::{OptionId, PartStats, Schedule};

use super::{Count, Job, Known};
use crate::cover::orbits::PuzzleSymmetry;
use crate::puzzle::Puzzle;
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
            schedule,
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
        Ok(Some(self.counted(&ended, schedule, &tally)))
    }

    /// What a search has counted.
    pub(super) fn counted(
        &self,
        ended: &SearchEnd,
        schedule: Schedule,
        tally: &PartStats,
    ) -> Count {
        let rotations = rotation_orbits(self.group, tally);
        Count {
            solutions: Known::so_far(tally.solutions.into(), ended.complete),
            distinct: Known::so_far(tally.found.into(), ended.complete),
            distinct_rotations: Known::so_far(rotations.into(), ended.complete),
            by_symmetry: by_symmetry(self.instance.puzzle(), self.group, tally),
            engine: Some(schedule.engine.into()),
            restricted: true,
            threads: schedule.threads,
            burnside: None,
            complete: ended.complete,
            interrupted: ended.interrupted,
            elapsed: ended.elapsed,
            certificate: None,
            refuted: None,
        }
    }
}

/// Orbits under the rotations: an orbit under all automorphisms is one of
/// them, or falls into two if only rotations keep its solutions.
fn rotation_orbits(group: &PuzzleSymmetry, tally: &PartStats) -> u64 {
    let rotations = group.rotations();
    let all_rotate = rotations.len() == group.order();
    tally
        .stabilizers
        .iter()
        .map(|(stabilizer, count)| {
            let splits = !all_rotate && stabilizer.iter().all(|id| rotations.contains(id));
            count * if splits { 2 } else { 1 }
        })
        .sum()
}

/// The kinds of symmetry in words, and how many distinct solutions have each.
fn by_symmetry(
    puzzle: &Puzzle,
    group: &PuzzleSymmetry,
    tally: &PartStats,
) -> Vec<(String, BigUint)> {
    tally
        .stabilizers
        .iter()
        .map(|(stabilizer, count)| (group.kind(puzzle, stabilizer), *count))
        .into_group_map()
        .into_iter()
        .map(|(name, counts)| (name, counts.into_iter().sum::<u64>().into()))
        .sorted()
        .collect()
}
