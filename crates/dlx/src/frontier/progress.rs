//! The progress of a sweep, and the type of its watchers.

use std::ops::ControlFlow::{self, Continue};
use std::time::Duration;

use crate::clock::Interval;
use crate::search::Progress;

/// The progress of a sweep, as a watcher receives it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrontierProgress {
    /// The current step of the sweep, from 0.
    pub layer: usize,
    /// The number of steps of the sweep.
    pub layers: usize,
    /// The number of states of all sweeps so far.
    pub states: u64,
    /// The number of states at which this method of counting is abandoned for another one; `None` if it has no
    /// bound.
    pub most_states: Option<u64>,
    /// The work done so far, including abandoned work. A unit takes a few nanoseconds on one thread, about the same
    /// for every problem. The amount depends only on the problem and the settings of the count.
    pub work: u64,
    /// The estimated fraction of the work that is done, from 0 to 1. It never decreases.
    pub fraction: f64,
}

/// Converts to the progress of a search: the states become its nodes.
impl From<&FrontierProgress> for Progress {
    fn from(progress: &FrontierProgress) -> Self {
        Self {
            nodes: progress.states,
            solutions: 0,
            fraction: progress.fraction,
        }
    }
}

/// The observer of a sweep. It is called at least about every 50 ms with the progress, and breaks out to stop the
/// sweep.
pub type FrontierWatcher<'w> = dyn FnMut(&FrontierProgress) -> ControlFlow<()> + 'w;

/// The minimum time between two calls of a watcher.
pub(crate) const PULSE: Duration = Duration::from_millis(20);

/// Wraps a watcher so that it is called at most once every [`PULSE`].
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
