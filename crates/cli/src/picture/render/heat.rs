//! Numbers on the cells of a board, close together: heat maps.
//!
//! A cell is a word of three characters at the place of its glyph in pictures
//! of the lattice, layers side by side; so every lattice draws itself.

use tilewright_geometry::glyph_position;

use super::{Extent, MAX_CHARACTERS, Paint, canvas};
use crate::puzzle::Puzzle;

/// Characters of a cell: a blank and a word of two.
const STEP: i64 = 3;

/// What is shown of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeatCell {
    /// At most two characters.
    pub label: String,
    /// Its ground.
    pub paint: Option<Paint>,
}

/// Draws a spot for every cell of the board, by its index; lines end without
/// blanks, the last one with a line feed.
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
        // A blank column parts the layers.
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
