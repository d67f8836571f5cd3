//! The order of choices in a result.

use std::cmp::Ordering;

use super::measures::number_of;
use super::{Choice, GoalsSolved};

/// The order of choices in a result. Choices that compare equal are in lexicographic order of their
/// copies, then by goal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// Fewest solutions first. Over goals: most goals solved first, then the most solutions of the
    /// hardest goal.
    #[default]
    Best,
    /// Fewest solutions first; over several goals, the smallest sum first.
    Fewest,
    /// Most solutions first; over several goals, the largest sum first.
    Most,
    /// Fewest pieces first, then as `Best`.
    Pieces,
    /// Highest rank first, choices without a rank last; equal ranks as `Best`.
    Rank,
}

impl Order {
    /// Compares two choices: the one that comes first in this order is less.
    pub fn compare(self, one: &Choice, other: &Choice) -> Ordering {
        let by = |choice: &Choice| choice.solutions.clone();
        let best = || match (&one.goals, &other.goals) {
            (Some(one), Some(other)) => {
                let key = |goals: &GoalsSolved| (goals.number, goals.hardest.solutions.clone());
                key(other).cmp(&key(one))
            }
            _ => by(one).cmp(&by(other)),
        };
        let order = match self {
            Self::Best => best(),
            Self::Fewest => by(one).cmp(&by(other)),
            Self::Most => by(other).cmp(&by(one)),
            Self::Rank => {
                // Ranks are sorted in descending order. `None` is less than any rank, so choices
                // without a rank come last.
                let ranks = other.rank.partial_cmp(&one.rank);
                ranks.unwrap_or(Ordering::Equal).then_with(best)
            }
            Self::Pieces => (number_of(&one.copies).cmp(&number_of(&other.copies))).then_with(best),
        };
        order.then_with(|| (&one.copies, one.goal).cmp(&(&other.copies, other.goal)))
    }
}
