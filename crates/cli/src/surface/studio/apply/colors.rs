//! The text of a puzzle after an edit of the colours that its cells require.

use crate::puzzle::{Sketch, shape};
use crate::surface::studio::cell_lists::cells_of;
use crate::surface::studio::edit::Refusal;
use crate::surface::studio::fields::{entries_of, with_entries, without_field};
use tilewright_geometry::{Cell, Mark};

/// The text after an edit that makes cells require `color`; if it is empty, the cells require no
/// colour. Each colour has one entry of `restrict:`; the other entries stay.
pub(super) fn colored(
    sketch: &Sketch,
    text: &str,
    cells: &[Vec<i64>],
    color: &str,
) -> Result<String, Refusal> {
    let mut cells: Vec<Cell> = cells_of(sketch.lattice, cells)?;
    let written = |color: &str, cells: &[Cell]| {
        let cells: Vec<(Cell, Mark)> = cells.iter().map(|cell| (*cell, Mark::Required)).collect();
        let cells = shape(sketch.lattice, &cells);
        format!("Colored(color: {color:?}, cells: {cells})")
    };
    let mut replaced = Vec::new();
    let mut is_there = color.is_empty();
    for (entry, of, old) in &sketch.colored {
        let mut new: Vec<Cell> = old
            .iter()
            .copied()
            .filter(|cell| !cells.contains(cell))
            .collect();
        if *of == color && !is_there {
            new.extend(&cells);
            new.sort_unstable();
            is_there = true;
        }
        if new != *old {
            let new = if new.is_empty() {
                String::new()
            } else {
                written(of, &new)
            };
            replaced.push((*entry, new));
        }
    }
    cells.sort_unstable();
    cells.dedup();
    let further = if is_there || cells.is_empty() {
        String::new()
    } else {
        written(color, &cells)
    };
    if replaced.is_empty() && further.is_empty() {
        return Ok(text.to_owned());
    }
    let entries = entries_of(text, "restrict").map_or(0, |entries| entries.len());
    let are_removed = replaced.iter().all(|(_, entry)| entry.is_empty());
    if further.is_empty() && are_removed && replaced.len() == entries {
        return without_field(text, "restrict").ok_or(Refusal::Broken);
    }
    with_entries(text, "restrict", &replaced, &further).ok_or(Refusal::Broken)
}
