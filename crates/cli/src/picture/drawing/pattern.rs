//! Fill patterns, which identify pieces without colours.

use super::path::{Path, Point};
use crate::puzzle::Color;

/// Lines or dots on a background.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FillPattern {
    /// Which lines or dots: the motif of the pattern.
    pub texture: Texture,
    /// The colour of lines and dots.
    pub ink: Color,
    /// The background colour.
    pub ground: Color,
    /// The distance between lines in millimetres.
    pub pitch: f64,
}

/// The motif of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Texture {
    /// Lines rising to the right.
    Rising,
    /// Lines falling to the right.
    Falling,
    /// Horizontal lines.
    Level,
    /// Vertical lines.
    Upright,
    Dots,
    /// Horizontal and vertical lines.
    Squares,
    /// Rising and falling lines.
    Diamonds,
    /// A wall of bricks.
    Bricks,
    Zigzag,
    /// Small circles.
    Rings,
    /// Small plus signs.
    Pluses,
}

/// A square part of a pattern. Repeated, it fills the plane.
#[derive(Debug, Clone, PartialEq)]
pub struct Tile {
    /// The side of the square, in millimetres.
    pub side: f64,
    /// The lines on the square.
    pub lines: Path,
    /// The width of the lines, in millimetres.
    pub width: f64,
    /// Areas filled with ink.
    pub areas: Path,
}

impl Texture {
    /// All textures, the most distinct first.
    pub const ALL: [Self; 11] = [
        Self::Rising,
        Self::Dots,
        Self::Level,
        Self::Diamonds,
        Self::Upright,
        Self::Rings,
        Self::Falling,
        Self::Squares,
        Self::Zigzag,
        Self::Bricks,
        Self::Pluses,
    ];
}

impl FillPattern {
    /// The pattern with an index, for cells with edges of `cell` millimetres.
    ///
    /// Consecutive indices select the textures in turn. The second and the third round through all
    /// textures have smaller pitches. Then the patterns repeat. The pitch follows the cell, but on
    /// cells below 4 mm it is that of a cell of 4 mm, because closer lines would look grey.
    pub fn numbered(index: usize, ink: Color, ground: Color, cell: f64) -> Self {
        const LEAST_CELL: f64 = 4.0;
        const PITCHES: [f64; 3] = [0.24, 0.16, 0.11];
        let count = Texture::ALL.len();
        Self {
            texture: Texture::ALL[index % count],
            ink,
            ground,
            pitch: cell.max(LEAST_CELL) * PITCHES[index / count % PITCHES.len()],
        }
    }

    /// The tile of the pattern, with its upper left corner at the origin. Lines that cross an edge
    /// continue at the opposite edge: either clip them at the edges, or draw all tiles unclipped.
    pub fn tile(&self) -> Tile {
        let p = self.pitch;
        // Slanted lines are one pitch apart if they cross the edges at distances of √2 pitches.
        let slant = p * std::f64::consts::SQRT_2;
        let line = |path: &mut Path, x: f64, y: f64, u: f64, v: f64| {
            path.add_line([Point::new(x, y), Point::new(u, v)]);
        };
        let mut lines = Path::default();
        let mut areas = Path::default();
        let mut side = p;
        let mut width = p * 0.22;
        match self.texture {
            Texture::Level => line(&mut lines, 0.0, p / 2.0, p, p / 2.0),
            Texture::Upright => line(&mut lines, p / 2.0, 0.0, p / 2.0, p),
            Texture::Squares => {
                width = p * 0.14;
                line(&mut lines, 0.0, p / 2.0, p, p / 2.0);
                line(&mut lines, p / 2.0, 0.0, p / 2.0, p);
            }
            Texture::Rising | Texture::Falling | Texture::Diamonds => {
                side = slant;
                // Lines extend beyond the tile, so that its corners are covered too.
                let (low, high) = (-0.5 * slant, 1.5 * slant);
                for shift in [-slant, 0.0, slant] {
                    if self.texture != Texture::Falling {
                        line(&mut lines, low + shift, high, high + shift, low);
                    }
                    if self.texture != Texture::Rising {
                        line(&mut lines, low + shift, low, high + shift, high);
                    }
                }
                if self.texture == Texture::Diamonds {
                    width = p * 0.14;
                }
            }
            Texture::Dots => {
                areas = Path::circle(Point::new(p / 2.0, p / 2.0), p * 0.24);
            }
            Texture::Rings => {
                side = p * 1.4;
                width = p * 0.16;
                lines = Path::circle(Point::new(side / 2.0, side / 2.0), p * 0.42);
            }
            Texture::Pluses => {
                side = p * 1.5;
                let (middle, arm) = (side / 2.0, p * 0.45);
                line(&mut lines, middle - arm, middle, middle + arm, middle);
                line(&mut lines, middle, middle - arm, middle, middle + arm);
            }
            Texture::Bricks => {
                side = p * 2.0;
                width = p * 0.16;
                line(&mut lines, 0.0, p / 2.0, side, p / 2.0);
                line(&mut lines, 0.0, 1.5 * p, side, 1.5 * p);
                line(&mut lines, p / 2.0, p / 2.0, p / 2.0, 1.5 * p);
                line(&mut lines, 1.5 * p, 1.5 * p, 1.5 * p, 2.5 * p);
                line(&mut lines, 1.5 * p, -0.5 * p, 1.5 * p, p / 2.0);
            }
            Texture::Zigzag => {
                side = p * 1.5;
                let (half, top, bottom) = (side / 2.0, side * 0.3, side * 0.7);
                lines.add_line([
                    Point::new(-half, top),
                    Point::new(0.0, bottom),
                    Point::new(half, top),
                    Point::new(side, bottom),
                    Point::new(side + half, top),
                ]);
            }
        }
        Tile {
            side,
            lines,
            width,
            areas,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::palette::{INK, PAPER};

    /// Checks that every pattern has lines or dots, so no piece looks like the empty board. On cells below 4 mm,
    /// the lines must be as far apart as on cells of 4 mm.
    #[test]
    fn every_pattern_has_ink() {
        for number in 0..40 {
            let tile = FillPattern::numbered(number, INK, PAPER, 10.0).tile();
            assert!(!tile.lines.is_empty() || !tile.areas.is_empty(), "{number}");
        }
        let pitch = |cell| FillPattern::numbered(0, INK, PAPER, cell).pitch;
        assert!((pitch(1.0) - pitch(4.0)).abs() < 1e-9 && pitch(8.0) > 1.9 * pitch(4.0));
    }
}
