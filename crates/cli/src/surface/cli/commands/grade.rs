//! `grade`: how hard challenges are for a person, beside what a search takes.

mod grader;
mod table;

use std::io::Write;
use std::rc::Rc;

use anyhow::anyhow;
use itertools::Itertools;
use tilewright_dlx::OptionId;

pub(super) use self::grader::StepAnswer;
use self::grader::{Answer, ChallengeGrade, GRADING, Grader, warn_of_stale_statement};
use super::beside::with_progress;
use super::json_answer::{Layout, write_json};
use super::posed::{ChallengeInput, tally};
use super::table::check_table;
use super::{Inputs, Output, Target, counted, grouped, say};
use crate::design::challenges::cards::rated;
use crate::reason::deduction::{DeductionError, Rating, Step, Words};
use crate::solve::search::Monitor;
use crate::surface::cli::args::{GradeArgs, TableFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

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
