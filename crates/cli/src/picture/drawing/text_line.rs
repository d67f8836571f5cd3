//! A line of text on a page.

use super::path::Point;
use crate::puzzle::Color;

/// A line of text.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// Where its base line begins, has its middle, or ends.
    pub at: Point,
    /// Which of these.
    pub anchor: Anchor,
    /// The size of the font in millimetres.
    pub size: f64,
    /// How heavy it is.
    pub weight: Weight,
    /// Its colour.
    pub color: Color,
    /// Which way up it is.
    pub turn: Turn,
    /// What is written.
    pub text: String,
}

/// Which part of a line of text stands at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The beginning.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

/// Which way up a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// As one reads.
    Upright,
    /// Turned by 180° about its place: to be read when the page is turned.
    UpsideDown,
}

impl Turn {
    /// The other way up.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Upright => Self::UpsideDown,
            Self::UpsideDown => Self::Upright,
        }
    }
}

/// How heavy letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// As in a text.
    Regular,
    /// As in a heading.
    Bold,
}
