//! What a sweep is likely to take in all, told from how it has grown so far.
//!
//! The states of a sweep grow up to the middle, as a rule, and become fewer again as they did grow. So
//! the work of the steps to come is that of the last ones, which goes on growing as it did lately but
//! ever more slowly until the middle, and then falls as it rose. That is more exact with every step.
//!
//! A sweep that is given up beyond some number of states, and is likely to come to them, is followed by
//! longer ones. How long they are is not known: of a hundred puzzles, three times as long as this one
//! would have been fitted best (November 2026).

use super::progress::FrontierProgress;

/// The steps after which anything is told.
const FEWEST_STEPS: usize = 4;

/// The most times that the work of a step is taken to grow from here on.
const MOST_GROWTH: f64 = 16.0;

/// How many times as long what follows is taken to be where a sweep is likely to be given up.
const GIVEN_UP: u64 = 3;

/// Of the states that a sweep may have, the share that it has before it is said to come to more.
const NEAR: u64 = 4;

/// What a sweep is likely to take, from its progress.
///
/// ```
/// use std::ops::ControlFlow::Continue;
/// use tilewright_dlx::{Frontier, FrontierProgress, Problem, SweepForecast};
///
/// // Three hundred pairs of items: every step takes as long as the one before.
/// let mut problem = Problem::new();
/// for pair in 0..300 {
///     let names = [format!("a{pair}"), format!("b{pair}")];
///     let [a, b] = [problem.add_primary(&names[0])?, problem.add_primary(&names[1])?];
///     problem.add_option(&[a, b])?;
///     problem.add_option(&[a])?;
///     problem.add_option(&[b])?;
/// }
/// let mut forecast = SweepForecast::new();
/// let mut in_the_middle = 0;
/// let mut work = 0;
/// let report = Frontier::new(&problem).count_watched(&mut |progress: &FrontierProgress| {
///     forecast.hear(progress);
///     if progress.layer <= 300 {
///         in_the_middle = forecast.work();
///     }
///     work = progress.work;
///     Continue(())
/// })?;
/// assert!(report.complete);
/// assert!(in_the_middle > work / 2 && in_the_middle < 2 * work);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SweepForecast {
    layer: usize,
    /// The work so far: preparations tell of none.
    done: u64,
    /// The work before the sweep under way, which may be one of several.
    before: u64,
    /// The work and the states of this one until each step is done.
    work_until: Vec<u64>,
    states_until: Vec<u64>,
    work: u64,
}

impl SweepForecast {
    /// Before the first step.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes note of how far the sweep is. It should hear of every step, as
    /// [`count_watched`](crate::Frontier::count_watched) tells of them.
    ///
    /// Returns whether the forecast is another one: so it may be after each step.
    pub fn hear(&mut self, progress: &FrontierProgress) -> bool {
        let FrontierProgress { layer, layers, .. } = *progress;
        self.done = self.done.max(progress.work);
        if layer == self.layer {
            return false;
        }
        if layer < self.layer {
            self.before = self.done;
            self.work_until.clear();
            self.states_until.clear();
        }
        self.layer = layer;
        self.work_until.resize(layer, self.done - self.before);
        self.states_until.resize(layer, progress.states);
        let work = after_all(&self.work_until, layers);
        let is_given_up = progress.most_states.is_some_and(|most| {
            progress.states > most / NEAR && after_all(&self.states_until, layers) > most
        });
        let times = if is_given_up { GIVEN_UP } else { 1 };
        self.work = self.before.saturating_add(work.saturating_mul(times));
        true
    }

    /// The work that the sweep is likely to take in all, in the units of
    /// [`FrontierProgress::work`]; 0 as long as nothing is known.
    pub fn work(&self) -> u64 {
        self.work
    }
}

/// What a number will come to after so many steps, of which this is known: what it was after each of the
/// first ones.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an estimate, which saturates and is not negative"
)]
fn after_all(until: &[u64], steps: usize) -> u64 {
    let done = until.len();
    let now = until.last().copied().unwrap_or(0);
    if done < FEWEST_STEPS {
        return now;
    }
    let quarter = done / 4;
    let until = |steps: usize| steps.checked_sub(1).map_or(0, |at| until[at]) as f64;
    let span = quarter as f64;
    let rate = (until(done) - until(done - quarter)) / span;
    let earlier = (until(done - quarter) - until(done - 2 * quarter)) / span;
    let (middle, left) = (steps as f64 / 2.0, steps.saturating_sub(done) as f64);
    let to_middle = middle - done as f64;
    let rest = if to_middle <= 0.0 {
        rate * left / 2.0
    } else {
        let is_growing = rate > earlier && earlier > 0.0;
        let growth = if is_growing {
            (rate / earlier).ln() / span
        } else {
            0.0
        };
        // It falls evenly to none, so its mean is a half of what it is now.
        let peak = rate * (growth * to_middle / 2.0).exp().min(MOST_GROWTH);
        (rate + peak) * to_middle + now as f64
    };
    (now as f64 + rest) as u64
}
