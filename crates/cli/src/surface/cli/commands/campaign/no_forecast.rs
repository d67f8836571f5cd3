//! The text for a search that random walks cannot forecast.

/// The text that is printed in place of a forecast.
pub(super) const NO_FORECAST: &str = "unknown: random walks miss most of a search for dissections";
