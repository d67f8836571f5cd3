//! Measures of a choice: numbers that predict whether it is a good puzzle.

use itertools::Itertools;
use num_bigint::BigUint;
use tilewright_dlx::{OptionId, StopFlag};
use tilewright_geometry::BoardCell;

use super::Choice;
use super::appearance::SolutionAppearance;
use super::listing::list;
use super::mined::{MinedRatings, mined_ratings};
use super::symmetric::{ShownCell, cell_permutations, has_many_isometries, shown};
use super::windows::smallest_unsolvable;
use crate::cover::Instance;
use crate::design::challenges::cards::rated;
use crate::puzzle::{Measure, MeasureWeight, Puzzle};
use crate::reason::deduction::DeductionError;
use crate::solve::SolveError;
use crate::solve::search::RunContext;

/// Measures that need a list of the solutions are unknown for a choice with more solutions than
/// this.
pub(crate) const MOST_MEASURED: u32 = 100_000;

/// Whether a measure of a choice on one board needs more than the numbers of copies and solutions.
pub(super) fn needs_work(measure: Measure) -> bool {
    !matches!(
        measure,
        Measure::Solutions | Measure::Distinct | Measure::Number
    )
}

/// Whether a measure of a choice on one board needs a list of the choice's solutions.
fn needs_list(measure: Measure) -> bool {
    let is_found_otherwise = matches!(measure, Measure::Rating | Measure::Unsolvable);
    needs_work(measure) && !is_found_otherwise && !needs_challenges(measure)
}

fn needs_challenges(measure: Measure) -> bool {
    matches!(measure, Measure::Challenges | Measure::HardestChallenge)
}

/// Measures choices of the pieces of a puzzle.
pub(super) struct Measuring<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) stop: &'a StopFlag,
}

impl Measuring<'_> {
    /// The measures of a choice, in the order of `wanted`; `None` for unknown ones.
    pub(super) fn measures(
        &self,
        choice: &Choice,
        wanted: &[Measure],
    ) -> Result<Vec<Option<f64>>, SolveError> {
        let mut found = Findings::default();
        let needs = |what: &dyn Fn(Measure) -> bool| {
            choice.goals.is_none() && wanted.iter().any(|measure| what(*measure))
        };
        if needs(&needs_list) {
            found.counts = self.solution_counts(choice)?;
        }
        if needs(&needs_challenges) {
            let instance = Instance::new_until(self.puzzle.chosen(&choice.copies), self.stop)?;
            found.mined = mined_ratings(&instance, &RunContext::new(self.stop))?;
        }
        wanted
            .iter()
            .map(|measure| self.measure(choice, *measure, &found))
            .collect()
    }

    /// The weighted sum of measures. `None` if one of them is unknown.
    pub(super) fn rank(
        &self,
        choice: &Choice,
        weights: &[MeasureWeight],
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
        found: &Findings,
    ) -> Result<Option<f64>, SolveError> {
        let counts = found.counts.as_ref();
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
                &RunContext::new(self.stop),
            )?,
            Measure::Unsolvable if choice.goals.is_none() => {
                let instance = Instance::new_until(self.puzzle.chosen(&choice.copies), self.stop)?;
                smallest_unsolvable(&instance, self.stop)?.map(as_f64)
            }
            Measure::Rating | Measure::Unsolvable => None,
            Measure::Challenges => found.mined.map(|mined| mined.median),
            Measure::HardestChallenge => found.mined.map(|mined| mined.highest),
            Measure::Straightness => counts.and_then(|counts| counts.mean(counts.straightness)),
            Measure::FaultLines => counts.and_then(|counts| counts.mean(counts.fault_lines)),
            Measure::Crossroads => counts.and_then(|counts| counts.mean(counts.crossroads)),
            Measure::Symmetry => (counts.filter(|counts| counts.has_symmetries))
                .map(|counts| counts.symmetric / counts.solutions),
            Measure::Forced => counts.map(|counts| counts.placements_in(counts.solutions)),
            Measure::Starts => counts.map(|counts| counts.placements_in(1.0)),
        })
    }

    /// Visits all solutions of a choice, to sum up what the measures need. `None` if there are too
    /// many solutions.
    fn solution_counts(&self, choice: &Choice) -> Result<Option<SolutionCounts>, SolveError> {
        if choice.solutions > MOST_MEASURED.into() {
            return Ok(None);
        }
        let instance = Instance::new_until(self.puzzle.chosen(&choice.copies), self.stop)?;
        let board = &instance.puzzle().board;
        let appearance = SolutionAppearance::new(board);
        let permutations = (!has_many_isometries(board)).then(|| cell_permutations(board));
        let colors = instance.puzzle().cell_colors();
        let meanings = instance.meanings().iter();
        let shows = meanings.map(|meaning| {
            shown(
                instance.puzzle(),
                &colors,
                meaning.piece,
                &meaning.placement.cells,
            )
        });
        let shows: Vec<Vec<ShownCell>> = shows.collect();
        let mut counts = SolutionCounts {
            used: vec![0.0; instance.problem().option_count()],
            has_lines: appearance.is_some(),
            has_symmetries: permutations.is_some(),
            ..SolutionCounts::default()
        };
        let mut placed: Vec<&[BoardCell]> = Vec::new();
        list(&instance, self.stop, &mut |solution| {
            placed.clear();
            let cells = |option: &OptionId| instance.meaning(*option).placement.cells.as_ref();
            placed.extend(solution.iter().map(cells));
            placed.sort_unstable();
            counts.solutions += 1.0;
            for option in solution {
                counts.used[option.index()] += 1.0;
            }
            if let Some(appearance) = &appearance {
                counts.straightness += appearance.straightness(&placed);
                counts.fault_lines += as_f64(appearance.fault_lines(&placed));
                counts.crossroads += as_f64(appearance.crossroads(&placed));
            }
            let picture = solution.iter().map(|option| &shows[option.index()]);
            let picture: Vec<&Vec<ShownCell>> = picture.sorted_unstable().collect();
            let is_kept = permutations.iter().flatten().any(|permutation| {
                let is_there = |shown: &&Vec<ShownCell>| {
                    let image = permutation.image(shown);
                    picture.binary_search(&&image).is_ok()
                };
                picture.iter().all(is_there)
            });
            counts.symmetric += f64::from(u8::from(is_kept));
            true
        })?;
        Ok((counts.solutions > 0.0).then_some(counts))
    }
}

