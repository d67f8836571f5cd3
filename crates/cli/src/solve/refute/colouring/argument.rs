//! Proofs by colouring: the weights of the cells, the sums that the board requires, and the sums that the pieces
//! can make.

use crate::puzzle::{Copies, PieceId};

/// A weight for every cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colouring {
    /// How the cells are coloured, as a phrase that "the board has" follows: "coloured like a
    /// chessboard". Empty if all weights are 1. Also empty if there is a modulus, since only a picture
    /// can then show the weights.
    pub name: String,
    /// The words for cells of weight 1 and of weight −1.
    pub nouns: [&'static str; 2],
    /// The weight of each cell of the board; 0 for cells that givens cover.
    pub weights: Vec<i64>,
    /// The modulus of the sums, if any.
    pub modulus: Option<u32>,
}

/// The sums that a piece can make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceSums {
    /// The piece that makes the sums.
    pub piece: PieceId,
    /// The number of copies that the givens leave.
    pub copies: Copies,
    /// The sums of the piece's placements, increasing.
    pub sums: Vec<i64>,
}

/// A proof by colouring that a puzzle has no solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// The colouring that the pieces cannot satisfy.
    pub colouring: Colouring,
    /// The sums that the cells to cover can have: one number, or several if cells are optional.
    pub board: Vec<i64>,
    /// The sums that each piece can make.
    pub pieces: Vec<PieceSums>,
    /// The sums that all pieces together can make when they cover as many cells as the board
    /// requires.
    pub together: Vec<i64>,
    /// The sums of the board and of all pieces, separately for each number of covered cells. Empty unless
    /// `board` and `together` have a common sum. In that case the proof is that no number of covered cells
    /// gives both the same sum.
    pub by_cells: Vec<SumsOfCells>,
}

/// The sums of the board and of the pieces for one number of covered cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SumsOfCells {
    /// The number of covered cells.
    pub cells: u64,
    /// The sums that the covered cells of the board can have, increasing.
    pub board: Vec<i64>,
    /// The sums that all pieces together can make; none of them is in `board`.
    pub together: Vec<i64>,
}
