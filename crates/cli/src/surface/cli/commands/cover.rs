//! `cover`: solves an exact cover problem given as text.
//!
//! A solution is printed as its options, one per line. An option is printed as its items, in the
//! order of the file.

mod best;
mod list;

use std::io::Write;
use std::path::Path;

use num_bigint::BigUint;
use tilewright_dlx::{Answer, Forecast, OptionId, Problem, SymmetryId};

use self::list::CoverList;
use super::json_answer::{JsonLayout, write_json};
use super::summary::ListSummary;
use super::{Inputs, Output, OutputTarget, counted, grouped, kinds, say};
use crate::publish::interchange::table::record;
use crate::puzzle::{Diagnostic, Source, Span};
use crate::solve::counting::{Known, count_all};
use crate::solve::search::{RunContext, Scope, Search, SearchEvent};
use crate::support::control_flow::break_if;
use crate::support::label::{Unprintable, is_unprintable};
use crate::surface::cli::args::{CoverArgs, ListFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// Reads an exact cover problem from a file.
pub(super) fn load_problem(path: &Path) -> Result<Problem, Failure> {
    let source = Source::load_named(path)?;
    if let Some(other) = kinds::no_problem(&source) {
        return Err(Failure::Diagnostic(Box::new(other), source));
    }
    if let Some(error) = unprintable_item(source.text()) {
        return Err(Failure::Diagnostic(Box::new(error), source));
    }
    tilewright_dlx::text::read(source.text()).map_err(|error| {
        let span = Span::new(error.span().start, error.span().end);
        let diagnostic = Diagnostic::error(error.kind().to_string(), span, "");
        Failure::Diagnostic(Box::new(diagnostic), source)
    })
}

/// The error for the first unprintable character in the name of an item. Comments may contain any
/// characters.
fn unprintable_item(text: &str) -> Option<Diagnostic> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let found = line
            .char_indices()
            .find(|(_, character)| is_unprintable(*character) && !character.is_whitespace());
        if let Some((at, character)) = found.filter(|_| !line.trim_start().starts_with('|')) {
            let error = Unprintable { character, at };
            let span = Span::new(start + at, start + at + character.len_utf8());
            let error = Diagnostic::error(error.to_string(), span, "here");
            return Some(error.help("the name of an item must be one word of visible characters"));
        }
        start += line.len();
    }
    None
}

pub(super) fn run(args: &CoverArgs) -> Result<Outcome, Failure> {
    let inputs = Inputs::of([("the problem", Some(&args.file))]);
    OutputTarget::of(args.summary.as_ref(), &inputs)?;
    let mut problem = load_problem(&args.file)?;
    let monitor = signals::listen()?;
    if args.preprocess {
        problem = preprocessed(&problem, &monitor)?;
    }
    let monitor = monitor.with(&args.resources);
    if args.count {
        return count(&problem, args, &monitor);
    }
    if let Some(most) = args.best {
        return best::run(&problem, most, args, &monitor);
    }
    args.resources
        .engine
        .must_list("list with links or bits, or add --count")?;
    let limit = args.limit.unwrap_or(u64::MAX);
    if limit == 0 {
        say::note("--limit 0 lists no solution; leave it out to list all");
        return Ok(Outcome::Done);
    }
    let mut out = Output::stdout();
    let forecast = monitor
        .resources
        .forecast(|walks| Forecast::of_until(&problem, walks, monitor.stop()))?;
    let search = Search {
        scope: Scope::all(&problem, &[]),
        schedule: monitor.resources.schedule(&forecast, false),
        done: 0,
    };
    let mut found = 0;
    let list = CoverList::new(&problem, args.format)?;
    let body = |solution: &[OptionId], _: &[SymmetryId]| Some(list.body(solution));
    let ended = search.run::<_, Failure>(&monitor, &body, |event| {
        if let SearchEvent::Solution(body) = event {
            found += 1;
            list.write(found, &body, &mut out)?;
        }
        Ok(break_if(found >= limit))
    })?;
    if ended.interrupted && args.format == ListFormat::Text {
        writeln!(out, "{}", say::list_stopped(&counted(found, "solution")))?;
    }
    out.flush()?;
    let summary = ListSummary::of(found, ended.complete);
    summary.write(args.summary.as_deref())?;
    if ended.interrupted {
        say::incomplete(&counted(found, "solution"));
        return Ok(Outcome::Interrupted);
    }
    remark_line!("{}", counted(found, "solution"));
    Ok(Outcome::of(found != 0))
}

/// The problem without the options that preprocessing proves to be in no solution. Prints their
/// number.
fn preprocessed(problem: &Problem, monitor: &RunContext) -> Result<Problem, Failure> {
    let found = problem.preprocess(monitor.stop())?;
    remark_line!(
        "{} of {} dropped in {}",
        grouped(found.dropped_count()),
        counted(problem.option_count(), "option"),
        counted(found.dropped.len(), "round")
    );
    let left = found.apply(problem)?;
    Ok(left.problem)
}

fn count(problem: &Problem, args: &CoverArgs, monitor: &RunContext) -> Result<Outcome, Failure> {
    let (solutions, complete) = match count_all(problem, None, monitor)? {
        Answer::Known(count) => (count.solutions, true),
        Answer::Stopped(so_far) | Answer::OutOfBudget(so_far) => (so_far.at_least, false),
    };
    let mut out = Output::stdout();
    match args.format {
        ListFormat::Jsonl => {
            let summary = record! { type: "summary", solutions: &solutions, complete: complete };
            write_json(&mut out, &summary, JsonLayout::Compact)?;
        }
        ListFormat::Text => {
            writeln!(out, "{}", Known::so_far(&solutions, complete))?;
        }
    }
    out.flush()?;
    if !complete {
        say::incomplete(&counted(&solutions, "solution"));
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::of(solutions != BigUint::ZERO))
}