/// Intermediate results that several measures share.
#[derive(Debug, Default)]
struct Findings {
    counts: Option<SolutionCounts>,
    mined: Option<MinedRatings>,
}

/// What the measures need from all solutions of a choice: their number, and sums over them.
#[derive(Debug, Default)]
struct SolutionCounts {
    solutions: f64,
    /// For each option, the number of solutions that contain it.
    used: Vec<f64>,
    has_lines: bool,
    has_symmetries: bool,
    straightness: f64,
    fault_lines: f64,
    crossroads: f64,
    symmetric: f64,
}

impl SolutionCounts {
    fn mean(&self, sum: f64) -> Option<f64> {
        self.has_lines.then_some(sum / self.solutions)
    }

    /// The number of placements that occur in exactly this many solutions.
    fn placements_in(&self, solutions: f64) -> f64 {
        let such = self
            .used
            .iter()
            .filter(|used| (**used - solutions).abs() < 0.5);
        as_f64(such.count())
    }

    /// The effective number of placements (the exponential of their entropy), as a share of all
    /// placements.
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

/// The exponential of the entropy of some numbers, from the sum of the numbers n and the sum of n
/// ln n.
fn effective(sum: f64, logs: f64) -> f64 {
    (sum.ln() - logs / sum).exp()
}

/// The rating of a puzzle that has exactly one solution up to symmetry. `None` for other puzzles,
/// or if it cannot be rated.
fn rating(puzzle: &Puzzle, monitor: &RunContext) -> Result<Option<f64>, SolveError> {
    let instance = Instance::new_until(puzzle.clone(), monitor.stop())?;
    match rated(&instance, monitor) {
        Ok(rated) => Ok(rated.map(|rated| rated.rating.score())),
        Err(DeductionError::Interrupted) => Err(SolveError::Interrupted),
        Err(_) => Ok(None),
    }
}

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

/// The total number of pieces, counting copies.
pub(super) fn number_of(copies: &[u32]) -> BigUint {
    copies.iter().copied().map(BigUint::from).sum()
}
