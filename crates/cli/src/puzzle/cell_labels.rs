//! The labels of cells, such as the months and days of a calendar.

use std::collections::BTreeMap;

use tilewright_geometry::compact::map_of;
use tilewright_geometry::{Board, Cell};

use crate::support::label::Label;

/// The largest distance of a label from the bounds of a board, in cells.
pub const MAX_LABEL_DISTANCE: i32 = 16;

/// The labels of cells on the board, and of other cells at most [`MAX_LABEL_DISTANCE`] beyond its
/// bounds. A cell that a goal removes from the board therefore keeps its label.
///
/// Labels do not change the solutions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CellLabels {
    by_cell: BTreeMap<Cell, Label>,
}

impl CellLabels {
    /// Whether no cell has a label.
    pub fn is_empty(&self) -> bool {
        self.by_cell.is_empty()
    }

    /// The text to write on a cell; `None` if it has no label.
    pub fn get(&self, cell: Cell) -> Option<&Label> {
        self.by_cell.get(&cell)
    }

    /// Sets the label of a cell, replacing any earlier one.
    pub fn insert(&mut self, cell: Cell, label: Label) {
        self.by_cell.insert(cell, label);
    }

    /// The labelled cells in order, with their labels.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &Label)> {
        self.by_cell.iter().map(|(cell, label)| (*cell, label))
    }

    /// The labels that are at most [`MAX_LABEL_DISTANCE`] cells beyond the bounds of a board.
    pub(super) fn about(&self, board: &Board) -> Self {
        let within = self.iter().filter(|(cell, _)| is_about(board, *cell));
        Self {
            by_cell: within.map(|(cell, label)| (cell, label.clone())).collect(),
        }
    }
}

/// Whether a cell may have a label on this board.
pub(super) fn is_about(board: &Board, cell: Cell) -> bool {
    is_within(board, cell, MAX_LABEL_DISTANCE)
}

/// Whether a cell lies at most `beyond` cells outside the bounds of a board.
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
            by_cell: map_of(labels),
        }
    }
}
