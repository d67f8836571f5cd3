//! The design section of a puzzle file: the choices of its pieces that are considered, and the
//! requirements on them.

use std::str::FromStr;

use num_bigint::BigUint;
use serde::Deserialize;
use thiserror::Error;
use tilewright_geometry::SubBoardSymmetry;

use crate::support::format::counted;
use crate::support::label::Label;

/// The requirements on choices of a puzzle's pieces, in addition to the bounds of their copies.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DesignRequest {
    /// How many pieces a choice may have, counting copies; `None` for any number.
    pub choose: Option<NumberRange>,
    /// How many different pieces a choice may have; `None` for any number.
    pub different: Option<NumberRange>,
    /// The names of pieces that must be used.
    pub must: Vec<Label>,
    /// The names of pieces that are left out.
    pub never: Vec<Label>,
    /// Whether at most one piece of a mirror pair may be used.
    pub one_of_mirrors: bool,
    /// The requirement that a choice must satisfy.
    pub wanted: Option<Requirement>,
    /// The score for ranking: the sum of these measures times their weights. Choices with the
    /// highest score come first.
    pub rank: Vec<MeasureWeight>,
    /// The boards that designs may have; a search chooses one for each design. `None` for the
    /// puzzle's own board.
    pub boards: Option<BoardRequest>,
}

/// The connected boards that remain when cells of the puzzle's board are removed. The optional
/// cells can be removed, or all cells if none is optional. The cells of givens stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardRequest {
    /// The allowed numbers of cells of a board.
    pub cells: NumberRange,
    /// The isometries of the puzzle's board that must map every such board to itself.
    pub symmetry: SubBoardSymmetry,
}

/// The integers between two bounds, inclusive.
///
/// ```
/// use tilewright::puzzle::NumberRange;
///
/// let range: NumberRange = "50..500".parse()?;
/// assert!(range.contains(&50_u32.into()) && range.contains(&500_u32.into()));
/// assert!(!range.contains(&501_u32.into()));
/// assert_eq!("7".parse::<NumberRange>()?, NumberRange { least: 7, most: Some(7) });
/// assert_eq!("7..".parse::<NumberRange>()?, NumberRange { least: 7, most: None });
/// assert!("9..7".parse::<NumberRange>().is_err());
/// # Ok::<(), tilewright::puzzle::RangeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberRange {
    /// The lower bound: 0 if the range has no lower end.
    pub least: u64,
    /// The upper bound, if there is one.
    pub most: Option<u64>,
}

/// A text that is not a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("write a range as in 7, 7..9, 7.. or ..9")]
pub struct RangeError;

impl NumberRange {
    /// Whether a number is in the range.
    pub fn contains(&self, number: &BigUint) -> bool {
        *number >= self.least.into() && self.most.is_none_or(|most| *number <= most.into())
    }
}

impl NumberRange {
    /// The range as a number of things: "3 pieces", "3 to 4 pieces", "3 pieces or more", "at most 4 pieces".
    pub(crate) fn in_words(self, thing: &str) -> String {
        match self {
            Self { least, most: None } => format!("{} or more", counted(least, thing)),
            Self {
                least,
                most: Some(most),
            } if least == most => counted(most, thing),
            Self {
                least: 0,
                most: Some(most),
            } => format!("at most {}", counted(most, thing)),
            Self {
                least,
                most: Some(most),
            } => format!("{least} to {}", counted(most, thing)),
        }
    }
}

impl FromStr for NumberRange {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let number = |text: &str| text.trim().parse().map_err(|_| RangeError);
        let range = match text.split_once("..") {
            None => {
                let only = number(text)?;
                Self {
                    least: only,
                    most: Some(only),
                }
            }
            Some((least, most)) => Self {
                least: if least.trim().is_empty() {
                    0
                } else {
                    number(least)?
                },
                most: if most.trim().is_empty() {
                    None
                } else {
                    Some(number(most)?)
                },
            },
        };
        if range.most.is_some_and(|most| most < range.least) {
            return Err(RangeError);
        }
        Ok(range)
    }
}

/// A requirement on a choice of pieces.
#[derive(Debug, Clone, PartialEq)]
pub enum Requirement {
    /// All of these requirements hold.
    All(Vec<Self>),
    /// At least one of these requirements holds.
    Any(Vec<Self>),
    /// The inner requirement does not hold.
    Not(Box<Self>),
    /// The number of pieces, with every copy counted, is in this range.
    Pieces(NumberRange),
    /// The number of solutions is in this range. If the file has goals, the number must be in the range for each
    /// goal that the choice solves.
    Solutions(NumberRange),
    /// The number of distinct solutions is in this range.
    Distinct(NumberRange),
    /// At least one solution is mapped to itself by an isometry of the board.
    Symmetric,
    /// The number of goals that the choice solves is in this range.
    Goals(NumberRange),
    /// At least one placement is in exactly one solution.
    UniqueStart,
    /// Every solution has this appearance.
    EverySolution(Look),
    /// At least one solution has this appearance.
    SomeSolution(Look),
    /// A measure is known and at least this number.
    AtLeast(Measure, f64),
    /// A measure is known and at most this number.
    AtMost(Measure, f64),
}

