//! What a run does, and what there is to say of it on the way.

use tilewright_dlx::Progress;

use super::time_left::TimeLeft;
use crate::support::format::{grouped, rough};

/// What a run does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It walks a search tree.
    Search,
    /// It sweeps over the items, merging states.
    Sweep,
    /// It lists sets of placements.
    Sets,
    /// It does what these words say, and cannot tell how far it is; or tells it in words, see
    /// [`Watch::hear_words`](super::Watch::hear_words).
    Busy(&'static str),
}

impl Kind {
    /// What there is to say of a run after so many seconds, of which `rest` is left; no share where that is
    /// known to be wrong.
    #[expect(clippy::cast_precision_loss, reason = "for reading")]
    pub(super) fn words(self, progress: &Progress, seconds: f64, rest: TimeLeft) -> String {
        let rate = progress.nodes as f64 / seconds / 1e6;
        let percent = share_in_words(progress.fraction, rest);
        match self {
            Self::Search => format!(
                "{percent}{} solutions  {rate:.1} M nodes/s  {rest}",
                grouped(progress.solutions),
            ),
            // How long it still takes cannot be told from the share: see `time_left`.
            Self::Sweep => format!(
                "{percent}{} states  {rate:.1} M states/s",
                grouped(progress.nodes)
            ),
            Self::Sets => format!("{percent}{rate:.1} M sets/s  {rest}"),
            Self::Busy(words) => format!("{words}, for {} so far", rough(seconds)),
        }
    }
}

/// A share done, as a percentage before other words; nothing where it is known to be wrong.
pub(super) fn share_in_words(fraction: f64, rest: TimeLeft) -> String {
    match rest {
        TimeLeft::Longer => String::new(),
        _ => format!("{}  ", percent(fraction)),
    }
}

/// A share done, as a percentage.
fn percent(fraction: f64) -> String {
    format!("{:.1} %", fraction.clamp(0.0, 1.0) * 100.0)
}
