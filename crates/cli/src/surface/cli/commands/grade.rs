//! `grade`: how hard challenges are for a person, beside what a search takes.

mod table;

use std::collections::BTreeMap;
use std::io::Write;
use std::rc::Rc;

use anyhow::anyhow;
use itertools::Itertools;
use serde::Serialize;
use tilewright_dlx::{Bits, Engine, OptionId, Schedule, TreeEngine};

use super::beside::with_progress;
use super::hint::StageAnswer;
use super::json_answer::{Layout, write_json};
use super::posed::{ChallengeInput, tally};
use super::table::check_table;
use super::{Inputs, Output, Target, counted, grouped, say};
use crate::cover::{Instance, notation};
use crate::design::challenges::Challenge;
use crate::design::challenges::cards::{CardSolutions, rated, solutions};
use crate::reason::deduction::{
    DeductionError, Path, PlacementStatus, Rating, Step, Words, rate_until, standing, with_own,
};
use crate::solve::search::{Kind, Monitor, Scope, Search};
use crate::surface::cli::args::{GradeArgs, TableFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// What is shown while a challenge is graded.
const GRADING: Kind = Kind::Busy("grading");

/// A challenge as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    puzzle: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    givens: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<RatingAnswer>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    ungraded: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    steps: BTreeMap<String, usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<StepAnswer>>,
}

