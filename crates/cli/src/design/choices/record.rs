//! The record of judged choices in a checkpoint.

use num_bigint::{BigUint, ParseBigIntError};
use serde::{Deserialize, Serialize};

use super::{Choice, GoalSolutions, GoalsSolved, Selection};
use crate::solve::counting::Known;

/// A number, written as decimal text, since it may exceed the integers that JSON readers accept.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Decimal(BigUint);

impl TryFrom<String> for Decimal {
    type Error = ParseBigIntError;

    fn try_from(text: String) -> Result<Self, ParseBigIntError> {
        text.parse().map(Self)
    }
}

impl From<Decimal> for String {
    fn from(number: Decimal) -> Self {
        number.0.to_string()
    }
}

/// A [`Selection`] as JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SelectionRecord {
    solvable: u64,
    solutions: Decimal,
    uncounted: u64,
    wanted: u64,
    histogram: Vec<(Decimal, u64)>,
    first: Vec<ChoiceRecord>,
}

/// A [`Choice`] as JSON, without measures, since choices are measured after the last checkpoint.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChoiceRecord {
    copies: Vec<u32>,
    solutions: Decimal,
    distinct: Option<Decimal>,
    distinct_rotations: Option<Decimal>,
    symmetric: Option<usize>,
    goal: Option<usize>,
    goals: Option<GoalsRecord>,
    /// The rank, as the bits of an `f64`.
    rank: Option<u64>,
}

/// A [`GoalsSolved`] as JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GoalsRecord {
    number: usize,
    hardest: (usize, Decimal),
    easiest: (usize, Decimal),
    /// The sum over the goals of n ln n, where n is the number of solutions on the goal. Stored as
    /// the bits of an `f64`.
    logs: u64,
}

/// Bounds that a record must fit: the number of pieces, and the number of goals counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct RecordBounds {
    pub(super) pieces: usize,
    pub(super) goals: usize,
}

impl SelectionRecord {
    /// Whether every recorded choice fits the bounds and belongs to a goal that was counted.
    pub(super) fn fits(&self, bounds: RecordBounds) -> bool {
        let mut first = self.first.iter();
        first.all(|choice| {
            let is_goal = choice.goal.is_some_and(|goal| goal < bounds.goals);
            is_goal && choice.fits(bounds)
        })
    }

    pub(super) fn of(selection: &Selection) -> Self {
        let bins = selection.histogram.iter();
        Self {
            solvable: selection.solvable,
            solutions: Decimal(selection.solutions.clone()),
            uncounted: selection.uncounted,
            wanted: selection.wanted,
            histogram: bins
                .map(|(bin, number)| (Decimal(bin.clone()), *number))
                .collect(),
            first: selection.first.iter().map(ChoiceRecord::of).collect(),
        }
    }

    pub(super) fn selection(self) -> Selection {
        let bins = self.histogram.into_iter();
        Selection {
            solvable: self.solvable,
            solutions: self.solutions.0,
            uncounted: self.uncounted,
            wanted: self.wanted,
            histogram: bins.map(|(bin, number)| (bin.0, number)).collect(),
            first: self.first.into_iter().map(ChoiceRecord::choice).collect(),
        }
    }
}

impl ChoiceRecord {
    /// Whether the choice has a record of the goals solved.
    pub(super) fn is_over_goals(&self) -> bool {
        self.goals.is_some()
    }

    /// Whether the record has a number of copies for each piece, and names only goals that were
    /// counted.
    pub(super) fn fits(&self, bounds: RecordBounds) -> bool {
        let RecordBounds { pieces, goals } = bounds;
        let named = self
            .goals
            .iter()
            .flat_map(|goals| [&goals.hardest, &goals.easiest]);
        self.copies.len() == pieces && named.into_iter().all(|(goal, _)| *goal < goals)
    }

    pub(super) fn of(choice: &Choice) -> Self {
        let known = |number: &Known<BigUint>| number.exact().cloned().map(Decimal);
        Self {
            copies: choice.copies.clone(),
            solutions: Decimal(choice.solutions.clone()),
            distinct: known(&choice.distinct),
            distinct_rotations: known(&choice.distinct_rotations),
            symmetric: choice.symmetric.exact().copied(),
            goal: choice.goal,
            goals: choice.goals.as_ref().map(GoalsRecord::of),
            rank: choice.rank.map(f64::to_bits),
        }
    }

    pub(super) fn choice(self) -> Choice {
        let known = |number: Option<Decimal>| {
            number.map_or(Known::Unknown, |number| Known::Exact(number.0))
        };
        Choice {
            distinct: known(self.distinct),
            distinct_rotations: known(self.distinct_rotations),
            symmetric: self.symmetric.map_or(Known::Unknown, Known::Exact),
            goal: self.goal,
            goals: self.goals.map(GoalsRecord::goals),
            rank: self.rank.map(f64::from_bits),
            ..Choice::new(self.copies, self.solutions.0)
        }
    }
}

impl GoalsRecord {
    fn of(goals: &GoalsSolved) -> Self {
        let of_goal = |goal: &GoalSolutions| (goal.goal, Decimal(goal.solutions.clone()));
        Self {
            number: goals.number,
            hardest: of_goal(&goals.hardest),
            easiest: of_goal(&goals.easiest),
            logs: goals.logs.to_bits(),
        }
    }

    fn goals(self) -> GoalsSolved {
        let of_goal = |(goal, solutions): (usize, Decimal)| GoalSolutions {
            goal,
            solutions: solutions.0,
        };
        GoalsSolved {
            number: self.number,
            hardest: of_goal(self.hardest),
            easiest: of_goal(self.easiest),
            logs: f64::from_bits(self.logs),
        }
    }
}
