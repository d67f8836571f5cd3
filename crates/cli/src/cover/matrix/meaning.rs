//! What the items of a matrix mean.

use tilewright_geometry::{BoardCell, JunctionId, Placement};

use crate::cover::conditions::ConstraintId;
use crate::puzzle::PieceId;

/// What an item stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemMeaning {
    /// A cell of the board: primary if it must be covered, secondary if it may be.
    Cell(BoardCell),
    /// The copies of a piece that no given uses.
    Piece(PieceId),
    /// A given of the puzzle, by its number from 0: it must lie where it lies.
    Given(usize),
    /// A vertex through which at most one piece runs straight.
    Junction(JunctionId),
    /// What a condition asks for or forbids.
    Constraint(ConstraintId),
}

/// What an option stands for.
#[derive(Debug, Clone)]
pub struct Meaning {
    /// The piece.
    pub piece: PieceId,
    /// Where it lies.
    pub placement: Placement,
    /// The given that it is, by its number from 0, if it is one.
    pub given: Option<usize>,
}
