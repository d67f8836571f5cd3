//! Goals that leave cells of one board open. If there are thousands of them, pages and packs contain the
//! board and the places of the pieces once, and for each goal its name and its open cells. The program
//! that reads them derives the rest, including solutions, when a player opens a goal.

use crate::puzzle::{Change, Goal, PuzzleFile, Tray};
use crate::support::label::Label;

/// Up to this number of goals, each goal of a page or pack has its own board and solutions.
pub(crate) const MAX_OWN_BOARDS: usize = 1_000;

/// A goal that leaves cells open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenGoal {
    /// The goal's name.
    pub name: Label,
    /// The indices of the open cells on the board of the file's puzzle, ascending.
    pub cells: Vec<usize>,
}

impl OpenGoal {
    /// The goals of a file, in order. `None` if a goal does more than leave cells open, or if the search
    /// in the script of a page does not support the puzzle. The search requires a flat board that does not
    /// wrap around, and a puzzle without givens and conditions.
    pub fn all_of(file: &PuzzleFile) -> Option<Vec<Self>> {
        let puzzle = &file.puzzle;
        let (low, high) = puzzle.board.bounding_box();
        let is_plain = puzzle.givens.is_empty()
            && puzzle.conditions.is_empty()
            && puzzle.board.seams().is_empty()
            && (low.z == high.z || puzzle.tray != Tray::Flat);
        if !is_plain || file.goals.is_empty() {
            return None;
        }
        let open = |goal: &Goal| match &goal.change {
            Change::Open(cells) => {
                let mut cells: Vec<usize> = cells.iter().map(|cell| cell.index()).collect();
                cells.sort_unstable();
                let name = goal.name.clone();
                Some(Self { name, cells })
            }
            _ => None,
        };
        file.goals.iter().map(open).collect()
    }
}
