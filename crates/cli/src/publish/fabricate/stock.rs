//! The number of copies of each piece in a set.

use crate::puzzle::{Piece, Puzzle, Tray};

/// The number of copies of a piece that a set needs so that every solution can be built: the
/// maximum number of copies, or as many as have room on the board (in all layers of a tray), but at
/// least the minimum number.
pub(crate) fn copies_needed(puzzle: &Puzzle, piece: &Piece) -> u32 {
    let layers = match puzzle.tray {
        Tray::Flat => 1,
        Tray::Projected { layers } => layers as usize,
    };
    let room = puzzle.board.cells().len().saturating_mul(layers) / piece.polyform.size().max(1);
    let room = u32::try_from(room).unwrap_or(u32::MAX);
    let copies = piece.copies_of_tile();
    copies.max.min(room).max(copies.min)
}
