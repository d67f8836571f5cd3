//! Reads the parts of goals that an editor shows, without checking them against the board and the pieces.

use tilewright_geometry::{Cell, Lattice};

use super::super::node::{Node, Raw, Reader};
use super::super::shapes::read_solid_shape;
use super::file::GoalFile;
use super::labels::labelled_cells;
use crate::support::label::Label;

/// An entry of `goals:`. Parts that it does not have, or that cannot be read, are empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalSketch {
    /// The kind of the entry: `Goal`, `Each`, `Holes` …
    pub kind: String,
    /// The name of a `Goal`; empty for other kinds.
    pub name: String,
    /// The cells that a `Goal` leaves open.
    pub open: Vec<Cell>,
    /// The labels whose goals an `Each` leaves out.
    pub except: Vec<String>,
    /// The number of groups that an `Each` lists itself, in place of those of `labels:`.
    pub groups: usize,
    /// The number of cells that `Holes` leaves open.
    pub holes: i64,
}

/// Reads an entry of `goals:`; the kind is empty if the value is not such an entry.
pub(in crate::puzzle::read) fn sketch_goal<'s>(
    reader: Reader<'s>,
    lattice: Lattice,
    node: Node<'s>,
) -> GoalSketch {
    let kind = node.text().split('(').next().unwrap_or_default().trim();
    let mut sketch = GoalSketch {
        kind: kind.to_owned(),
        name: String::new(),
        open: Vec::new(),
        except: Vec::new(),
        groups: 0,
        holes: 0,
    };
    match node.read::<GoalFile<'s>>() {
        Ok(GoalFile::Goal { name, open, .. }) => {
            sketch.name = reader.read_raw(name).unwrap_or_default();
            let open = open.map(|raw| reader.node(raw));
            let open = open.and_then(|open| read_solid_shape(reader, lattice, open).ok());
            sketch.open = open.unwrap_or_default();
        }
        Ok(GoalFile::Each { of, except, .. }) => {
            let except = except.and_then(|raw| reader.read_raw::<Vec<String>>(raw).ok());
            sketch.except = except.unwrap_or_default();
            sketch.groups = of.map_or(0, |of| of.len());
        }
        Ok(GoalFile::Holes { count, .. }) => {
            sketch.holes = reader.read_raw(count).unwrap_or_default();
        }
        Ok(_) => {}
        Err(_) => sketch.kind.clear(),
    }
    sketch
}

/// Reads the groups of `labels:`; `None` if any of them cannot be read.
pub(in crate::puzzle::read) fn sketch_labels<'s>(
    reader: Reader<'s>,
    lattice: Lattice,
    list: Raw<'s>,
) -> Option<Vec<Vec<(Cell, Label)>>> {
    let groups: Vec<Raw<'s>> = reader.read_raw(list).ok()?;
    let group = |raw| {
        let cells = labelled_cells(reader, lattice, reader.node(raw)).ok()?;
        Some(cells.into_iter().map(|at| (at.cell, at.label)).collect())
    };
    groups.into_iter().map(group).collect()
}
