//! Changes to a document, as a page requests them.

use serde::Deserialize;
use thiserror::Error;

/// The new state of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// The cell must be covered.
    Required,
    /// The cell may stay empty.
    Optional,
    /// The cell does not belong to the board.
    Absent,
}

/// A change to a document, as a page requests it.
///
/// Cells are lists of coordinates as in puzzle files; pieces are numbered from 0 in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "edit", rename_all = "kebab-case")]
pub enum Edit {
    /// Replaces the whole text.
    Text {
        /// The new text.
        text: String,
    },
    /// Changes the title.
    Title {
        /// The new title, one line of text.
        title: String,
    },
    /// Starts an empty puzzle on a lattice.
    Lattice {
        /// The lattice's name in files.
        lattice: String,
    },
    /// Replaces the board.
    Board {
        /// A shape as in files: `Rect(10, 6)`, or `Picture([…])`.
        shape: String,
    },
    /// Paints a stroke, or part of one.
    Paint {
        /// The cells that the stroke covers.
        cells: Vec<Vec<i64>>,
        /// The new state of these cells.
        mark: Mark,
        /// The id of the stroke.
        stroke: u64,
    },
    /// Replaces the value of a field that has no other edit; an empty value removes the field.
    Field {
        /// One of [`FURTHER_FIELDS`].
        field: String,
        /// The value in the notation of puzzle files: `Projected(layers: 2)`.
        value: String,
    },
    /// Sets labels of cells; an empty one removes the label.
    Labels {
        /// The group that the labels join; `None` for a new group.
        group: Option<usize>,
        /// Cells with their labels, each label one line of text.
        labels: Vec<CellLabel>,
    },
    /// Makes cells require a colour, or no colour.
    Color {
        /// The cells that require the colour.
        cells: Vec<Vec<i64>>,
        /// The name of the required colour, which some cells of pieces have; empty for no requirement.
        color: String,
    },
    /// Adds an entry to the list of goals, replaces one, or removes it.
    Goal {
        /// The index of the entry in the list of goals; `None` for a new entry.
        goal: Option<usize>,
        /// The entry as in files: `Holes(count: 1)`; empty to remove it.
        entry: String,
    },
    /// Changes a field of an entry in the list of goals.
    GoalField {
        /// The index of the entry in the list of goals.
        goal: usize,
        /// The field that is changed.
        field: GoalFieldName,
        /// The value as in files; empty to remove the field.
        value: String,
    },
    /// Adds entries to the list of pieces.
    AddPieces {
        /// The entries as in files: `Set(of: Polyominoes(5))`.
        entry: String,
    },
    /// Adds a piece with these cells.
    AddPiece {
        /// The cells of the new piece.
        cells: Vec<Vec<i64>>,
        /// Whether the cells are removed from the board, as when a piece is dragged off it.
        take: bool,
    },
    /// Changes the properties of a piece, except for its cells.
    ChangePiece {
        /// The index of the piece.
        piece: usize,
        /// The new name of the piece.
        name: String,
        /// The minimum number of copies.
        min: u32,
        /// The maximum number of copies; `None` for as many as fit.
        max: Option<u32>,
        /// The sides of the piece: `Free`, `OneSided` or `Fixed`.
        sides: String,
        /// A colour such as `#2a9d3a`; `None` for the program's choice.
        color: Option<String>,
        /// The id of the visit to a field, which acts like the id of a stroke: changes with the
        /// same id are undone together.
        #[serde(default)]
        stroke: Option<u64>,
    },
    /// Changes the cells of a piece.
    ShapePiece {
        /// The index of the piece.
        piece: usize,
        /// The new cells of the piece.
        cells: Vec<Vec<i64>>,
    },
    /// Replaces the entry that defines a piece in the list of pieces. The entry may define other
    /// pieces too.
    PieceEntry {
        /// The index of the piece.
        piece: usize,
        /// The new entry as in files.
        entry: String,
    },
    /// Removes a piece.
    RemovePiece {
        /// The index of the piece.
        piece: usize,
    },
    /// Keeps only these pieces, with these numbers of copies. A tile with coloured cells is listed
    /// by the name of its first face.
    Choose {
        /// The name of each piece, with its number of copies.
        pieces: Vec<(String, u32)>,
    },
    /// Makes all pieces optional: each may be left out.
    OptionalPieces,
    /// Keeps a choice of pieces for a board: adds a goal with this board and only these pieces. The file keeps all
    /// its pieces.
    KeepChoice {
        /// The goal that has the board; `None` for the file's own board.
        of: Option<String>,
        /// The name of the new goal.
        name: String,
        /// The name of each piece, with its number of copies, as in [`Choose`](Self::Choose).
        pieces: Vec<(String, u32)>,
    },
    /// Undoes the last change.
    Undo,
    /// Redoes the last undone change.
    Redo,
}

