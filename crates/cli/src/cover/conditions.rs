//! Conditions in the exact cover problem: constraints where items can say them, else a filter.
//!
//! | condition | items |
//! | --- | --- |
//! | `FaultFree` | for each line of the board a primary item, covered once or more: by each option that crosses it |
//! | `NoCrossroads` | for each corner where four required cells meet a primary item, covered once or more: by each option that has two of them |
//! | `Apart` | for each class of pieces that are alike and each pair of touching cells a secondary item: covered by each option of the class that has one of the two cells and not the other |
//! | `Matching` | for each pair of touching cells a secondary item: covered by each option that has one of the two cells, coloured, and not the other, and given the colour of its cell |
//!
//! Two pieces of a class that touch have some pair of cells between them, one on each side; and an option
//! that covers the item of a pair has one of its cells, so two options that do and don't overlap have one
//! each: they touch. So the items of `Apart` say just what it asks.
//!
//! Where more than four cells meet, or one of four may stay empty, `NoCrossroads` counts the pieces of each
//! solution, and so does `Colorable` try its colours: these are filters.

mod constraint;
mod constraints;
mod filter;
mod parts;

use std::collections::BTreeSet;

use tilewright_geometry::{Board, BoardCell, BoardCorner};

pub(crate) use constraint::Laid;
pub use constraint::{Constraint, ConstraintId, MeetingRule};
pub(crate) use constraints::{Constraints, Covered};
pub use filter::LeafFilter;
pub(super) use parts::likeness;

use crate::puzzle::{Condition, Puzzle};

/// How a condition is kept to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Means {
    /// By items of the exact cover problem: every engine does.
    Constraint,
    /// By a look at each solution that the search finds.
    Filter,
    /// By a search over orbits of placements.
    Orbits,
    /// By items in some places, in others by a look at each solution.
    Both,
}

impl Means {
    /// How a condition of a puzzle is kept to.
    ///
    /// Cost: for `NoCrossroads`, that of [`Board::corners`]; constant for the others.
    pub fn of(puzzle: &Puzzle, condition: &Condition) -> Self {
        match condition {
            Condition::FaultFree
            | Condition::Apart { .. }
            | Condition::Matching
            | Condition::Differing
            | Condition::Meeting { .. } => Self::Constraint,
            Condition::Colorable { .. } => Self::Filter,
            Condition::Symmetric { .. } => Self::Orbits,
            Condition::NoCrossroads => {
                let (by_items, by_look) = crossroads(&puzzle.board);
                match (by_items.is_empty(), by_look.is_empty()) {
                    (_, true) => Self::Constraint,
                    (true, false) => Self::Filter,
                    (false, false) => Self::Both,
                }
            }
        }
    }

    /// In a few words: `by constraints`.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Constraint => "by constraints",
            Self::Filter => "by a filter at the leaves",
            Self::Orbits => "by a search over orbits of placements",
            Self::Both => "by constraints, and by a filter at the leaves where they don't say it",
        }
    }

    /// The same in a word, for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Constraint => "constraint",
            Self::Filter => "filter",
            Self::Orbits => "orbits",
            Self::Both => "constraint and filter",
        }
    }
}

/// The corners of a board at which four pieces could meet: those where items say that they don't, and the
/// others.
fn crossroads(board: &Board) -> (Vec<BoardCorner>, Vec<BoardCorner>) {
    let corners = board.corners().into_iter();
    corners
        .filter(|corner| corner.cells.len() > 3)
        .partition(|corner| {
            corner.cells.len() == 4 && corner.cells.iter().all(|cell| board.is_required(*cell))
        })
}

/// The pairs of cells of a board that touch, the lesser cell first, in order.
fn touching(board: &Board, corners: bool) -> Vec<[BoardCell; 2]> {
    let lattice = board.lattice();
    let mut pairs = BTreeSet::new();
    for cell in board.indices() {
        let neighbours = lattice.neighbours(board.cell(cell));
        // Once around a board a cell may be its own neighbour.
        let others = neighbours.filter_map(|next| board.index_of(next));
        for next in others.filter(|next| *next != cell) {
            pairs.insert([cell.min(next), cell.max(next)]);
        }
    }
    if corners {
        for corner in board.corners() {
            for (at, &one) in corner.cells.iter().enumerate() {
                // Cells of a corner stand in the board's order.
                pairs.extend(corner.cells[at + 1..].iter().map(|&other| [one, other]));
            }
        }
    }
    pairs.into_iter().collect()
}
