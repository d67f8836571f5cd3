//! How many of each piece a set needs.

use crate::puzzle::{Piece, Puzzle, Tray};

/// How many of a piece a set needs, so that every solution can be laid: the greatest number of
/// copies, but no more than there is room for on the board.
///
/// ```
/// use tilewright::publish::fabricate::copies_needed;
/// use tilewright::puzzle::{Source, load};
///
/// let source = Source::new("t.ron", r#"(
///     lattice: Square, board: Rect(4, 3),
///     pieces: [Piece(name: "I", cells: Rect(3, 1), copies: (0, 9))],
/// )"#);
/// let puzzle = load(&source)?.puzzle;
/// assert_eq!(copies_needed(&puzzle, &puzzle.pieces[0]), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn copies_needed(puzzle: &Puzzle, piece: &Piece) -> u32 {
    let layers = match puzzle.tray {
        Tray::Flat => 1,
        Tray::Projected { layers } => layers as usize,
    };
    let room = puzzle.board.cells().len().saturating_mul(layers) / piece.polyform.size().max(1);
    let room = u32::try_from(room).unwrap_or(u32::MAX);
    let copies = piece.copies_of_tile();
    copies.max.min(room).max(copies.min)
}
