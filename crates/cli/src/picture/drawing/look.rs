//! How boards and pieces look: colours, fill patterns and line widths.

use tilewright_geometry::{Cell, LatticeTable};

use super::pattern::FillPattern;
use super::scene::{Fill, Stroke};
use super::sticks;
use super::style::{Coloring, Style};
use crate::picture::palette::{INK, PAPER, PieceFill, mix};
use crate::puzzle::Color;

/// Line widths, in edge lengths.
pub(super) mod widths {
    /// The width of lines between cells of the board.
    pub(in crate::picture::drawing) const GRID: f64 = 0.02;
    /// The width of lines between cells of a piece.
    pub(in crate::picture::drawing) const INNER: f64 = 0.02;
    /// The width of the line around the board.
    pub(in crate::picture::drawing) const BOARD: f64 = 0.07;
    /// The width of the line around a piece.
    pub(in crate::picture::drawing) const PIECE: f64 = 0.06;
    /// The width of the line around a given piece.
    pub(in crate::picture::drawing) const GIVEN: f64 = 0.1;
    /// The width of rings around labels of givens, and of circles that mark beads.
    pub(in crate::picture::drawing) const RING: f64 = 0.035;
    /// The total width of the two dark edges of a strand. A strand is the stroke that draws sticks of a piece.
    pub(in crate::picture::drawing) const CASING: f64 = 0.07;
    /// The additional margin for pieces of sticks, whose strands and labels extend beyond the lattice.
    pub(in crate::picture::drawing) const BEYOND: f64 = 0.15;
    /// The width of the sticks of an empty board.
    pub(in crate::picture::drawing) const STICK_GROUND: f64 = 0.06;
}

/// The background of empty cells.
pub(super) const LIGHT: Color = Color {
    red: 0xf1,
    green: 0xf1,
    blue: 0xef,
};

/// The fill of given pieces, if other pieces are white.
pub(super) const GIVEN: Color = Color {
    red: 0xd0,
    green: 0xd0,
    blue: 0xd0,
};

/// The colour of grid lines and of sticks of an empty board.
pub(super) const GREY: Color = Color {
    red: 0xa8,
    green: 0xa8,
    blue: 0xa4,
};

/// The fill of a piece in a style. `number` is the index of the piece, which selects a pattern.
pub(super) fn fill(fill: PieceFill, number: usize, style: Style) -> Fill {
    match style.coloring {
        Coloring::Outlines => Fill::Color(PAPER),
        Coloring::Patterns => Fill::Pattern(FillPattern::numbered(number, INK, PAPER, style.cell)),
        Coloring::Color if fill.round > 0 => Fill::Pattern(FillPattern::numbered(
            fill.round - 1,
            mix(fill.color, INK, 0.5),
            fill.color,
            style.cell,
        )),
        Coloring::Color => Fill::Color(fill.color),
    }
}

/// The background colour of a fill.
pub(super) fn ground(fill: &Fill) -> Color {
    match fill {
        Fill::Color(color) => *color,
        Fill::Pattern(pattern) => pattern.ground,
    }
}

/// The marks along the middle of a strand, which identify a piece if its colour does not. Each has a
/// width, as a share of the strand's width without its edges, and the lengths of dashes and gaps, in
/// edge lengths.
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

/// The strokes that draw the sticks of a piece as a strand, from bottom to top. `number` is the index
/// of the piece. A `given` piece has a wider edge.
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
        // The piece reuses a colour of the palette, so a mark distinguishes it.
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

/// The distance from the centre of a cell to its nearest edge, in edge lengths. For sticks, the
/// radius of the disc below a label.
pub(super) fn room(table: &LatticeTable, cell: Cell) -> f64 {
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

    /// Checks for every kind of vision that the grey of given pieces differs from the white board,
    /// and that dark edges have a high contrast with both.
    #[test]
    fn given_pieces_differ_from_the_board_in_outlines() {
        assert!(contrast(GIVEN, INK) > 7.0 && contrast(PAPER, INK) > 7.0);
        assert!(least_difference(GIVEN, PAPER) > 10.0);
    }
}
