//! Colours, patterns and widths of what is drawn.

use tilewright_geometry::{Cell, Table};

use super::pattern::Pattern;
use super::scene::{Fill, Stroke};
use super::sticks;
use super::style::{Coloring, Style};
use crate::picture::palette::{INK, PAPER, PieceFill, mix};
use crate::puzzle::Color;

/// Widths of lines, in cells.
pub(super) mod widths {
    /// Between cells of the board.
    pub(in crate::picture::drawing) const GRID: f64 = 0.02;
    /// Between cells of a piece.
    pub(in crate::picture::drawing) const INNER: f64 = 0.02;
    /// Around the board.
    pub(in crate::picture::drawing) const BOARD: f64 = 0.07;
    /// Around a piece.
    pub(in crate::picture::drawing) const PIECE: f64 = 0.06;
    /// Around a given piece.
    pub(in crate::picture::drawing) const GIVEN: f64 = 0.1;
    /// Rings.
    pub(in crate::picture::drawing) const RING: f64 = 0.035;
    /// What a strand's dark edge adds to its width.
    pub(in crate::picture::drawing) const CASING: f64 = 0.07;
    /// How far labels on strands may reach beyond the lattice.
    pub(in crate::picture::drawing) const BEYOND: f64 = 0.15;
    /// The sticks of an empty board.
    pub(in crate::picture::drawing) const STICK_GROUND: f64 = 0.06;
}

/// Empty cells.
pub(super) const LIGHT: Color = Color {
    red: 0xf1,
    green: 0xf1,
    blue: 0xef,
};

/// Given pieces where pieces are white.
pub(super) const GIVEN: Color = Color {
    red: 0xd0,
    green: 0xd0,
    blue: 0xd0,
};

/// Lines between them.
pub(super) const GREY: Color = Color {
    red: 0xa8,
    green: 0xa8,
    blue: 0xa4,
};

/// What the piece with a number is filled with.
pub(super) fn fill(fill: PieceFill, number: usize, style: Style) -> Fill {
    match style.coloring {
        Coloring::Outlines => Fill::Color(PAPER),
        Coloring::Patterns => Fill::Pattern(Pattern::numbered(number, INK, PAPER, style.cell)),
        Coloring::Color if fill.round > 0 => Fill::Pattern(Pattern::numbered(
            fill.round,
            mix(fill.color, INK, 0.5),
            fill.color,
            style.cell,
        )),
        Coloring::Color => Fill::Color(fill.color),
    }
}

/// The colour between a fill's lines.
pub(super) fn ground(fill: &Fill) -> Color {
    match fill {
        Fill::Color(color) => *color,
        Fill::Pattern(pattern) => pattern.ground,
    }
}

/// How the core of a strand is drawn where there is no colour: its share of the strand's width,
/// dashes and gaps in sticks.
const CORES: [(f64, f64, f64); 10] = [
    (0.0, 0.0, 0.0),
    (1.0, 0.0, 0.0),
    (0.35, 0.0, 0.0),
    (0.6, 0.02, 0.3),
    (1.0, 0.25, 0.45),
    (0.35, 0.25, 0.3),
    (0.6, 0.02, 0.5),
    (0.7, 0.0, 0.0),
    (0.7, 0.45, 0.25),
    (0.35, 0.02, 0.2),
];

/// The strokes of a strand of a piece, one over another: what it is filled with, its number among the
/// pieces, and whether it was fixed beforehand.
pub(super) fn strand_strokes(fill: &Fill, number: usize, given: bool, style: Style) -> Vec<Stroke> {
    let cell = style.cell;
    let casing = widths::CASING * if given { 1.8 } else { 1.0 };
    let core = sticks::WIDTH - widths::CASING;
    let mut strokes = vec![
        Stroke::new(INK, (core + casing) * cell),
        Stroke::new(ground(fill), core * cell),
    ];
    let number = match (style.coloring, fill) {
        (Coloring::Patterns, _) => number,
        // Beyond the palette.
        (Coloring::Color, Fill::Pattern(_)) => 3,
        _ => 0,
    };
    let (share, dash, gap) = CORES[number % CORES.len()];
    if share > 0.0 {
        let mut stroke = Stroke::new(INK, core * share * cell);
        if dash > 0.0 {
            stroke.dashes = vec![dash * cell, gap * cell];
        }
        strokes.push(stroke);
    }
    strokes
}

/// How far the middle of a cell is from its edges, in units of an edge; for sticks, what a label's
/// badge gives.
pub(super) fn room(table: &Table, cell: Cell) -> f64 {
    if !table.drawing.closed {
        return 0.27;
    }
    let corners = table.outline(cell).corners.into_iter();
    let corners: Vec<[f64; 3]> = corners.map(|corner| table.project_corner(corner)).collect();
    let middle = table.centre(cell);
    let next = corners.iter().cycle().skip(1);
    corners
        .iter()
        .zip(next)
        .map(|(a, b)| {
            let (x, y) = (b[0] - a[0], b[1] - a[1]);
            let across = x * (middle[1] - a[1]) - y * (middle[0] - a[0]);
            across.abs() / x.hypot(y).max(1e-9)
        })
        .fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::palette::{contrast, least_difference};

    /// Given pieces stand out from a white board, and from pieces that are not given, by a dark edge
    /// and by their ground, to all eyes.
    #[test]
    fn given_pieces_differ_from_the_board_in_outlines() {
        assert!(contrast(GIVEN, INK) > 7.0 && contrast(PAPER, INK) > 7.0);
        assert!(least_difference(GIVEN, PAPER) > 10.0);
    }
}
