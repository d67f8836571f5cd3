//! Counting by sweep: all solutions without listing any, the symmetric ones
//! listed, and the orbits by Burnside's lemma.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use tilewright_dlx::burnside::{Certificate, SymmetricReport, symmetric_covers};
use tilewright_dlx::{Engine, Progress};

use super::{All, Count, Job};
use crate::failure::Failure;
use crate::orbits::Group;
use crate::puzzle::Puzzle;
use crate::search::{Kind, Watch};

impl Job<'_> {
    /// Counts by a sweep; none if it takes more than so much work.
    pub(super) fn sweep(&self, all: &All<'_>, most_work: u64) -> Result<Option<Count>, Failure> {
        let mut watch = Watch::new(self.interrupt, Kind::Sweep);
        let Some(report) = all.sweep(most_work, &mut watch)? else {
            watch.end();
            return Ok(None);
        };
        let symmetric = if report.complete {
            self.symmetric(&mut |progress| watch.hear(progress))
        } else {
            SymmetricReport::default()
        };
        let (elapsed, signalled) = watch.end();
        let complete = report.complete && symmetric.complete;
        let mut count = Count {
            engine: Some(Engine::Frontier),
            threads: self.effort.threads,
            complete,
            interrupted: !complete && signalled,
            elapsed,
            solutions: report.count,
            ..Count::none()
        };
        if complete {
            divide(self.puzzle, self.group, &symmetric, &mut count)?;
        }
        Ok(Some(count))
    }

    /// The solutions that have a symmetry.
    pub(super) fn symmetric(
        &self,
        hear: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> SymmetricReport {
        symmetric_covers(&self.matrix.problem, &self.group.symmetries, hear)
    }
}

/// Divides the symmetries out: from all solutions and those that have one.
fn divide(
    puzzle: &Puzzle,
    group: &Group,
    symmetric: &SymmetricReport,
    count: &mut Count,
) -> Result<(), Failure> {
    let burnside = burnside(group, symmetric, &count.solutions)?;
    let rotations = burnside.orbits_of(&group.rotations());
    count.distinct_rotations = rotations.map_err(anyhow::Error::new)?;
    count.distinct = burnside.orbits;
    // A solution with a stabilizer of order s is one of |G| / s in its orbit.
    let mut weights: BTreeMap<String, BigUint> = BTreeMap::new();
    let mut plain = count.solutions.clone();
    for (stabilizer, solutions) in &symmetric.stabilizers {
        let weight = BigUint::from(*solutions) * stabilizer.len();
        *weights.entry(group.kind(puzzle, stabilizer)).or_default() += weight;
        plain -= *solutions;
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
    group: &Group,
    symmetric: &SymmetricReport,
    solutions: &BigUint,
) -> Result<Certificate, Failure> {
    let mut fixed: Vec<BigUint> = symmetric.fixed.iter().map(|n| (*n).into()).collect();
    if let Some(all) = fixed.get_mut(group.symmetries.identity().index()) {
        all.clone_from(solutions);
    }
    Ok(Certificate::new(fixed).map_err(anyhow::Error::new)?)
}