/// The appearance of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Look {
    /// Every straight line across the board is crossed by a piece.
    FaultFree,
    /// No four pieces meet at a corner.
    NoCrossroads,
}

/// A number that rates a design.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub enum Measure {
    /// The binary logarithm of the number of solutions.
    Solutions,
    /// The binary logarithm of the number of distinct solutions.
    Distinct,
    /// The number of pieces, with every copy counted.
    Number,
    /// How evenly the solutions use the placements, from 0 to 1. If the file has goals: how evenly the solutions
    /// are distributed over them.
    Evenness,
    /// The share of corners at which the border between pieces goes straight on, as a mean over the solutions. Only
    /// corners inside the board where exactly two borders between pieces meet are counted.
    Straightness,
    /// The number of straight lines across the board that no piece crosses, as a mean over the solutions.
    FaultLines,
    /// The number of corners where four pieces meet, as a mean over the solutions.
    Crossroads,
    /// The share of symmetric solutions: those that an isometry of the board maps to themselves.
    Symmetry,
    /// The number of placements that are in all solutions.
    Forced,
    /// The number of placements that are in exactly one solution.
    Starts,
    /// How hard it is for a person to find the only solution: the rating of the puzzle as a
    /// challenge, from 1 to 11.
    Rating,
    /// The number of cells of the smallest window that the pieces cannot fill. A window is the part of the board
    /// inside a box of coordinates, if it is connected and the sizes of some of the pieces add up to its number of
    /// cells.
    Unsolvable,
    /// The difficulty of challenges with these pieces: the median of their ratings.
    Challenges,
    /// The highest rating of the challenges whose median rating is [`Challenges`](Self::Challenges).
    HardestChallenge,
}

impl Measure {
    /// All measures, in the order of their declaration.
    pub const ALL: [Self; 14] = [
        Self::Solutions,
        Self::Distinct,
        Self::Number,
        Self::Evenness,
        Self::Straightness,
        Self::FaultLines,
        Self::Crossroads,
        Self::Symmetry,
        Self::Forced,
        Self::Starts,
        Self::Rating,
        Self::Unsolvable,
        Self::Challenges,
        Self::HardestChallenge,
    ];

    /// The name on the command line and in files, such as `fault-lines`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solutions => "solutions",
            Self::Distinct => "distinct",
            Self::Number => "number",
            Self::Evenness => "evenness",
            Self::Straightness => "straightness",
            Self::FaultLines => "fault-lines",
            Self::Crossroads => "crossroads",
            Self::Symmetry => "symmetry",
            Self::Forced => "forced",
            Self::Starts => "starts",
            Self::Rating => "rating",
            Self::Unsolvable => "unsolvable",
            Self::Challenges => "challenges",
            Self::HardestChallenge => "hardest-challenge",
        }
    }
}

/// A text that is not the name of a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "the measures are solutions, distinct, number, evenness, straightness, fault-lines, crossroads, symmetry, forced, starts, rating, unsolvable, challenges and hardest-challenge"
)]
pub struct MeasureError;

impl FromStr for Measure {
    type Err = MeasureError;

    fn from_str(text: &str) -> Result<Self, MeasureError> {
        let named = |measure: &Self| measure.name() == text.trim();
        Self::ALL.into_iter().find(named).ok_or(MeasureError)
    }
}

/// A measure and its weight in a score, written as `evenness=2`; the default weight is 1.
///
/// ```
/// use tilewright::puzzle::{Measure, MeasureWeight};
///
/// let weight: MeasureWeight = "fault-lines=-0.5".parse()?;
/// assert_eq!(weight, MeasureWeight { measure: Measure::FaultLines, weight: -0.5 });
/// assert_eq!("evenness".parse::<MeasureWeight>()?.weight, 1.0);
/// # Ok::<(), tilewright::puzzle::WeightError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeasureWeight {
    /// The measured property.
    pub measure: Measure,
    /// The factor by which the measure is multiplied.
    pub weight: f64,
}

/// Why a text is not a weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WeightError {
    /// The measure does not exist.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// The text after `=` is not a number.
    #[error("write a weight as a number, as in evenness=2")]
    Number,
}

impl FromStr for MeasureWeight {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Self, WeightError> {
        let (measure, weight) = text.split_once('=').unwrap_or((text, "1"));
        let weight: f64 = weight.trim().parse().map_err(|_| WeightError::Number)?;
        if !weight.is_finite() {
            return Err(WeightError::Number);
        }
        Ok(Self {
            measure: measure.parse()?,
            weight,
        })
    }
}
