//! Judges whether a choice of pieces meets the requirements.
//!
//! The numbers of a choice are checked first. Its solutions are listed only if the requirements
//! need them, and only until they are decided.

use thiserror::Error;
use tilewright_dlx::{OptionId, StopFlag};
use tilewright_geometry::{BoardCell, Sides};

use super::appearance::SolutionAppearance;
use super::listing::list;
use super::measures::{Measuring, needs_work, number_of};
use super::{Choice, ChoiceForm, Choices};
use crate::cover::Instance;
use crate::puzzle::{Look, Measure, MeasureWeight, NumberRange, Puzzle, Requirement};
use crate::solve::SolveError;

/// Judges whether choices of the pieces of a puzzle meet the requirements.
#[derive(Debug)]
pub struct Judge<'a> {
    pub(super) puzzle: &'a Puzzle,
    wanted: &'a Requirement,
    over_goals: bool,
    /// The lines and corners of the board; `None` if no requirement concerns the appearance of
    /// solutions.
    appearance: Option<SolutionAppearance>,
    pub(super) stop: &'a StopFlag,
}

/// Why a requirement cannot be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JudgeError {
    /// A requirement concerns fault lines or crossroads, which boards of sticks and solids do not
    /// have.
    #[error(
        "fault lines and crossroads are defined only for boards of squares or triangles; leave \
         them out"
    )]
    NoLines,
    /// Two pieces have the same placements, so the image of one under an isometry is ambiguous.
    #[error("two pieces have the same placements, so distinct solutions cannot be counted")]
    Twins,
    /// The symmetries of several boards are needed, but these have too many isometries to
    /// enumerate.
    #[error(
        "these boards together have too many motions to try each, so symmetric and distinct \
         solutions cannot be counted; leave out `--symmetric` and requirements on distinct \
         solutions"
    )]
    Boards,
    /// The request concerns distinct solutions, symmetry, single solutions or pictures. These need
    /// one board, but the choices are over several goals.
    #[error(
        "distinct solutions, symmetry, requirements on solutions and pictures need one board: \
         name a goal with --goal NAME, or use --each-goal"
    )]
    Goals,
}

impl<'a> Judge<'a> {
    /// Prepares to judge choices of the pieces of a puzzle, on its board or over goals.
    ///
    /// # Errors
    ///
    /// [`JudgeError`] if the requirements cannot be judged.
    pub fn new(
        puzzle: &'a Puzzle,
        wanted: &'a Requirement,
        over_goals: bool,
        stop: &'a StopFlag,
    ) -> Result<Self, JudgeError> {
        let lists = asks(wanted, &|part| {
            matches!(
                part,
                Requirement::EverySolution(_) | Requirement::SomeSolution(_)
            )
        });
        let of_one_board = |part: &Requirement| {
            matches!(
                part,
                Requirement::Distinct(_) | Requirement::Symmetric | Requirement::UniqueStart
            ) || measure_of(part).is_some_and(|measure| {
                !matches!(
                    measure,
                    Measure::Solutions | Measure::Number | Measure::Evenness
                )
            })
        };
        if over_goals && (lists || asks(wanted, &of_one_board)) {
            return Err(JudgeError::Goals);
        }
        let appearance = if lists {
            Some(SolutionAppearance::new(&puzzle.board).ok_or(JudgeError::NoLines)?)
        } else {
            None
        };
        Ok(Self {
            puzzle,
            wanted,
            over_goals,
            appearance,
            stop,
        })
    }

    fn needs_distinct(&self) -> bool {
        asks(self.wanted, &|part| {
            if let Requirement::Distinct(range) = part {
                return !holds_for_all(*range);
            }
            measure_of(part) == Some(Measure::Distinct)
        })
    }

    fn needs_symmetric(&self) -> bool {
        asks(self.wanted, &|part| matches!(part, Requirement::Symmetric))
    }

    /// Refuses measures that are undefined for these choices.
    ///
    /// # Errors
    ///
    /// [`JudgeError::Goals`] if a measure is defined for one board only and the choices are over
    /// goals.
    pub fn check(&self, measures: impl IntoIterator<Item = Measure>) -> Result<(), JudgeError> {
        if self.over_goals && measures.into_iter().any(is_of_one_board) {
            return Err(JudgeError::Goals);
        }
        Ok(())
    }

    /// Refuses choices whose symmetries are unknown, if they are needed.
    ///
    /// # Errors
    ///
    /// [`JudgeError::Twins`], [`JudgeError::Boards`].
    pub fn check_symmetries(&self, choices: &Choices<'_>) -> Result<(), JudgeError> {
        self.check_known(&choices.form)
    }

    pub(super) fn check_known(&self, form: &ChoiceForm<'_>) -> Result<(), JudgeError> {
        let refusal = if self.needs_symmetric() {
            form.symmetry_refusal(false)
        } else if self.needs_distinct() {
            form.symmetry_refusal(true)
        } else {
            None
        };
        refusal.map_or(Ok(()), Err)
    }

