//! Whether a choice of pieces is as wanted.
//!
//! What is known of a choice is looked at first; only then are its solutions listed, one by one, as far
//! as is needed.

use thiserror::Error;
use tilewright_dlx::{OptionId, StopFlag};
use tilewright_geometry::{BoardCell, Sides};

use super::listing::list;
use super::looks::SolutionLooks;
use super::measures::{Measuring, needs_work, number_of};
use super::{Choice, ChoiceForm, Choices};
use crate::cover::Instance;
use crate::puzzle::{Look, Measure, NumberRange, Puzzle, Wanted, Weight};
use crate::solve::SolveError;

/// Tells whether choices of the pieces of a puzzle are as wanted.
#[derive(Debug)]
pub struct Judge<'a> {
    pub(super) puzzle: &'a Puzzle,
    wanted: &'a Wanted,
    over_goals: bool,
    /// None where nothing is asked of how solutions look.
    looks: Option<SolutionLooks>,
    pub(super) stop: &'a StopFlag,
}

/// Why nobody can tell what is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JudgeError {
    /// Sticks and solids have no such lines and corners.
    #[error("fault lines and crossroads are told of boards of squares and triangles alone")]
    NoLines,
    /// It is not clear which piece an isometry sends to which.
    #[error("two pieces have the same placements, so distinct solutions are not told")]
    Twins,
    /// Boards that stand together have too many motions.
    #[error(
        "boards that stand together may be moved in too many ways to look at each: solutions with a symmetry are not found \
         here; leave out `--symmetric` and what asks for distinct solutions"
    )]
    Boards,
    /// Over goals there is no one board.
    #[error(
        "distinct solutions, symmetry, what solutions look like and pictures are of one board: name a goal, --goal NAME, or look at --each-goal"
    )]
    Goals,
}

