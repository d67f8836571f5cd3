//! What is said of a puzzle without solutions.

use std::time::Duration;

use crate::reason::why::Explanation;
use crate::surface::cli::commands::LoadedPuzzle;

/// An explanation and whom it is for.
pub(super) struct Report<'a> {
    pub(super) loaded: &'a LoadedPuzzle,
    pub(super) explanation: &'a Explanation,
    /// How long it was looked for, unless a signal ended that.
    pub(super) time: Option<Duration>,
    /// Whether the time was over before everything was found out.
    pub(super) over: bool,
    /// Whether there is known to be more than one solution.
    pub(super) several: bool,
}
