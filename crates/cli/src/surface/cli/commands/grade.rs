//! `grade`: rates how hard challenges are for a person, and counts the nodes of a search.

mod grader;
mod table;

use std::io::Write;

use itertools::Itertools;
use tilewright_dlx::OptionId;

use self::grader::{ChallengeGrade, GRADING, Grader, warn_of_stale_statement};
use super::background::with_progress;
use super::challenge_input::{ChallengeInput, tally};
use super::json_answer::{JsonLayout, write_json};
use super::table::check_table;
use super::{Inputs, Output, OutputTarget, counted, grouped, say};
use crate::design::challenges::cards::rated;
use crate::reason::deduction::{DeductionError, Rating, Step, Words};
use crate::solve::search::RunContext;
use crate::surface::cli::args::{GradeArgs, TableFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

pub(super) fn run(args: &GradeArgs) -> Result<Outcome, Failure> {
    let mut challenge_inputs = ChallengeInput::load_all(&args.posed)?;
    let mut inputs = Inputs::of([("the challenge", Some(&args.posed.file))]);
    for path in challenge_inputs
        .iter()
        .filter_map(|input| input.puzzle_path.as_deref())
    {
        inputs.add("the puzzle", path);
    }
    let target = OutputTarget::of(args.output.as_ref(), &inputs)?;
    check_table(args.table(), target.as_ref())?;
    let monitor = signals::listen()?;
    if args.posed.id.is_none()
        && challenge_inputs
            .iter()
            .any(|input| input.challenges.is_some())
    {
        if !args.with.is_empty() {
            refuse!("--with needs one challenge: pick it with --id");
        }
        if args.steps && args.format == TableFormat::Text {
            refuse!("--steps is for one challenge: pick it with --id");
        }
        for input in &mut challenge_inputs {
            hold(input, &monitor)?;
        }
        return table::write(args, &challenge_inputs, &monitor, target.as_ref());
    }
    let Some(mut input) = challenge_inputs.pop() else {
        refuse!("the file has no challenge");
    };
    if let Some(pieces) = hold(&mut input, &monitor)? {
        say::note(format_args!(
            "the board has a symmetry, and the card has one solution up to it; the orientation of \
             {pieces} is taken as fixed"
        ));
    }
    let with = input.placements(&args.with)?;
    let (id, givens) = input.only()?;
    let givens = [givens, &with].concat();
    let grader = Grader {
        input: &input,
        monitor: &monitor,
    };
    one(args, &grader, id, &givens, target.as_ref())
}

/// For a card whose solution is unique only up to symmetry, fixes the orientation of some pieces,
/// so that it has one solution. Returns the names of these pieces; `None` if that was not
/// necessary.
fn hold(input: &mut ChallengeInput, monitor: &RunContext) -> Result<Option<String>, Failure> {
    if !input.is_card {
        return Ok(None);
    }
    let held = match rated(&input.instance, monitor) {
        Ok(rated) => rated.and_then(|rated| rated.held),
        Err(DeductionError::Interrupted) => return Err(Failure::Interrupted),
        // A card without a solution is reported later, when it is graded.
        Err(_) => None,
    };
    Ok(held.map(|(pieces, held)| {
        input.instance = held;
        let puzzle = input.instance.puzzle();
        let names = pieces.iter().map(|piece| &puzzle.piece(*piece).name);
        names.format(" and ").to_string()
    }))
}

/// Grades one challenge and prints all results.
fn one(
    args: &GradeArgs,
    grader: &Grader<'_>,
    id: Option<&str>,
    givens: &[OptionId],
    target: Option<&OutputTarget>,
) -> Result<Outcome, Failure> {
    let (graded, steps) = with_progress(grader.monitor, GRADING, |_| {
        let graded = grader.grade(givens)?;
        let steps = match &graded.rated {
            Ok(_) => grader.path(givens)?,
            Err(_) => Vec::new(),
        };
        Ok::<_, Failure>((graded, steps))
    })?;
    if let Some([challenge]) = grader.input.challenges.as_deref()
        && challenge.givens == givens
    {
        warn_of_stale_statement(challenge, &graded);
    }
    let input = grader.input;
    if let Some(encoding) = args.table() {
        let title = &input.instance.puzzle().title;
        table::write_table_of(encoding, target, title, [(id, None, &graded)])?;
        return Ok(graded.outcome());
    }
    let words = Words::new(&input.instance);
    let mut out = Output::to(target)?;
    if matches!(args.format, TableFormat::Json) {
        let answer = grader.answer(id, &graded, &steps, args.steps);
        write_json(&mut out, &answer, JsonLayout::Pretty)?;
    } else {
        write!(out, "{}", input.title)?;
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
