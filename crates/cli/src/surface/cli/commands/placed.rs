//! Placements and cells in JSON, alike in every command.

use serde::Serialize;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use crate::cover::{Instance, notation};
use crate::puzzle::{PieceId, Puzzle};

/// A piece on the board, by its cells' coordinates, and in the notation of the command line.
#[derive(Debug, Serialize)]
pub(super) struct PlacedPiece<'a> {
    piece: &'a str,
    cells: Vec<Vec<i32>>,
    placement: String,
}

impl<'a> PlacedPiece<'a> {
    pub(super) fn new(puzzle: &'a Puzzle, piece: PieceId, cells: &[BoardCell]) -> Self {
        Self {
            piece: &puzzle.piece(piece).name,
            cells: cells.iter().map(|at| coordinates(puzzle, *at)).collect(),
            placement: notation::written(puzzle, piece, cells),
        }
    }

    /// The placement that an option stands for.
    pub(super) fn of(instance: &'a Instance, option: OptionId) -> Self {
        let meaning = instance.meaning(option);
        Self::new(instance.puzzle(), meaning.piece, &meaning.placement.cells)
    }
}

/// A cell as users write it.
pub(super) fn coordinates(puzzle: &Puzzle, cell: BoardCell) -> Vec<i32> {
    puzzle.lattice.coordinates(puzzle.board.cell(cell)).to_vec()
}
