//! The subgroups of a small group, as sets of bits.

use std::collections::BTreeSet;

use crate::problem::Problem;
use crate::symmetry::{Symmetries, SymmetryId};

/// A set of elements, by index.
pub(super) type Set = u64;

/// A group whose elements can be multiplied.
pub(super) struct Group {
    /// The index of the product, first the one on the right, then the one on the left.
    products: Vec<Vec<usize>>,
    identity: usize,
}

impl Group {
    /// The group of the symmetries of a problem; none if it has more than 64 elements.
    ///
    /// Takes time about proportional to the cube of the order: elements differ early.
    #[expect(clippy::expect_used, reason = "an invariant of groups")]
    pub(super) fn new(problem: &Problem, symmetries: &Symmetries) -> Option<Self> {
        let ids: Vec<SymmetryId> = symmetries.ids().collect();
        if ids.len() > 64 {
            return None;
        }
        let product = |g: SymmetryId, h: SymmetryId| {
            let is_it = |&k: &SymmetryId| {
                problem.options().all(|option| {
                    symmetries.image(k, option) == symmetries.image(g, symmetries.image(h, option))
                })
            };
            let place = ids.iter().position(is_it);
            place.expect("invariant: a group holds all products")
        };
        let row = |&g: &SymmetryId| ids.iter().map(|&h| product(g, h)).collect();
        Some(Self {
            products: ids.iter().map(row).collect(),
            identity: symmetries.identity().index(),
        })
    }

    /// All subgroups, the smaller ones first.
    pub(super) fn subgroups(&self) -> Vec<Set> {
        let cyclic: Vec<Set> = (0..self.products.len())
            .map(|g| self.closure(1 << g))
            .collect();
        let mut all: BTreeSet<Set> = cyclic.iter().copied().collect();
        let mut new: Vec<Set> = all.iter().copied().collect();
        while let Some(subgroup) = new.pop() {
            for cyclic in &cyclic {
                let joined = self.closure(subgroup | cyclic);
                if all.insert(joined) {
                    new.push(joined);
                }
            }
        }
        let mut all: Vec<Set> = all.into_iter().collect();
        all.sort_by_key(|subgroup| (subgroup.count_ones(), *subgroup));
        all
    }

    /// The smallest subgroup with these elements. In a finite group products are enough.
    fn closure(&self, elements: Set) -> Set {
        let mut closed = elements | 1 << self.identity;
        loop {
            let mut next = closed;
            for g in members(closed) {
                for h in members(closed) {
                    next |= 1 << self.products[g][h];
                }
            }
            if next == closed {
                return closed;
            }
            closed = next;
        }
    }
}

/// The elements of a set, upwards.
pub(super) fn members(set: Set) -> impl Iterator<Item = usize> {
    (0..64).filter(move |at| set >> at & 1 == 1)
}
