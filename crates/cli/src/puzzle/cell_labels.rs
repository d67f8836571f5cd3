//! What is written on cells, as the months and days of a calendar.

use std::collections::BTreeMap;

use tilewright_geometry::{Board, Cell};

use crate::support::label::Label;

/// How far beyond the bounds of a board, in cells, something may be written.
pub const MAX_LABEL_DISTANCE: i32 = 16;

/// What is written on cells: those of the board, and others about it, as those that a goal leaves
/// open, at most [`MAX_LABEL_DISTANCE`] beyond its bounds.
///
/// It changes nothing about the solutions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CellLabels {
    by_cell: BTreeMap<Cell, Label>,
}

impl CellLabels {
    /// Whether nothing is written on any cell.
    pub fn is_empty(&self) -> bool {
        self.by_cell.is_empty()
    }

    /// What is written on a cell.
    pub fn get(&self, cell: Cell) -> Option<&Label> {
        self.by_cell.get(&cell)
    }

    /// Writes on a cell, over what was there.
    pub fn insert(&mut self, cell: Cell, label: Label) {
        self.by_cell.insert(cell, label);
    }

    /// The cells, in their order, with what is written on them.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &Label)> {
        self.by_cell.iter().map(|(cell, label)| (*cell, label))
    }

    /// Those that may be written about a board.
    pub(super) fn about(&self, board: &Board) -> Self {
        let within = self.iter().filter(|(cell, _)| is_about(board, *cell));
        Self {
            by_cell: within.map(|(cell, label)| (cell, label.clone())).collect(),
        }
    }
}

/// Whether something may be written on a cell about a board.
pub(super) fn is_about(board: &Board, cell: Cell) -> bool {
    is_within(board, cell, MAX_LABEL_DISTANCE)
}

/// Whether a cell lies within the bounds of a board, or no further beyond them than a distance.
pub(crate) fn is_within(board: &Board, cell: Cell, beyond: i32) -> bool {
    let (low, high) = board.bounding_box();
    let (at, _) = board.lattice().offset_and_kind(cell);
    let is_between = |low: i32, at: i32, high: i32| {
        (low.saturating_sub(beyond)..=high.saturating_add(beyond)).contains(&at)
    };
    is_between(low.x, at.x, high.x)
        && is_between(low.y, at.y, high.y)
        && is_between(low.z, at.z, high.z)
}

impl FromIterator<(Cell, Label)> for CellLabels {
    fn from_iter<I: IntoIterator<Item = (Cell, Label)>>(labels: I) -> Self {
        Self {
            by_cell: labels.into_iter().collect(),
        }
    }
}
