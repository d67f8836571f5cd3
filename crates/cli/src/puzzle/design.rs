//! What a file asks of designs: which choices of its pieces, and what is wanted of them.

use std::str::FromStr;

use num_bigint::BigUint;
use thiserror::Error;

use crate::support::label::Label;

/// What is asked of the choices of a puzzle's pieces beside the bounds of their copies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DesignRequest {
    /// How many pieces there are in all, copies counted; any number if none is named.
    pub choose: Option<NumberRange>,
    /// Pieces that must be used, by their names.
    pub must: Vec<Label>,
    /// Pieces that are left out, by their names.
    pub never: Vec<Label>,
    /// Of two pieces that are each other's mirror images, at most one is used.
    pub one_of_mirrors: bool,
    /// What is wanted of a choice.
    pub wanted: Option<Wanted>,
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
#[derive(Debug, Clone, PartialEq, Eq)]
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
}

/// What a solution looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// No straight line across the board parts the pieces.
    FaultFree,
    /// At no corner four pieces meet.
    NoCrossroads,
}
