//! What is written on cells, as the months and days of a calendar.

use std::collections::BTreeMap;

use tilewright_geometry::{Board, Cell};

use crate::support::label::Label;

/// What is written on cells: those of the board, and others within the bounds of the board, as
/// those that a goal leaves open.
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

    /// Those within the bounds of a board.
    pub(super) fn within(&self, board: &Board) -> Self {
        let within = self.iter().filter(|(cell, _)| is_within(board, *cell));
        Self {
            by_cell: within.map(|(cell, label)| (cell, label.clone())).collect(),
        }
    }
}

/// Whether a cell lies within the bounds of a board.
pub(super) fn is_within(board: &Board, cell: Cell) -> bool {
    let (low, high) = board.bounding_box();
    let (at, _) = board.lattice().offset_and_kind(cell);
    (low.x..=high.x).contains(&at.x)
        && (low.y..=high.y).contains(&at.y)
        && (low.z..=high.z).contains(&at.z)
}

impl FromIterator<(Cell, Label)> for CellLabels {
    fn from_iter<I: IntoIterator<Item = (Cell, Label)>>(labels: I) -> Self {
        Self {
            by_cell: labels.into_iter().collect(),
        }
    }
}