    /// An upper bound on the number of solutions of an accepted choice, if the requirements give
    /// one.
    pub(super) fn most_solutions(&self) -> Option<u64> {
        let board = &self.puzzle.board;
        let isometries = if board.part_count() > 1 {
            u64::try_from(board.symmetries_at_most()).unwrap_or(u64::MAX)
        } else {
            board.symmetries(Sides::Free).count() as u64
        };
        most_solutions(self.wanted, isometries)
    }

    /// Whether a choice meets the requirements.
    ///
    /// Cost: negligible if the numbers of the choice decide; otherwise that of listing its
    /// solutions until they decide.
    ///
    /// # Errors
    ///
    /// [`SolveError::Interrupted`].
    pub fn holds(&self, choice: &Choice) -> Result<bool, SolveError> {
        self.holds_of(self.wanted, choice)
    }

    /// Measures a choice. A measure is `None` where it is unknown: with more than `MOST_MEASURED`
    /// solutions; if the cells have no sides or corners; for a rating, if several solutions are not
    /// images of each other; if the choice has no challenge, or every window can be filled; and if
    /// the limits of work are exceeded.
    ///
    /// Cost: listing the solutions once, if a measure needs it; that of a rating; at most a few
    /// seconds for windows and for challenges.
    ///
    /// # Errors
    ///
    /// [`SolveError::Interrupted`].
    pub fn measures(
        &self,
        choice: &Choice,
        wanted: &[Measure],
    ) -> Result<Vec<Option<f64>>, SolveError> {
        self.measuring().measures(choice, wanted)
    }

    /// The weighted sum of measures. `None` if one of them is unknown.
    pub(super) fn rank(
        &self,
        choice: &Choice,
        weights: &[MeasureWeight],
    ) -> Result<Option<f64>, SolveError> {
        self.measuring().rank(choice, weights)
    }

