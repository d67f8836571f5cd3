//! The plan of a deck of cards, and the reasons why no deck can be dealt.

use thiserror::Error;

use crate::cover::InstanceError;
use crate::design::challenges::{Amount, Difficulty};
use crate::design::choices::{JudgeError, RuleError};
use crate::puzzle::{NumberRange, Puzzle};
use crate::solve::SolveError;
use crate::support::label::Label;

/// The requested deck of cards: the number, the difficulty and the sides of its cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardPlan {
    /// The number of cards, and how they are graded. A card with two sides is graded by its second
    /// side.
    pub amount: Amount,
    /// The range of difficulty; `None` for any. A card with two sides is judged by its second side.
    pub difficulty: Option<Difficulty>,
    /// The number of pieces on each side.
    pub sides: CardSides,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The sides of a card, with their numbers of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardSides {
    /// A single side with this number of pieces; `None` for any number.
    One(Option<NumberRange>),
    /// Two sides with these numbers of pieces. The first is not harder than the second.
    Two([u64; 2]),
}

impl CardSides {
    /// The range of the number of pieces, for each side.
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
    /// The goal to which the board belongs; `None` if the file has no goals.
    pub goal: Option<Label>,
    /// The board with all pieces of the pool.
    pub puzzle: Puzzle,
}

/// Why no deck can be dealt.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CardError {
    /// No piece is optional, so there are no choices of pieces to make cards of.
    #[error(
        "cards need a pool of pieces that may be left out, but here every piece must be used: \
         write copies: (0, 1)"
    )]
    NoPool,
    /// A goal has other pieces than the file's puzzle.
    #[error(
        "the goal {goal:?} has its own pieces, but cards use pieces of the file: choose some of these with `only`"
    )]
    OwnPieces {
        /// The goal's name.
        goal: Label,
    },
    /// Two pieces have the same placements. The image of one under a symmetry is then ambiguous, so
    /// distinct solutions cannot be counted.
    #[error("two pieces have the same placements, so distinct solutions cannot be counted")]
    Twins,
    /// The requirements cannot be judged for the choices of pieces.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// A required or forbidden piece does not exist.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The choices of pieces cannot be counted.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Two engines contradict each other, or the deductions for a rating contradict an engine.
    #[error(
        "two ways to solve a card contradict each other: this is a bug in tilewright, please \
         report it"
    )]
    Disagreement,
}

impl CardError {
    /// Whether dealing ended because the stop flag was set.
    pub fn is_interrupted(&self) -> bool {
        matches!(self, Self::Solve(SolveError::Interrupted))
    }
}

impl From<InstanceError> for CardError {
    fn from(error: InstanceError) -> Self {
        Self::Solve(error.into())
    }
}
