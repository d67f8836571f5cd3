//! The order of the cells among the items of the exact cover problem.
//!
//! It changes no count of solutions. But the search takes the leftmost of the
//! items with fewest options, so nodes and updates depend on it, and published
//! numbers were found in the order of their author.

use std::cmp::Reverse;

use tilewright_geometry::{Cell, Lattice};

use super::diagnostic::Diagnostic;
use super::node::{Node, Raw, Reader};

/// Coordinates to sort cells by, the first one first; cells alike in them stay
/// in reading order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CellOrder(Vec<SortKey>);

/// A coordinate, by its place in the lattice's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SortKey {
    coordinate: usize,
    descending: bool,
}

impl CellOrder {
    /// Sorts what stands for cells, which are in reading order.
    pub fn sort<T>(&self, lattice: Lattice, items: &mut [T], cell: impl Fn(&T) -> Cell) {
        for key in self.0.iter().rev() {
            let value = |item: &T| lattice.coordinates(cell(item)).get(key.coordinate).copied();
            if key.descending {
                items.sort_by_key(|item| Reverse(value(item)));
            } else {
                items.sort_by_key(value);
            }
        }
    }
}

/// The names of the lattice's coordinates, in their order.
fn names(lattice: Lattice) -> &'static [&'static str] {
    match lattice {
        Lattice::Square => &["x", "y"],
        Lattice::Triangle => &["x", "y", "t"],
        Lattice::Stick => &["x", "y", "d"],
        Lattice::Cube => &["x", "y", "z"],
    }
}

/// Reads the value of `order:`.
pub(super) fn read_order(
    reader: Reader<'_>,
    lattice: Lattice,
    list: Node<'_>,
) -> Result<CellOrder, Diagnostic> {
    let names = names(lattice);
    let mut keys: Vec<SortKey> = Vec::new();
    for raw in list.read::<Vec<Raw<'_>>>()? {
        let node = reader.node(raw);
        let text: String = node.read()?;
        let name = text.strip_prefix('-').unwrap_or(&text);
        let wrong = |message: String| {
            Err(Diagnostic::error(message, node.span(), "").help(format!(
                "the coordinates of the {lattice} lattice are {}; \"-x\" sorts from the \
                 greatest x to the least",
                names.join(", ")
            )))
        };
        let Some(coordinate) = names.iter().position(|known| *known == name) else {
            return wrong(format!(
                "{text:?} is no coordinate of the {lattice} lattice"
            ));
        };
        if keys.iter().any(|key| key.coordinate == coordinate) {
            return wrong(format!("the cells are sorted by {name} already"));
        }
        keys.push(SortKey {
            coordinate,
            descending: text.starts_with('-'),
        });
    }
    Ok(CellOrder(keys))
}
