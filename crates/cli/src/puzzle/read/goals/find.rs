//! The goals of a file by name, and their puzzles.

use std::collections::HashSet;

use tilewright_geometry::{Board, BoardCell};

use super::super::diagnostic::{Diagnostic, suggestion};
use super::super::pieces::PieceList;
use super::super::puzzle_file::{Change, Goal, PuzzleFile};
use crate::support::label::Label;

impl PuzzleFile {
    /// The puzzle of a goal: with the goal's name in the title, its expected numbers, and no goals.
    ///
    /// Cost: linear in the cells and pieces.
    ///
    /// # Panics
    ///
    /// If the goal is from another file and leaves open a cell that a given of this file covers.
    #[must_use]
    pub fn with_goal(&self, goal: &Goal) -> Self {
        let mut file = match &goal.change {
            Change::Puzzle(file) => file.as_ref().clone(),
            Change::Board(board) => self.on_board(Some(board.as_ref().clone())),
            Change::Open(open) => self.on_board(without(&self.puzzle.board, open)),
        };
        file.puzzle.title = Label::escaping(&format!("{}: {}", self.puzzle.title, goal.name));
        file.expect = goal.expect;
        file
    }

    /// The file's puzzle with the same pieces on the board of a goal.
    #[expect(clippy::expect_used, reason = "an invariant of the goals read")]
    fn on_board(&self, board: Option<Board>) -> Self {
        let pieces = PieceList {
            pieces: self.puzzle.pieces.clone(),
            spans: self.spans.piece.clone(),
        };
        board
            .and_then(|board| self.rebased(board, pieces).ok())
            .expect("invariant: what cannot be left open is refused when a file is read")
    }

    /// The goal with this name.
    ///
    /// # Errors
    ///
    /// A [`Diagnostic`] that lists the goals, if no goal has this name.
    pub fn goal(&self, name: &str) -> Result<&Goal, Box<Diagnostic>> {
        if let Some(goal) = self.goals.iter().find(|goal| goal.name == name) {
            return Ok(goal);
        }
        let message = format!("no goal is named {name:?}");
        Err(Box::new(match self.spans.goals {
            None => Diagnostic::error(
                format!("{message}: this puzzle has no goals"),
                self.spans.pieces,
                "",
            )
            .help("goals are written `goals: [Goal(name: \"…\", open: …)]`"),
            Some(place) => {
                let near = suggestion(name, self.goals.iter().map(|goal| goal.name.as_str()));
                Diagnostic::error(message, place, "").help(format!("{near}{}", self.goals_are()))
            }
        }))
    }

    /// The error that a goal must be named; `None` if the file has no goals.
    pub(in crate::puzzle::read) fn no_goal_named(&self) -> Option<Diagnostic> {
        let (place, first) = (self.spans.goals?, self.goals.first()?);
        let goals = self.goals_are();
        Some(
            Diagnostic::error(
                "this file has several puzzles, and none is named",
                place,
                "",
            )
            .help(format!(
                "name a goal, as in `--goal {:?}`; {goals}",
                first.name
            )),
        )
    }

    fn goals_are(&self) -> String {
        const SHOWN: usize = 8;
        let names = self.goals.iter().take(SHOWN);
        let names: Vec<String> = names.map(|goal| format!("{:?}", goal.name)).collect();
        let more = match self.goals.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("the goals are {}{more}", names.join(", "))
    }
}

/// A board without some of its cells; `None` if no cells remain.
pub(super) fn without(board: &Board, open: &[BoardCell]) -> Option<Board> {
    let open: HashSet<BoardCell> = open.iter().copied().collect();
    let left = |required: bool| {
        let open = &open;
        board
            .indices()
            .filter(move |cell| board.is_required(*cell) == required && !open.contains(cell))
            .map(|cell| board.cell(cell))
    };
    board.with_cells(left(true), left(false)).ok()
}
