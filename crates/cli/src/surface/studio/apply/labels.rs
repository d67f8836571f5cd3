//! The text of a puzzle after an edit of the labels of its cells.

use tilewright_geometry::Cell;

use crate::puzzle::{Sketch, label_group};
use crate::support::label::Label;
use crate::surface::studio::edit::{CellLabel, Refusal};
use crate::surface::studio::fields::with_entries;

/// The text with labels on cells, which are added to a group, or form a new one. An empty label
/// removes the cell's label. Only the groups that change are rewritten.
pub(super) fn labelled(
    sketch: &Sketch,
    text: &str,
    group: Option<usize>,
    labels: &[CellLabel],
) -> Result<String, Refusal> {
    let lattice = sketch.lattice;
    let old = sketch.labels.as_ref().ok_or(Refusal::NoLabels)?;
    if group.is_some_and(|group| group >= old.len()) {
        return Err(Refusal::NoGroup);
    }
    let mut groups: Vec<Vec<(Cell, Label)>> = old.clone();
    groups.push(Vec::new());
    let target = group.unwrap_or(old.len());
    for (cell, text) in labels {
        let cell = lattice.cell(cell).map_err(|_| Refusal::NoCell)?;
        let label = Label::new(text).map_err(|error| Refusal::Unprintable(error.to_string()))?;
        let is_removed = label.trim().is_empty();
        let mut is_there = false;
        for (at, group) in groups.iter_mut().enumerate() {
            if at == target && !is_removed {
                for (_, old) in group.iter_mut().filter(|(there, _)| *there == cell) {
                    *old = label.clone();
                    is_there = true;
                }
            } else {
                group.retain(|(there, _)| *there != cell);
            }
        }
        if !is_there && !is_removed {
            groups[target].push((cell, label));
        }
    }
    let written = |group: &Vec<(Cell, Label)>| match &group[..] {
        [] => String::new(),
        group => label_group(lattice, group),
    };
    let further = groups.pop().unwrap_or_default();
    let changed = groups.iter().zip(old).enumerate();
    let changed = changed.filter(|(_, (new, old))| new != old);
    let replaced: Vec<(usize, String)> = changed.map(|(at, (new, _))| (at, written(new))).collect();
    if replaced.is_empty() && further.is_empty() {
        return Ok(text.to_owned());
    }
    with_entries(text, "labels", &replaced, &written(&further)).ok_or(Refusal::Broken)
}
