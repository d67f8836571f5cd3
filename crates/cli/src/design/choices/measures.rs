//! Measures of a choice: numbers that say whether it makes a good puzzle.

use num_bigint::BigUint;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::judge::number_of;
use super::looks::SolutionLooks;
use super::symmetric::motions;
use super::{Choice, Judge};
use crate::cover::Instance;
use crate::puzzle::{Measure, Puzzle, Weight};
use crate::reason::deduction::{DeductionError, rate_until};
use crate::solve::SolveError;
use crate::solve::search::Monitor;

/// Of a choice with more solutions than this, measures that need a list of them are unknown.
pub const MOST_MEASURED: u32 = 100_000;

/// Whether the solutions must be listed to know a measure of a choice on one board.
pub(super) fn needs_list(measure: Measure) -> bool {
    !matches!(
        measure,
        Measure::Solutions | Measure::Distinct | Measure::Number | Measure::Rating
    )
}

impl Judge<'_> {
    /// Measures a choice; none for those that are unknown: where it has more than [`MOST_MEASURED`] solutions,
    /// or the cells have no sides or corners, or a rating is asked for and it has several solutions.
    ///
    /// Cost: that of listing the solutions once, if a measure needs it; that of a rating.
    ///
    /// # Errors
    ///
    /// [`SolveError::Interrupted`].
    pub fn measures(
        &self,
        choice: &Choice,
        wanted: &[Measure],
    ) -> Result<Vec<Option<f64>>, SolveError> {
        let mut counts = None;
        if choice.goals.is_none() && wanted.iter().any(|measure| needs_list(*measure)) {
            counts = self.solution_counts(choice)?;
        }
        wanted
            .iter()
            .map(|measure| self.measure(choice, *measure, counts.as_ref()))
            .collect()
    }

    /// The sum of measures times their weights; none if one of them is unknown.
    pub(super) fn rank(
        &self,
        choice: &Choice,
        weights: &[Weight],
    ) -> Result<Option<f64>, SolveError> {
        let measures: Vec<Measure> = weights.iter().map(|weight| weight.measure).collect();
        let values = self.measures(choice, &measures)?.into_iter();
        let terms = weights.iter().zip(values);
        Ok(terms
            .map(|(weight, value)| Some(weight.weight * value?))
            .sum())
    }

    fn measure(
        &self,
        choice: &Choice,
        measure: Measure,
        counts: Option<&SolutionCounts>,
    ) -> Result<Option<f64>, SolveError> {
        Ok(match measure {
            Measure::Solutions => Some(log2(&choice.solutions)),
            Measure::Distinct => choice.distinct.exact().map(log2),
            Measure::Number => Some(to_f64(&number_of(&choice.copies))),
            Measure::Evenness => match &choice.goals {
                Some(goals) => {
                    Some(effective(to_f64(&choice.solutions), goals.logs) / as_f64(goals.number))
                }
                None => counts.map(SolutionCounts::evenness),
            },
            Measure::Rating if choice.goals.is_none() => rating(
                &self.puzzle.chosen(&choice.copies),
                &Monitor::new(self.stop),
            )?,
            Measure::Rating => None,
            Measure::Straightness => counts.and_then(|counts| counts.mean(counts.straightness)),
            Measure::FaultLines => counts.and_then(|counts| counts.mean(counts.fault_lines)),
            Measure::Crossroads => counts.and_then(|counts| counts.mean(counts.crossroads)),
            Measure::Symmetry => counts.map(|counts| counts.symmetric / counts.solutions),
            Measure::Forced => counts.map(|counts| counts.placements_in(counts.solutions)),
            Measure::Starts => counts.map(|counts| counts.placements_in(1.0)),
        })
    }

    /// Lists the solutions of a choice; none if there are too many.
    fn solution_counts(&self, choice: &Choice) -> Result<Option<SolutionCounts>, SolveError> {
        if choice.solutions > MOST_MEASURED.into() {
            return Ok(None);
        }
        let instance = Instance::new(self.puzzle.chosen(&choice.copies))?;
        let board = &instance.puzzle().board;
        let looks = SolutionLooks::new(board);
        let motions = motions(board);
        let mut counts = SolutionCounts {
            used: vec![0.0; instance.problem().option_count()],
            has_lines: looks.is_some(),
            ..SolutionCounts::default()
        };
        let mut placed: Vec<&[BoardCell]> = Vec::new();
        self.list(&instance, &mut |solution| {
            placed.clear();
            let cells = |option: &OptionId| instance.meaning(*option).placement.cells.as_ref();
            placed.extend(solution.iter().map(cells));
            placed.sort_unstable();
            counts.solutions += 1.0;
            for option in solution {
                counts.used[option.index()] += 1.0;
            }
            if let Some(looks) = &looks {
                counts.straightness += looks.straightness(&placed);
                counts.fault_lines += as_f64(looks.fault_lines(&placed));
                counts.crossroads += as_f64(looks.crossroads(&placed));
            }
            let is_kept = motions.iter().any(|(motion, _)| {
                let is_there = |cells: &&[BoardCell]| {
                    let image = motion.image(cells);
                    placed.binary_search(&image.as_slice()).is_ok()
                };
                placed.iter().all(is_there)
            });
            counts.symmetric += f64::from(u8::from(is_kept));
            true
        })?;
        Ok((counts.solutions > 0.0).then_some(counts))
    }
}

