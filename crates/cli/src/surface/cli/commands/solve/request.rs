//! What the options of `solve` request, and the outcome of the list.

use super::sorted::SolutionOrder;
use crate::cover::orbits::PuzzleSymmetry;
use crate::solve::objective::Objective;
use crate::surface::cli::args::SolveArgs;
use crate::surface::cli::commands::solution_stream::{SolutionStream, StreamEnd};
use crate::surface::cli::commands::summary::ListSummary;
use crate::surface::cli::commands::{counted, say};
use crate::surface::cli::failure::{Failure, Outcome};

/// Handles `--limit 0`: writes an empty summary.
pub(super) fn nothing(args: &SolveArgs) -> Result<Outcome, Failure> {
    let none = ListSummary::of(0, false);
    none.write(args.summary.as_deref())?;
    say::note("--limit 0 lists no solution; leave it out to list all");
    Ok(Outcome::Done)
}

/// The solutions that the options of `solve` request, and their order.
pub(super) struct ListRequest<'a> {
    pub(super) stream: SolutionStream<'a>,
    /// The symmetry group of the puzzle, if only distinct solutions are listed.
    pub(super) group: Option<&'a PuzzleSymmetry>,
    /// The order of the solutions; `None` for the order of discovery.
    pub(super) order: Option<SolutionOrder>,
    pub(super) limit: u64,
    /// The objective, if `--most` or `--fewest` requests the best solutions.
    pub(super) objective: Option<Objective>,
    /// The seed of a search for any one solution, if `--any` is given.
    pub(super) any: Option<u64>,
}

/// The outcome of `solve` after a list. Prints a note if a signal interrupted the list.
pub(super) fn outcome(found: &StreamEnd, noun: &str) -> Outcome {
    if found.interrupted {
        say::incomplete(&counted(found.solutions, noun));
        return Outcome::Interrupted;
    }
    if found.solutions == 0 {
        Outcome::No
    } else {
        Outcome::Done
    }
}
