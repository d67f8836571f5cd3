//! A piece at its position on the board, with the information whether a search placed it or it is a given.

use tilewright_geometry::BoardCell;

use super::piece::PieceId;

/// A piece that lies on the board.
#[derive(Debug, Clone, Copy)]
pub struct PlacedPiece<'a> {
    /// The index of the piece in the puzzle.
    pub piece: PieceId,
    /// The cells that the piece covers.
    pub cells: &'a [BoardCell],
    /// Whether the piece was found or given.
    pub origin: PieceOrigin,
}

/// How a piece came to lie on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceOrigin {
    /// Found by a search.
    Placed,
    /// Fixed beforehand, and displayed as a given.
    Given,
}
