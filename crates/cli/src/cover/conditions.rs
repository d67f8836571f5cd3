//! Conditions in the exact cover problem: constraints if items can express them, otherwise a
//! filter.
//!
//! | condition | items |
//! | --- | --- |
//! | `FaultFree` | for each line of the board a primary item, covered at least once: by each option that crosses the line |
//! | `NoCrossroads` | for each corner where four required cells meet a primary item, covered at least once: by each option that has two of the cells |
//! | `Maximal` | for each placement on optional cells a primary item, covered at least once: by each option that has one of the cells, see `maximal` |
//! | `Apart` | for each class of pieces and each pair of touching cells a secondary item: covered by each option of the class that has exactly one of the two cells |
//! | `Matching` | for each pair of touching cells a secondary item: covered by each option that has exactly one of the two cells, if this cell has a colour; the item gets that colour |
//! | `Differing`, `Meeting` | for each pair of touching cells and each class of colours two secondary items, see `MeetingItems` |
//!
//! The items of `Apart` are equivalent to the condition. An option covers the item of a pair if it
//! has exactly one cell of the pair. If two pieces of a class touch, each has one cell of some
//! pair, so both cover its item. Conversely, if two options that do not overlap cover the same
//! item, each has one cell of the pair, so they touch.
//!
//! At corners where more than four cells meet, or where one of four may stay empty, `NoCrossroads` is a filter: it
//! counts the pieces of each solution there. `Colorable` is a filter that colours each solution.
//! `Symmetric` is neither: a search over orbits of placements finds only symmetric solutions.

mod constraint;
mod constraints;
mod filter;
mod maximal;
mod parts;

use std::collections::BTreeSet;

use tilewright_geometry::{Board, BoardCell, BoardCorner};

pub(crate) use constraint::FutureOption;
pub(crate) use constraint::{Constraint, ConstraintId};
pub(crate) use constraints::{Constraints, CoveredItem};
pub(crate) use filter::ConditionFilter;
pub(super) use maximal::limited;
pub(super) use parts::likeness;

use crate::puzzle::{Condition, Puzzle};

/// How a condition is enforced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Means {
    /// By items of the exact cover problem, which every engine handles.
    Constraint,
    /// By a test of each solution that the search finds.
    Filter,
    /// By a search over orbits of placements.
    Orbits,
    /// By items where they can express the condition, and elsewhere by a test of each solution.
    Both,
}

impl Means {
    /// How a condition of a puzzle is enforced.
    ///
    /// Cost: for `NoCrossroads`, that of [`Board::corners`]; constant for the others.
    pub(crate) fn of(puzzle: &Puzzle, condition: &Condition) -> Self {
        match condition {
            Condition::Maximal if maximal::needs_filter(puzzle) => Self::Both,
            Condition::FaultFree
            | Condition::Maximal
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

    /// How conditions are enforced, as a short text: `by constraints`.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Self::Constraint => "by constraints",
            Self::Filter => "by a filter at the leaves",
            Self::Orbits => "by a search over orbits of placements",
            Self::Both => "by constraints, and by a filter at the leaves where they don't say it",
        }
    }

    /// How conditions are enforced, in one to three words for machine-readable output:
    /// `constraint`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Constraint => "constraint",
            Self::Filter => "filter",
            Self::Orbits => "orbits",
            Self::Both => "constraint and filter",
        }
    }
}

/// The corners of a board at which four pieces could meet. The first list has the corners at which
/// items can prevent that. At those in the second list, solutions must be tested.
fn crossroads(board: &Board) -> (Vec<BoardCorner>, Vec<BoardCorner>) {
    let corners = board.corners().into_iter();
    corners
        .filter(|corner| corner.cells.len() > 3)
        .partition(|corner| {
            corner.cells.len() == 4 && corner.cells.iter().all(|cell| board.is_required(*cell))
        })
}

/// The pairs of touching cells of a board, the lesser cell first, sorted. With `corners`, cells that share only a
/// corner touch, too.
fn touching(board: &Board, corners: bool) -> Vec<[BoardCell; 2]> {
    let lattice = board.lattice();
    let mut pairs = BTreeSet::new();
    for cell in board.indices() {
        let neighbours = lattice.neighbours(board.cell(cell));
        // On a board that wraps around after one step, a cell is its own neighbour.
        let others = neighbours.filter_map(|next| board.index_of(next));
        for next in others.filter(|next| *next != cell) {
            pairs.insert([cell.min(next), cell.max(next)]);
        }
    }
    if corners {
        for corner in board.corners() {
            for (at, &one) in corner.cells.iter().enumerate() {
                // The cells of a corner are in the board's order, so the lesser cell is first.
                pairs.extend(corner.cells[at + 1..].iter().map(|&other| [one, other]));
            }
        }
    }
    pairs.into_iter().collect()
}
