//! The curve of a progression: the rating that each level should have, and the candidates near it.
//!
//! Candidates are sorted by effort, and those of equal effort by the number of nodes of a search.
//! That number shows how far a person has to look ahead by trial and error. Each candidate has a
//! difficulty: its score without rounding; candidates of equal effort are spread evenly over at
//! most [`TIE`] points. Levels have equal distances in difficulty, or follow a requested curve.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use crate::design::challenges::pool::ChallengeCandidate;
use crate::reason::deduction::Rating;

/// Candidates of equal effort differ in difficulty by at most this much.
pub(super) const TIE: f64 = 0.2;

/// A range of ratings without a challenge is reported if it is at least this wide.
const WIDE: f64 = 0.3;

/// The number of candidates that each level should have to choose from.
const CHOICE: usize = 3;

/// The maximum number of ratings of a curve.
const MAX_RATINGS: usize = 100;

/// Ratings through which the levels of a progression pass, at equal distances: straight lines
/// connect them. Without ratings, the line from the easiest to the hardest challenge that was found.
///
/// ```
/// use tilewright::design::challenges::RatingCurve;
///
/// let curve: RatingCurve = "1.5,3,7".parse()?;
/// assert_eq!(curve.to_string(), "1.5,3,7");
/// assert!("3,2".parse::<RatingCurve>().is_err());
/// # Ok::<(), tilewright::design::challenges::RatingCurveError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RatingCurve {
    ratings: Vec<f64>,
}

/// A range of ratings in which a progression should have levels, but no challenge was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingGap {
    /// The lower end of the range.
    pub from: f64,
    /// The upper end of the range.
    pub to: f64,
    /// The first and the last level that should be in the range, from 1.
    pub levels: (usize, usize),
}

/// Why a text is not a curve of ratings.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RatingCurveError {
    /// A part is not a rating. Holds the part, as written.
    #[error("{0:?} is not a rating from 1 to 10.9")]
    Rating(String),
    /// There are fewer than two ratings, or too many.
    #[error("a curve has from 2 to {MAX_RATINGS} ratings: write for instance 1.5,3,7")]
    Length,
    /// A rating is not above the one before.
    #[error("the ratings of a curve must rise: write for instance 1.5,3,7")]
    Falls,
}

impl FromStr for RatingCurve {
    type Err = RatingCurveError;

    fn from_str(text: &str) -> Result<Self, RatingCurveError> {
        let rating = |part: &str| {
            let rating = part.trim().parse::<f64>().ok();
            let rating = rating.filter(|rating| (1.0..=10.9).contains(rating));
            rating.ok_or_else(|| RatingCurveError::Rating(part.trim().to_owned()))
        };
        let ratings = text.split(',').map(rating);
        let ratings: Vec<f64> = ratings.collect::<Result<_, _>>()?;
        if !(2..=MAX_RATINGS).contains(&ratings.len()) {
            return Err(RatingCurveError::Length);
        }
        if !ratings.is_sorted_by(|one, next| one < next) {
            return Err(RatingCurveError::Falls);
        }
        Ok(Self { ratings })
    }
}

impl fmt::Display for RatingCurve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.ratings.iter().format(","))
    }
}

impl RatingCurve {
    /// The difficulties at which each of `count` levels begins, and the end of the last one.
    /// `ends` are the difficulties of the easiest and the hardest candidate.
    fn bounds(&self, count: usize, ends: (f64, f64)) -> Vec<f64> {
        let even = [ends.0, ends.1];
        let ratings = match &*self.ratings {
            [] => &even[..],
            ratings => ratings,
        };
        let target = |level: usize| {
            let along = share(level, count - 1) * as_number(ratings.len() - 1);
            let left = ratings.len() - 2;
            let segment = (0..left)
                .take_while(|at| as_number(at + 1) <= along)
                .count();
            let within = along - as_number(segment);
            ratings[segment] + within * (ratings[segment + 1] - ratings[segment])
        };
        let targets: Vec<f64> = (0..count).map(target).collect();
        let between = targets
            .windows(2)
            .map(|pair| f64::midpoint(pair[0], pair[1]));
        let mut bounds = vec![f64::NEG_INFINITY];
        bounds.extend(between);
        bounds.push(f64::INFINITY);
        if !self.ratings.is_empty() && count > 1 {
            // Challenges far outside of a requested curve are not used.
            bounds[0] = targets[0] - (bounds[1] - targets[0]).max(TIE);
            bounds[count] = targets[count - 1] + (targets[count - 1] - bounds[count - 1]).max(TIE);
        }
        bounds
    }
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
fn as_number(count: usize) -> f64 {
    count as f64
}

fn share(part: usize, whole: usize) -> f64 {
    as_number(part) / as_number(whole.max(1))
}

/// The sort key of a candidate by difficulty: its rating, then the number of nodes of a search.
pub(super) fn order(candidate: &ChallengeCandidate) -> (Option<Rating>, u64) {
    (candidate.rating, candidate.tried)
}

/// The candidates of a progression, sorted by [`order`], divided among its levels.
pub(super) struct LevelStretches {
    bounds: Vec<f64>,
    /// The difficulty of each candidate.
    difficulties: Vec<f64>,
    /// For each level, the candidates whose difficulty is nearest to that of the level.
    near: Vec<Range<usize>>,
}

impl LevelStretches {
    /// Divides candidates, given by their [sort keys](order) in any order, among at most `levels` levels.
    pub(super) fn of_unsorted(
        curve: &RatingCurve,
        levels: usize,
        keys: impl Iterator<Item = (Option<Rating>, u64)>,
    ) -> Self {
        Self::new(curve, levels, &keys.sorted().collect_vec())
    }

