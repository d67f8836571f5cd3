//! `cover --best`: the cheapest solutions.

use std::io::Write;

use tilewright_dlx::{Answer, Problem, Solver};

use super::super::summary::ListSummary;
use super::super::{Output, counted, grouped, say};
use super::CoverList;
use crate::solve::any::SearchObserver;
use crate::solve::search::RunContext;
use crate::surface::cli::args::{CoverArgs, ListFormat};
use crate::surface::cli::failure::{Failure, Outcome};

/// Finds the `most` cheapest solutions and prints them, the cheapest first.
pub(super) fn run(
    problem: &Problem,
    most: usize,
    args: &CoverArgs,
    monitor: &RunContext,
) -> Result<Outcome, Failure> {
    let observer = SearchObserver::new(monitor);
    let answer = Solver::new(problem)
        .engine(args.resources.engine.engine())
        .stop(monitor.stop())
        .observer(&observer)
        .best(most)?;
    drop(observer);
    let (found, interrupted) = match answer {
        Answer::Known(found) => (found, false),
        Answer::Stopped(found) | Answer::OutOfBudget(found) => (found, true),
    };
    let mut out = Output::stdout();
    let list = CoverList::new(problem, args.format)?;
    for (number, solution) in (1..).zip(&found) {
        let body = list.body(&solution.options);
        list.write_costed(number, Some(solution.cost), &body, &mut out)?;
    }
    let count = counted(found.len(), "solution");
    let so_far = format!("{count}, the cheapest found so far");
    if interrupted && args.format == ListFormat::Text {
        writeln!(out, "{}", say::list_stopped(&so_far))?;
    }
    out.flush()?;
    let summary = ListSummary::of(found.len() as u64, !interrupted && found.len() < most);
    summary.write(args.summary.as_deref())?;
    if interrupted {
        say::incomplete(&so_far);
        return Ok(Outcome::Interrupted);
    }
    match found.first() {
        Some(cheapest) => remark_line!("{count}; the least cost is {}", grouped(cheapest.cost)),
        None => remark_line!("{count}"),
    }
    Ok(Outcome::of(!(found.is_empty() && most > 0)))
}
