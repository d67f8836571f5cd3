//! What a file asks of designs: which choices of its pieces, and what is wanted of them.

use std::str::FromStr;

use num_bigint::BigUint;
use serde::Deserialize;
use thiserror::Error;
use tilewright_geometry::SubBoardSymmetry;

use crate::support::label::Label;

/// What is asked of the choices of a puzzle's pieces beside the bounds of their copies.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DesignRequest {
    /// How many pieces there are in all, copies counted; any number if none is named.
    pub choose: Option<NumberRange>,
    /// How many different pieces there are; any number if none is named.
    pub different: Option<NumberRange>,
    /// Pieces that must be used, by their names.
    pub must: Vec<Label>,
    /// Pieces that are left out, by their names.
    pub never: Vec<Label>,
    /// Of two pieces that are each other's mirror images, at most one is used.
    pub one_of_mirrors: bool,
    /// What is wanted of a choice.
    pub wanted: Option<Wanted>,
    /// By what they are ranked: the sum of these measures times their weights, the greatest first.
    pub rank: Vec<Weight>,
    /// Of which boards a search takes one for each design; the puzzle's alone if none are named.
    pub boards: Option<BoardRequest>,
}

/// The connected boards of so many cells that the board of a puzzle leaves when other cells are taken away: optional
/// ones, or any if none is optional. The cells of givens stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardRequest {
    /// How many cells each has.
    pub cells: NumberRange,
    /// Which isometries of the puzzle's board keep each.
    pub symmetry: SubBoardSymmetry,
}

/// Numbers between two bounds, both among them.
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
    /// The least of them.
    pub least: u64,
    /// The greatest, if there is one.
    pub most: Option<u64>,
}

/// Why a text is no range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a range is written as in 7, 7..9, 7.. or ..9")]
pub struct RangeError;

impl NumberRange {
    /// Whether a number lies in it.
    pub fn contains(&self, number: &BigUint) -> bool {
        *number >= self.least.into() && self.most.is_none_or(|most| *number <= most.into())
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

/// What is wanted of a choice of pieces.
#[derive(Debug, Clone, PartialEq)]
pub enum Wanted {
    /// All of these.
    All(Vec<Self>),
    /// One of these at least.
    Any(Vec<Self>),
    /// Not this.
    Not(Box<Self>),
    /// So many pieces, copies counted.
    Pieces(NumberRange),
    /// So many solutions; over goals, of each goal that it solves.
    Solutions(NumberRange),
    /// So many distinct solutions.
    Distinct(NumberRange),
    /// Some solution is its own image under an isometry of the board.
    Symmetric,
    /// It solves so many goals.
    Goals(NumberRange),
    /// Some placement is in exactly one solution.
    UniqueStart,
    /// Every solution looks like this.
    EverySolution(Look),
    /// Some solution looks like this.
    SomeSolution(Look),
    /// A measure is known and so great at least.
    AtLeast(Measure, f64),
    /// A measure is known and so great at most.
    AtMost(Measure, f64),
}

/// What a solution looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// No straight line across the board parts the pieces.
    FaultFree,
    /// At no corner four pieces meet.
    NoCrossroads,
}

/// A number that says something about a design.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub enum Measure {
    /// The binary logarithm of the number of solutions.
    Solutions,
    /// The binary logarithm of the number of distinct solutions.
    Distinct,
    /// The number of pieces, copies counted.
    Number,
    /// How evenly the solutions use the placements, from 0 to 1; over goals, how evenly they are spread
    /// over the goals.
    Evenness,
    /// The share of the corners of pieces' borders, where two pieces meet, at which the border goes straight on:
    /// the mean over the solutions.
    Straightness,
    /// How many straight lines across the board part the pieces: the mean over the solutions.
    FaultLines,
    /// At how many corners four pieces meet: the mean over the solutions.
    Crossroads,
    /// The share of the solutions that are their own image under an isometry of the board.
    Symmetry,
    /// How many placements are in all solutions.
    Forced,
    /// How many placements are in exactly one solution.
    Starts,
    /// How hard the one solution is to find for a person, 1 to 11, as challenges are rated.
    Rating,
    /// How many cells the smallest part of the board has that the pieces do not fill, though their sizes add up to
    /// it: of those in a box of coordinates, and connected.
    Unsolvable,
    /// How hard some challenges with these pieces are: the median of their ratings.
    Challenges,
    /// How hard the hardest of them is.
    HardestChallenge,
}

impl Measure {
    /// All measures.
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

    /// What it is called, as in `fault-lines`.
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

/// Why a text names no measure.
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

/// A measure and its weight in a rank, as in `evenness=2`; a weight of 1 need not be written.
///
/// ```
/// use tilewright::puzzle::{Measure, Weight};
///
/// let weight: Weight = "fault-lines=-0.5".parse()?;
/// assert_eq!(weight, Weight { measure: Measure::FaultLines, weight: -0.5 });
/// assert_eq!("evenness".parse::<Weight>()?.weight, 1.0);
/// # Ok::<(), tilewright::puzzle::WeightError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weight {
    /// The measure.
    pub measure: Measure,
    /// What it is multiplied by.
    pub weight: f64,
}

/// Why a text is no weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WeightError {
    /// There is no such measure.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// What stands behind the measure is no number.
    #[error("a weight is a number, as in evenness=2")]
    Number,
}

impl FromStr for Weight {
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
