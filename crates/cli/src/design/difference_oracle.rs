//! What can be told of a solution, one by one, to tell it from others.

use fixedbitset::FixedBitSet;

/// Why a question has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoAnswer {
    /// A signal came.
    Stopped,
    /// The search took too long.
    TooLong,
}

/// The clues to a solution, numbered.
pub(crate) trait DifferenceOracle {
    /// How many there are.
    fn count(&self) -> usize;

    /// The clues that do not hold in some other solution, in which all of
    /// `given` do; none if there is no such solution. An empty answer means that
    /// all clues together leave another solution.
    fn difference(&self, given: &FixedBitSet) -> Result<Option<FixedBitSet>, NoAnswer>;

    /// The same, made so small that no other solution differs in less than it.
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

/// The numbers below `bound` that `is_in` says, as a set; sets of one bound alone are compared and
/// joined.
pub(crate) fn subset(bound: usize, is_in: impl Fn(usize) -> bool) -> FixedBitSet {
    let mut set = FixedBitSet::with_capacity(bound);
    for number in (0..bound).filter(|number| is_in(*number)) {
        set.insert(number);
    }
    set
}
