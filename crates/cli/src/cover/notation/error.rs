use thiserror::Error;
use tilewright_geometry::CellError;

/// Why a text is not a placement of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotationError {
    /// The text has no `@` between a piece and cells.
    #[error("{text:?} is not a placement: write PIECE@cells, as in {example}")]
    NoAt {
        /// The whole text, as given.
        text: String,
        /// An example of the syntax, with a piece and cells of the puzzle.
        example: String,
    },
    /// No cells follow the `@`.
    #[error("no cells follow {piece}@: write them as in {example}")]
    NoCells {
        /// The name before the `@`.
        piece: String,
        /// An example of the syntax, with a piece and cells of the puzzle.
        example: String,
    },
    /// The cells cannot be read.
    #[error("cannot read the cells in {text:?} from {rest:?} on: write them as in {example}")]
    Syntax {
        /// The whole text, as given.
        text: String,
        /// The text from the first mistake on.
        rest: String,
        /// An example of the syntax, with a piece and cells of the puzzle.
        example: String,
    },
    /// No piece has this name.
    #[error("no piece is named {name:?}; {near}the pieces are {known}")]
    UnknownPiece {
        /// The name before the `@`, with plain apostrophes for primes.
        name: String,
        /// A suggestion, such as `did you mean "…"? `; empty if no name is similar.
        near: String,
        /// The names of the puzzle's pieces, separated by spaces; at most 30.
        known: String,
    },
    /// These coordinates are not a cell of the lattice.
    #[error("({numbers}) is not a cell: {source}")]
    Cell {
        /// The coordinates, such as `1,0,2`.
        numbers: String,
        /// Why these coordinates are not a cell.
        source: CellError,
    },
    /// A cell is not on the board.
    #[error("({cell}) is not a cell of the board")]
    OffBoard {
        /// The coordinates of this cell, such as `1,0`.
        cell: String,
    },
    /// A cell is listed twice.
    #[error("({cell}) occurs twice in {text:?}")]
    Twice {
        /// The coordinates of this cell, such as `1,0`.
        cell: String,
        /// The whole text, as given.
        text: String,
    },
    /// No placement of the piece covers all of these cells.
    #[error("no placement of {piece} covers {cells}")]
    NoPlacement {
        /// The name of the piece in the text.
        piece: String,
        /// The cells that the text names, such as `(1,0)(0,1)`.
        cells: String,
    },
    /// Several placements match, but a single one is required.
    #[error("{count} placements of {piece} cover {cells}; name one of them, such as {such_as}")]
    Ambiguous {
        /// The name of the piece in the text.
        piece: String,
        /// The cells that the text names, such as `(1,0)(0,1)`.
        cells: String,
        /// The number of placements that match.
        count: usize,
        /// The first matches, as text.
        such_as: String,
    },
}
