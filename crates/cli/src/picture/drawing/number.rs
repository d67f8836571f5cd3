//! Formats lengths in millimetres.

use std::fmt;

/// A length in millimetres, formatted with at most three decimal places.
///
/// A micrometre is finer than any printer or cutter needs. Because of the rounding, equal pictures
/// give equal bytes on every machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Millimetres(pub f64);

impl fmt::Display for Millimetres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.3}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}
