//! Lists the solutions of a choice of pieces.

use tilewright_dlx::{OptionId, Solver, StopFlag};

use crate::cover::Instance;
use crate::solve::SolveError;
use crate::support::control_flow::break_if;

/// Passes solutions to `go_on` until `go_on` returns false.
pub(super) fn list(
    instance: &Instance,
    stop: &StopFlag,
    go_on: &mut dyn FnMut(&[OptionId]) -> bool,
) -> Result<(), SolveError> {
    let solver = Solver::new(instance.problem()).stop(stop);
    let listed = solver.for_each(&mut |solution| break_if(!go_on(solution)))?;
    match listed.known() {
        Some(_) => Ok(()),
        None => Err(SolveError::Interrupted),
    }
}
