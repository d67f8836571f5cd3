//! Terminal colours: 256-colour codes, which nearly all terminals support. They are close to the
//! colours in SVG and PDF pictures.

use anstyle::{Ansi256Color, Style};

use crate::picture::palette::{PALETTE, PAPER, ink_on};
use crate::puzzle::Color;

/// The terminal's codes of the backgrounds of a heat map, from light to dark. Darker ones show larger numbers.
const HEAT: [u8; 7] = [195, 153, 117, 75, 33, 26, 18];

/// The index of the first background of [`HEAT`] that needs light text.
const DARK_HEAT: usize = 4;

/// A background colour with a legible text colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paint {
    ground: u8,
    dark: bool,
}

impl Paint {
    /// The terminal style that sets the background colour and the text colour.
    pub fn style(self) -> Style {
        let writing = if self.dark { 231 } else { 16 };
        Style::new()
            .bg_color(Some(Ansi256Color(self.ground).into()))
            .fg_color(Some(Ansi256Color(writing).into()))
    }

    /// The terminal colour nearest to a colour.
    pub fn of(color: Color) -> Self {
        Self {
            ground: nearest(color),
            dark: ink_on(color) == PAPER,
        }
    }

    /// The palette colour with a number (modulo its length), as a terminal colour.
    pub fn numbered(index: usize) -> Self {
        Self::of(PALETTE[index % PALETTE.len()])
    }

    /// The shade of a number from 0 (lightest) to [`SHADES`](Self::SHADES) - 1 (darkest).
    pub fn shade(number: usize) -> Self {
        let number = number.min(HEAT.len() - 1);
        Self {
            ground: HEAT[number],
            dark: number >= DARK_HEAT,
        }
    }

    /// The number of background colours of a heat map.
    pub const SHADES: usize = HEAT.len();
}

/// The code of the nearest colour in the 6×6×6 cube (codes 16 to 231). Its levels are 0, 95, 135,
/// 175, 215, 255.
fn nearest(color: Color) -> u8 {
    let level = |channel: u8| match channel {
        0..48 => 0,
        48..115 => 1,
        _ => (channel - 35) / 40,
    };
    let Color { red, green, blue } = color;
    16 + 36 * level(red) + 6 * level(green) + level(blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_of_the_colour_cube_are_exact() {
        let ground = |red, green, blue| nearest(Color { red, green, blue });
        assert_eq!(ground(0, 0, 0), 16);
        assert_eq!(ground(255, 255, 255), 231);
        assert_eq!(ground(255, 0, 0), 196);
        assert_eq!(ground(95, 135, 175), 16 + 36 + 12 + 3);
    }
    #[test]
    fn neighbours_in_the_palette_stay_apart() {
        let codes: Vec<u8> = PALETTE.into_iter().map(nearest).collect();
        for window in codes.windows(8) {
            for (index, code) in window.iter().enumerate() {
                assert!(!window[..index].contains(code), "{window:?}");
            }
        }
    }
}
