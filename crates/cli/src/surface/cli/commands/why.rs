//! `why`: explains why a puzzle has no solution.

mod answer;
mod report;
mod text;

use std::time::Duration;

use tilewright_dlx::{Answer, Budget, Problem, Solver};

use self::report::WhyReport;
use super::background::interruptible;
use super::json_answer::{JsonLayout, print_answer};
use super::{LoadedPuzzle, load_part, say};
use crate::reason::conflict::Limits;
use crate::reason::why::{Verdict, explain};
use crate::solve::search::WorkKind;
use crate::surface::cli::args::WhyArgs;
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// The budget of the search for a second solution, in nodes; it takes under a second.
const SECOND_NODES: u64 = 2_000_000;

pub(super) fn run(args: &WhyArgs) -> Result<Outcome, Failure> {
    let (source, file) = load_part(&args.file, args.part.part())?;
    let loaded = LoadedPuzzle::new(source, file, args.machine.bytes())?;
    let monitor = signals::listen()?.with(&args.machine);
    let time: Duration = args.duration.into();
    let limits = Limits {
        seconds: time.as_secs_f64(),
        monitor: &monitor,
    };
    let looking = WorkKind::Busy("looking for reasons");
    let explanation = interruptible(&monitor, Some(looking), || {
        explain(&loaded.instance, args.conflict, &limits)
    })?;
    let solvable = matches!(explanation.verdict, Verdict::Solvable(_));
    let report = WhyReport {
        loaded: &loaded,
        explanation: &explanation,
        time: (!monitor.is_set()).then_some(time),
        over: explanation.is_exhausted,
        several: solvable && has_several(loaded.instance.problem()),
    };
    print_answer(
        args.format,
        JsonLayout::Pretty,
        || answer::of(&report),
        |out| text::write(out, &report),
    )?;
    if monitor.is_set() {
        say::interrupted("not everything was tried");
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::of(!explanation.reasons.is_empty()))
}

/// Whether a short search finds two solutions.
fn has_several(problem: &Problem) -> bool {
    let solver = Solver::new(problem).budget(Budget::nodes(SECOND_NODES));
    // Two solutions found within the budget suffice, even if there are more.
    let two = solver.at_most(2).ok().and_then(Answer::known);
    two.is_some_and(|two| two.len() > 1)
}
