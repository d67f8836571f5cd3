//! How far a sweep has come, and who hears of it.

use std::ops::ControlFlow::{self, Continue};
use std::time::Duration;

use crate::clock::Interval;
use crate::search::Progress;

/// How far a sweep has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrontierProgress {
    /// The step that the sweep is at.
    pub layer: usize,
    /// The steps of the sweep.
    pub layers: usize,
    /// The states so far, of all sweeps.
    pub states: u64,
    /// The states after which this way of counting is given up for another one, if it may be.
    pub most_states: Option<u64>,
    /// The work done so far, whatever came of it: a unit takes some nanoseconds on one thread,
    /// about the same whatever the problem, and their number depends on the problem and the
    /// options of the count alone.
    pub work: u64,
    /// An estimate from 0 to 1 of the share of the work that is done. It never goes down.
    pub fraction: f64,
}

/// As that of a search, whose nodes are the states.
impl From<&FrontierProgress> for Progress {
    fn from(progress: &FrontierProgress) -> Self {
        Self {
            nodes: progress.states,
            solutions: 0,
            fraction: progress.fraction,
        }
    }
}

/// Whoever listens to a sweep: is told of the progress at least every 50 ms or so, and breaks out to
/// stop it.
pub type FrontierWatcher<'w> = dyn FnMut(&FrontierProgress) -> ControlFlow<()> + 'w;

/// How often a watcher is called.
pub(crate) const PULSE: Duration = Duration::from_millis(20);

/// Calls a watcher, which would be called every few milliseconds or less, from time to time.
pub(super) fn from_time_to_time(
    watcher: &mut FrontierWatcher,
) -> impl FnMut(&FrontierProgress) -> ControlFlow<()> {
    let mut pulse = Interval::new(PULSE);
    move |progress| {
        if pulse.is_over() {
            watcher(progress)
        } else {
            Continue(())
        }
    }
}
