//! Reads groups of labelled cells.

use std::collections::BTreeMap;

use tilewright_geometry::{Cell, Lattice};

use super::super::diagnostic::Diagnostic;
use super::super::node::{Node, Raw, Reader};
use super::super::puzzle_file::PuzzleFile;
use super::super::shapes::read_cell;
use super::super::span::Span;
use super::entry::GoalEntry;
use super::file::GroupFile;
use crate::puzzle::CellLabels;
use crate::puzzle::cell_labels::{MAX_LABEL_DISTANCE, is_about};
use crate::support::label::Label;

/// The texts, in a row of labels, for a cell without a label.
const NO_LABEL: [&str; 2] = ["-", "."];

pub(super) struct LabelledCell {
    pub(super) label: Label,
    pub(super) cell: Cell,
    pub(super) span: Span,
}

pub(super) type LabelGroup = Vec<LabelledCell>;

/// Reads groups of distinct cells of the board that no given covers.
pub(super) fn read_groups<'s>(
    entry: GoalEntry<'_, 's>,
    nodes: &[Node<'s>],
) -> Result<Vec<LabelGroup>, Diagnostic> {
    groups(entry, nodes, true)
}

/// Reads the labels of cells: the value of `labels:`.
pub(in crate::puzzle::read) fn read_labels<'s>(
    reader: Reader<'s>,
    file: &PuzzleFile,
    node: Node<'s>,
) -> Result<CellLabels, Diagnostic> {
    let entry = GoalEntry {
        reader,
        file,
        puzzle: &file.puzzle,
        node,
        table: 0,
    };
    let nodes: Vec<Raw<'s>> = node.read()?;
    let nodes: Vec<Node<'s>> = nodes.into_iter().map(|raw| reader.node(raw)).collect();
    let mut labels = CellLabels::default();
    for LabelledCell { label, cell, .. } in groups(entry, &nodes, false)?.into_iter().flatten() {
        labels.insert(cell, label);
    }
    Ok(labels)
}

fn groups<'s>(
    entry: GoalEntry<'_, 's>,
    nodes: &[Node<'s>],
    stay_open: bool,
) -> Result<Vec<LabelGroup>, Diagnostic> {
    let mut reading = LabelReader {
        entry,
        seen: BTreeMap::new(),
        stay_open,
    };
    nodes.iter().map(|node| reading.group(*node)).collect()
}

struct LabelReader<'a, 's> {
    entry: GoalEntry<'a, 's>,
    seen: BTreeMap<Cell, Span>,
    /// Whether the cells stay open. If so, they must be on the board, and no given may cover them.
    stay_open: bool,
}

/// Reads the labelled cells of a group, without checking them against a board.
pub(super) fn labelled_cells<'s>(
    reader: Reader<'s>,
    lattice: Lattice,
    node: Node<'s>,
) -> Result<LabelGroup, Diagnostic> {
    let mut group = Vec::new();
    match node.read::<GroupFile<'s>>()? {
        GroupFile::Rows(corner, rows) => {
            if !matches!(lattice, Lattice::Square | Lattice::Cube) {
                let message = format!("there are no rows of labels on the {lattice} lattice");
                return Err(node
                    .error(message)
                    .help("name each cell: `Cells({ \"A\": …, \"B\": … })`"));
            }
            let (x, y): (i64, i64) = reader.read_raw(corner)?;
            for (row, raw) in (0..).zip(rows) {
                let node = reader.node(raw);
                let text: String = node.read()?;
                node.label_of(&text, "a row of labels")?;
                for (column, label) in (0..).zip(text.split_whitespace()) {
                    if NO_LABEL.contains(&label) {
                        continue;
                    }
                    let at = [x.saturating_add(column), y.saturating_add(row), 0];
                    let cell = lattice.cell(&at[..lattice.arity()]);
                    group.push(LabelledCell {
                        label: Label::escaping(label),
                        cell: cell.map_err(|error| node.error(error.to_string()))?,
                        span: node.span(),
                    });
                }
            }
        }
        GroupFile::Cells(pairs) => {
            for (label, at) in pairs.0 {
                let node = reader.node(label);
                group.push(LabelledCell {
                    label: node.read_name("a labelled cell", "Oct 6")?,
                    cell: read_cell(reader, lattice, reader.node(at))?,
                    span: node.span(),
                });
            }
        }
    }
    Ok(group)
}

impl<'s> LabelReader<'_, 's> {
    fn group(&mut self, node: Node<'s>) -> Result<LabelGroup, Diagnostic> {
        let GoalEntry { reader, puzzle, .. } = self.entry;
        let mut group = Vec::new();
        for labelled in labelled_cells(reader, puzzle.lattice, node)? {
            self.check(&group, &labelled)?;
            group.push(labelled);
        }
        if group.is_empty() {
            return Err(Diagnostic::error(
                "a group needs at least one labelled cell",
                node.span(),
                "empty",
            ));
        }
        Ok(group)
    }

    /// Checks that a labelled cell may be added to a group.
    fn check(&mut self, group: &LabelGroup, labelled: &LabelledCell) -> Result<(), Diagnostic> {
        let LabelledCell { label, cell, span } = labelled;
        let (cell, span) = (*cell, *span);
        let puzzle = self.entry.puzzle;
        let on_board = puzzle.board.index_of(cell);
        let outside = |of: &str| {
            Diagnostic::error(
                format!("the cell labelled {label:?} {of} the board"),
                span,
                "outside",
            )
            .context(self.entry.file.spans.board, "the board")
        };
        if self.stay_open && on_board.is_none() {
            return Err(outside("is not a cell of"));
        }
        if !is_about(&puzzle.board, cell) {
            let far = format!("is more than {MAX_LABEL_DISTANCE} cells beyond");
            return Err(outside(&far));
        }
        if self.stay_open && group.iter().any(|other| other.label == *label) {
            return Err(Diagnostic::error(
                format!("two cells of this group are labelled {label:?}"),
                span,
                "",
            ));
        }
        let at = puzzle.lattice.coordinates(cell);
        if let Some(first) = self.seen.insert(cell, span) {
            return Err(Diagnostic::error(
                format!("the cell ({at}) is labelled twice"),
                span,
                "again here",
            )
            .context(first, "first here"));
        }
        if self.stay_open
            && let Some(given) = puzzle
                .givens
                .iter()
                .position(|g| on_board.is_some_and(|cell| g.cells.contains(&cell)))
        {
            let name = &puzzle.piece(puzzle.givens[given].piece).name;
            return Err(Diagnostic::error(
                format!("the cell ({at}) cannot stay open: the given {name} covers it"),
                span,
                "",
            )
            .context(self.entry.file.spans.givens[given], "the given"));
        }
        Ok(())
    }
}
