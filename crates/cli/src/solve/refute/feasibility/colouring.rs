//! Colourings as obstacles, looked for within a budget of work.

use std::cell::Cell;

use super::Obstacle;
use crate::cover::Instance;
use crate::solve::refute::colouring::{Argument, argument};

/// Seconds that looking at an entry of the matrix takes, or at one of its
/// equations: an upper bound on a typical machine.
const ENTRY: f64 = 1e-8;
const TERM: f64 = 2e-9;

/// A colouring of any kind that the pieces cannot meet, looked for as long as so
/// many seconds of work on a typical machine take: the same answer on every
/// run, unless `stop` asks for the end. The well-known ones were tried before.
///
/// Cost: as [`argument`], and no more than that work.
pub fn refutation(instance: &Instance, seconds: f64, stop: &dyn Fn() -> bool) -> Option<Obstacle> {
    let (found, _) = argument_within(instance, seconds, stop);
    found.map(Obstacle::Colouring)
}

/// The same as an argument, and whether all colourings were tried, or one was found.
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

/// The steps that so many seconds are enough for, a colouring or a row of an
/// elimination each.
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
