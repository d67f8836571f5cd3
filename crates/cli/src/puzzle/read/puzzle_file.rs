//! What a puzzle file holds: a puzzle, its cases and goals, what it must give, and where everything
//! stands.

use std::sync::Arc;

use tilewright_geometry::{Board, BoardCell};

use super::file::Expect;
use super::order::ItemOrder;
use super::pieces::Pieces;
use super::span::Span;
use crate::puzzle::design::DesignRequest;
use crate::puzzle::model::Puzzle;
use crate::puzzle::rebase::{Homeless, PuzzleOnBoard};
use crate::puzzle::restriction::Restriction;
use crate::support::label::Label;

/// A puzzle read from a file, and all else that the file says.
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
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its cases.
    pub cases: Vec<Case>,
    /// Its goals. A file has cases or goals or neither.
    pub goals: Vec<Goal>,
    /// What is asked of choices of its pieces, by `design`.
    pub design: DesignRequest,
    /// Which items a search for the leftmost one takes first or last.
    pub order: ItemOrder,
    /// What it must give.
    pub expect: Expect,
    /// Where everything stands.
    pub spans: Spans,
}

/// A part of a puzzle's solutions, or a way to count them but for symmetry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// What it is called, unique in the puzzle.
    pub name: Label,
    /// What is restricted besides the puzzle's own restrictions.
    pub restrictions: Vec<Restriction>,
    /// What the case must give.
    pub expect: Expect,
    /// Where its name stands in the file.
    pub span: Span,
    /// Where each of its restrictions stands.
    pub restriction_spans: Vec<Span>,
}

/// One of the puzzles of a file.
#[derive(Debug, Clone)]
pub struct Goal {
    /// What it is called, unique in the file.
    pub name: Label,
    /// What is different.
    pub change: Change,
    /// Where its numbers stand in a table, if it is one of a table of goals.
    pub place: Option<TablePlace>,
    /// What it must give.
    pub expect: Expect,
    /// The entry that made it.
    pub span: Span,
}

/// How a goal differs from the puzzle of its file.
#[derive(Debug, Clone)]
pub enum Change {
    /// These cells are taken off the board.
    Open(Vec<BoardCell>),
    /// Its board is this one.
    Board(Box<Board>),
    /// It is this puzzle.
    Puzzle(Arc<PuzzleFile>),
}

impl Change {
    /// The puzzle that the goal is, if it is more than another board for that of the file.
    pub(crate) fn puzzle(&self) -> Option<&Puzzle> {
        match self {
            Self::Puzzle(file) => Some(&file.puzzle),
            Self::Open(_) | Self::Board(_) => None,
        }
    }
}

/// A place in a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TablePlace {
    /// Which table: the entry of `goals:`.
    pub table: usize,
    /// The label of the row.
    pub row: Label,
    /// The label of the column.
    pub column: Label,
}

/// Where the parts of a puzzle stand in its file, for messages about them.
#[derive(Debug, Clone)]
pub struct Spans {
    /// The value of `board:`.
    pub board: Span,
    /// The value of `pieces:`.
    pub pieces: Span,
    /// The entry that made each piece.
    pub piece: Vec<Span>,
    /// Each given.
    pub givens: Vec<Span>,
    /// Each restriction.
    pub restrictions: Vec<Span>,
    /// Each condition.
    pub conditions: Vec<Span>,
    /// The value of `cases:`, if there is one.
    pub cases: Option<Span>,
    /// The value of `goals:`, if there is one.
    pub goals: Option<Span>,
}

impl PuzzleFile {
    /// The same puzzle on another board and with other pieces ([`Puzzle::rebased`]), without cases
    /// and goals.
    pub(super) fn rebased(&self, board: Board, pieces: Pieces) -> Result<Self, Homeless> {
        let PuzzleOnBoard {
            puzzle,
            restrictions,
        } = self.puzzle.rebased(board, pieces.pieces)?;
        let restrictions = restrictions.into_iter();
        Ok(Self {
            puzzle,
            cases: Vec::new(),
            goals: Vec::new(),
            // It is about the pieces of the file.
            design: DesignRequest::default(),
            // It names items of the file's own puzzle.
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
