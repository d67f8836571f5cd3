use thiserror::Error;
use tilewright_geometry::CellError;

/// Why a text is not a placement of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotationError {
    /// There is no `@`.
    #[error("{text:?} is not a placement: write PIECE@cells, as in {example}")]
    NoAt {
        /// The text.
        text: String,
        /// A valid example.
        example: String,
    },
    /// No cells follow the `@`.
    #[error("no cells follow {piece}@: write them as in {example}")]
    NoCells {
        /// The piece.
        piece: String,
        /// A valid example.
        example: String,
    },
    /// The cells cannot be read.
    #[error("cannot read the cells in {text:?} from {rest:?} on: write them as in {example}")]
    Syntax {
        /// The text.
        text: String,
        /// The text from the first mistake on.
        rest: String,
        /// A valid example.
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
    /// These coordinates are not a cell of the lattice.
    #[error("({numbers}) is not a cell: {source}")]
    Cell {
        /// The coordinates.
        numbers: String,
        /// The mistake.
        source: CellError,
    },
    /// A cell is not on the board.
    #[error("({cell}) is not a cell of the board")]
    OffBoard {
        /// The cell.
        cell: String,
    },
    /// A cell is listed twice.
    #[error("({cell}) occurs twice in {text:?}")]
    Twice {
        /// The cell.
        cell: String,
        /// The text.
        text: String,
    },
    /// No placement of the piece covers these cells.
    #[error("no placement of {piece} covers {cells}")]
    NoPlacement {
        /// The piece.
        piece: String,
        /// The cells.
        cells: String,
    },
    /// Several placements match, but a single one is required.
    #[error("{count} placements of {piece} cover {cells}; name one of them, such as {such_as}")]
    Ambiguous {
        /// The piece.
        piece: String,
        /// The cells.
        cells: String,
        /// The number of placements that match.
        count: usize,
        /// The first matches, as text.
        such_as: String,
    },
}