    /// Divides candidates, given by their sort keys, among at most `levels` levels.
    pub(super) fn new(
        curve: &RatingCurve,
        levels: usize,
        sorted: &[(Option<Rating>, u64)],
    ) -> Self {
        let difficulties = difficulties(sorted);
        let count = levels.min(sorted.len());
        let (Some(first), Some(last)) = (difficulties.first(), difficulties.last()) else {
            return Self {
                bounds: Vec::new(),
                difficulties,
                near: Vec::new(),
            };
        };
        let bounds = curve.bounds(count, (*first, *last));
        let at = |bound: &f64| difficulties.partition_point(|difficulty| difficulty < bound);
        let near = bounds.windows(2).map(|pair| at(&pair[0])..at(&pair[1]));
        let near = near.collect();
        Self {
            bounds,
            difficulties,
            near,
        }
    }

    /// For each level a stretch of candidates, none of which is empty: a level without a near
    /// candidate takes the next harder one, or an easier one at the end.
    pub(super) fn stretches(&self) -> Vec<Range<usize>> {
        let all = self.difficulties.len();
        let count = self.near.len();
        let mut starts: Vec<usize> = self.near.iter().map(|range| range.start).collect();
        starts.push(self.near.last().map_or(0, |last| last.end));
        for level in 1..=count {
            starts[level] = starts[level].max(starts[level - 1] + 1);
        }
        for level in (0..=count).rev() {
            starts[level] = starts[level].min(all - (count - level));
        }
        starts.windows(2).map(|pair| pair[0]..pair[1]).collect()
    }

    /// The ranges of ratings without a candidate in which the curve has levels.
    pub(super) fn gaps(&self) -> Vec<RatingGap> {
        let empty = (0..self.near.len()).filter(|level| self.near[*level].is_empty());
        let mut gaps: Vec<RatingGap> = Vec::new();
        for level in empty {
            let (from, to) = (self.bounds[level], self.bounds[level + 1]);
            match gaps.last_mut().filter(|gap| gap.levels.1 == level) {
                Some(gap) => (gap.to, gap.levels.1) = (to, level + 1),
                None => gaps.push(RatingGap {
                    from,
                    to,
                    levels: (level + 1, level + 1),
                }),
            }
        }
        // If all candidates have the same difficulty, the first range has no lower bound, and is no gap.
        gaps.retain(|gap| (WIDE..f64::INFINITY).contains(&(gap.to - gap.from)));
        gaps
    }

    /// The ranges of difficulty that have too few candidates to choose from, and the number of
    /// candidates missing in all of them.
    pub(super) fn lacking(&self) -> (Vec<Range<f64>>, usize) {
        let mut ranges: Vec<Range<f64>> = Vec::new();
        let mut missing = 0;
        for (near, pair) in self.near.iter().zip(self.bounds.windows(2)) {
            let lacks = CHOICE.saturating_sub(near.len());
            if lacks == 0 {
                continue;
            }
            missing += lacks;
            match ranges.last_mut().filter(|range| range.end >= pair[0]) {
                Some(range) => range.end = pair[1],
                None => ranges.push(pair[0]..pair[1]),
            }
        }
        (ranges, missing)
    }
}

/// The ranges of difficulty in which a progression has too few candidates, and how long none was added to them.
#[derive(Debug)]
pub(super) struct LackingLevels {
    /// The ranges, in ascending order.
    pub(super) ranges: Vec<Range<f64>>,
    /// The smallest number of candidates missing in the ranges so far.
    fewest: usize,
    /// The number of draws when it was reached.
    reached: u64,
}

impl LackingLevels {
    pub(super) fn none() -> Self {
        Self {
            ranges: Vec::new(),
            fewest: usize::MAX,
            reached: 0,
        }
    }