    fn measuring(&self) -> Measuring<'_> {
        Measuring {
            puzzle: self.puzzle,
            stop: self.stop,
        }
    }

    fn holds_of(&self, wanted: &Requirement, choice: &Choice) -> Result<bool, SolveError> {
        Ok(match wanted {
            Requirement::All(parts) => !self.any(parts, choice, false)?,
            Requirement::Any(parts) => self.any(parts, choice, true)?,
            Requirement::Not(part) => !self.holds_of(part, choice)?,
            Requirement::Pieces(range) => range.contains(&number_of(&choice.copies)),
            Requirement::Solutions(range) => match &choice.goals {
                None => range.contains(&choice.solutions),
                Some(goals) => {
                    range.contains(&goals.hardest.solutions)
                        && range.contains(&goals.easiest.solutions)
                }
            },
            Requirement::Distinct(range) => {
                let distinct = choice.distinct.exact();
                distinct.map_or(holds_for_all(*range), |distinct| range.contains(distinct))
            }
            Requirement::Symmetric => choice.symmetric.exact().is_some_and(|fixing| *fixing > 0),
            Requirement::Goals(range) => {
                let solved = choice.goals.as_ref().map_or(1, |goals| goals.number);
                range.contains(&solved.into())
            }
            Requirement::UniqueStart => self.has_unique_start(choice)?,
            Requirement::AtLeast(measure, least) => {
                let value = self.measures(choice, &[*measure])?[0];
                value.is_some_and(|value| value >= *least)
            }
            Requirement::AtMost(measure, most) => {
                let value = self.measures(choice, &[*measure])?[0];
                value.is_some_and(|value| value <= *most)
            }
            Requirement::EverySolution(look) => !self.is_seen(choice, *look, false)?,
            Requirement::SomeSolution(look) => self.is_seen(choice, *look, true)?,
        })
    }

    /// Whether a choice meets the requirements, from its numbers of copies and of solutions only
    /// and without checking the stop flag. `None` if they do not decide.
    pub(super) fn holds_by_numbers(&self, choice: &Choice) -> Option<bool> {
        self.by_numbers(self.wanted, choice)
    }

    fn by_numbers(&self, wanted: &Requirement, choice: &Choice) -> Option<bool> {
        // A part of a requirement with the value `deciding` decides the whole. Without such a part,
        // the whole is known only if all parts are.
        let of_parts = |parts: &[Requirement], deciding: bool| {
            let mut parts = parts.iter().map(|part| self.by_numbers(part, choice));
            let is_known = |all: bool, part: Option<bool>| match part {
                Some(holds) if holds == deciding => Err(()),
                part => Ok(all && part.is_some()),
            };
            match parts.try_fold(true, is_known) {
                Err(()) => Some(deciding),
                Ok(all) => all.then_some(!deciding),
            }
        };
        match wanted {
            Requirement::All(parts) => of_parts(parts, false),
            Requirement::Any(parts) => of_parts(parts, true),
            Requirement::Not(part) => self.by_numbers(part, choice).map(|holds| !holds),
            Requirement::Distinct(range) if holds_for_all(*range) => Some(true),
            part if lists(part) => None,
            part if needs_distinct(part) && choice.distinct.exact().is_none() => None,
            part => self.holds_of(part, choice).ok(),
        }
    }

    /// Whether at least one of the parts of a requirement has the value `as_said`: whether one
    /// holds, or whether one fails. The parts that the numbers of the choice decide are checked
    /// first.
    fn any(
        &self,
        parts: &[Requirement],
        choice: &Choice,
        as_said: bool,
    ) -> Result<bool, SolveError> {
        for listing in [false, true] {
            for part in parts.iter().filter(|part| lists(part) == listing) {
                if self.holds_of(part, choice)? == as_said {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether the choice has a solution with this appearance or, if `wanted` is false, a solution
    /// without it.
    fn is_seen(&self, choice: &Choice, look: Look, wanted: bool) -> Result<bool, SolveError> {
        let Some(appearance) = &self.appearance else {
            unreachable!("invariant: the appearance is prepared if a requirement concerns it");
        };
        let instance = Instance::new_until(self.puzzle.chosen(&choice.copies), self.stop)?;
        let mut placed: Vec<&[BoardCell]> = Vec::new();
        let mut seen = false;
        list(&instance, self.stop, &mut |solution| {
            placed.clear();
            let cells = |option: &OptionId| instance.meaning(*option).placement.cells.as_ref();
            placed.extend(solution.iter().map(cells));
            seen = appearance.has(look, &placed) == wanted;
            !seen
        })?;
        Ok(seen)
    }

    fn has_unique_start(&self, choice: &Choice) -> Result<bool, SolveError> {
        let instance = Instance::new_until(self.puzzle.chosen(&choice.copies), self.stop)?;
        // For each option, the number of solutions that contain it, counted up to 2.
        let mut held = vec![0_u8; instance.problem().option_count()];
        list(&instance, self.stop, &mut |solution| {
            for option in solution {
                let held = &mut held[option.index()];
                *held = held.saturating_add(1).min(2);
            }
            true
        })?;
        Ok(held.contains(&1))
    }
}

/// Whether a requirement or one of its parts satisfies `what`.
fn asks(wanted: &Requirement, what: &dyn Fn(&Requirement) -> bool) -> bool {
    what(wanted)
        || match wanted {
            Requirement::All(parts) | Requirement::Any(parts) => {
                parts.iter().any(|part| asks(part, what))
            }
            Requirement::Not(part) => asks(part, what),
            _ => false,
        }
}

/// Whether a requirement or one of its parts needs distinct or symmetric solutions.
pub(super) fn asks_distinct(wanted: &Requirement) -> bool {
    asks(wanted, &needs_distinct)
}

fn needs_distinct(part: &Requirement) -> bool {
    matches!(part, Requirement::Distinct(_) | Requirement::Symmetric)
        || measure_of(part) == Some(Measure::Distinct)
}

/// Whether a range contains all numbers from 1. A solvable choice has at least one distinct
/// solution, so it is certain to lie in such a range.
fn holds_for_all(range: NumberRange) -> bool {
    range.least <= 1 && range.most.is_none()
}

fn most_solutions(wanted: &Requirement, isometries: u64) -> Option<u64> {
    let of = |part: &Requirement| most_solutions(part, isometries);
    match wanted {
        Requirement::All(parts) => parts.iter().filter_map(of).min(),
        Requirement::Any(parts) => {
            let each: Option<Vec<u64>> = parts.iter().map(of).collect();
            each?.into_iter().max()
        }
        Requirement::Solutions(range) => range.most,
        Requirement::Distinct(range) => range.most?.checked_mul(isometries),
        _ => None,
    }
}

/// Whether a requirement, or a part of one, needs more than the numbers of copies and of solutions of a
/// choice: usually a list of the solutions.
fn lists(wanted: &Requirement) -> bool {
    asks(wanted, &|part| {
        matches!(
            part,
            Requirement::UniqueStart | Requirement::EverySolution(_) | Requirement::SomeSolution(_)
        ) || measure_of(part).is_some_and(needs_work)
    })
}

/// Whether a measure is defined for one board only, not over goals.
fn is_of_one_board(measure: Measure) -> bool {
    !matches!(
        measure,
        Measure::Solutions | Measure::Number | Measure::Evenness
    )
}

/// The measure that a requirement bounds; `None` for other requirements.
fn measure_of(wanted: &Requirement) -> Option<Measure> {
    match wanted {
        Requirement::AtLeast(measure, _) | Requirement::AtMost(measure, _) => Some(*measure),
        _ => None,
    }
}