/// Sums over the solutions of a choice.
#[derive(Debug, Default)]
struct SolutionCounts {
    solutions: f64,
    /// By option, how many solutions hold it.
    used: Vec<f64>,
    has_lines: bool,
    straightness: f64,
    fault_lines: f64,
    crossroads: f64,
    symmetric: f64,
}

impl SolutionCounts {
    fn mean(&self, sum: f64) -> Option<f64> {
        self.has_lines.then_some(sum / self.solutions)
    }

    /// How many placements are in so many solutions.
    fn placements_in(&self, solutions: f64) -> f64 {
        let such = self
            .used
            .iter()
            .filter(|used| (**used - solutions).abs() < 0.5);
        as_f64(such.count())
    }

    /// The number of placements that, used equally often, would be as diverse, as a share of all.
    fn evenness(&self) -> f64 {
        let sum: f64 = self.used.iter().sum();
        let logs: f64 = self
            .used
            .iter()
            .filter(|used| **used > 0.0)
            .map(|used| used * used.ln())
            .sum();
        effective(sum, logs) / as_f64(self.used.len())
    }
}

/// The exponential of the entropy of numbers, from their sum and the sum of each times its logarithm.
fn effective(sum: f64, logs: f64) -> f64 {
    (sum.ln() - logs / sum).exp()
}

/// How hard the one solution is to find; none if there are several, or it cannot be told.
fn rating(puzzle: &Puzzle, monitor: &Monitor) -> Result<Option<f64>, SolveError> {
    let instance = Instance::new(puzzle.clone())?;
    match rate_until(&instance, &[], monitor) {
        Ok(rating) => Ok(Some(rating.score())),
        Err(DeductionError::Interrupted) => Err(SolveError::Interrupted),
        Err(_) => Ok(None),
    }
}

/// The binary logarithm of a number above zero.
fn log2(number: &BigUint) -> f64 {
    let shift = number.bits().saturating_sub(64);
    let top = u64::try_from(number >> shift).unwrap_or(u64::MAX);
    #[expect(clippy::cast_precision_loss, reason = "for reading")]
    let log = (top as f64).log2() + shift as f64;
    log
}

pub(super) fn to_f64(number: &BigUint) -> f64 {
    log2(number).exp2()
}

#[expect(clippy::cast_precision_loss, reason = "for reading")]
fn as_f64(number: usize) -> f64 {
    number as f64
}
