//! Kinds of work, and the progress text of each.

use tilewright_dlx::Progress;

use super::time_left::TimeLeft;
use crate::support::format::{grouped, rough};

/// The kind of work whose progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkKind {
    /// Walks a search tree.
    Search,
    /// Sweeps over the items, merging equal states.
    Sweep,
    /// Lists sets of placements that occur together in a solution.
    Sets,
    /// Does work that these words describe. The share done is unknown, unless the work reports it
    /// with [`ProgressMeter::on_progress_text`](super::ProgressMeter::on_progress_text).
    Busy(&'static str),
}

impl WorkKind {
    /// The progress text after `seconds`. `rest` is the time left. The share done is omitted once
    /// it is known to be wrong.
    #[expect(clippy::cast_precision_loss, reason = "for reading")]
    pub(super) fn words(self, progress: &Progress, seconds: f64, rest: TimeLeft) -> String {
        let rate = progress.nodes as f64 / seconds / 1e6;
        let percent = share_in_words(progress.fraction, rest);
        match self {
            Self::Search => format!(
                "{percent}{} solutions  {rate:.1} M nodes/s  {rest}",
                grouped(progress.solutions),
            ),
            // A sweep has no estimate of the time left: see `time_left`.
            Self::Sweep => format!(
                "{percent}{} states  {rate:.1} M states/s",
                grouped(progress.nodes)
            ),
            Self::Sets => format!("{percent}{rate:.1} M sets/s  {rest}"),
            Self::Busy(words) => format!("{words}, for {} so far", rough(seconds)),
        }
    }
}

/// The share of `all` units that is done, from 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "for reading")]
pub(crate) fn share_done(done: u64, all: u64) -> f64 {
    done as f64 / all.max(1) as f64
}

/// The share of the work done as text: a percentage and two spaces. Empty once the share is known to be wrong.
pub(super) fn share_in_words(fraction: f64, rest: TimeLeft) -> String {
    match rest {
        TimeLeft::Longer => String::new(),
        _ => format!("{}  ", percent(fraction)),
    }
}

/// A share from 0 to 1 as a percentage with one decimal.
fn percent(fraction: f64) -> String {
    format!("{:.1} %", fraction.clamp(0.0, 1.0) * 100.0)
}
