//! Finds clues that distinguish a solution from others.

use fixedbitset::FixedBitSet;

/// Why the oracle has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoAnswer {
    /// The stop flag was set.
    Stopped,
    /// The search exceeded its limit.
    TooLong,
}

/// A solution as a numbered set of clues, and an oracle for its differences from other solutions.
pub(crate) trait DifferenceOracle {
    /// The number of clues.
    fn count(&self) -> usize;

    /// The clues that are false in another solution in which all of `given` are true. `None` if
    /// there is no such solution. An empty set means that another solution agrees with all clues.
    fn difference(&self, given: &FixedBitSet) -> Result<Option<FixedBitSet>, NoAnswer>;

    /// A minimal difference: no other solution has a difference that is a proper subset of it.
    fn least_difference(&self, given: &FixedBitSet) -> Result<Option<FixedBitSet>, NoAnswer> {
        let Some(mut difference) = self.difference(given)? else {
            return Ok(None);
        };
        for clue in 0..self.count() {
            if difference.contains(clue) {
                let agreed = |other| other == clue || !difference.contains(other);
                let agreed = subset(self.count(), agreed);
                if let Some(less) = self.difference(&agreed)? {
                    difference = less;
                }
            }
        }
        Ok(Some(difference))
    }
}

/// The numbers below `bound` for which `is_in` is true. Only sets with the same bound can be
/// compared and joined.
pub(crate) fn subset(bound: usize, is_in: impl Fn(usize) -> bool) -> FixedBitSet {
    let mut set = FixedBitSet::with_capacity(bound);
    for number in (0..bound).filter(|number| is_in(*number)) {
        set.insert(number);
    }
    set
}
