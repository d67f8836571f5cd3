//! Placements and cells in JSON, in the same form for all commands.

use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use crate::cover::{Instance, notation};
use crate::publish::interchange::table::{Record, Value, record};
use crate::puzzle::{PieceId, Puzzle};

/// A piece on the board: the coordinates of its cells, and the placement in the notation of the
/// command line.
pub(super) fn placed_piece(puzzle: &Puzzle, piece: PieceId, cells: &[BoardCell]) -> Record {
    record! {
        piece: &puzzle.piece(piece).name,
        cells: cells.iter().map(|at| coordinates(puzzle, *at)).collect::<Value>(),
        placement: notation::written(puzzle, piece, cells),
    }
}

/// The placement that an option represents, in the form of [`placed_piece`].
pub(super) fn placed_option(instance: &Instance, option: OptionId) -> Record {
    let meaning = instance.meaning(option);
    placed_piece(instance.puzzle(), meaning.piece, &meaning.placement.cells)
}

/// The coordinates of a cell, as in puzzle files.
pub(super) fn coordinates(puzzle: &Puzzle, cell: BoardCell) -> Vec<i32> {
    puzzle.lattice.coordinates(puzzle.board.cell(cell)).to_vec()
}
