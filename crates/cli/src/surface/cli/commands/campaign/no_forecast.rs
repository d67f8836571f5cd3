//! What is said of a search that walks cannot forecast.

/// What is said in place of a forecast.
pub(super) const NO_FORECAST: &str =
    "not known: random walks miss most of a search for dissections";
