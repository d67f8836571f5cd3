//! `count`: the number of solutions.

use std::io::Write;
use std::ops::ControlFlow;

use serde::Serialize;
use tilewright_dlx::{Links, Problem};

use super::{Loaded, Output, counted, grouped, load, say_incomplete};
use crate::args::{CountArgs, DataFormat};
use crate::failure::{Failure, Outcome};
use crate::search::{self, Ended, Interrupt};

/// The answer as JSON; the fields are fixed by the design.
#[derive(Serialize)]
struct Answer<'a> {
    puzzle: &'a str,
    options: usize,
    items: Items,
    solutions: u64,
    /// Not computed yet.
    distinct: Option<u64>,
    /// Not computed yet.
    distinct_rotations: Option<u64>,
    complete: bool,
    engine: &'static str,
    seconds: f64,
    threads: u32,
}

/// How many items there are.
#[derive(Serialize)]
pub(super) struct Items {
    primary: usize,
    secondary: usize,
}

impl Items {
    pub(super) fn of(problem: &Problem) -> Self {
        Self {
            primary: problem.primary_count(),
            secondary: problem.secondary_count(),
        }
    }
}

pub(super) fn run(args: &CountArgs) -> Result<Outcome, Failure> {
    let loaded = load(&args.file)?;
    let impossible = loaded.warn_of_plain_obstacles();
    let Loaded { puzzle, matrix, .. } = &loaded;
    let interrupt = Interrupt::listen()?;
    let links = Links::new(&matrix.problem)
        .given(&matrix.givens)
        .map_err(anyhow::Error::new)?;
    let Ended {
        report,
        elapsed,
        interrupted,
    } = search::run(&links, &interrupt, |_| Ok(ControlFlow::Continue(())))?;

    let mut out = Output::stdout();
    match args.format {
        DataFormat::Json => {
            let answer = Answer {
                puzzle: &puzzle.title,
                options: matrix.problem.option_count(),
                items: Items::of(&matrix.problem),
                solutions: report.solutions,
                distinct: None,
                distinct_rotations: None,
                complete: report.complete,
                engine: "links",
                seconds: elapsed.as_secs_f64(),
                threads: 1,
            };
            serde_json::to_writer(&mut out, &answer)?;
            writeln!(out)?;
        }
        DataFormat::Text => {
            let at_least = if report.complete { "" } else { "at least " };
            writeln!(out, "{}", puzzle.title)?;
            writeln!(out, "  solutions  {at_least}{}", grouped(report.solutions))?;
            writeln!(
                out,
                "  options    {}",
                grouped(matrix.problem.option_count() as u64)
            )?;
            writeln!(
                out,
                "  items      {} primary, {} secondary",
                grouped(matrix.problem.primary_count() as u64),
                grouped(matrix.problem.secondary_count() as u64)
            )?;
            writeln!(out, "  engine     links, {:.2} s", elapsed.as_secs_f64())?;
        }
    }
    out.flush()?;
    if interrupted {
        say_incomplete(&counted(report.solutions, "solution"));
        return Ok(Outcome::Interrupted);
    }
    Ok(if impossible {
        Outcome::No
    } else {
        Outcome::Done
    })
}
