//! Grades one challenge.

use std::collections::BTreeMap;

use serde::Serialize;
use tilewright_dlx::{Bits, Engine, OptionId, Schedule, TreeEngine};

use crate::cover::{Instance, notation};
use crate::design::challenges::Challenge;
use crate::design::challenges::cards::{CardSolutions, solutions};
use crate::reason::deduction::{
    DeductionError, Path, PlacementStatus, Rating, Step, Words, rate_until, standing, with_own,
};
use crate::solve::search::{Kind, Monitor, Scope, Search};
use crate::surface::cli::commands::hint::StageAnswer;
use crate::surface::cli::commands::posed::{ChallengeInput, tally};
use crate::surface::cli::commands::say;
use crate::surface::cli::failure::{Failure, Outcome};

/// What is shown while a challenge is graded.
pub(super) const GRADING: Kind = Kind::Busy("grading");

/// A challenge as JSON.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    pub(super) puzzle: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<&'a str>,
    pub(super) givens: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rating: Option<RatingAnswer>,
    /// Why there is none.
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

/// A step as JSON.
#[derive(Serialize)]
pub(in crate::surface::cli::commands) struct StepAnswer {
    pub(super) technique: String,
    /// In looks at a placement.
    pub(super) effort: f64,
    pub(super) words: String,
    /// The hint that leads to it.
    pub(super) stages: Vec<StageAnswer>,
    pub(super) placed: String,
    /// The other ways, which fail.
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
    pub(super) posed: &'a ChallengeInput,
    pub(super) monitor: &'a Monitor,
}

/// What there is to say of a challenge.
pub(super) struct ChallengeGrade {
    pub(super) givens: Vec<OptionId>,
    /// The rating and the nodes of a search; or why there is none.
    pub(super) rated: Result<(Rating, u64), String>,
}

impl ChallengeGrade {
    /// Whether there is a rating.
    pub(super) fn outcome(&self) -> Outcome {
        match self.rated {
            Ok(_) => Outcome::Done,
            Err(_) => Outcome::No,
        }
    }
}

impl Grader<'_> {
    /// Grades givens beside the puzzle's own.
    pub(super) fn grade(&self, givens: &[OptionId]) -> Result<ChallengeGrade, Failure> {
        let ChallengeInput { instance, .. } = self.posed;
        let rated = match rate_until(instance, givens, self.monitor) {
            Err(DeductionError::SeveralSolutions) if self.has_one_but_for_symmetry() => {
                Err("one solution has images that no piece tells apart".to_owned())
            }
            Ok(rating) => Ok((rating, self.nodes(givens)?)),
            Err(
                no @ (DeductionError::NoSolution
                | DeductionError::SeveralSolutions
                | DeductionError::Undecided { .. }),
            ) => Err(no.to_string()),
            Err(error) => return Err(self.posed.failure(error)),
        };
        Ok(ChallengeGrade {
            givens: with_own(instance, givens),
            rated,
        })
    }

    /// Whether this is a card with one solution up to the symmetries of its board.
    pub(super) fn has_one_but_for_symmetry(&self) -> bool {
        let ChallengeInput { instance, .. } = self.posed;
        let found = || solutions(instance, Engine::Links, self.monitor.stop());
        self.posed.is_card && matches!(found(), Ok(CardSolutions::One { .. }))
    }

    /// The nodes of a search for all solutions.
    pub(super) fn nodes(&self, givens: &[OptionId]) -> Result<u64, Failure> {
        let problem = self.posed.instance.problem();
        let givens = with_own(&self.posed.instance, givens);
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
        // What is shown is how far the grading is.
        let ended = search.count(&self.monitor.quietly())?;
        if ended.interrupted {
            return Err(Failure::Interrupted);
        }
        Ok(ended.tally.profile.nodes())
    }

    pub(super) fn path(&self, givens: &[OptionId]) -> Result<Vec<Step>, Failure> {
        let ChallengeInput { instance, .. } = self.posed;
        let fail = |error| self.posed.failure(error);
        let path = Path::new(instance, givens).map_err(fail)?;
        let path = match standing(instance, givens, &[], self.monitor).map_err(fail)? {
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
    ) -> Answer<'a> {
        let ChallengeInput { instance, .. } = self.posed;
        let puzzle = instance.puzzle();
        let rated = graded.rated.as_ref();
        let of = |option: &OptionId| notation::of(instance, *option);
        Answer {
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

/// Warns where the file states another rating or grade than is found.
pub(super) fn warn_of_stale_statement(challenge: &Challenge, graded: &ChallengeGrade) {
    let rating = graded.rated.as_ref().ok().map(|(rating, _)| *rating);
    if let Some(stale) = challenge.stale_statement(rating) {
        say::warn(format_args!("{}: {stale}", challenge.id));
    }
}
