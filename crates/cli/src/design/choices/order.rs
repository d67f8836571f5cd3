//! In which order choices stand.

use std::cmp::Ordering;

use super::measures::number_of;
use super::{Choice, GoalsSolved};

/// In which order choices stand; equal ones in lexicographic order of their copies, then by goal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// Fewest solutions first; over goals, most goals solved first, then the most solutions of the
    /// hardest goal.
    #[default]
    Best,
    /// Fewest solutions in all first.
    Fewest,
    /// Most solutions in all first.
    Most,
    /// Fewest pieces first, then the best.
    Pieces,
    /// The greatest rank first, those without one last; equal ones as the best are.
    Rank,
}

impl Order {
    /// Compares two choices.
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
                // Nothing is less than any rank.
                let ranks = other.rank.partial_cmp(&one.rank);
                ranks.unwrap_or(Ordering::Equal).then_with(best)
            }
            Self::Pieces => (number_of(&one.copies).cmp(&number_of(&other.copies))).then_with(best),
        };
        order.then_with(|| (&one.copies, one.goal).cmp(&(&other.copies, other.goal)))
    }
}
