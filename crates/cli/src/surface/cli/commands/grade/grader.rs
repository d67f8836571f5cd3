//! Grades one challenge.

use tilewright_dlx::{Bits, Engine, OptionId, Schedule, TreeEngine};

use crate::cover::{Instance, notation};
use crate::design::challenges::Challenge;
use crate::design::challenges::cards::{CardSolutions, solutions};
use crate::publish::interchange::table::{Record, Value, record};
use crate::reason::deduction::{
    DeductionError, DeductionPath, PlacementStatus, Rating, STAGES, Step, Words, placement_status,
    rate_until, with_own,
};
use crate::solve::search::{RunContext, Scope, Search, WorkKind};
use crate::surface::cli::commands::challenge_input::{ChallengeInput, tally};
use crate::surface::cli::commands::hint::stages;
use crate::surface::cli::commands::say;
use crate::surface::cli::failure::{Failure, Outcome};

/// The kind of work that the progress line shows while challenges are graded.
pub(super) const GRADING: WorkKind = WorkKind::Busy("grading");

/// A step of a path to the solution, as JSON.
pub(super) fn step_record(instance: &Instance, step: &Step) -> Record {
    let words = Words::new(instance);
    let refuted = step.refuted.iter().map(|way| words.of(way.option));
    record! {
        technique: step.technique.to_string(),
        effort: f64::from(step.effort) / 10.0,
        words: words.line(step),
        stages: stages(instance, step, STAGES),
        placed: words.of(step.placed),
        refuted: refuted.collect::<Value>(),
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
    /// The rating, and the number of nodes of a search for all solutions; or why there is no rating.
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

    pub(super) fn answer(
        &self,
        id: Option<&str>,
        graded: &ChallengeGrade,
        steps: &[Step],
        has_path: bool,
    ) -> Record {
        let ChallengeInput { instance, .. } = self.input;
        let rated = graded.rated.as_ref();
        let givens = graded.givens.iter();
        let rating = rated.ok().map(|(rating, _)| {
            record! {
                score: rating.score(),
                grade: rating.grade().to_string(),
                hardest: rating.hardest.to_string(),
                effort: rating.effort,
            }
        });
        let techniques = tally(steps.iter().map(|step| step.technique.to_string()));
        let path = steps.iter().map(|step| step_record(instance, step));
        record! {
            puzzle: &instance.puzzle().title,
            id?: id,
            givens: givens.map(|option| notation::of(instance, *option)).collect::<Value>(),
            rating?: rating,
            ungraded?: rated.err(),
            nodes?: rated.ok().map(|(_, nodes)| *nodes),
            steps?: Value::Record(techniques.into_iter().collect()).unless_empty(),
            path?: has_path.then(|| path.collect::<Value>()),
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
