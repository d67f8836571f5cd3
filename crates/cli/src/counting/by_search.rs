//! Counting by search: one solution of every orbit.

use std::ops::ControlFlow;

use itertools::Itertools;
use num_bigint::BigUint;
use tilewright_dlx::{Forecast, Tally};

use super::{Count, Job};
use crate::checkpoint::Keeper;
use crate::failure::Failure;
use crate::orbits::Group;
use crate::puzzle::Puzzle;
use crate::search::{Heard, Scope, Search};

impl Job<'_> {
    /// Counts by a restricted search.
    pub(super) fn search(
        &self,
        forecast: &Forecast,
        keeper: &mut Keeper,
    ) -> Result<Count, Failure> {
        let schedule = keeper.schedule(self.effort.schedule(forecast, keeper.keeps()));
        let (mut tally, before) = keeper.before();
        let search = Search {
            scope: Scope::Distinct(self.distinct),
            schedule,
            done: keeper.done(),
        };
        let ended = search.run::<()>(self.interrupt, &|_, _| None, |heard| {
            if let Heard::Part(part) = heard {
                keeper.part(part, || Ok(None))?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if !ended.complete {
            keeper.stop(|| Ok(None))?;
        }
        tally.add(&ended.tally);
        Ok(Count {
            solutions: tally.solutions.into(),
            distinct: tally.found.into(),
            distinct_rotations: rotation_orbits(self.group, &tally).into(),
            by_symmetry: by_symmetry(self.puzzle, self.group, &tally),
            engine: Some(schedule.engine.into()),
            threads: schedule.threads,
            complete: ended.complete,
            interrupted: ended.interrupted,
            elapsed: before + ended.elapsed,
            certificate: None,
        })
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
