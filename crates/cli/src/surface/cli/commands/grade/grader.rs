//! Grades one challenge.

use std::collections::BTreeMap;

use serde::Serialize;
use tilewright_dlx::{Bits, Engine, OptionId, Schedule, TreeEngine};

use crate::cover::{Instance, notation};
use crate::design::challenges::Challenge;
use crate::design::challenges::cards::{CardSolutions, solutions};
use crate::reason::deduction::{
    DeductionError, DeductionPath, PlacementStatus, Rating, Step, Words, placement_status,
    rate_until, with_own,
};
use crate::solve::search::{RunContext, Scope, Search, WorkKind};
use crate::surface::cli::commands::challenge_input::{ChallengeInput, tally};
use crate::surface::cli::commands::hint::StageAnswer;
use crate::surface::cli::commands::say;
use crate::surface::cli::failure::{Failure, Outcome};

/// The kind of work that the progress line shows while challenges are graded.
pub(super) const GRADING: WorkKind = WorkKind::Busy("grading");

/// The rating of a challenge, as JSON.
#[derive(Serialize)]
pub(super) struct GradeAnswer<'a> {
    pub(super) puzzle: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<&'a str>,
    pub(super) givens: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rating: Option<RatingAnswer>,
    /// Why there is no rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ungraded: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nodes: Option<u64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) steps: BTreeMap<String, usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) path: Option<Vec<StepAnswer>>,
}

#[derive(Serialize)]
pub(super) struct RatingAnswer {
    pub(super) score: f64,
    pub(super) grade: String,
    pub(super) hardest: String,
    pub(super) effort: u32,
}

impl From<Rating> for RatingAnswer {
    fn from(rating: Rating) -> Self {
        Self {
            score: rating.score(),
            grade: rating.grade().to_string(),
            hardest: rating.hardest.to_string(),
            effort: rating.effort,
        }
    }
}

/// A step on the way to the solution, as JSON.
#[derive(Serialize)]
pub(in crate::surface::cli::commands) struct StepAnswer {
    pub(super) technique: String,
    /// The effort of the step: how often a person looks at a placement.
    pub(super) effort: f64,
    pub(super) words: String,
    /// The stages of the hint for this step.
    pub(super) stages: Vec<StageAnswer>,
    pub(super) placed: String,
    /// The other placements for the same cell or piece. All of them fail.
    pub(super) refuted: Vec<String>,
}

impl StepAnswer {
    pub(in crate::surface::cli::commands) fn of(instance: &Instance, step: &Step) -> Self {
        let words = Words::new(instance);
        Self {
            technique: step.technique.to_string(),
            effort: f64::from(step.effort) / 10.0,
            words: words.line(step),
            stages: StageAnswer::of(instance, step),
            placed: words.of(step.placed),
            refuted: step
                .refuted
                .iter()
                .map(|way| words.of(way.option))
                .collect(),
        }
    }
}

/// Grades challenges of one puzzle.
#[derive(Clone, Copy)]
pub(super) struct Grader<'a> {
    pub(super) input: &'a ChallengeInput,
    pub(super) monitor: &'a RunContext,
}

pub(super) struct ChallengeGrade {
    pub(super) givens: Vec<OptionId>,
    /// The rating and the nodes of a search; or why there is no rating.
    pub(super) rated: Result<(Rating, u64), String>,
}

impl ChallengeGrade {
    /// `Done` if there is a rating, otherwise `No`.
    pub(super) fn outcome(&self) -> Outcome {
        match self.rated {
            Ok(_) => Outcome::Done,
            Err(_) => Outcome::No,
        }
    }
}

impl Grader<'_> {
    /// Grades the puzzle with these givens in addition to its own.
    pub(super) fn grade(&self, givens: &[OptionId]) -> Result<ChallengeGrade, Failure> {
        let ChallengeInput { instance, .. } = self.input;
        let rated = match rate_until(instance, givens, self.monitor) {
            Err(DeductionError::SeveralSolutions) if self.has_one_but_for_symmetry() => {
                Err("one solution has symmetric images that no piece distinguishes".to_owned())
            }
            Ok(rating) => Ok((rating, self.nodes(givens)?)),
            Err(
                no @ (DeductionError::NoSolution
                | DeductionError::SeveralSolutions
                | DeductionError::Undecided { .. }),
            ) => Err(no.to_string()),
            Err(error) => return Err(self.input.failure(error)),
        };
        Ok(ChallengeGrade {
            givens: with_own(instance, givens),
            rated,
        })
    }

    /// Whether the puzzle is a card that has one solution up to the symmetries of its board.
    pub(super) fn has_one_but_for_symmetry(&self) -> bool {
        let ChallengeInput { instance, .. } = self.input;
        let found = || solutions(instance, Engine::Links, self.monitor.stop());
        self.input.is_card && matches!(found(), Ok(CardSolutions::One { .. }))
    }

    /// The number of nodes of a search for all solutions, by `bits` if the problem is small enough.
    pub(super) fn nodes(&self, givens: &[OptionId]) -> Result<u64, Failure> {
        let problem = self.input.instance.problem();
        let givens = with_own(&self.input.instance, givens);
        let engine = if Bits::fits(problem) {
            TreeEngine::Bits
        } else {
            TreeEngine::Links
        };
        let search = Search {
            scope: Scope::all(problem, &givens),
            schedule: Schedule {
                engine,
                ..Schedule::default()
            },
            done: 0,
        };
        // The progress line already shows the grading, so this search shows none.
        let ended = search.count(&self.monitor.quietly())?;
        if ended.interrupted {
            return Err(Failure::Interrupted);
        }
        Ok(ended.tally.profile.nodes())
    }

    pub(super) fn path(&self, givens: &[OptionId]) -> Result<Vec<Step>, Failure> {
        let ChallengeInput { instance, .. } = self.input;
        let fail = |error| self.input.failure(error);
        let path = DeductionPath::new(instance, givens).map_err(fail)?;
        let path = match placement_status(instance, givens, &[], self.monitor).map_err(fail)? {
            PlacementStatus::One(solution) => path.with_solution(&solution),
            _ => path,
        };
        let steps = path.until(self.monitor).collect();
        if self.monitor.is_set() {
            return Err(Failure::Interrupted);
        }
        Ok(steps)
    }

    pub(super) fn answer<'a>(
        &'a self,
        id: Option<&'a str>,
        graded: &ChallengeGrade,
        steps: &[Step],
    ) -> GradeAnswer<'a> {
        let ChallengeInput { instance, .. } = self.input;
        let puzzle = instance.puzzle();
        let rated = graded.rated.as_ref();
        let of = |option: &OptionId| notation::of(instance, *option);
        GradeAnswer {
            puzzle: &puzzle.title,
            id,
            givens: graded.givens.iter().map(of).collect(),
            rating: rated.ok().map(|(rating, _)| (*rating).into()),
            ungraded: rated.err().cloned(),
            nodes: rated.ok().map(|(_, nodes)| *nodes),
            steps: tally(steps.iter().map(|step| step.technique.to_string())),
            path: None,
        }
    }
}

/// Warns if the file states a rating or grade that differs from the computed one.
pub(super) fn warn_of_stale_statement(challenge: &Challenge, graded: &ChallengeGrade) {
    let rating = graded.rated.as_ref().ok().map(|(rating, _)| *rating);
    if let Some(stale) = challenge.stale_statement(rating) {
        say::warn(format_args!("{}: {stale}", challenge.id));
    }
}
