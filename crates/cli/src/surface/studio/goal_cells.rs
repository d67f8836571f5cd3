//! The cells of the goal that a page shows.

use serde::Serialize;
use tilewright_geometry::{Board, BoardCell, Cell};

use super::canvas::Canvas;
use crate::puzzle::{Change, PuzzleFile};

/// The cells of a goal on the canvas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GoalCells {
    /// The cells of the file's board that the goal leaves open, as indices on the canvas.
    pub open: Vec<usize>,
    /// The goal's own board. For each cell of the canvas: 0 if it is not on the board, 1 if it must be covered, 2
    /// if it may stay empty. `None` if the goal only leaves cells open.
    pub marks: Option<Vec<u16>>,
}

impl GoalCells {
    /// The cells of the goal with this name. `None` if there is no such goal, or if it is on another lattice.
    ///
    /// Cost: linear in the goals and in the cells of the canvas.
    pub(super) fn new(file: &PuzzleFile, name: &str, canvas: &Canvas) -> Option<Self> {
        let own = match GoalBoard::of(file, name)? {
            GoalBoard::Own(own) => own,
            GoalBoard::Open(cells) => {
                let board = &file.puzzle.board;
                let open = cells.iter();
                let open = open.filter_map(|cell| canvas.index_of(board.cell(*cell)));
                return Some(Self {
                    open: open.collect(),
                    marks: None,
                });
            }
        };
        let mut marks = vec![0; canvas.len()];
        for cell in own.indices() {
            if let Some(at) = canvas.index_of(own.cell(cell)) {
                marks[at] = if own.is_required(cell) { 1 } else { 2 };
            }
        }
        Some(Self {
            open: Vec::new(),
            marks: Some(marks),
        })
    }

    /// The cells of the goal's own board. Empty if the goal has no board of its own, or has one on another
    /// lattice.
    pub(super) fn own_cells(file: &PuzzleFile, name: &str) -> Vec<Cell> {
        match GoalBoard::of(file, name) {
            Some(GoalBoard::Own(board)) => board.cells().to_vec(),
            _ => Vec::new(),
        }
    }
}

/// How a goal gets its board.
enum GoalBoard<'a> {
    /// The file's board without these cells.
    Open(Vec<BoardCell>),
    /// Another board on the file's lattice.
    Own(&'a Board),
}

impl<'a> GoalBoard<'a> {
    fn of(file: &'a PuzzleFile, name: &str) -> Option<Self> {
        let goal = file.goals.iter().find(|goal| goal.name == name)?;
        match &goal.change {
            Change::Open(cells) => Some(Self::Open(cells.clone())),
            Change::Board(board) => Some(Self::Own(board)),
            Change::Puzzle(own) if own.puzzle.lattice != file.puzzle.lattice => None,
            // The goal's entry has no board, so the board is the file's, perhaps without some cells.
            Change::Puzzle(own) if own.spans.board == file.spans.board => {
                let board = &file.puzzle.board;
                let left = &own.puzzle.board;
                let is_open = |cell: &BoardCell| left.index_of(board.cell(*cell)).is_none();
                Some(Self::Open(board.indices().filter(is_open).collect()))
            }
            Change::Puzzle(own) => Some(Self::Own(&own.puzzle.board)),
        }
    }
}
