//! A line of text on a page.

use super::path::Point;
use crate::puzzle::Color;

/// A line of text, at a point of the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// The start, middle or end of the base line, depending on `anchor`.
    pub at: Point,
    /// The point of the base line that lies at `at`.
    pub anchor: Anchor,
    /// The size of the font in millimetres.
    pub size: f64,
    /// Regular or bold.
    pub weight: FontWeight,
    /// The colour of the letters.
    pub color: Color,
    /// Upright, or rotated by 180°.
    pub turn: TextTurn,
    /// The text, without line breaks.
    pub text: String,
}

/// Which point of the base line lies at the text's position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The left end, if the text is upright.
    Start,
    /// The point halfway between the ends.
    Middle,
    /// The right end, if the text is upright.
    End,
}

/// Which way up a text is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextTurn {
    /// Readable with the page upright.
    Upright,
    /// Rotated by 180° about its position, for reading with the page upside down.
    UpsideDown,
}

impl TextTurn {
    /// The orientation rotated by 180°.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Upright => Self::UpsideDown,
            Self::UpsideDown => Self::Upright,
        }
    }
}

/// Which of the two fonts a text is set in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FontWeight {
    /// For running text.
    Regular,
    /// For headings.
    Bold,
}
