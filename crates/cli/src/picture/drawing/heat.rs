//! Heat maps: boards whose cells show numbers as colours.

use super::style::Coloring;
use crate::picture::palette::{PAPER, mix};
use crate::puzzle::Color;

/// A number for each cell of a board.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatMap {
    /// The meaning of the numbers, in a few words.
    pub title: String,
    /// For each cell in the board's order, a number from 0 (white) to 1 (darkest). A cell is blank
    /// if its number is NaN or the list is too short.
    pub values: Vec<f64>,
    /// For each cell, its text. A cell has no text if the list is too short.
    pub texts: Vec<String>,
}

/// Colours from light to dark, between which the colours of a heat map are mixed. They have one hue, so
/// the order is visible without colours too.
const STOPS: [Color; 6] = [
    PAPER,
    rgb(0xd3, 0xe4, 0xf3),
    rgb(0x93, 0xc4, 0xe0),
    rgb(0x4b, 0x97, 0xc9),
    rgb(0x1b, 0x62, 0xa5),
    rgb(0x08, 0x30, 0x6b),
];

const fn rgb(red: u8, green: u8, blue: u8) -> Color {
    Color { red, green, blue }
}

/// The colour of a number, which is clamped to 0 to 1. Greater numbers are darker. Colours are grey
/// unless `coloring` is [`Coloring::Color`].
#[must_use]
pub fn heat_color(value: f64, coloring: Coloring) -> Color {
    let value = value.clamp(0.0, 1.0);
    if coloring != Coloring::Color {
        return mix(PAPER, rgb(0x33, 0x33, 0x33), value);
    }
    let mut at = value * 5.0;
    for pair in STOPS.windows(2) {
        if at <= 1.0 {
            return mix(pair[0], pair[1], at);
        }
        at -= 1.0;
    }
    STOPS[5]
}
