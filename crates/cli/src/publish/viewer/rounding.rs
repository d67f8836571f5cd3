//! Lengths on the page, rounded to hundredths.

use crate::picture::drawing::{Path, Point};

/// A length rounded to two decimals.
pub(crate) fn hundredths(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

/// A path in the syntax of SVG, with its points rounded to hundredths.
pub(crate) fn short(path: &Path) -> String {
    path.mapped(|p| Point::new(hundredths(p.x), hundredths(p.y)))
        .to_string()
}
