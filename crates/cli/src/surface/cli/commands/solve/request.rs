//! What is asked of a list of solutions.

use super::sorted::Order;
use crate::cover::orbits::PuzzleSymmetry;
use crate::surface::cli::args::SolveArgs;
use crate::surface::cli::commands::solution_stream::{SolutionStream, StreamEnd};
use crate::surface::cli::commands::summary::ListSummary;
use crate::surface::cli::commands::{counted, say};
use crate::surface::cli::failure::{Failure, Outcome};

/// The list of no solution, which was asked for.
pub(super) fn nothing(args: &SolveArgs) -> Result<Outcome, Failure> {
    let none = ListSummary {
        solutions: 0,
        complete: false,
    };
    none.write(args.summary.as_deref())?;
    Ok(Outcome::Done)
}

/// The solutions that are wanted, in their order.
pub(super) struct ListRequest<'a> {
    pub(super) stream: SolutionStream<'a>,
    /// The symmetries that are divided out, if they are.
    pub(super) group: Option<&'a PuzzleSymmetry>,
    /// What the solutions are ordered by, if not as they are found.
    pub(super) order: Option<Order>,
    pub(super) limit: u64,
    /// The seed of a search for any solution, if that is wanted.
    pub(super) any: Option<u64>,
}

/// The answer; says so if it is incomplete.
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
