//! Counts the orbits of solutions, by stabilizer. The input is either the number of all solutions and of those
//! with a symmetry, or one solution of each orbit.
//!
//! - From all solutions: an orbit whose solutions have stabilizers of order s has |G| / s solutions.
//! - From one solution of each orbit, by its stabilizer S: an element g fixes c · z / |S| of its images. Here c is
//!   the number of conjugates of g in S, and z is the order of the centralizer of g.
//!
//! Both give the same numbers, so each certifies the other.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::certificate::{Certificate, CertificateError};
use super::classes::{Conjugation, conjugacy_classes};
use crate::problem::Problem;
use crate::symmetry::{Symmetries, SymmetryId};

/// Numbers of solutions or orbits by stabilizer. A stabilizer is a sorted list of elements.
pub type ByStabilizer = BTreeMap<Vec<SymmetryId>, BigUint>;

/// The number of orbits of a problem's solutions, in total and by stabilizer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Orbits {
    /// The number of solutions that each element fixes, and the number of orbits, by Burnside's lemma.
    /// [`Certificate::orbits_of`] gives the number of orbits under a subgroup.
    pub burnside: Certificate,
    /// The number of orbits by stabilizer. The solutions of an orbit have conjugate stabilizers, of which the
    /// least is the key. `None` if the solutions with a symmetry were too many to determine their stabilizers.
    pub by_stabilizer: Option<ByStabilizer>,
}

impl Orbits {
    /// Counts the orbits of `solutions` solutions. `fixed` holds, for each element except the identity, the number
    /// of solutions that it fixes, by the index of the element. `stabilizers` holds the number of solutions with
    /// each nontrivial stabilizer, if known: see [`SymmetricReport`](super::SymmetricReport).
    ///
    /// Takes time proportional to the options times the order of the group, plus the elements of the stabilizers
    /// times that order.
    ///
    /// # Errors
    ///
    /// The numbers of fixed solutions do not belong to a group.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright_dlx::burnside::{Orbits, symmetric_covers};
    /// use tilewright_dlx::{Problem, Symmetries};
    ///
    /// // Two of four beads on a ring, and the four rotations: two neighbours, or two opposite beads.
    /// let mut problem = Problem::new();
    /// let beads = problem.add_bounded("beads", 2..=2)?;
    /// for _ in 0..4 {
    ///     problem.add_option(&[beads])?;
    /// }
    /// let turned = |by: usize| (0..4).filter_map(|bead| problem.option((bead + by) % 4)).collect();
    /// let symmetries = Symmetries::new(&problem, (0..4).map(turned).collect())?;
    /// let symmetric = symmetric_covers(&problem, &symmetries, &mut |_| ControlFlow::Continue(()))?;
    /// let stabilizers = Some(&symmetric.stabilizers);
    /// let orbits = Orbits::of_all(&problem, &symmetries, &6_u32.into(), &symmetric.fixed, stabilizers)?;
    /// assert_eq!(orbits.burnside.orbits, 2_u32.into());
    /// let orders = orbits.by_stabilizer.unwrap().into_keys().map(|stabilizer| stabilizer.len());
    /// assert_eq!(orders.collect::<Vec<_>>(), [1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_all(
        problem: &Problem,
        symmetries: &Symmetries,
        solutions: &BigUint,
        fixed: &[BigUint],
        stabilizers: Option<&ByStabilizer>,
    ) -> Result<Self, CertificateError> {
        let mut fixed = fixed.to_vec();
        if let Some(all) = fixed.get_mut(symmetries.identity().index()) {
            all.clone_from(solutions);
        }
        let burnside = Certificate::new(fixed)?;
        let by_stabilizer = stabilizers.map(|stabilizers| {
            let symmetric: BigUint = stabilizers.values().sum();
            let plain = (vec![symmetries.identity()], solutions - symmetric);
            let order = symmetries.order();
            // An orbit has solutions with each stabilizer of a conjugacy class. So the numbers of all stabilizers
            // of a class are added before the division.
            let weight = |(stabilizer, solutions): (&Vec<_>, &BigUint)| {
                (stabilizer.clone(), solutions * stabilizer.len())
            };
            let weights = stabilizers.iter().map(weight).chain([plain]);
            let mut by_stabilizer = by_class(problem, symmetries, weights);
            for weight in by_stabilizer.values_mut() {
                *weight /= order;
            }
            by_stabilizer
        });
        Ok(Self {
            burnside,
            by_stabilizer,
        })
    }

    /// Counts the orbits of solutions from one solution of each orbit. `stabilizers` holds the numbers of these
    /// solutions by stabilizer: the [`PartStats::stabilizers`](crate::PartStats::stabilizers) of
    /// [`Distinct`](crate::Distinct).
    ///
    /// Takes time proportional to the options times the order of the group, plus the elements of the stabilizers
    /// times that order.
    ///
    /// # Errors
    ///
    /// The stabilizers do not belong to a group.
    pub fn of_distinct(
        problem: &Problem,
        symmetries: &Symmetries,
        stabilizers: &BTreeMap<Vec<SymmetryId>, u64>,
    ) -> Result<Self, CertificateError> {
        let order = symmetries.order();
        let mut fixed = vec![BigUint::ZERO; order];
        for class in conjugacy_classes(problem, symmetries) {
            let of_each = stabilizers.iter().map(|(stabilizer, &orbits)| {
                let members = stabilizer.iter().filter(|g| class.binary_search(g).is_ok());
                let images = members.count() * (order / class.len()) / stabilizer.len().max(1);
                BigUint::from(orbits) * images
            });
            let of_each: BigUint = of_each.sum();
            for g in class {
                fixed[g.index()].clone_from(&of_each);
            }
        }
        let found = |(stabilizer, &orbits): (&Vec<_>, &u64)| (stabilizer.clone(), orbits.into());
        let by_stabilizer = by_class(problem, symmetries, stabilizers.iter().map(found));
        Ok(Self {
            burnside: Certificate::new(fixed)?,
            by_stabilizer: Some(by_stabilizer),
        })
    }
}

/// Adds up the numbers of solutions with conjugate stabilizers. The least stabilizer is the key.
fn by_class(
    problem: &Problem,
    symmetries: &Symmetries,
    numbers: impl Iterator<Item = (Vec<SymmetryId>, BigUint)>,
) -> ByStabilizer {
    let conjugation = Conjugation::new(problem, symmetries);
    let mut least: BTreeMap<Vec<SymmetryId>, Vec<SymmetryId>> = BTreeMap::new();
    let mut sums = ByStabilizer::new();
    for (stabilizer, number) in numbers {
        if number == BigUint::ZERO {
            continue;
        }
        if !least.contains_key(&stabilizer) {
            let conjugates = conjugation.conjugates(&stabilizer);
            if let Some(first) = conjugates.first().cloned() {
                least.extend(conjugates.into_iter().map(|one| (one, first.clone())));
            }
        }
        let class = least.get(&stabilizer).cloned().unwrap_or(stabilizer);
        *sums.entry(class).or_default() += number;
    }
    sums
}
