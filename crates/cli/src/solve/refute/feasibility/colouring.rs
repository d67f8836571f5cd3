//! Looks for a colouring that proves that there is no solution, within a budget of work.

use std::cell::Cell;

use super::Obstacle;
use crate::cover::Instance;
use crate::solve::refute::colouring::{Argument, argument};

/// An upper bound on the time that a colouring takes for each entry of the matrix, in seconds on a typical
/// machine.
const ENTRY: f64 = 1e-8;
/// An upper bound on the time for one term of the equations of an elimination, in seconds on a typical machine.
const TERM: f64 = 2e-9;

/// A colouring of any kind whose sum the pieces cannot make. Tries the classical colourings first.
/// The limit is the amount of work that a typical machine does in `seconds`, so the result is the
/// same on every run unless `stop` returns true.
///
/// Cost: as for [`argument`], but at most the limit.
pub fn refutation(instance: &Instance, seconds: f64, stop: &dyn Fn() -> bool) -> Option<Obstacle> {
    let (found, _) = argument_within(instance, seconds, stop);
    found.map(Obstacle::Colouring)
}

/// A colouring whose sum the pieces cannot make, if one is found; and whether the search ended
/// before the limit.
pub(crate) fn argument_within(
    instance: &Instance,
    seconds: f64,
    stop: &dyn Fn() -> bool,
) -> (Option<Argument>, bool) {
    let steps = steps_in(seconds, instance);
    let asked = Cell::new(0_u64);
    let is_stopped = Cell::new(false);
    let over = || {
        asked.set(asked.get() + 1);
        is_stopped.set(asked.get() > steps || stop());
        is_stopped.get()
    };
    if steps == 0 {
        return (None, false);
    }
    let found = argument(instance, &over);
    let is_complete = found.is_some() || !is_stopped.get();
    (found, is_complete)
}

/// The number of steps for which `seconds` suffice. A step is a colouring or a row of an
/// elimination.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an estimate of work; it saturates, and is not negative"
)]
fn steps_in(seconds: f64, instance: &Instance) -> u64 {
    let problem = instance.problem();
    let entries: usize = (instance.meanings().iter())
        .map(|meaning| meaning.placement.cells.len())
        .sum();
    let (rows, columns) = (
        problem.primary_count() as f64,
        problem.option_count() as f64,
    );
    let step = entries as f64 * ENTRY + rows * (rows + columns) * TERM;
    (seconds / step.max(1e-6)) as u64
}
