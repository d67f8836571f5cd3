//! The contents of a puzzle file: a puzzle, its cases and goals, the expected numbers, and the positions of all
//! parts.

use std::sync::Arc;

use tilewright_geometry::{Board, BoardCell};

use super::file::Expect;
use super::order::ItemOrder;
use super::pieces::PieceList;
use super::span::Span;
use crate::puzzle::design::DesignRequest;
use crate::puzzle::model::Puzzle;
use crate::puzzle::rebase::{PuzzleOnBoard, TransferError};
use crate::puzzle::restriction::Restriction;
use crate::support::label::Label;

/// A puzzle read from a file, with the other contents of the file.
///
/// # Examples
///
/// ```
/// use tilewright::puzzle::{PuzzleFile, Source, load};
///
/// let text = r#"(lattice: Square, board: Rect(3, 2), pieces: [Piece(name: "I", cells: Rect(1, 2), copies: 3)],
///     expect: (solutions: 3))"#;
/// let PuzzleFile { puzzle, expect, .. } = load(&Source::new("three.ron", text))?;
/// assert_eq!(puzzle.board.cells().len(), 6);
/// assert_eq!(expect.solutions, Some(3));
/// # Ok::<(), Box<tilewright::puzzle::Diagnostic>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PuzzleFile {
    /// The puzzle without the changes of any case or goal.
    pub puzzle: Puzzle,
    /// The cases, in the order of the file.
    pub cases: Vec<Case>,
    /// The goals. A file does not have both cases and goals.
    pub goals: Vec<Goal>,
    /// The requirements on choices of the pieces, from `design:`.
    pub design: DesignRequest,
    /// The items on which `profile --heuristic first` branches first or last.
    pub order: ItemOrder,
    /// The published numbers, such as the number of solutions. The command `verify` checks them.
    pub expect: Expect,
    /// Where the parts of the puzzle are in the file.
    pub spans: Spans,
}

/// A case: restrictions that select part of a puzzle's solutions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The name, unique in the puzzle.
    pub name: Label,
    /// The restrictions that the case adds to those of the puzzle.
    pub restrictions: Vec<Restriction>,
    /// The published numbers, such as the number of solutions. The command `verify` checks them.
    pub expect: Expect,
    /// The span of the case's name in the file.
    pub span: Span,
    /// For each of `restrictions`, its span in the file.
    pub restriction_spans: Vec<Span>,
}

/// A goal: one of the puzzles derived from a file's puzzle.
#[derive(Debug, Clone)]
pub struct Goal {
    /// The name, unique in the file.
    pub name: Label,
    /// The difference from the file's puzzle.
    pub change: Change,
    /// The position of the goal's counts in a table, if the goals of the same entry form a table.
    pub place: Option<TablePlace>,
    /// The published numbers, such as the number of solutions. The command `verify` checks them.
    pub expect: Expect,
    /// The span of the entry that defines the goal.
    pub span: Span,
}

/// The difference of a goal from the puzzle of its file.
#[derive(Debug, Clone)]
pub enum Change {
    /// These cells are removed from the board.
    Open(Vec<BoardCell>),
    /// The board is replaced.
    Board(Box<Board>),
    /// The whole puzzle is replaced.
    Puzzle(Arc<PuzzleFile>),
}

impl Change {
    /// The goal's puzzle; `None` if it differs from the file's puzzle only in its board.
    pub(crate) fn puzzle(&self) -> Option<&Puzzle> {
        match self {
            Self::Puzzle(file) => Some(&file.puzzle),
            Self::Open(_) | Self::Board(_) => None,
        }
    }
}

/// A position in a table of goals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TablePlace {
    /// The index of the entry of `goals:` that defines the table.
    pub table: usize,
    /// The heading of the row: a label of cells, a coordinate, or the name of a row.
    pub row: Label,
    /// The heading of the column: a label of cells, a coordinate, or a number of pieces.
    pub column: Label,
}

/// The spans of the parts of a puzzle in its file, for messages.
#[derive(Debug, Clone)]
pub struct Spans {
    /// The span of the value of `board:`.
    pub board: Span,
    /// The span of the value of `pieces:`.
    pub pieces: Span,
    /// For each piece, the span of its entry.
    pub piece: Vec<Span>,
    /// For each given, its span.
    pub givens: Vec<Span>,
    /// For each restriction, its span.
    pub restrictions: Vec<Span>,
    /// For each condition, its span.
    pub conditions: Vec<Span>,
    /// The span of the value of `cases:`; `None` without the field.
    pub cases: Option<Span>,
    /// The span of the value of `goals:`; `None` without the field.
    pub goals: Option<Span>,
}

impl PuzzleFile {
    /// The same puzzle on another board and with other pieces ([`Puzzle::rebased`]). It has neither
    /// cases nor goals.
    pub(super) fn rebased(&self, board: Board, pieces: PieceList) -> Result<Self, TransferError> {
        let PuzzleOnBoard {
            puzzle,
            restrictions,
        } = self.puzzle.rebased(board, pieces.pieces)?;
        let restrictions = restrictions.into_iter();
        Ok(Self {
            puzzle,
            cases: Vec::new(),
            goals: Vec::new(),
            // The file's design refers to the file's own pieces, so it is dropped.
            design: DesignRequest::default(),
            // The field `order:` names items (cells and pieces) of the file's own puzzle, so it is dropped.
            order: ItemOrder::default(),
            expect: self.expect,
            spans: Spans {
                piece: pieces.spans,
                restrictions: restrictions.map(|at| self.spans.restrictions[at]).collect(),
                ..self.spans.clone()
            },
        })
    }
}
