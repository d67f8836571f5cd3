//! What is wanted of a choice of pieces, and in which order choices stand.

use std::cmp::Ordering;
use std::str::FromStr;

use num_bigint::BigUint;
use thiserror::Error;

use super::{Choice, GoalsSolved};

/// Numbers between two bounds, both among them.
///
/// ```
/// use tilewright::design::choices::NumberRange;
///
/// let range: NumberRange = "50..500".parse()?;
/// assert!(range.contains(&50_u32.into()) && range.contains(&500_u32.into()));
/// assert!(!range.contains(&501_u32.into()));
/// assert_eq!("7".parse::<NumberRange>()?, NumberRange { least: 7, most: Some(7) });
/// assert_eq!("7..".parse::<NumberRange>()?, NumberRange { least: 7, most: None });
/// assert!("9..7".parse::<NumberRange>().is_err());
/// # Ok::<(), tilewright::design::choices::RangeError>(())
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

/// What is wanted of a choice.
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
}

impl Wanted {
    /// Whether symmetries must be known to tell.
    pub fn needs_symmetries(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::needs_symmetries),
            Self::Not(part) => part.needs_symmetries(),
            Self::Distinct(_) | Self::Symmetric => true,
            Self::Pieces(_) | Self::Solutions(_) | Self::Goals(_) => false,
        }
    }

    /// Whether a choice is as wanted, as far as it is known.
    pub fn holds_of(&self, choice: &Choice) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.holds_of(choice)),
            Self::Any(parts) => parts.iter().any(|part| part.holds_of(choice)),
            Self::Not(part) => !part.holds_of(choice),
            Self::Pieces(range) => range.contains(&number_of(&choice.copies)),
            Self::Solutions(range) => match &choice.goals {
                None => range.contains(&choice.solutions),
                Some(goals) => {
                    range.contains(&goals.hardest.solutions)
                        && range.contains(&goals.easiest.solutions)
                }
            },
            Self::Distinct(range) => {
                (choice.distinct.exact()).is_some_and(|distinct| range.contains(distinct))
            }
            Self::Symmetric => choice.symmetric.exact().is_some_and(|fixing| *fixing > 0),
            Self::Goals(range) => {
                let solved = choice.goals.as_ref().map_or(1, |goals| goals.number);
                range.contains(&solved.into())
            }
        }
    }
}

/// How many pieces there are in all.
fn number_of(copies: &[u32]) -> BigUint {
    copies.iter().copied().map(BigUint::from).sum()
}

/// In which order choices stand; equal ones in lexicographic order of their copies.
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
            Self::Pieces => (number_of(&one.copies).cmp(&number_of(&other.copies))).then_with(best),
        };
        order.then_with(|| one.copies.cmp(&other.copies))
    }
}
