//! What can be told of a solution, one by one, to tell it from others.

use crate::support::subset::Subset;

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
    fn difference(&self, given: &Subset) -> Result<Option<Subset>, NoAnswer>;

    /// The same, made so small that no other solution differs in less than it.
    fn least_difference(&self, given: &Subset) -> Result<Option<Subset>, NoAnswer> {
        let Some(mut difference) = self.difference(given)? else {
            return Ok(None);
        };
        for clue in 0..self.count() {
            if difference.contains(clue) {
                let agreed = |other| other == clue || !difference.contains(other);
                let agreed = Subset::of(self.count(), agreed);
                if let Some(less) = self.difference(&agreed)? {
                    difference = less;
                }
            }
        }
        Ok(Some(difference))
    }
}
