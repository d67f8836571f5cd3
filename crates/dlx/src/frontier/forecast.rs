//! What a sweep is likely to take in all, told from how it has grown so far.
//!
//! The states of a sweep grow up to the middle, as a rule, and become fewer again as they did grow. So
//! the work of the steps to come is that of the last ones, which goes on growing as it did lately but
//! ever more slowly until the middle, and then falls as it rose. That is more exact with every step.
//!
//! A sweep that is given up beyond some number of states, and is likely to come to them, is followed by
//! longer ones. How long they are is not known: of a hundred puzzles, three times as long as this one
//! would have been fitted best (November 2026).
//!
//! Two ways of sweeping take turns, each time with a bound that is higher. Once both were given up, nothing
//! is likely to end sooner than the one that looked shorter would have, until the sweep under way has come
//! as far as the last one of its way.

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
    layers: usize,
    /// The work so far: preparations tell of none.
    done: u64,
    /// The work before the sweep under way, which may be one of several.
    before: u64,
    /// The work and the states of this one until each step is done.
    work_until: Vec<u64>,
    states_until: Vec<u64>,
    /// The last two that were given up, the older one, which went the way of the one under way, first.
    given_up: [Option<GivenUp>; 2],
    work: u64,
}

/// A sweep that was given up: after how many steps, and what it was likely to take in all.
#[derive(Clone, Copy, Debug)]
struct GivenUp {
    layer: usize,
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
            self.note_end();
            self.before = self.done;
            self.work_until.clear();
            self.states_until.clear();
        }
        self.layer = layer;
        self.layers = layers;
        self.work_until.resize(layer, self.done - self.before);
        self.states_until.resize(layer, progress.states);
        let work = after_all(&self.work_until, layers);
        let is_given_up = progress.most_states.is_some_and(|most| {
            progress.states > most / NEAR && after_all(&self.states_until, layers) > most
        });
        let times = if is_given_up { GIVEN_UP } else { 1 };
        let work = self.before.saturating_add(work.saturating_mul(times));
        self.work = work.max(self.least());
        true
    }

    /// Takes note of whether the sweep so far was given up.
    fn note_end(&mut self) {
        let is_given_up = self.layer < self.layers;
        let now = GivenUp {
            layer: self.layer,
            work: self.work,
        };
        self.given_up =
            [self.given_up[1], Some(now)].map(|given_up| given_up.filter(|_| is_given_up));
    }

    /// What all is likely to take at least, by what was given up.
    fn least(&self) -> u64 {
        match self.given_up {
            [Some(same), Some(other)] if self.layer <= same.layer => same.work.min(other.work),
            _ => 0,
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A forecast that hears of sweeps of 100 steps, which are given up after some; their work doubles with
    /// every step.
    fn after(given_up: &[usize], layer: usize) -> SweepForecast {
        let mut forecast = SweepForecast::new();
        let mut before = 0;
        for &last in given_up.iter().chain([&layer]) {
            let mut work = before;
            for layer in 1..=last {
                work += 1 << layer.min(40);
                forecast.hear(&FrontierProgress {
                    layer,
                    layers: 100,
                    states: 0,
                    most_states: None,
                    work,
                    fraction: 0.0,
                });
            }
            before = work;
        }
        forecast
    }

    #[test]
    fn what_was_given_up_twice_is_not_likely_to_end_soon() {
        let long = after(&[], 8).work();
        assert!(
            after(&[8], 1).work() < long / 4,
            "another way may be shorter"
        );
        for layer in 1..=8 {
            assert!(after(&[8, 9], layer).work() >= long, "{layer}");
        }
        // What came to its end says nothing of what follows.
        assert_eq!(after(&[8, 100], 1).least(), 0);
        assert_eq!(after(&[100, 8], 1).least(), 0);
    }
}
