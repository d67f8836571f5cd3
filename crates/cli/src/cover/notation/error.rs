//! What can be wrong with a placement as it is written.

use thiserror::Error;
use tilewright_geometry::CellError;

/// Why a text denotes no placement of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotationError {
    /// There is no `@`.
    #[error("{text:?} is no placement: write PIECE@cells, as in {example}")]
    NoAt {
        /// What is written.
        text: String,
        /// How it should look.
        example: String,
    },
    /// No cells follow the `@`.
    #[error("no cells follow {piece}@: write them as in {example}")]
    NoCells {
        /// The piece.
        piece: String,
        /// How it should look.
        example: String,
    },
    /// The cells are not written as cells.
    #[error("cannot read the cells in {text:?} from {rest:?} on: write them as in {example}")]
    Syntax {
        /// What is written.
        text: String,
        /// From where on it is not understood.
        rest: String,
        /// How it should look.
        example: String,
    },
    /// No piece has this name.
    #[error("no piece is named {name:?}; {near}the pieces are {known}")]
    UnknownPiece {
        /// The name.
        name: String,
        /// `did you mean "…"? `, or nothing.
        near: String,
        /// The names of the pieces.
        known: String,
    },
    /// These numbers are no cell.
    #[error("({numbers}) is no cell: {source}")]
    Cell {
        /// The numbers.
        numbers: String,
        /// What is wrong with them.
        source: CellError,
    },
    /// A cell is not on the board.
    #[error("({cell}) is no cell of the board")]
    OffBoard {
        /// The cell.
        cell: String,
    },
    /// A cell stands there twice.
    #[error("({cell}) stands twice in {text:?}")]
    Twice {
        /// The cell.
        cell: String,
        /// What is written.
        text: String,
    },
    /// The piece cannot lie so.
    #[error("no placement of {piece} covers {cells}")]
    NoPlacement {
        /// The piece.
        piece: String,
        /// The cells.
        cells: String,
    },
    /// One placement is wanted, and several fit.
    #[error("{count} placements of {piece} cover {cells}, and one is wanted, such as {such_as}")]
    Ambiguous {
        /// The piece.
        piece: String,
        /// The cells.
        cells: String,
        /// How many placements.
        count: usize,
        /// The first of them.
        such_as: String,
    },
}
