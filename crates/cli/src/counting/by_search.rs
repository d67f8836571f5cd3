//! Counting by search: one solution of every orbit.

use std::ops::ControlFlow;

use itertools::Itertools;
use num_bigint::BigUint;
use tilewright_dlx::{Schedule, Tally};

use super::{Count, Job};
use crate::checkpoint::Keeper;
use crate::failure::Failure;
use crate::orbits::Group;
use crate::puzzle::Puzzle;
use crate::search::{Heard, Scope, Search};

impl Job<'_> {
    /// Counts by a restricted search, after the parts that `keeper` knows to
    /// be done; none if it takes more than so many nodes, which must not be
    /// done again when it is taken up.
    pub(super) fn search(
        &self,
        schedule: Schedule,
        keeper: &mut Keeper,
        most_nodes: u64,
    ) -> Result<Option<Count>, Failure> {
        let search = Search {
            scope: Scope::Distinct(self.distinct),
            schedule,
            done: keeper.done(),
        };
        let mut tally = keeper.tally().clone();
        // A run that was stopped just here would otherwise go one part further.
        if tally.profile.nodes() > most_nodes {
            return Ok(None);
        }
        let ended = search.run::<()>(self.interrupt, &|_, _| None, |heard| {
            if let Heard::Part(part) = heard {
                keeper.part(part, None, || Ok(()))?;
                if keeper.tally().profile.nodes() > most_nodes {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if !ended.complete && !ended.interrupted {
            return Ok(None);
        }
        if ended.interrupted {
            keeper.stop(|| Ok(()))?;
        }
        tally.add(&ended.tally);
        Ok(Some(Count {
            solutions: tally.solutions.into(),
            distinct: tally.found.into(),
            distinct_rotations: rotation_orbits(self.group, &tally).into(),
            by_symmetry: by_symmetry(self.puzzle, self.group, &tally),
            engine: Some(schedule.engine.into()),
            threads: schedule.threads,
            burnside: None,
            complete: ended.complete,
            interrupted: ended.interrupted,
            elapsed: ended.elapsed,
            certificate: None,
        }))
    }
}

/// Orbits under the rotations: an orbit under all automorphisms is one of
/// them, or falls into two if only rotations keep its solutions.
fn rotation_orbits(group: &Group, tally: &Tally) -> u64 {
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
fn by_symmetry(puzzle: &Puzzle, group: &Group, tally: &Tally) -> Vec<(String, BigUint)> {
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
