//! Minimal sets of clues that leave one solution.
//!
//! A *difference* is the set of clues that are false in another solution. A set of clues leaves one
//! solution exactly if it contains a clue of every difference. Known differences are kept, and
//! answer most questions without a search. (Reiter, "A theory of diagnosis from first principles",
//! Artificial Intelligence 32 (1987), calls them conflict sets, and the minimal sets that meet all
//! of them diagnoses.)

use fixedbitset::FixedBitSet;

use crate::design::difference_oracle::{DifferenceOracle, NoAnswer};

/// A solution's clues with the differences found so far.
pub(crate) struct KnownDifferences<C> {
    pub(crate) clues: C,
    pub(crate) differences: Vec<FixedBitSet>,
}

impl<C: DifferenceOracle> KnownDifferences<C> {
    pub(crate) fn new(clues: C) -> Self {
        Self {
            clues,
            differences: Vec::new(),
        }
    }

    /// Whether these clues leave one solution.
    pub(crate) fn is_unique(&mut self, given: &FixedBitSet) -> Result<bool, NoAnswer> {
        if self
            .differences
            .iter()
            .any(|known| known.is_disjoint(given))
        {
            return Ok(false);
        }
        match self.clues.least_difference(given)? {
            None => Ok(true),
            Some(difference) => {
                self.differences.push(difference);
                Ok(false)
            }
        }
    }

    /// A minimal set of clues. Clues are added in this order until one solution is left. Then each
    /// is removed again if possible, the last added first. `None` if all clues together leave
    /// several solutions.
    pub(crate) fn minimal(&mut self, order: &[usize]) -> Result<Option<FixedBitSet>, NoAnswer> {
        let mut given = FixedBitSet::with_capacity(self.clues.count());
        let mut taken = Vec::new();
        while !self.is_unique(&given)? {
            let Some(&next) = order.get(taken.len()) else {
                return Ok(None);
            };
            given.insert(next);
            taken.push(next);
        }
        // The clue added last is needed: without it, several solutions are left.
        for &clue in taken.iter().rev().skip(1) {
            given.remove(clue);
            if !self.is_unique(&given)? {
                given.insert(clue);
            }
        }
        Ok(Some(given))
    }

    /// All minimal sets of at most `most` clues, in a fixed order, and whether these are all. The
    /// search looks at no more than `steps` sets.
    ///
    /// The search branches on the clues of the first difference that a set does not meet: a branch
    /// takes one of them and excludes those before it. Each set is thus reached in one way only.
    pub(crate) fn all(
        &mut self,
        most: usize,
        steps: usize,
    ) -> Result<(Vec<FixedBitSet>, bool), NoAnswer> {
        let nothing = FixedBitSet::with_capacity(self.clues.count());
        let mut found = Vec::new();
        // The sets still to be extended, each with the clues excluded from it.
        let mut open = vec![(nothing.clone(), nothing)];
        for _ in 0..steps {
            let Some((given, barred)) = open.pop() else {
                return Ok((found, true));
            };
            if self.is_unique(&given)? {
                if self.is_minimal(&given)? {
                    found.push(given);
                }
                continue;
            }
            let unmet = self
                .differences
                .iter()
                .find(|known| known.is_disjoint(&given));
            let Some(unmet) = unmet.filter(|_| given.count_ones(..) < most) else {
                continue;
            };
            let mut barred = barred;
            let first_new = open.len();
            for clue in unmet.ones() {
                if !barred.contains(clue) {
                    let mut more = given.clone();
                    more.insert(clue);
                    open.push((more, barred.clone()));
                    barred.insert(clue);
                }
            }
            open[first_new..].reverse();
        }
        Ok((found, open.is_empty()))
    }

    /// Whether every clue of a set that leaves one solution is needed.
    pub(crate) fn is_minimal(&mut self, given: &FixedBitSet) -> Result<bool, NoAnswer> {
        for clue in given.ones() {
            let mut less = given.clone();
            less.remove(clue);
            if self.is_unique(&less)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
