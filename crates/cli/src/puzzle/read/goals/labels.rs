//! Groups of labelled cells.

use std::collections::BTreeMap;

use tilewright_geometry::{Cell, Lattice};

use super::super::diagnostic::Diagnostic;
use super::super::node::{Node, Raw, Reader};
use super::super::puzzle_file::PuzzleFile;
use super::super::shapes::read_cell;
use super::super::span::Span;
use super::entry::Entry;
use super::file::GroupFile;
use crate::puzzle::CellLabels;
use crate::puzzle::cell_labels::{MAX_LABEL_DISTANCE, is_about};
use crate::support::label::Label;

/// What stands for a cell without a label.
const NO_LABEL: [&str; 2] = ["-", "."];

/// A labelled cell.
pub(super) struct LabelledCell {
    pub(super) label: Label,
    pub(super) cell: Cell,
    pub(super) span: Span,
}

/// A group of labelled cells.
pub(super) type Group = Vec<LabelledCell>;

/// Reads groups whose cells all differ and lie on the board, beside its givens.
pub(super) fn read_groups<'s>(
    entry: Entry<'_, 's>,
    nodes: &[Node<'s>],
) -> Result<Vec<Group>, Diagnostic> {
    groups(entry, nodes, true)
}

/// Reads what is written on cells: the value of `labels:`.
pub(in crate::puzzle::read) fn read_labels<'s>(
    reader: Reader<'s>,
    file: &PuzzleFile,
    node: Node<'s>,
) -> Result<CellLabels, Diagnostic> {
    let entry = Entry {
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
    entry: Entry<'_, 's>,
    nodes: &[Node<'s>],
    stay_open: bool,
) -> Result<Vec<Group>, Diagnostic> {
    let mut reading = Reading {
        entry,
        seen: BTreeMap::new(),
        stay_open,
    };
    nodes.iter().map(|node| reading.group(*node)).collect()
}

struct Reading<'a, 's> {
    entry: Entry<'a, 's>,
    seen: BTreeMap<Cell, Span>,
    /// Whether the cells are to stay open, so that no given may cover them.
    stay_open: bool,
}

impl<'s> Reading<'_, 's> {
    fn group(&mut self, node: Node<'s>) -> Result<Group, Diagnostic> {
        let Entry { reader, puzzle, .. } = self.entry;
        let mut group = Vec::new();
        match node.read::<GroupFile<'s>>()? {
            GroupFile::Rows(corner, rows) => {
                if !matches!(puzzle.lattice, Lattice::Square | Lattice::Cube) {
                    return Err(Diagnostic::error(
                        format!(
                            "there are no rows of labels on the {} lattice",
                            puzzle.lattice
                        ),
                        node.span(),
                        "",
                    )
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
                        let at = &at[..puzzle.lattice.arity()];
                        let cell = puzzle.lattice.cell(at).map_err(|error| {
                            Diagnostic::error(error.to_string(), node.span(), "")
                        })?;
                        self.add(&mut group, Label::escaping(label), cell, node)?;
                    }
                }
            }
            GroupFile::Cells(pairs) => {
                for (label, at) in pairs.0 {
                    let node = reader.node(label);
                    let label = node.read_name("a labelled cell", "Oct 6")?;
                    let cell = read_cell(reader, puzzle.lattice, reader.node(at))?;
                    self.add(&mut group, label, cell, node)?;
                }
            }
        }
        if group.is_empty() {
            return Err(Diagnostic::error(
                "a group has at least one labelled cell",
                node.span(),
                "empty",
            ));
        }
        Ok(group)
    }

    fn add(
        &mut self,
        group: &mut Group,
        label: Label,
        cell: Cell,
        node: Node<'_>,
    ) -> Result<(), Diagnostic> {
        let puzzle = self.entry.puzzle;
        let on_board = puzzle.board.index_of(cell);
        let outside = |of: &str| {
            Diagnostic::error(
                format!("the cell labelled {label:?} {of} the board"),
                node.span(),
                "outside",
            )
            .context(self.entry.file.spans.board, "the board")
        };
        if self.stay_open && on_board.is_none() {
            return Err(outside("is no cell of"));
        }
        if !is_about(&puzzle.board, cell) {
            let far = format!("is more than {MAX_LABEL_DISTANCE} cells beyond");
            return Err(outside(&far));
        }
        if self.stay_open && group.iter().any(|other| *other.label == *label) {
            return Err(Diagnostic::error(
                format!("two cells of this group are labelled {label:?}"),
                node.span(),
                "",
            ));
        }
        let at = puzzle.lattice.coordinates(cell);
        if let Some(first) = self.seen.insert(cell, node.span()) {
            return Err(Diagnostic::error(
                format!("the cell ({at}) is labelled twice"),
                node.span(),
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
                node.span(),
                "",
            )
            .context(self.entry.file.spans.givens[given], "the given"));
        }
        group.push(LabelledCell {
            label,
            cell,
            span: node.span(),
        });
        Ok(())
    }
}
