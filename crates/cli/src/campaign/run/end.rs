//! What is asked of a run, and how it ends.

use std::time::Duration;

use super::share::Share;
use crate::campaign::part::PartName;

/// How a process works.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Its share of the parts.
    pub share: Share,
    /// When it ends by itself, whatever is left.
    pub stop_after: Option<Duration>,
    /// A part that takes longer is split.
    pub part_budget: Duration,
    /// How often results are written: what a process that is killed has done since is lost.
    pub flush_every: Duration,
    /// Parts to be done again, whether they are done or not, instead of those that are not. Of parts of a
    /// sweep some solutions are counted in another way then: see
    /// [`DividedSweep::slice_problem`](tilewright_dlx::DividedSweep::slice_problem).
    pub again: Option<Vec<PartName>>,
}

impl Default for RunOptions {
    /// All parts, without end, split after ten minutes, written every half minute.
    fn default() -> Self {
        Self {
            share: Share::ALL,
            stop_after: None,
            part_budget: Duration::from_secs(600),
            flush_every: Duration::from_secs(30),
            again: None,
        }
    }
}

/// How a process ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunEnd {
    /// How many parts, or children of parts that were split, it has done.
    pub done: u64,
    /// How many it has split.
    pub split: u64,
    /// Whether parts of its share are left that no other process is at.
    pub left: bool,
    /// Whether a signal stopped it.
    pub interrupted: bool,
    /// The seconds of one thread that its results took.
    pub seconds: f64,
}

/// How the work on a part ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartEnd {
    Done,
    Split,
    /// By a signal or the end of its time.
    Stopped,
    /// What it reads is not there; something else is to be done first.
    Postponed,
}