    /// Takes the ranges of the candidates found in this number of draws.
    pub(super) fn update(&mut self, levels: &LevelStretches, draws: u64) {
        let (ranges, missing) = levels.lacking();
        self.ranges = ranges;
        if missing < self.fewest {
            (self.fewest, self.reached) = (missing, draws);
        }
    }

    /// Whether no more candidates are needed, or none are expected, because none of the last `patience` draws
    /// reduced the number of missing candidates. With `None` for `patience`, candidates are always expected.
    pub(super) fn is_over(&self, draws: u64, patience: Option<u64>) -> bool {
        self.ranges.is_empty() || patience.is_some_and(|most| draws - self.reached >= most)
    }
}

/// For each of the sorted candidates, its difficulty: the score without rounding. Candidates of
/// equal effort are spread evenly over up to [`TIE`] points, but not beyond the next score.
fn difficulties(sorted: &[(Option<Rating>, u64)]) -> Vec<f64> {
    let mut all = Vec::with_capacity(sorted.len());
    let effort = |rating: Option<Rating>| rating.map(|rating| rating.effort);
    let score = |rating: Option<Rating>| rating.map_or(f64::INFINITY, Rating::exact_score);
    let mut ties = sorted
        .chunk_by(|one, other| effort(one.0) == effort(other.0))
        .peekable();
    while let Some(tie) = ties.next() {
        let own = score(tie[0].0);
        let next = ties.peek().map_or(own + TIE, |next| score(next[0].0));
        let room = (next - own).min(TIE);
        all.extend((0..tie.len()).map(|place| own + room * share(place, tie.len())));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reason::deduction::Technique;

    fn keys(efforts: &[u32]) -> Vec<(Option<Rating>, u64)> {
        let rating = |effort: &u32| Rating {
            effort: *effort,
            hardest: Technique::Search,
        };
        efforts
            .iter()
            .map(|effort| (Some(rating(effort)), 0))
            .collect()
    }

    /// Checks that the ratings of the levels are evenly spaced although most candidates are easy.
    #[test]
    fn levels_are_even_in_rating() {
        let easy = std::iter::repeat_n(1, 400);
        let rising = (1..64).map(|step| 16 * step);
        let efforts: Vec<u32> = easy.chain(rising).collect();
        let keys = keys(&efforts);
        let made = LevelStretches::new(&RatingCurve::default(), 12, &keys);
        let stretches = made.stretches();
        assert_eq!(stretches.len(), 12);
        assert!(stretches.iter().all(|stretch| !stretch.is_empty()));
        assert!(
            stretches
                .windows(2)
                .all(|pair| pair[0].end <= pair[1].start)
        );
        let middle = keys[stretches[6].start].0.unwrap().score();
        assert!((4.0..6.0).contains(&middle), "{middle}");
    }

    #[test]
    fn a_requested_curve_is_followed_and_gaps_are_reported() {
        let efforts: Vec<u32> = (1..20).chain(400..420).collect();
        let keys = keys(&efforts);
        let curve: RatingCurve = "1.5,6.7".parse().unwrap();
        let made = LevelStretches::new(&curve, 12, &keys);
        let gaps = made.gaps();
        assert_eq!(gaps.len(), 1, "{gaps:?}");
        assert!(gaps[0].from > 2.5 && gaps[0].to < 7.0, "{gaps:?}");
        let (lacking, missing) = made.lacking();
        assert!(missing > 0 && lacking.iter().any(|range| range.contains(&5.0)));
        let starts = made.stretches();
        assert!(
            starts.iter().all(|stretch| !stretch.is_empty()),
            "{starts:?}"
        );
    }

    #[test]
    fn no_candidates_make_no_levels() {
        let made = LevelStretches::new(&RatingCurve::default(), 5, &[]);
        assert!(made.stretches().is_empty() && made.gaps().is_empty());
        let one = LevelStretches::new(&RatingCurve::default(), 5, &keys(&[7]));
        assert_eq!(one.stretches().first(), Some(&(0..1)));
    }

    #[test]
    fn curves_rise() {
        for text in ["", "1", "x,3", "3,3", "5,4", "0.5,4", "4,11"] {
            assert!(text.parse::<RatingCurve>().is_err(), "{text}");
        }
    }
}