/// The fields that [`Edit::Field`] replaces.
pub const FURTHER_FIELDS: [&str; 13] = [
    "source",
    "tray",
    "crossing",
    "parameters",
    "boards",
    "wrap",
    "givens",
    "restrict",
    "conditions",
    "cases",
    "order",
    "design",
    "expect",
];

/// The coordinates of a cell, and its label.
pub type CellLabel = (Vec<i64>, String);

/// A field of an entry in the list of goals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GoalFieldName {
    /// The name of a goal.
    Name,
    /// The cells that a goal leaves open.
    Open,
    /// The labels that `Each` leaves out.
    Except,
    /// The number of cells that each goal of `Holes` leaves open.
    Count,
}

impl GoalFieldName {
    /// The name of the field in files.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Open => "open",
            Self::Except => "except",
            Self::Count => "count",
        }
    }
}

impl Edit {
    /// Whether the edit can replace the board by an unrelated one.
    pub(super) fn replaces_board(&self) -> bool {
        matches!(
            self,
            Self::Text { .. } | Self::Lattice { .. } | Self::Board { .. }
        )
    }

    /// The id of the stroke that the edit belongs to, if it belongs to one.
    pub(super) fn stroke(&self) -> Option<u64> {
        match self {
            Self::Paint { stroke, .. } => Some(*stroke),
            Self::ChangePiece { stroke, .. } => *stroke,
            _ => None,
        }
    }
}

/// Why a change was rejected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// There is no change to undo.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// There is no undone change to make again.
    #[error("there is nothing to redo")]
    NothingToRedo,
    /// The text would be longer than [`MAX_DOCUMENT_BYTES`](super::MAX_DOCUMENT_BYTES).
    #[error("the text would be longer than 4 MiB")]
    TooLong,
    /// The text cannot be parsed.
    #[error("correct the text first: it cannot be read")]
    Broken,
    /// The board is not a single list of cells, so it cannot be drawn on.
    #[error("this board can only be changed in the text: it is no single list of cells")]
    NoBoard,
    /// No lattice has this name.
    #[error("there is no such lattice")]
    NoLattice,
    /// No cell has these coordinates.
    #[error("there is no such cell")]
    NoCell,
    /// No piece has this index.
    #[error("there is no such piece")]
    NoPiece,
    /// The piece would be invalid, for this reason.
    #[error("{0}")]
    Piece(String),
    /// The piece has coloured cells: it is a face of a tile, and copies and sides belong to the
    /// tile.
    #[error("a piece with coloured cells can only be changed in the text")]
    ColoredCells,
    /// The labels cannot be parsed.
    #[error("correct the labels in the text first: they cannot be read")]
    NoLabels,
    /// No group of labels has this index.
    #[error("there is no such group of labels")]
    NoGroup,
    /// No goal has this index.
    #[error("there is no such goal")]
    NoGoal,
    /// No field has this name, or there is a separate kind of edit for the field.
    #[error("there is no such field")]
    NoField,
    /// A text has unprintable characters.
    #[error("{0}")]
    Unprintable(String),
    /// The client stopped waiting before the new text was read.
    #[error("the text was not read to its end: the page no longer waits for it")]
    GivenUp,
    /// The puzzle would become unreadable.
    #[error("{0}")]
    Unreadable(String),
}
