//! Minimal sets of clues that leave one solution.
//!
//! A set of clues leaves one solution exactly if it holds a clue of every
//! *difference*: of the clues that fail in another solution, for each of the
//! others. Differences that were met are kept, and answer most questions
//! without a search. (Reiter, "A theory of diagnosis from first principles",
//! Artificial Intelligence 32 (1987), calls them conflict sets, and the minimal
//! sets that meet all of them diagnoses.)

use fixedbitset::FixedBitSet;

use crate::design::difference_oracle::{DifferenceOracle, NoAnswer};

/// A solution's clues with the differences met so far.
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

    /// A minimal set of clues: they are given in this order until one solution
    /// is left, then each is left out again, the last first, if it can be.
    /// None if all clues together leave several solutions.
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
        // Without the last of them there was another solution.
        for &clue in taken.iter().rev().skip(1) {
            given.remove(clue);
            if !self.is_unique(&given)? {
                given.insert(clue);
            }
        }
        Ok(Some(given))
    }

    /// All minimal sets of at most `most` clues, in a fixed order, found in at
    /// most so many `steps`; and whether these are all.
    ///
    /// Every such set holds a clue of a difference that it has not met yet: of
    /// the first one, it holds some clue and none of those before it. Each set
    /// is met in one way only.
    pub(crate) fn all(
        &mut self,
        most: usize,
        steps: usize,
    ) -> Result<(Vec<FixedBitSet>, bool), NoAnswer> {
        let nothing = FixedBitSet::with_capacity(self.clues.count());
        let mut found = Vec::new();
        // Sets to begin with, and clues that are not to be added to them.
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

    /// Whether no clue of a unique set can be left out.
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
