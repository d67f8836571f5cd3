//! A board with a mark in each cell.

use tilewright_geometry::BoardCell;

use super::{Paint, TextRegion, TextRegions, draw};
use crate::puzzle::Puzzle;

/// The contents of a cell of a marked board.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CellMark {
    /// The label, of which only the first two columns are shown.
    pub label: String,
    /// The colours of the cell; `None` for those of the terminal.
    pub paint: Option<Paint>,
    /// The region. There is no border between cells of the same region. A cell with `None` has
    /// borders on all sides.
    pub region: Option<usize>,
}

/// Draws the board with a mark in each cell.
///
/// If the board is too large to draw, the text is a message of one line.
pub fn marked(puzzle: &Puzzle, mark: impl Fn(BoardCell) -> CellMark, styled: bool) -> String {
    let board = &puzzle.board;
    let marks: Vec<CellMark> = board.indices().map(mark).collect();
    let own = marks
        .iter()
        .filter_map(|mark| mark.region)
        .max()
        .map_or(0, |last| last + 1);
    let regions: TextRegions<'_> = board
        .indices()
        .zip(&marks)
        .map(|(cell, mark)| {
            let region = TextRegion {
                number: mark.region.unwrap_or(own + cell.index()),
                label: &mark.label,
                paint: mark.paint,
            };
            (board.cell(cell), region)
        })
        .collect();
    draw(puzzle.lattice, &regions, styled)
        .unwrap_or_else(|| "(the board is too large to draw)\n".to_owned())
}
