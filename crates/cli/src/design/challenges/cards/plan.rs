//! What is asked of a deck of cards, and why there may be none.

use thiserror::Error;

use crate::cover::InstanceError;
use crate::design::challenges::{Amount, Difficulty};
use crate::design::choices::{JudgeError, RuleError};
use crate::puzzle::{NumberRange, Puzzle};
use crate::solve::SolveError;
use crate::support::label::Label;

/// What is asked of a deck of cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardPlan {
    /// How many, and how they are graded; a card with two sides by its second side.
    pub amount: Amount,
    /// How hard each may be, a card with two sides on its second side; none if that does not matter.
    pub difficulty: Option<Difficulty>,
    /// How many pieces there are on each side.
    pub sides: Sides,
    /// Where the random numbers begin.
    pub seed: u64,
}

/// How many pieces a card has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// On its only side; any number if none is named.
    One(Option<NumberRange>),
    /// On each of its two sides, of which the first is not harder than the second.
    Two([u64; 2]),
}

impl Sides {
    /// The numbers of pieces of each side.
    pub(super) fn ranges(self) -> Vec<NumberRange> {
        match self {
            Self::One(range) => vec![range.unwrap_or(NumberRange {
                least: 0,
                most: None,
            })],
            Self::Two(numbers) => numbers
                .map(|number| NumberRange {
                    least: number,
                    most: Some(number),
                })
                .to_vec(),
        }
    }
}

/// A board with the pool of pieces.
#[derive(Debug, Clone)]
pub struct PoolBoard {
    /// The goal whose board it is; none if the file has no goals.
    pub goal: Option<Label>,
    /// The board with all pieces that a card may have.
    pub puzzle: Puzzle,
}

/// Why there is no deck.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CardError {
    /// No piece may be left out.
    #[error(
        "cards are made of a pool, pieces that may be left out; here every piece must be used: \
         write copies: (0, 1)"
    )]
    NoPool,
    /// A goal has other pieces than the file's puzzle.
    #[error("the goal {goal:?} has pieces of its own; cards are made of the pieces of the file")]
    OwnPieces {
        /// The goal.
        goal: Label,
    },
    /// Two pieces have one shape.
    #[error("two pieces have the same placements, so distinct solutions are not told")]
    Twins,
    /// Nobody can tell what is wanted.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The pieces cannot be asked for.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// They cannot be counted.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Two engines contradict each other, or the rater does.
    #[error(
        "two ways to solve a card contradict each other: please report this fault of the program"
    )]
    Disagreement,
}

impl CardError {
    /// Whether it was only interrupted.
    pub fn is_interrupted(&self) -> bool {
        matches!(self, Self::Solve(SolveError::Interrupted))
    }
}

impl From<InstanceError> for CardError {
    fn from(error: InstanceError) -> Self {
        Self::Solve(error.into())
    }
}
