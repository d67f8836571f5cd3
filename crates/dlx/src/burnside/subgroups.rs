//! Finds the subgroups of a small group, as bit sets.

use super::classes::Conjugation;
use crate::compact::{CompactSort, set_of};
use crate::problem::Problem;
use crate::symmetry::{Symmetries, SymmetryId};

/// A set of elements of a group, with a bit for each element by index.
pub(super) type ElementSet = u64;

/// A group of at most 64 elements, with its multiplication table.
pub(super) struct SmallGroup {
    /// `products[g][h]` is the index of the product that applies h first, then g.
    products: Vec<Vec<usize>>,
    identity: usize,
}

impl SmallGroup {
    /// The group of the symmetries of a problem; `None` if it has more than 64 elements. Takes time about
    /// proportional to the cube of the number of elements, because two elements usually differ on one of the first
    /// options.
    pub(super) fn new(problem: &Problem, symmetries: &Symmetries) -> Option<Self> {
        let ids: Vec<SymmetryId> = symmetries.ids().collect();
        if ids.len() > 64 {
            return None;
        }
        let group = Conjugation::new(problem, symmetries);
        let row = |&g: &SymmetryId| {
            let products = ids.iter().map(|&h| group.product(&[h, g]).index());
            products.collect()
        };
        Some(Self {
            products: ids.iter().map(row).collect(),
            identity: symmetries.identity().index(),
        })
    }

    /// All subgroups, smaller ones first.
    pub(super) fn subgroups(&self) -> Vec<ElementSet> {
        let cyclic: Vec<ElementSet> = (0..self.products.len())
            .map(|g| self.closure(1 << g))
            .collect();
        let mut all = set_of(cyclic.iter().copied());
        let mut new: Vec<ElementSet> = all.iter().copied().collect();
        while let Some(subgroup) = new.pop() {
            for cyclic in &cyclic {
                let joined = self.closure(subgroup | cyclic);
                if all.insert(joined) {
                    new.push(joined);
                }
            }
        }
        let mut all: Vec<ElementSet> = all.into_iter().collect();
        all.compact_sort_by_key(|subgroup| (subgroup.count_ones(), *subgroup));
        all
    }

    /// The smallest subgroup that contains these elements. In a finite group, closure under products suffices.
    fn closure(&self, elements: ElementSet) -> ElementSet {
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

pub(super) fn members(set: ElementSet) -> impl Iterator<Item = usize> {
    (0..64).filter(move |at| set >> at & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::OptionId;

    /// The orders of all subgroups of a group that permutes `count` options. `rows` holds the images of the
    /// options under each element, by index.
    fn orders(count: usize, rows: &[Vec<usize>]) -> Vec<u32> {
        let mut problem = Problem::new();
        let item = problem.add_bounded("a", 0..=1).unwrap();
        let options: Vec<OptionId> = (0..count)
            .map(|_| problem.add_option(&[item]).unwrap())
            .collect();
        let row = |row: &Vec<usize>| row.iter().map(|&at| options[at]).collect();
        let symmetries = Symmetries::new(&problem, rows.iter().map(row).collect()).unwrap();
        let group = SmallGroup::new(&problem, &symmetries).unwrap();
        let subgroups = group.subgroups();
        subgroups
            .iter()
            .map(|subgroup| subgroup.count_ones())
            .collect()
    }

    #[test]
    fn subgroups_come_in_the_order_of_their_sizes() {
        let turns = |n: usize| -> Vec<Vec<usize>> {
            (0..n)
                .map(|by| (0..n).map(|at| (at + by) % n).collect())
                .collect()
        };
        assert_eq!(orders(6, &turns(6)), [1, 2, 3, 6]);
        // The same group, with the identity as its last element.
        let mut reversed = turns(8);
        reversed.reverse();
        assert_eq!(orders(8, &reversed), [1, 2, 4, 8]);
        let of_three: Vec<Vec<usize>> = [1, 2]
            .iter()
            .flat_map(|of| (0..3).map(move |by| (0..3).map(|at| (by + of * at) % 3).collect()))
            .collect();
        assert_eq!(orders(3, &of_three), [1, 2, 2, 2, 3, 6]);
        // Three pairs: for each set of pairs, one element of the group exchanges the members of exactly these
        // pairs. The group needs three generators.
        let exchanges: Vec<Vec<usize>> = (0..8)
            .map(|which| (0..6).map(|at| at ^ (which >> (at / 2) & 1)).collect())
            .collect();
        let sizes = [vec![1], vec![2; 7], vec![4; 7], vec![8]].concat();
        assert_eq!(orders(6, &exchanges), sizes);
    }
}
