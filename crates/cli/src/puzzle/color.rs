//! The colour of a piece.

use std::fmt;

use thiserror::Error;

/// A colour, as in `#2a9d3a`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Color {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

/// As in `#2a9d3a`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { red, green, blue } = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// A text that is no colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a colour is written #2a9d3a: red, green, blue in hexadecimal")]
pub struct ColorError;

/// As in `#2a9d3a`.
impl std::str::FromStr for Color {
    type Err = ColorError;

    fn from_str(text: &str) -> Result<Self, ColorError> {
        let digits = text.strip_prefix('#').ok_or(ColorError)?;
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(ColorError);
        }
        let number = u32::from_str_radix(digits, 16).map_err(|_| ColorError)?;
        let [_, red, green, blue] = number.to_be_bytes();
        Ok(Self { red, green, blue })
    }
}
