//! `cover`: solves an exact cover problem given as text.
//!
//! Each solution is printed as the options chosen, one a line, each option as
//! its items in the order of the file.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use itertools::Itertools;
use serde::Serialize;
use tilewright_dlx::{Links, OptionId, Problem};

use super::{Output, counted, grouped, say_incomplete};
use crate::args::{CoverArgs, ListFormat};
use crate::failure::{Failure, Outcome};
use crate::puzzle::{Diagnostic, Source, Span};
use crate::search::{self, Interrupt};

/// One line of the list as JSON, told apart by `type`.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    Solution {
        number: u64,
        options: Vec<Vec<&'a str>>,
    },
    Summary {
        solutions: u64,
        complete: bool,
    },
}

/// Reads an exact cover problem from a file.
pub(super) fn load_problem(path: &Path) -> Result<Problem, Failure> {
    let source = Source::load(path)?;
    tilewright_dlx::text::read(source.text()).map_err(|error| {
        let span = Span::new(error.span().start, error.span().end);
        let diagnostic = Diagnostic::error(error.kind().to_string(), span, "");
        Failure::Diagnostic(Box::new(diagnostic), source)
    })
}

pub(super) fn run(args: &CoverArgs) -> Result<Outcome, Failure> {
    let problem = load_problem(&args.file)?;
    let interrupt = Interrupt::listen()?;
    let links = Links::new(&problem);
    let mut out = Output::stdout();
    let limit = args.limit.unwrap_or(u64::MAX);
    if limit == 0 {
        return Ok(Outcome::Done);
    }
    let mut number = 0;
    let ended = search::run(&links, &interrupt, |solution| {
        number += 1;
        if !args.count {
            write_solution(&problem, args.format, number, solution, &mut out)?;
        }
        Ok(if number >= limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    })?;
    let found = ended.report.solutions;
    match args.format {
        ListFormat::Jsonl => {
            let summary = Line::Summary {
                solutions: found,
                complete: ended.report.complete,
            };
            serde_json::to_writer(&mut out, &summary)?;
            writeln!(out)?;
        }
        ListFormat::Text if args.count => writeln!(out, "{}", grouped(found))?,
        ListFormat::Text => {}
    }
    out.flush()?;
    if ended.interrupted {
        say_incomplete(&counted(found, "solution"));
        return Ok(Outcome::Interrupted);
    }
    if !args.count && args.format == ListFormat::Text {
        anstream::eprintln!("{}", counted(found, "solution"));
    }
    Ok(if found == 0 && !args.count {
        Outcome::No
    } else {
        Outcome::Done
    })
}

fn write_solution(
    problem: &Problem,
    format: ListFormat,
    number: u64,
    solution: &[OptionId],
    out: &mut Output,
) -> Result<(), Failure> {
    let options = solution.iter().map(|option| {
        problem
            .option_items(*option)
            .iter()
            .map(|item| problem.item_name(*item))
    });
    match format {
        ListFormat::Jsonl => {
            let line = Line::Solution {
                number,
                options: options.map(Iterator::collect).collect(),
            };
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
        }
        ListFormat::Text => {
            writeln!(out, "solution {}", grouped(number))?;
            for mut option in options {
                writeln!(out, "{}", option.join(" "))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}
