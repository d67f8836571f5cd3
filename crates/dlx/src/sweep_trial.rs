//! How long a sweep is tried before a search.

use crate::forecast::Forecast;

/// Seconds that a unit of a sweep's work takes on one thread (measured in November 2026 on the
/// puzzles of the README's table).
const WORK: f64 = 8e-9;

/// The share of the time a search is forecast to take for which a sweep is tried: one that is the
/// faster is so by far, as a rule.
const TRIAL: f64 = 0.25;

/// The shortest trial, in seconds of one thread, unless the search is forecast to be shorter.
const SHORTEST_TRIAL: f64 = 0.1;

/// A search that is forecast to take no longer than this on one thread, in seconds, is not worth
/// the trial of a sweep.
const SHORT: f64 = 0.03;

/// How long a sweep is tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepTrial {
    /// The seconds that it takes about, on one thread of a typical machine.
    pub seconds: f64,
    /// The [work](crate::FrontierProgress::work) after which it is given up.
    pub most_work: u64,
}

impl SweepTrial {
    /// A trial of about `seconds` seconds on one thread.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it saturates, and is not negative"
    )]
    pub fn of_seconds(seconds: f64) -> Self {
        Self {
            seconds,
            most_work: (seconds / WORK) as u64,
        }
    }

    /// The seconds that so much [work](crate::FrontierProgress::work) takes about, on one thread of a
    /// typical machine.
    pub fn seconds_of(work: f64) -> f64 {
        work * WORK
    }

    /// The trial before the search that is forecast: a share of the search's time, so that little
    /// is lost; none if it is not worth one. It does not depend on the number of threads: what
    /// comes out must be the same on every machine.
    pub fn before(forecast: &Forecast) -> Option<Self> {
        let seconds = forecast.seconds(forecast.engine());
        (seconds > SHORT)
            .then(|| Self::of_seconds((seconds * TRIAL).max(SHORTEST_TRIAL.min(seconds))))
    }
}