#[derive(Serialize)]
struct RatingAnswer {
    score: f64,
    grade: String,
    hardest: String,
    effort: u32,
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
pub(super) struct StepAnswer {
    technique: String,
    /// In looks at a placement.
    effort: f64,
    words: String,
    /// The hint that leads to it.
    stages: Vec<StageAnswer>,
    placed: String,
    /// The other ways, which fail.
    refuted: Vec<String>,
}

impl StepAnswer {
    pub(super) fn of(instance: &Instance, step: &Step) -> Self {
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

pub(super) fn run(args: &GradeArgs) -> Result<Outcome, Failure> {
    let mut posed = ChallengeInput::load_all(&args.posed)?;
    let mut inputs = Inputs::of([("the challenge", Some(&args.posed.file))]);
    for path in posed
        .iter()
        .filter_map(|posed| posed.puzzle_path.as_deref())
    {
        inputs.add("the puzzle", path);
    }
    let target = Target::of(args.output.as_ref(), &Rc::new(inputs))?;
    check_table(args.table(), target.as_ref())?;
    let monitor = signals::listen()?;
    if args.posed.id.is_none() && posed.iter().any(|posed| posed.challenges.is_some()) {
        if !args.with.is_empty() {
            return Err(anyhow!("--with adds to one challenge: pick it with --id").into());
        }
        if args.steps && args.format == TableFormat::Text {
            return Err(anyhow!("--steps tells of one challenge: pick it with --id").into());
        }
        for posed in &mut posed {
            hold(posed, &monitor)?;
        }
        return table::write(args, &posed, &monitor, target.as_ref());
    }
    let Some(mut posed) = posed.pop() else {
        return Err(anyhow!("the file has no challenge").into());
    };
    if let Some(pieces) = hold(&mut posed, &monitor)? {
        say::note(format_args!(
            "the board has a symmetry, and the card one solution but for that: take \
             {pieces} not to be turned"
        ));
    }
    let with = posed.placements(&args.with)?;
    let (id, givens) = posed.only()?;
    let givens = [givens, &with].concat();
    let grader = Grader {
        posed: &posed,
        monitor: &monitor,
    };
    one(args, &grader, id, &givens, target.as_ref())
}

/// Lets a card whose one solution has images be solved with some pieces not turned freely; their
/// names.
fn hold(posed: &mut ChallengeInput, monitor: &Monitor) -> Result<Option<String>, Failure> {
    if !posed.is_card {
        return Ok(None);
    }
    let held = match rated(&posed.instance, monitor) {
        Ok(rated) => rated.and_then(|rated| rated.held),
        Err(DeductionError::Interrupted) => return Err(Failure::Interrupted),
        // That it has no solution is told when it is graded.
        Err(_) => None,
    };
    Ok(held.map(|(pieces, held)| {
        posed.instance = held;
        let puzzle = posed.instance.puzzle();
        let names = pieces.iter().map(|piece| &puzzle.piece(*piece).name);
        names.format(" and ").to_string()
    }))
}

/// Grades challenges of one puzzle.
#[derive(Clone, Copy)]
struct Grader<'a> {
    posed: &'a ChallengeInput,
    monitor: &'a Monitor,
}

/// What there is to say of a challenge.
struct ChallengeGrade {
    givens: Vec<OptionId>,
    /// The rating and the nodes of a search; or why there is none.
    rated: Result<(Rating, u64), String>,
}

impl ChallengeGrade {
    /// Whether there is a rating.
    fn outcome(&self) -> Outcome {
        match self.rated {
            Ok(_) => Outcome::Done,
            Err(_) => Outcome::No,
        }
    }
}

impl Grader<'_> {
    /// Grades givens beside the puzzle's own.
    fn grade(&self, givens: &[OptionId]) -> Result<ChallengeGrade, Failure> {
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
    fn has_one_but_for_symmetry(&self) -> bool {
        let ChallengeInput { instance, .. } = self.posed;
        let found = || solutions(instance, Engine::Links, self.monitor.stop());
        self.posed.is_card && matches!(found(), Ok(CardSolutions::One { .. }))
    }

    /// The nodes of a search for all solutions.
    fn nodes(&self, givens: &[OptionId]) -> Result<u64, Failure> {
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

    fn path(&self, givens: &[OptionId]) -> Result<Vec<Step>, Failure> {
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

    fn answer<'a>(
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

/// One challenge, at length.
fn one(
    args: &GradeArgs,
    grader: &Grader<'_>,
    id: Option<&str>,
    givens: &[OptionId],
    target: Option<&Target>,
) -> Result<Outcome, Failure> {
    let (graded, steps) = with_progress(grader.monitor, GRADING, |_| {
        let graded = grader.grade(givens)?;
        let steps = match &graded.rated {
            Ok(_) => grader.path(givens)?,
            Err(_) => Vec::new(),
        };
        Ok::<_, Failure>((graded, steps))
    })?;
    if let Some([challenge]) = grader.posed.challenges.as_deref()
        && challenge.givens == givens
    {
        warn_of_stale_statement(challenge, &graded);
    }
    let posed = grader.posed;
    if let Some(encoding) = args.table() {
        let title = &posed.instance.puzzle().title;
        table::write_table_of(encoding, target, title, [(id, None, &graded)])?;
        return Ok(graded.outcome());
    }
    let words = Words::new(&posed.instance);
    let mut out = Output::to(target)?;
    if matches!(args.format, TableFormat::Json) {
        let mut answer = grader.answer(id, &graded, &steps);
        if args.steps {
            let path = steps
                .iter()
                .map(|step| StepAnswer::of(&posed.instance, step));
            answer.path = Some(path.collect());
        }
        write_json(&mut out, &answer, Layout::Pretty)?;
    } else {
        write!(out, "{}", posed.title)?;
        if let Some(id) = id {
            write!(out, ": {id}")?;
        }
        writeln!(out)?;
        writeln!(out, "  givens   {}", graded.givens.len())?;
        match &graded.rated {
            Ok((rating, nodes)) => write_rating(&mut out, *rating, &steps, *nodes)?,
            Err(why) => writeln!(out, "  rating   none: {why}")?,
        }
        if args.steps {
            writeln!(out)?;
            for (number, step) in (1..).zip(&steps) {
                writeln!(out, "{number:>3}. {}", words.line(step))?;
            }
        }
    }
    out.flush()?;
    Ok(graded.outcome())
}

fn write_rating(
    out: &mut Output,
    rating: Rating,
    steps: &[Step],
    nodes: u64,
) -> Result<(), Failure> {
    writeln!(out, "  rating   {:.1}, {}", rating.score(), rating.grade())?;
    writeln!(out, "  hardest  {}", rating.hardest)?;
    writeln!(out, "  effort   {}", counted(rating.effort, "look"))?;
    let by_technique = tally(steps.iter().map(|step| step.technique));
    let listed = by_technique
        .iter()
        .map(|(technique, count)| format!("{technique} {}", grouped(*count)))
        .join(", ");
    let colon = if steps.is_empty() { "" } else { ": " };
    let count = grouped(steps.len());
    writeln!(out, "  steps    {count}{colon}{listed}")?;
    writeln!(out, "  search   {}", counted(nodes, "node"))?;
    Ok(())
}

/// Warns where the file states another rating or grade than is found.
fn warn_of_stale_statement(challenge: &Challenge, graded: &ChallengeGrade) {
    let rating = graded.rated.as_ref().ok().map(|(rating, _)| *rating);
    if let Some(stale) = challenge.stale_statement(rating) {
        say::warn(format_args!("{}: {stale}", challenge.id));
    }
}
