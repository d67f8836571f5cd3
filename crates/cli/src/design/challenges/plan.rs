//! The plan of a mining run: how many challenges, and of which kind.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use super::Difficulty;
use super::mining::RatingCurve;
use super::mining::limits::MiningLimits;
use super::pool::ChallengeCandidate;
use crate::puzzle::NumberRange;
use crate::reason::deduction::{Grade, Rating};
use crate::support::label::Label;

/// The names of the tiers of a progression if no others are given, the easiest first.
pub const DEFAULT_TIERS: [&str; 5] = [
    "beginner",
    "learner",
    "intermediate",
    "advanced",
    "champion",
];

/// The maximum number of draws by default.
const MOST_DRAWS: u64 = 20_000;

/// What to mine: how many challenges, and of which kind.
#[derive(Debug, Clone, PartialEq)]
pub struct MiningPlan {
    /// The number of challenges, and how they are graded.
    pub amount: Amount,
    /// The ratings that the levels of a progression should have.
    pub curve: RatingCurve,
    /// The range of the number of givens of a challenge.
    pub givens: GivensRange,
    /// The number of pieces that a challenge leaves open; `None` for minimal challenges, which
    /// leave open as many as possible. If a number is requested, a challenge may have more givens
    /// than it needs to have one solution.
    pub open: Option<NumberRange>,
    /// The range of difficulty; `None` for any.
    pub difficulty: Option<Difficulty>,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The maximum number of solutions drawn; `None` to continue while draws are worthwhile.
    pub draws: Option<u64>,
    /// The limits of searches if there is no diagram of all solutions.
    pub limits: MiningLimits,
}

/// The number of challenges, and how they are divided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Amount {
    /// This number of challenges of any difficulty.
    Count(usize),
    /// A number of challenges for each grade, the easiest first: at most four numbers.
    Grades(Vec<usize>),
    /// A number of challenges for each quantile. The mined challenges are sorted by rating and cut
    /// into equal parts, one for each number.
    Quantiles(Vec<usize>),
    /// Levels from the easiest to the hardest mined challenge, in tiers.
    Progression(Vec<Tier>),
}

/// A part of a progression: consecutive levels with a common name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tier {
    /// The name that the user gave the tier.
    pub name: Label,
    /// The number of levels in the tier.
    pub levels: usize,
}

impl Tier {
    /// Divides levels among tiers of these names as equally as possible. The first tiers get one
    /// more if there is a remainder.
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

/// A part of a deck, with the requested and the found number of its challenges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DeckPart {
    /// The name of the part.
    pub(crate) level: String,
    pub(crate) wanted: usize,
    pub(crate) found: usize,
}

impl Amount {
    /// The total number of challenges.
    pub fn total(&self) -> usize {
        match self {
            Self::Count(count) => *count,
            Self::Grades(_) | Self::Quantiles(_) | Self::Progression(_) => {
                self.sizes().iter().sum()
            }
        }
    }

    /// The number of challenges of each part.
    pub fn sizes(&self) -> Vec<usize> {
        match self {
            Self::Count(count) => vec![*count],
            Self::Grades(sizes) | Self::Quantiles(sizes) => sizes.clone(),
            Self::Progression(tiers) => tiers.iter().map(|tier| tier.levels).collect(),
        }
    }

    /// The number of challenges taken from each pool of candidates. There is one pool for each
    /// grade if grades are requested, otherwise a single pool.
    pub fn pool_sizes(&self) -> Vec<usize> {
        match self {
            Self::Count(_) | Self::Quantiles(_) | Self::Progression(_) => vec![self.total()],
            Self::Grades(sizes) => sizes.clone(),
        }
    }

    /// The parts, each with the number of challenges found for it. For each challenge, `found` contains the index
    /// of its part.
    pub(crate) fn deck_parts(&self, found: &[usize]) -> Vec<DeckPart> {
        let sizes = self.sizes().into_iter().enumerate();
        let parts = sizes.map(|(part, wanted)| DeckPart {
            level: self.part_name(part),
            wanted,
            found: found.iter().filter(|of| **of == part).count(),
        });
        parts.collect()
    }

    /// The name of the part with this index: a grade, a tier, `all` or `part 2`.
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

/// Cuts a list into parts of equal length, one for each number in `sizes`. Returns each of these
/// numbers with its part.
pub(super) fn quantiles<'l, T>(
    sizes: &'l [usize],
    all: &'l [T],
) -> impl Iterator<Item = (usize, &'l [T])> {
    let cut = |part: usize| part * all.len() / sizes.len().max(1);
    let sizes = sizes.iter().enumerate();
    sizes.map(move |(part, size)| (*size, &all[cut(part)..cut(part + 1)]))
}

impl MiningPlan {
    /// The number of levels of a progression; `None` for other plans.
    pub(super) fn levels(&self) -> Option<usize> {
        matches!(self.amount, Amount::Progression(_)).then(|| self.amount.total())
    }

    /// The maximum number of solutions drawn.
    pub fn most_draws(&self) -> u64 {
        self.draws.unwrap_or(MOST_DRAWS)
    }

    /// The allowed numbers of givens among `placements`, from the ranges of givens and of pieces
    /// left to place. `None` if there are none. At least one piece is left to place.
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

    /// Whether candidates must be rated to decide whether they match the plan.
    pub(super) fn needs_ratings(&self) -> bool {
        self.difficulty.is_some() || !matches!(self.amount, Amount::Count(_))
    }

    /// Whether a rating is within the range of difficulty.
    pub(super) fn wants(&self, rating: Rating) -> bool {
        self.difficulty.is_none_or(|range| range.contains(rating))
    }

    /// The index of the pool that a candidate belongs to; `None` if no part takes it.
    pub(super) fn pool_of(&self, candidate: &ChallengeCandidate) -> Option<usize> {
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

/// A range of numbers of givens as text: `3`, `3..5`, `..4`, `2..`. Both ends are included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GivensRange {
    /// The smallest allowed number of givens.
    pub least: usize,
    /// The largest allowed number of givens.
    pub most: usize,
}

impl Default for GivensRange {
    fn default() -> Self {
        Self {
            least: 0,
            most: usize::MAX,
        }
    }
}

impl GivensRange {
    /// Whether a challenge may have this number of givens.
    pub fn contains(self, givens: usize) -> bool {
        (self.least..=self.most).contains(&givens)
    }
}

/// Why a text is not a range of numbers of givens.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GivensRangeError {
    /// An end of the range is not a number. Holds the end, as written.
    #[error("{0:?} is not a number of givens: write 4, 3..5, 3.. or ..5")]
    End(String),
    /// The lower end is above the upper end. Holds the range, as written.
    #[error("the range {0} is empty: write the lower end first")]
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
