//! Placements and cells in JSON, in the same form for all commands.

use serde::Serialize;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use crate::cover::{Instance, notation};
use crate::puzzle::{PieceId, Puzzle};

/// A piece on the board: the coordinates of its cells, and the placement in the notation of the
/// command line.
#[derive(Debug, Serialize)]
pub(super) struct PlacedPieceAnswer<'a> {
    piece: &'a str,
    cells: Vec<Vec<i32>>,
    placement: String,
}

impl<'a> PlacedPieceAnswer<'a> {
    pub(super) fn new(puzzle: &'a Puzzle, piece: PieceId, cells: &[BoardCell]) -> Self {
        Self {
            piece: &puzzle.piece(piece).name,
            cells: cells.iter().map(|at| coordinates(puzzle, *at)).collect(),
            placement: notation::written(puzzle, piece, cells),
        }
    }

    /// The placement of an option.
    pub(super) fn of(instance: &'a Instance, option: OptionId) -> Self {
        let meaning = instance.meaning(option);
        Self::new(instance.puzzle(), meaning.piece, &meaning.placement.cells)
    }
}

/// The coordinates of a cell as puzzle files have them.
pub(super) fn coordinates(puzzle: &Puzzle, cell: BoardCell) -> Vec<i32> {
    puzzle.lattice.coordinates(puzzle.board.cell(cell)).to_vec()
}
