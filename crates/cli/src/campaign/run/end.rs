//! Options of a run, and how it ends.

use std::time::Duration;

use super::share::PartShare;
use crate::campaign::part::PartName;

/// Which parts a run works on, for how long, and how often it writes results.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The share of the parts to work on.
    pub share: PartShare,
    /// The time limit of the run, even if parts are left; `None` for no limit.
    pub stop_after: Option<Duration>,
    /// The longest time for a part before it is split.
    pub part_budget: Duration,
    /// The interval at which results are written. A killed process loses the work since the last time.
    pub flush_every: Duration,
    /// The parts to do, even if they are already done; `None` for the unfinished parts of the
    /// share. Parts of a sweep are rechecked by counting some of their slices by another method:
    /// see [`DividedSweep::slice_problem`](tilewright_dlx::DividedSweep::slice_problem).
    pub again: Option<Vec<PartName>>,
}

impl Default for RunOptions {
    /// The options for working on all parts, without a time limit. Parts are split after 10
    /// minutes, and results are written every 30 seconds.
    fn default() -> Self {
        Self {
            share: PartShare::ALL,
            stop_after: None,
            part_budget: Duration::from_secs(600),
            flush_every: Duration::from_secs(30),
            again: None,
        }
    }
}

/// How much a run did, and why it ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunEnd {
    /// The number of parts, or children of split parts, that the run has finished.
    pub done: u64,
    /// The number of parts that the run has split.
    pub split: u64,
    /// Whether the share has unfinished parts on which no other process works.
    pub left: bool,
    /// Whether a signal stopped the run.
    pub interrupted: bool,
    /// The total time of the run's results, in seconds of one thread.
    pub seconds: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartEnd {
    Done,
    Split,
    /// Stopped by a signal or by the time limit.
    Stopped,
    /// A list that the part reads is missing; other parts must be done first.
    Postponed,
}
