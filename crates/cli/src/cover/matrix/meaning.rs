//! The meanings of items and options.

use tilewright_geometry::{BoardCell, JunctionId, Placement};

use crate::cover::conditions::ConstraintId;
use crate::puzzle::PieceId;

/// What an item of the exact cover problem represents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemMeaning {
    /// A cell of the board: primary if it is required, secondary if it is optional.
    Cell(BoardCell),
    /// A piece, covered once for each copy that is not a given.
    Piece(PieceId),
    /// A given of the puzzle, by its index.
    Given(usize),
    /// A vertex at which pieces may not cross.
    Junction(JunctionId),
    /// A requirement or prohibition of a condition.
    Constraint(ConstraintId),
}

/// The meaning of an option: a placement of a piece.
#[derive(Debug, Clone)]
pub struct Meaning {
    /// The piece that is placed.
    pub piece: PieceId,
    /// The cells on which the piece lies, and its orientation.
    pub placement: Placement,
    /// If the option is a given, the index of that given in the puzzle.
    pub given: Option<usize>,
}
