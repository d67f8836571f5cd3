//! What is to be mined: how many challenges, of which kind.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use super::Difficulty;
use super::mining::limits::MiningLimits;
use super::pool::Candidate;
use crate::puzzle::NumberRange;
use crate::reason::deduction::{Grade, Rating};
use crate::support::label::Label;

/// Draws at most, if nothing else is said.
const MOST_DRAWS: u64 = 20_000;

/// What is asked of the challenges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// How many, and how they are graded.
    pub amount: Amount,
    /// How many givens each may have.
    pub givens: GivensRange,
    /// How many pieces each may leave open; none for minimal challenges, which leave open as many
    /// as they can. With it, more may be given than one solution takes.
    pub open: Option<NumberRange>,
    /// How hard each may be; none if that does not matter.
    pub difficulty: Option<Difficulty>,
    /// Where the random numbers begin.
    pub seed: u64,
    /// How many solutions are drawn at most; none for as many as are worth it.
    pub draws: Option<u64>,
    /// How much may be searched where there is no diagram of all solutions.
    pub limits: MiningLimits,
}

/// How many challenges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Amount {
    /// So many of any difficulty.
    Count(usize),
    /// So many of each grade, the easiest first: four numbers at most.
    Grades(Vec<usize>),
    /// So many of each part of those that were mined: the ratings in order,
    /// cut into as many equal parts.
    Quantiles(Vec<usize>),
    /// Levels from the easiest to the hardest that were mined, in tiers.
    Progression(Vec<Tier>),
}

/// A part of a progression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tier {
    /// What it is called.
    pub name: Label,
    /// How many levels it has.
    pub levels: usize,
}

impl Tier {
    /// Shares levels out to tiers of these names, as equally as can be; the first ones get what is
    /// over.
    pub fn share(levels: usize, names: &[Label]) -> Vec<Self> {
        let count = names.len();
        let tiers = names.iter().enumerate();
        tiers
            .map(|(tier, name)| Self {
                name: name.clone(),
                levels: levels / count + usize::from(tier < levels % count),
            })
            .collect()
    }
}

impl Amount {
    /// How many in all.
    pub fn total(&self) -> usize {
        match self {
            Self::Count(count) => *count,
            Self::Grades(_) | Self::Quantiles(_) | Self::Progression(_) => {
                self.sizes().iter().sum()
            }
        }
    }

    /// How many of each part.
    pub fn sizes(&self) -> Vec<usize> {
        match self {
            Self::Count(count) => vec![*count],
            Self::Grades(sizes) | Self::Quantiles(sizes) => sizes.clone(),
            Self::Progression(tiers) => tiers.iter().map(|tier| tier.levels).collect(),
        }
    }

    /// How many are taken from each pool that candidates are gathered in: by grade, or all
    /// from one.
    pub fn pool_sizes(&self) -> Vec<usize> {
        match self {
            Self::Count(_) | Self::Quantiles(_) | Self::Progression(_) => vec![self.total()],
            Self::Grades(sizes) => sizes.clone(),
        }
    }

    /// What a part is called.
    pub fn part_name(&self, part: usize) -> String {
        match self {
            Self::Count(_) => "all".to_owned(),
            Self::Grades(_) => Grade::ALL
                .get(part)
                .map(Grade::to_string)
                .unwrap_or_default(),
            Self::Quantiles(_) => format!("part {}", part + 1),
            Self::Progression(tiers) => {
                let name = tiers.get(part).map(|tier| tier.name.to_string());
                name.unwrap_or_default()
            }
        }
    }
}

/// Cuts a list into as many parts of equal length as there are sizes, each with its size.
pub(super) fn quantiles<'l, T>(
    sizes: &'l [usize],
    all: &'l [T],
) -> impl Iterator<Item = (usize, &'l [T])> {
    let cut = |part: usize| part * all.len() / sizes.len().max(1);
    let sizes = sizes.iter().enumerate();
    sizes.map(move |(part, size)| (*size, &all[cut(part)..cut(part + 1)]))
}

impl Plan {
    /// How many solutions are drawn at most.
    pub fn most_draws(&self) -> u64 {
        self.draws.unwrap_or(MOST_DRAWS)
    }

