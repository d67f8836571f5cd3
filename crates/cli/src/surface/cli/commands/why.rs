//! `why`: the reason why a puzzle has no solution.

mod answer;
mod report;
mod text;

use std::io::Write;
use std::time::Duration;

use tilewright_dlx::{Answer, Budget, Problem, Solver};

use self::report::Report;
use super::beside::interruptible;
use super::json_answer::{Layout, write_json};
use super::{LoadedPuzzle, Output, load_part, say};
use crate::reason::conflict::Limits;
use crate::reason::why::{Verdict, explain};
use crate::solve::resources::Resources;
use crate::solve::search::Kind;
use crate::surface::cli::args::{DataFormat, WhyArgs};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// The nodes of the search for a second solution: a fraction of a second.
const SECOND_NODES: u64 = 2_000_000;

pub(super) fn run(args: &WhyArgs) -> Result<Outcome, Failure> {
    let (source, file) = load_part(&args.file, args.part.part())?;
    let loaded = LoadedPuzzle::new(source, file, args.machine.bytes())?;
    let monitor = signals::listen()?;
    let resources = Resources::from(&args.machine);
    let time: Duration = args.duration.into();
    let limits = Limits {
        seconds: time.as_secs_f64(),
        resources: &resources,
        interrupted: &|| monitor.is_set(),
    };
    let looking = Kind::Busy("looking for reasons");
    let explanation = interruptible(&monitor, Some(looking), || {
        explain(&loaded.instance, args.conflict, &limits)
    })?;
    let solvable = matches!(explanation.verdict, Verdict::Solvable(_));
    let told = Report {
        loaded: &loaded,
        explanation: &explanation,
        time: (!monitor.is_set()).then_some(time),
        over: explanation.is_exhausted,
        several: solvable && has_several(loaded.instance.problem()),
    };
    let mut out = Output::stdout();
    match args.format {
        DataFormat::Text => text::write(&mut out, &told)?,
        DataFormat::Json => {
            write_json(&mut out, &answer::of(&told), Layout::Pretty)?;
        }
    }
    out.flush()?;
    if monitor.is_set() {
        say::interrupted("there may be more to say");
        return Ok(Outcome::Interrupted);
    }
    Ok(if explanation.reasons.is_empty() {
        Outcome::No
    } else {
        Outcome::Done
    })
}

/// Whether a short search finds two solutions.
fn has_several(problem: &Problem) -> bool {
    let solver = Solver::new(problem).budget(Budget::nodes(SECOND_NODES));
    // Two that were found within the budget are known.
    let two = solver.at_most(2).ok().and_then(Answer::known);
    two.is_some_and(|two| two.len() > 1)
}
