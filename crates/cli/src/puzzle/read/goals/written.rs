//! What is written on the cells of a puzzle, by its labels and its goals.

use std::collections::HashMap;

use tilewright_geometry::Cell;

use super::super::diagnostic::Diagnostic;
use super::super::span::Span;
use super::labels::LabelledCell;
use crate::puzzle::CellLabels;
use crate::puzzle::model::Puzzle;

/// What is written on cells by several parts of a file, and where each does.
pub(super) struct Written {
    pub(super) labels: CellLabels,
    spans: HashMap<Cell, Span>,
}

impl Written {
    /// What `labels:` says, which stands at a place if it is there.
    pub(super) fn new(labels: &CellLabels, span: Option<Span>) -> Self {
        let cells = labels.iter().map(|(cell, _)| cell);
        Self {
            spans: cells.filter_map(|cell| Some((cell, span?))).collect(),
            labels: labels.clone(),
        }
    }

    /// Writes on a cell what is not there yet, and nothing else.
    pub(super) fn write(
        &mut self,
        puzzle: &Puzzle,
        labelled: LabelledCell,
    ) -> Result<(), Diagnostic> {
        let LabelledCell { label, cell, span } = labelled;
        let Some(known) = self.labels.get(cell) else {
            self.labels.insert(cell, label);
            self.spans.insert(cell, span);
            return Ok(());
        };
        if *known == label {
            return Ok(());
        }
        let at = puzzle.lattice.coordinates(cell);
        let error = Diagnostic::error(
            format!("the cell ({at}) is labelled {known:?} and {label:?}"),
            span,
            "this one here",
        );
        let error = match self.spans.get(&cell) {
            Some(first) => error.context(*first, "the other here"),
            None => error,
        };
        Err(error.help("one label can be written on a cell: use the same for both"))
    }
}