impl<'a> Judge<'a> {
    /// Makes ready to judge choices of the pieces of a puzzle, on its board or over goals.
    ///
    /// # Errors
    ///
    /// [`JudgeError`] if what is wanted cannot be told.
    pub fn new(
        puzzle: &'a Puzzle,
        wanted: &'a Wanted,
        over_goals: bool,
        stop: &'a StopFlag,
    ) -> Result<Self, JudgeError> {
        let lists = asks(wanted, &|part| {
            matches!(part, Wanted::EverySolution(_) | Wanted::SomeSolution(_))
        });
        let of_one_board = |part: &Wanted| {
            matches!(
                part,
                Wanted::Distinct(_) | Wanted::Symmetric | Wanted::UniqueStart
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
        let looks = if lists {
            Some(SolutionLooks::new(&puzzle.board).ok_or(JudgeError::NoLines)?)
        } else {
            None
        };
        Ok(Self {
            puzzle,
            wanted,
            over_goals,
            looks,
            stop,
        })
    }

    /// Whether symmetries must be known to judge.
    pub fn needs_symmetries(&self) -> bool {
        self.needs_distinct() || self.needs_symmetric()
    }

    fn needs_distinct(&self) -> bool {
        asks(self.wanted, &|part| {
            if let Wanted::Distinct(range) = part {
                return !holds_for_all(*range);
            }
            measure_of(part) == Some(Measure::Distinct)
        })
    }

    fn needs_symmetric(&self) -> bool {
        asks(self.wanted, &|part| matches!(part, Wanted::Symmetric))
    }

    /// Refuses measures that cannot be told of these choices.
    ///
    /// # Errors
    ///
    /// [`JudgeError::Goals`] if one is of one board and the choices are over goals.
    pub fn check(&self, measures: impl IntoIterator<Item = Measure>) -> Result<(), JudgeError> {
        if self.over_goals && measures.into_iter().any(is_of_one_board) {
            return Err(JudgeError::Goals);
        }
        Ok(())
    }

    /// Refuses choices whose symmetries are not known, if they must be.
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

    /// More solutions than this no wanted choice has, if that follows from what is wanted.
    pub(super) fn most_solutions(&self) -> Option<u64> {
        let board = &self.puzzle.board;
        let isometries = if board.part_count() > 1 {
            u64::try_from(board.symmetries_at_most()).unwrap_or(u64::MAX)
        } else {
            board.symmetries(Sides::Free).count() as u64
        };
        most_solutions(self.wanted, isometries)
    }

    /// Whether a choice is as wanted.
    ///
    /// Cost: nothing to speak of where numbers decide; else that of listing its solutions until
    /// it is decided.
    ///
    /// # Errors
    ///
    /// [`SolveError::Interrupted`].
    pub fn holds(&self, choice: &Choice) -> Result<bool, SolveError> {
        self.holds_of(self.wanted, choice)
    }

    /// Measures a choice; none for those that are unknown: where it has more than [`MOST_MEASURED`](super::MOST_MEASURED) solutions,
    /// or the cells have no sides or corners, or a rating is asked for and it has several solutions that are no images of each other; where what is asked
    /// for is not there (no challenge, no window that cannot be filled) or was not found with so much work.
    ///
    /// Cost: that of listing the solutions once, if a measure needs it; that of a rating; some seconds at most for
    /// windows and for challenges.
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

    /// The sum of measures times their weights; none if one of them is unknown.
    pub(super) fn rank(
        &self,
        choice: &Choice,
        weights: &[Weight],
    ) -> Result<Option<f64>, SolveError> {
        self.measuring().rank(choice, weights)
    }

    fn measuring(&self) -> Measuring<'_> {
        Measuring {
            puzzle: self.puzzle,
            stop: self.stop,
        }
    }

    fn holds_of(&self, wanted: &Wanted, choice: &Choice) -> Result<bool, SolveError> {
        Ok(match wanted {
            Wanted::All(parts) => !self.any(parts, choice, false)?,
            Wanted::Any(parts) => self.any(parts, choice, true)?,
            Wanted::Not(part) => !self.holds_of(part, choice)?,
            Wanted::Pieces(range) => range.contains(&number_of(&choice.copies)),
            Wanted::Solutions(range) => match &choice.goals {
                None => range.contains(&choice.solutions),
                Some(goals) => {
                    range.contains(&goals.hardest.solutions)
                        && range.contains(&goals.easiest.solutions)
                }
            },
            Wanted::Distinct(range) => {
                let distinct = choice.distinct.exact();
                distinct.map_or(holds_for_all(*range), |distinct| range.contains(distinct))
            }
            Wanted::Symmetric => choice.symmetric.exact().is_some_and(|fixing| *fixing > 0),
            Wanted::Goals(range) => {
                let solved = choice.goals.as_ref().map_or(1, |goals| goals.number);
                range.contains(&solved.into())
            }
            Wanted::UniqueStart => self.has_unique_start(choice)?,
            Wanted::AtLeast(measure, least) => {
                let value = self.measures(choice, &[*measure])?[0];
                value.is_some_and(|value| value >= *least)
            }
            Wanted::AtMost(measure, most) => {
                let value = self.measures(choice, &[*measure])?[0];
                value.is_some_and(|value| value <= *most)
            }
            Wanted::EverySolution(look) => !self.is_seen(choice, *look, false)?,
            Wanted::SomeSolution(look) => self.is_seen(choice, *look, true)?,
        })
    }

    /// Whether a choice matches, decided from its numbers alone and without a stop check: none where they
    /// do not decide.
    pub(super) fn holds_by_numbers(&self, choice: &Choice) -> Option<bool> {
        self.by_numbers(self.wanted, choice)
    }

    fn by_numbers(&self, wanted: &Wanted, choice: &Choice) -> Option<bool> {
        // One part that is `deciding` decides; else all parts must be known.
        let of_parts = |parts: &[Wanted], deciding: bool| {
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
            Wanted::All(parts) => of_parts(parts, false),
            Wanted::Any(parts) => of_parts(parts, true),
            Wanted::Not(part) => self.by_numbers(part, choice).map(|holds| !holds),
            Wanted::Distinct(range) if holds_for_all(*range) => Some(true),
            part if lists(part) => None,
            part if needs_distinct(part) && choice.distinct.exact().is_none() => None,
            part => self.holds_of(part, choice).ok(),
        }
    }

    /// Whether one of the parts is `as_said`: those that numbers decide first.
    fn any(&self, parts: &[Wanted], choice: &Choice, as_said: bool) -> Result<bool, SolveError> {
        for listing in [false, true] {
            for part in parts.iter().filter(|part| lists(part) == listing) {
                if self.holds_of(part, choice)? == as_said {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether some solution looks like this, or does not, as `wanted` says.
    fn is_seen(&self, choice: &Choice, look: Look, wanted: bool) -> Result<bool, SolveError> {
        let Some(looks) = &self.looks else {
            unreachable!("invariant: looks are made ready where they are asked for");
        };
        let instance = Instance::new_until(self.puzzle.chosen(&choice.copies), self.stop)?;
        let mut placed: Vec<&[BoardCell]> = Vec::new();
        let mut seen = false;
        list(&instance, self.stop, &mut |solution| {
            placed.clear();
            let cells = |option: &OptionId| instance.meaning(*option).placement.cells.as_ref();
            placed.extend(solution.iter().map(cells));
            seen = looks.has(look, &placed) == wanted;
            !seen
        })?;
        Ok(seen)
    }

    fn has_unique_start(&self, choice: &Choice) -> Result<bool, SolveError> {
        let instance = Instance::new_until(self.puzzle.chosen(&choice.copies), self.stop)?;
        // By option, the solutions that hold it, two at most.
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

/// Whether something is asked, anywhere in what is wanted.
fn asks(wanted: &Wanted, what: &dyn Fn(&Wanted) -> bool) -> bool {
    what(wanted)
        || match wanted {
            Wanted::All(parts) | Wanted::Any(parts) => parts.iter().any(|part| asks(part, what)),
            Wanted::Not(part) => asks(part, what),
            _ => false,
        }
}

/// Whether distinct or symmetric solutions are asked for, anywhere in what is wanted.
pub(super) fn asks_distinct(wanted: &Wanted) -> bool {
    asks(wanted, &needs_distinct)
}

fn needs_distinct(part: &Wanted) -> bool {
    matches!(part, Wanted::Distinct(_) | Wanted::Symmetric)
        || measure_of(part) == Some(Measure::Distinct)
}

/// Whether a range holds every number of distinct solutions: a solvable choice has at least one.
fn holds_for_all(range: NumberRange) -> bool {
    range.least <= 1 && range.most.is_none()
}

fn most_solutions(wanted: &Wanted, isometries: u64) -> Option<u64> {
    let of = |part: &Wanted| most_solutions(part, isometries);
    match wanted {
        Wanted::All(parts) => parts.iter().filter_map(of).min(),
        Wanted::Any(parts) => {
            let each: Option<Vec<u64>> = parts.iter().map(of).collect();
            each?.into_iter().max()
        }
        Wanted::Solutions(range) => range.most,
        Wanted::Distinct(range) => range.most?.checked_mul(isometries),
        _ => None,
    }
}

/// Whether more must be done to tell than a look at numbers: to list solutions, as a rule.
fn lists(wanted: &Wanted) -> bool {
    asks(wanted, &|part| {
        matches!(
            part,
            Wanted::UniqueStart | Wanted::EverySolution(_) | Wanted::SomeSolution(_)
        ) || measure_of(part).is_some_and(needs_work)
    })
}

/// Whether a measure is told of one board alone, and not over goals.
fn is_of_one_board(measure: Measure) -> bool {
    !matches!(
        measure,
        Measure::Solutions | Measure::Number | Measure::Evenness
    )
}

/// The measure that is asked for.
fn measure_of(wanted: &Wanted) -> Option<Measure> {
    match wanted {
        Wanted::AtLeast(measure, _) | Wanted::AtMost(measure, _) => Some(*measure),
        _ => None,
    }
}
