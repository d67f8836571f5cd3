//! The data of the report on a puzzle without solutions.

use std::time::Duration;

use crate::reason::why::Explanation;
use crate::surface::cli::commands::LoadedPuzzle;

/// An explanation, with the other data that its text needs.
pub(super) struct WhyReport<'a> {
    pub(super) loaded: &'a LoadedPuzzle,
    pub(super) explanation: &'a Explanation,
    /// The time limit of the work; `None` if a signal stopped the work.
    pub(super) time: Option<Duration>,
    /// Whether the time limit was reached before every method had ended.
    pub(super) over: bool,
    /// Whether more than one solution was found.
    pub(super) several: bool,
}
