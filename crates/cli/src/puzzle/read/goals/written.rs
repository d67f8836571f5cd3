//! The labels of cells, merged from `labels:` and from goals.

use std::collections::HashMap;

use tilewright_geometry::Cell;

use super::super::diagnostic::Diagnostic;
use super::super::span::Span;
use super::labels::LabelledCell;
use crate::puzzle::CellLabels;
use crate::puzzle::model::Puzzle;

/// The labels of cells, with the position of each in the file.
pub(super) struct MergedLabels {
    pub(super) labels: CellLabels,
    spans: HashMap<Cell, Span>,
}

impl MergedLabels {
    /// The labels of the field `labels:`, whose position in the file is `span`. Labels of goals can be added.
    pub(super) fn new(labels: &CellLabels, span: Option<Span>) -> Self {
        let cells = labels.iter().map(|(cell, _)| cell);
        Self {
            spans: cells.filter_map(|cell| Some((cell, span?))).collect(),
            labels: labels.clone(),
        }
    }

    /// Adds a label. A different label on the same cell is an error.
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
        Err(error.help("a cell has one label: use the same for both"))
    }
}
