//! The cells of the goal that a page shows.

use serde::Serialize;
use tilewright_geometry::{Board, Cell};

use super::canvas::Canvas;
use crate::puzzle::{Change, PuzzleFile};

/// The cells of a goal on the canvas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GoalCells {
    /// The cells of the file's board that the goal leaves open, as indices on the canvas.
    pub open: Vec<usize>,
    /// The goal's own board: by cell of the canvas 0 if it is not on the board, 1 if it must be covered, 2 if
    /// it may stay empty. `None` if the goal only leaves cells open.
    pub marks: Option<Vec<u16>>,
}

impl GoalCells {
    /// The cells of the goal with this name. `None` if there is no such goal, or if it is on another lattice.
    ///
    /// Cost: linear in the goals and in the cells of the canvas.
    pub(super) fn new(file: &PuzzleFile, name: &str, canvas: &Canvas) -> Option<Self> {
        let goal = file.goals.iter().find(|goal| goal.name == name)?;
        if let Change::Open(cells) = &goal.change {
            let board = &file.puzzle.board;
            let open = cells
                .iter()
                .filter_map(|cell| canvas.index_of(board.cell(*cell)));
            return Some(Self {
                open: open.collect(),
                marks: None,
            });
        }
        let board = own_board(file, name)?;
        let mut marks = vec![0; canvas.len()];
        for cell in board.indices() {
            if let Some(at) = canvas.index_of(board.cell(cell)) {
                marks[at] = if board.is_required(cell) { 1 } else { 2 };
            }
        }
        Some(Self {
            open: Vec::new(),
            marks: Some(marks),
        })
    }

    /// The cells of the goal's own board; none if it has no board of its own on the file's lattice.
    pub(super) fn own_cells(file: &PuzzleFile, name: &str) -> Vec<Cell> {
        let board = own_board(file, name);
        board.map_or_else(Vec::new, |board| board.cells().to_vec())
    }
}

/// The goal's own board, if it is on the file's lattice.
fn own_board<'a>(file: &'a PuzzleFile, name: &str) -> Option<&'a Board> {
    let goal = file.goals.iter().find(|goal| goal.name == name)?;
    match &goal.change {
        Change::Board(board) => Some(board),
        Change::Puzzle(own) if own.puzzle.lattice == file.puzzle.lattice => Some(&own.puzzle.board),
        Change::Open(_) | Change::Puzzle(_) => None,
    }
}
