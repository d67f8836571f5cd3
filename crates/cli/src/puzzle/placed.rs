//! A piece on the board, and how it came there.

use tilewright_geometry::BoardCell;

use super::piece::PieceId;

/// A piece that lies on the board.
#[derive(Debug, Clone, Copy)]
pub struct PlacedPiece<'a> {
    /// The piece.
    pub piece: PieceId,
    /// The cells it covers.
    pub cells: &'a [BoardCell],
    /// How it came there.
    pub standing: PieceOrigin,
}

/// How a piece came to lie on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceOrigin {
    /// It was found.
    Placed,
    /// It was fixed beforehand, and is marked as such.
    Given,
}
