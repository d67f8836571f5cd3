//! Changes to a document, as a page asks for them.

use serde::Deserialize;
use thiserror::Error;

/// What a cell becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// It is to be covered.
    Required,
    /// It may stay empty.
    Optional,
    /// It is no cell of the board.
    Absent,
}

/// A change to a document, as a page asks for it.
///
/// Cells are written as in puzzle files, as lists of coordinates; pieces are numbered from 0 in the
/// order of the file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "edit", rename_all = "kebab-case")]
pub enum Edit {
    /// The whole text.
    Text {
        /// The new text.
        text: String,
    },
    /// The title.
    Title {
        /// One line of text.
        title: String,
    },
    /// A new puzzle on a lattice, with nothing drawn.
    Lattice {
        /// The lattice as files name it.
        lattice: String,
    },
    /// Another board.
    Board {
        /// A shape as files write it: `Rect(10, 6)`, or `Picture([…])`.
        shape: String,
    },
    /// A stroke, or part of one.
    Paint {
        /// The cells.
        cells: Vec<Vec<i64>>,
        /// What they become.
        mark: Mark,
        /// Which stroke it is part of.
        stroke: u64,
    },
    /// What is written on a cell; nothing if the label is empty.
    Label {
        /// The cell.
        cell: Vec<i64>,
        /// One line of text.
        label: String,
    },
    /// Further entries of the list of pieces.
    AddPieces {
        /// As files write them: `Set(of: Polyominoes(5))`.
        entry: String,
    },
    /// A further piece of these cells.
    AddPiece {
        /// Its cells.
        cells: Vec<Vec<i64>>,
        /// Whether the cells leave the board, as a piece that is dragged off it does.
        take: bool,
    },
    /// What is said of a piece but for its cells.
    ChangePiece {
        /// The piece.
        piece: usize,
        /// Its name.
        name: String,
        /// The least number of copies.
        min: u32,
        /// The greatest; none for as many as fit.
        max: Option<u32>,
        /// `Free`, `OneSided` or `Fixed`.
        sides: String,
        /// A colour as `#2a9d3a`; none for one of the program's choice.
        color: Option<String>,
    },
    /// One piece less.
    RemovePiece {
        /// The piece.
        piece: usize,
    },
    /// These pieces alone, each so often; a tile with coloured cells by the name of its first face.
    Choose {
        /// Names and copies.
        pieces: Vec<(String, u32)>,
    },
    /// The text before the last change.
    Undo,
    /// The text before the last undoing.
    Redo,
}

impl Edit {
    /// The stroke that it is part of.
    pub(super) fn stroke(&self) -> Option<u64> {
        match self {
            Self::Paint { stroke, .. } => Some(*stroke),
            _ => None,
        }
    }
}

/// Why a change is not made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// Nothing was changed before.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// Nothing was undone before.
    #[error("there is nothing to redo")]
    NothingToRedo,
    /// The text would be longer than [`MAX_DOCUMENT_BYTES`](super::MAX_DOCUMENT_BYTES).
    #[error("the text would be longer than 4 MiB")]
    TooLong,
    /// The text cannot be read as it is.
    #[error("the text has to be mended first")]
    Broken,
    /// The board is none that can be drawn on.
    #[error("this board is changed in the text: it is no single list of cells")]
    NoBoard,
    /// There is no lattice of that name.
    #[error("there is no such lattice")]
    NoLattice,
    /// These are no coordinates of a cell.
    #[error("there is no such cell")]
    NoCell,
    /// There is no piece of that number.
    #[error("there is no such piece")]
    NoPiece,
    /// What a piece is to be cannot be.
    #[error("{0}")]
    Piece(String),
    /// Copies and sides are those of the tile, of which a piece with coloured cells is one face.
    #[error("a piece with coloured cells is changed in the text")]
    ColoredCells,
    /// Labels can be written on a puzzle that can be read.
    #[error("cells can be labelled once nothing is wrong with the puzzle")]
    NoLabels,
    /// A text has characters that cannot be shown.
    #[error("{0}")]
    Unprintable(String),
    /// The puzzle could not be read any more.
    #[error("{0}")]
    Unreadable(String),
}
