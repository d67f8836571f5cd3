//! Colours of pieces in the terminal: 256-colour codes, which nearly every
//! terminal knows.

use anstyle::{Ansi256Color, Style};

use crate::puzzle::{Color, PieceId, Puzzle};

/// Light grounds that differ well from their neighbours in the list; pieces
/// without a colour take them in turn.
const GROUNDS: [u8; 16] = [
    210, 222, 157, 117, 183, 228, 159, 218, 151, 180, 189, 215, 120, 111, 177, 145,
];

/// Grounds from light to dark, for numbers from small to large.
const HEAT: [u8; 7] = [195, 153, 117, 75, 33, 26, 18];

/// The first of them that wants light writing.
const DARK_HEAT: usize = 4;

/// A ground colour with a legible colour of writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paint {
    ground: u8,
    dark: bool,
}

impl Paint {
    /// The style that sets both colours.
    pub fn style(self) -> Style {
        let writing = if self.dark { 231 } else { 16 };
        Style::new()
            .bg_color(Some(Ansi256Color(self.ground).into()))
            .fg_color(Some(Ansi256Color(writing).into()))
    }

    /// The colour numbered `index` of the palette.
    pub fn numbered(index: usize) -> Self {
        Self {
            ground: GROUNDS[index % GROUNDS.len()],
            dark: false,
        }
    }

    /// The shade of a number from 0 to [`SHADES`](Self::SHADES) - 1, the
    /// greatest the darkest.
    pub fn shade(number: usize) -> Self {
        let number = number.min(HEAT.len() - 1);
        Self {
            ground: HEAT[number],
            dark: number >= DARK_HEAT,
        }
    }

    /// How many shades there are.
    pub const SHADES: usize = HEAT.len();
}

/// A piece's colour: the file's, or one of the palette's.
pub fn paint(puzzle: &Puzzle, piece: PieceId) -> Paint {
    match puzzle.piece(piece).color {
        Some(color) => nearest(color),
        None => Paint::numbered(piece.index()),
    }
}

/// The nearest colour of the 6×6×6 cube that codes 16 to 231 stand for; its
/// levels are 0, 95, 135, 175, 215, 255.
fn nearest(color: Color) -> Paint {
    let level = |channel: u8| match channel {
        0..48 => 0,
        48..115 => 1,
        _ => (channel - 35) / 40,
    };
    let Color { red, green, blue } = color;
    let light = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
    Paint {
        ground: 16 + 36 * level(red) + 6 * level(green) + level(blue),
        dark: light < 128_000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_of_the_colour_cube_are_exact() {
        let ground = |red, green, blue| nearest(Color { red, green, blue }).ground;
        assert_eq!(ground(0, 0, 0), 16);
        assert_eq!(ground(255, 255, 255), 231);
        assert_eq!(ground(255, 0, 0), 196);
        assert_eq!(ground(95, 135, 175), 16 + 36 + 12 + 3);
    }
}
