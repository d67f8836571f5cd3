//! A board with its cells marked one by one.

use tilewright_geometry::BoardCell;

use super::{Paint, Region, Regions, draw};
use crate::puzzle::Puzzle;

/// What is written in a cell of a marked board.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CellMark {
    /// The first two characters of this.
    pub label: String,
    /// The colour of the cell.
    pub paint: Option<Paint>,
    /// Cells of one region are not parted by a border; cells of none are parted
    /// from all others.
    pub region: Option<usize>,
}

/// Draws the board with a mark in each cell.
///
/// Boards too large to draw give a line that says so.
pub fn marked(puzzle: &Puzzle, mark: impl Fn(BoardCell) -> CellMark, styled: bool) -> String {
    let board = &puzzle.board;
    let marks: Vec<CellMark> = board.indices().map(mark).collect();
    let own = marks
        .iter()
        .filter_map(|mark| mark.region)
        .max()
        .map_or(0, |last| last + 1);
    let regions: Regions<'_> = board
        .indices()
        .zip(&marks)
        .map(|(cell, mark)| {
            let region = Region {
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
