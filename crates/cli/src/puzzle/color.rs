//! Colours of pieces.

mod names;

use std::fmt;

use thiserror::Error;

use names::NAMED_COLORS;

/// An RGB colour, written as `#2a9d3a`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Color {
    /// The red component, from 0 to 255 for full intensity.
    pub red: u8,
    /// The green component, from 0 to 255 for full intensity.
    pub green: u8,
    /// The blue component, from 0 to 255 for full intensity.
    pub blue: u8,
}

/// Writes the colour as `#2a9d3a`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { red, green, blue } = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// A text that is not a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "write a colour as \"#2a9d3a\" (red, green and blue in hexadecimal) or by its CSS name, as in \
     \"teal\""
)]
pub struct ColorError;

/// Reads `#2a9d3a` or a CSS colour name, in upper or lower case.
///
/// ```
/// use tilewright::puzzle::Color;
///
/// assert_eq!("Teal".parse::<Color>()?.to_string(), "#008080");
/// assert_eq!("#2a9d3a".parse::<Color>()?.to_string(), "#2a9d3a");
/// assert!("taupe".parse::<Color>().is_err());
/// # Ok::<(), tilewright::puzzle::ColorError>(())
/// ```
impl std::str::FromStr for Color {
    type Err = ColorError;

    fn from_str(text: &str) -> Result<Self, ColorError> {
        let Some(digits) = text.strip_prefix('#') else {
            let name = text.to_ascii_lowercase();
            let at = NAMED_COLORS.binary_search_by(|(known, _)| (*known).cmp(&name));
            let [red, green, blue] = NAMED_COLORS[at.map_err(|_| ColorError)?].1;
            return Ok(Self { red, green, blue });
        };
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(ColorError);
        }
        let number = u32::from_str_radix(digits, 16).map_err(|_| ColorError)?;
        let [_, red, green, blue] = number.to_be_bytes();
        Ok(Self { red, green, blue })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order() {
        assert!(NAMED_COLORS.is_sorted_by_key(|(name, _)| *name));
        for (name, _) in NAMED_COLORS {
            assert!(name.parse::<Color>().is_ok(), "{name}");
        }
    }
}
