//! Heat maps in text: a number in each cell of a board.
//!
//! A cell is drawn as three characters at its glyph position. Layers are side by side. This works
//! for every lattice.

use tilewright_geometry::glyph_position;

use super::{Extent, MAX_CHARACTERS, Paint, canvas};
use crate::puzzle::Puzzle;

/// The number of characters per cell: a blank, and two for the label.
const STEP: i64 = 3;

/// The contents of a cell of a heat map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeatCell {
    /// The label, at most two characters.
    pub label: String,
    /// The colours of the cell; `None` for those of the terminal.
    pub paint: Option<Paint>,
}

/// Draws a heat map. `spots` contains an entry for each cell, in the order of the board. Lines have
/// no trailing blanks, and the last line ends with a line feed.
pub fn spots(puzzle: &Puzzle, spots: &[HeatCell], styled: bool) -> String {
    let board = &puzzle.board;
    let places: Vec<(i32, i32, i32)> = board
        .indices()
        .map(|cell| glyph_position(puzzle.lattice, board.cell(cell)))
        .collect();
    let drawn = places
        .iter()
        .copied()
        .map(Extent::at)
        .reduce(Extent::joined);
    let drawn = drawn.and_then(|extent| {
        // A blank column separates the layers.
        let pitch = extent.width() + 1;
        let width = pitch.checked_mul(extent.depth())?.checked_mul(STEP)?;
        let mut canvas = canvas(width, extent.height())?;
        for ((column, row, layer), spot) in places.iter().zip(spots) {
            let layer = i64::from(*layer) - i64::from(extent.layers.0);
            let column = i64::from(*column) - i64::from(extent.columns.0) + layer * pitch;
            let row = i64::from(*row) - i64::from(extent.rows.0);
            let label: String = spot.label.chars().take(2).collect();
            canvas.write(column * STEP, row, &format!("{label:>3}"));
            for x in 0..STEP {
                canvas.paint(column * STEP + x, row, spot.paint);
            }
        }
        Some(canvas.finish(styled))
    });
    drawn.unwrap_or_else(|| format!("(larger than {MAX_CHARACTERS} characters)\n"))
}