    /// How many of so many placements may be given, by the numbers of givens and of open pieces;
    /// none if no number will do. One piece is left open at least.
    pub(super) fn given_counts(&self, placements: usize) -> Option<RangeInclusive<usize>> {
        let open = self.open.unwrap_or(NumberRange {
            least: 0,
            most: None,
        });
        let at_most = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let most_open = open.most.map_or(usize::MAX, at_most);
        let least = placements.saturating_sub(most_open).max(self.givens.least);
        let most = placements.checked_sub(at_most(open.least.max(1)))?;
        let most = most.min(self.givens.most);
        (least <= most).then_some(least..=most)
    }

    /// Whether candidates must be rated to know whether they are wanted.
    pub(super) fn needs_ratings(&self) -> bool {
        self.difficulty.is_some() || !matches!(self.amount, Amount::Count(_))
    }

    /// Whether a rating is wanted at all.
    pub(super) fn wants(&self, rating: Rating) -> bool {
        self.difficulty.is_none_or(|range| range.contains(rating))
    }

    /// The pool that a candidate belongs in; none if no part wants it.
    pub(super) fn pool_of(&self, candidate: &Candidate) -> Option<usize> {
        match &self.amount {
            Amount::Count(_) | Amount::Quantiles(_) | Amount::Progression(_) => Some(0),
            Amount::Grades(sizes) => {
                let grade = candidate.rating?.grade();
                let part = Grade::ALL.iter().position(|other| *other == grade)?;
                (part < sizes.len()).then_some(part)
            }
        }
    }
}

/// A range of numbers of givens as it is written: `3`, `3..5`, `..4`, `2..`;
/// both ends are included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GivensRange {
    /// At least so many.
    pub least: usize,
    /// At most so many.
    pub most: usize,
}

impl Default for GivensRange {
    /// Any number.
    fn default() -> Self {
        Self {
            least: 0,
            most: usize::MAX,
        }
    }
}

impl GivensRange {
    /// Whether a number is in the range.
    pub fn contains(self, givens: usize) -> bool {
        (self.least..=self.most).contains(&givens)
    }
}

/// Why a text is no range of numbers of givens.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GivensRangeError {
    /// An end is no number.
    #[error("{0:?} is no number of givens: write 4, 3..5, 3.. or ..5")]
    End(String),
    /// The first end is above the second.
    #[error("no number is in the range {0}: write the lower end first")]
    Empty(String),
}

impl FromStr for GivensRange {
    type Err = GivensRangeError;

    fn from_str(text: &str) -> Result<Self, GivensRangeError> {
        let end = |end: &str, open: usize| match end.trim() {
            "" => Ok(open),
            end => end
                .parse()
                .map_err(|_| GivensRangeError::End(end.to_owned())),
        };
        let range = match text.split_once("..") {
            Some((from, to)) => Self {
                least: end(from, 0)?,
                most: end(to, usize::MAX)?,
            },
            None if text.trim().is_empty() => return Err(GivensRangeError::End(text.to_owned())),
            None => Self {
                least: end(text, 0)?,
                most: end(text, 0)?,
            },
        };
        if range.least > range.most {
            return Err(GivensRangeError::Empty(text.to_owned()));
        }
        Ok(range)
    }
}

impl fmt::Display for GivensRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (least, most) if least == most => write!(f, "{least}"),
            (0, usize::MAX) => f.write_str("any number"),
            (0, most) => write!(f, "at most {most}"),
            (least, usize::MAX) => write!(f, "at least {least}"),
            (least, most) => write!(f, "{least} to {most}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_givens_are_read() {
        for (text, shown) in [
            ("4", "4"),
            ("3..5", "3 to 5"),
            (" 3 .. 5 ", "3 to 5"),
            ("3..", "at least 3"),
            ("..5", "at most 5"),
            ("..", "any number"),
        ] {
            let range: GivensRange = text.parse().expect(text);
            assert_eq!(range.to_string(), shown, "{text}");
        }
        for text in ["", "x", "3-5", "-1", "3..x", "99999999999999999999999"] {
            let error = text.parse::<GivensRange>().unwrap_err();
            assert!(matches!(error, GivensRangeError::End(_)), "{text}: {error}");
        }
        let error = "5..3".parse::<GivensRange>().unwrap_err();
        assert!(matches!(error, GivensRangeError::Empty(_)), "{error}");
    }
}
