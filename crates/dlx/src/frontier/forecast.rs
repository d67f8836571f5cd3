//! Forecasts the total work of a sweep from its growth so far.
//!
//! The number of states at a step usually grows up to the middle of a sweep, and then falls in the same way. So
//! the forecast continues the growth of the last steps, at a rate that falls to zero at the middle. The second
//! half mirrors the first. The forecast becomes more exact with every step.
//!
//! A sweep that exceeds its bound on states is abandoned, and longer sweeps of unknown length
//! follow. So the forecast of a sweep that is likely to exceed its bound is multiplied by three.
//! This factor fitted best over a hundred puzzles (November 2026).
//!
//! Two kinds of sweep alternate, each time with a higher bound. Once both kinds have been
//! abandoned, the total is at least the smaller of their two forecasts. This holds until the
//! running sweep passes the step at which the previous sweep of its kind was abandoned.

use super::progress::FrontierProgress;

/// No forecast is made before this number of steps.
const FEWEST_STEPS: usize = 4;

/// The largest factor by which the work of a step is assumed to grow from now to the middle of the sweep.
const MOST_GROWTH: f64 = 16.0;

/// The forecast of a sweep that is likely to be abandoned is multiplied by this.
const GIVEN_UP: u64 = 3;

/// A sweep is forecast to exceed its bound only once its states exceed the bound divided by this.
const NEAR: u64 = 4;

/// Forecasts the total work of a sweep from its progress.
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
///     forecast.update(progress);
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
    /// The largest work reported so far. Preparations report 0.
    done: u64,
    /// The work before the running sweep began: that of earlier sweeps and preparations.
    before: u64,
    /// For each step of the running sweep, the work up to it.
    work_until: Vec<u64>,
    /// For each step of the running sweep, the number of states up to it.
    states_until: Vec<u64>,
    /// Where the last two sweeps were abandoned, the older one first; `None` for a sweep that was
    /// not. The older one is of the same kind as the running sweep.
    given_up: [Option<GivenUp>; 2],
    work: u64,
}

/// An abandoned sweep: the step that it had reached, and the forecast total work at that time.
#[derive(Clone, Copy, Debug)]
struct GivenUp {
    layer: usize,
    work: u64,
}

impl SweepForecast {
    /// A forecast that has received no progress yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Updates the forecast. It must be called with every report of progress that
    /// [`count_watched`](crate::Frontier::count_watched) sends to its watcher.
    ///
    /// Returns whether the forecast may have changed, which is so for the first report of each step.
    pub fn update(&mut self, progress: &FrontierProgress) -> bool {
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

    /// Records that the running sweep has ended, and whether it was abandoned.
    fn note_end(&mut self) {
        let is_given_up = self.layer < self.layers;
        let now = GivenUp {
            layer: self.layer,
            work: self.work,
        };
        self.given_up =
            [self.given_up[1], Some(now)].map(|given_up| given_up.filter(|_| is_given_up));
    }

    /// A lower bound on the total work, derived from the last two sweeps if both were abandoned; otherwise 0.
    fn least(&self) -> u64 {
        match self.given_up {
            [Some(same), Some(other)] if self.layer <= same.layer => same.work.min(other.work),
            _ => 0,
        }
    }

    /// The forecast total work, in the units of [`FrontierProgress::work`]; 0 before the first report of
    /// progress.
    pub fn work(&self) -> u64 {
        self.work
    }
}

/// Extrapolates a growing number to the last of `steps` steps. `until` holds its values after each of the first
/// steps.
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
        // The growth falls linearly to zero, so its mean is half of its current value.
        let peak = rate * (growth * to_middle / 2.0).exp().min(MOST_GROWTH);
        (rate + peak) * to_middle + now as f64
    };
    (now as f64 + rest) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A forecast after some sweeps of 100 steps, abandoned at the steps `given_up`, when the next sweep has
    /// reached the step `layer`. The work of a sweep doubles with every step.
    fn after(given_up: &[usize], layer: usize) -> SweepForecast {
        let mut forecast = SweepForecast::new();
        let mut before = 0;
        for &last in given_up.iter().chain([&layer]) {
            let mut work = before;
            for layer in 1..=last {
                work += 1 << layer.min(40);
                forecast.update(&FrontierProgress {
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
        // A finished sweep implies nothing about the following one.
        assert_eq!(after(&[8, 100], 1).least(), 0);
        assert_eq!(after(&[100, 8], 1).least(), 0);
    }
}
