//! Rates how hard a challenge is for a person.

use std::cmp::Ordering;
use std::fmt;

use serde::Deserialize;
use tilewright_dlx::OptionId;

use super::DeductionError;
use super::bits;
use super::effort::{LOOK, TRYING};
use super::find::{LEAST_FURTHER, find_all};
use super::follow::Workspace;
use super::placement_status::only_solution;
use super::position::Position;
use super::table::DeductionTable;
use super::technique::Technique;
use crate::cover::Instance;
use crate::solve::search::RunContext;

/// The difficulty of a challenge for a person: the effort to place all pieces.
///
/// Ratings are ordered by effort. By construction, more givens never increase a rating, and the symmetries of
/// the puzzle do not change it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rating {
    /// The total effort of all pieces, in looks at a placement. A piece counts by the hardest step
    /// that must be made before the piece can be placed, whatever the order of the steps.
    pub effort: u32,
    /// The hardest technique that is needed if each step has the smallest possible effort. It
    /// explains the effort, and in comparisons it only breaks ties.
    pub hardest: Technique,
}

impl Ord for Rating {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.effort, self.hardest).cmp(&(other.effort, other.hardest))
    }
}

impl PartialOrd for Rating {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Rating {
    /// The difficulty from 1 to 10.9, with one decimal. It rises by about one point when the effort
    /// doubles, and never falls as the effort rises.
    ///
    /// ```
    /// use tilewright::reason::deduction::{Rating, Technique};
    ///
    /// let rating = |effort| Rating { effort, hardest: Technique::ShutOut };
    /// assert_eq!(rating(0).score(), 1.0);
    /// assert_eq!(rating(8).score(), 2.0);
    /// assert_eq!(rating(56).score(), 4.0);
    /// ```
    pub fn score(self) -> f64 {
        f64::from(self.tenths()) / 10.0
    }

    /// The score without rounding.
    pub(crate) fn exact_score(self) -> f64 {
        (1.0 + self.doublings()).min(f64::from(Self::MOST) / 10.0)
    }

    /// Ten times the highest score.
    const MOST: u32 = 109;

    /// The number of times that the effort doubles the unit of 8 looks: log₂(1 + effort / 8).
    fn doublings(self) -> f64 {
        /// The effort, in looks at a placement, that has the score 2.
        const UNIT: f64 = 8.0;
        (1.0 + f64::from(self.effort) / UNIT).log2()
    }

    /// Ten times the score.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 320"
    )]
    pub fn tenths(self) -> u32 {
        (10 + (10.0 * self.doublings()) as u32).min(Self::MOST)
    }

    /// The hardest rating of a challenge with `open` pieces to place: that of placing them all by
    /// trial and error.
    ///
    /// ```
    /// use tilewright::reason::deduction::{Grade, Rating};
    ///
    /// assert_eq!(Rating::most(1).score(), 6.2);
    /// assert_eq!(Rating::most(2).grade(), Grade::Expert);
    /// ```
    #[must_use]
    pub fn most(open: u64) -> Self {
        let effort = open.saturating_mul(u64::from(TRYING / LOOK));
        Self {
            effort: u32::try_from(effort).unwrap_or(u32::MAX),
            hardest: Technique::Search,
        }
    }

    /// The grade for this score.
    pub fn grade(self) -> Grade {
        match self.tenths() {
            0..40 => Grade::Easy,
            40..55 => Grade::Medium,
            55..70 => Grade::Hard,
            _ => Grade::Expert,
        }
    }
}

/// Grades of difficulty, by ranges of the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub enum Grade {
    /// A score below 4.
    Easy,
    /// A score from 4 to below 5.5.
    Medium,
    /// A score from 5.5 to below 7.
    Hard,
    /// A score of 7 or more.
    Expert,
}

impl Grade {
    /// All grades, easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        })
    }
}

/// Rates how hard a puzzle is for a person, with `givens` in addition to its own.
///
/// Takes a few milliseconds for a tray of a dozen pieces, and up to a second with deep look-ahead.
/// Each step examines places that seem to have few placements, follows what each of them forces,
/// and looks one place further only if that is not enough.
///
/// # Errors
///
/// [`DeductionError`]: the givens clash, too much is left to place, there is no solution or more than one, or a
/// search reaches its limit.
pub fn rate(instance: &Instance, givens: &[OptionId]) -> Result<Rating, DeductionError> {
    rate_until(instance, givens, &RunContext::silent())
}

/// Rates how hard a puzzle is for a person, as [`rate`] does. The monitor can interrupt it.
///
/// # Errors
///
/// As [`rate`]; and [`DeductionError::Interrupted`].
pub fn rate_until(
    instance: &Instance,
    givens: &[OptionId],
    monitor: &RunContext,
) -> Result<Rating, DeductionError> {
    let table = DeductionTable::new(instance, givens)?;
    let mut position = Position::new(&table);
    let mut workspace = Workspace::new(monitor);
    let mut solution: Option<Vec<u64>> = None;
    let mut hardest = Technique::ForcedCell;
    // `peak` is the effort of the hardest step so far, and `effort` the sum over all placed pieces.
    let mut peak = 0;
    let mut effort: u64 = 0;
    loop {
        if position.starved(&table).is_some() {
            return Err(DeductionError::NoSolution);
        }
        if bits::is_empty(&position.live) {
            break;
        }
        let known = solution.as_deref();
        let found = find_all(&mut workspace, &table, &position, peak, known);
        if workspace.is_interrupted() {
            return Err(DeductionError::Interrupted);
        }
        let easiest = found.iter().map(|step| step.effort).min();
        let may_be_further = easiest.is_none_or(|effort| effort > LEAST_FURTHER.max(peak));
        if solution.is_none() && may_be_further {
            solution = Some(only_solution(instance, givens, &table, monitor)?);
            continue;
        }
        let Some(easiest) = easiest else {
            let known = solution.as_deref().unwrap_or_default();
            let left = bits::common(known, &position.live);
            effort += u64::from(TRYING) * left as u64;
            hardest = Technique::Search;
            break;
        };
        peak = peak.max(easiest);
        let mut placed = vec![0; position.live.len()];
        // Of the steps with at most the effort `peak`, only those by the easiest technique are made.
        let within = || found.iter().filter(|step| step.effort <= peak);
        let technique = within().map(|step| step.technique).min();
        for step in within().filter(|step| Some(step.technique) == technique) {
            hardest = hardest.max(step.technique);
            for option in &step.left {
                bits::insert(&mut placed, *option);
            }
        }
        for option in bits::ones(&placed) {
            if !position.is_live(option) {
                return Err(DeductionError::NoSolution);
            }
            position.place(&table, option);
            effort += u64::from(peak);
        }
    }
    Ok(Rating {
        effort: u32::try_from(effort / u64::from(LOOK)).unwrap_or(u32::MAX),
        hardest,
    })
}
