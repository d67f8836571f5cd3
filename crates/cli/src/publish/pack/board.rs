//! The board of a puzzle in a pack: its cells, their neighbours and the outlines of its layers.

use std::collections::BTreeMap;

use serde::Serialize;
use tilewright_geometry::{Cell, LatticeTable};

use super::lattice::from;
use super::millionths;
use crate::puzzle::Puzzle;
use crate::support::label::Label;

#[derive(Serialize)]
pub(super) struct BoardData {
    cells: Vec<CellData>,
    /// For each cell, the cells that share a side with it; for sticks, those that share an end.
    neighbours: Vec<Vec<usize>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outline: Vec<LayerOutline>,
    /// Labelled cells that a goal leaves open, so the board does not have them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    open: Vec<OpenCell>,
}

#[derive(Serialize)]
struct CellData {
    at: [i32; 3],
    kind: usize,
    /// The cell's coordinates, written as in puzzle files and hints.
    name: String,
    centre: [f64; 3],
    #[serde(skip_serializing_if = "is_false")]
    optional: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    /// The colours that a coloured cell of a piece may have here, as indices; `None` if all are allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    colors: Option<Vec<usize>>,
}

#[derive(Serialize)]
struct OpenCell {
    at: [i32; 3],
    kind: usize,
    centre: [f64; 3],
    label: String,
}

/// The outlines of the cells of a layer.
#[derive(Serialize, PartialEq)]
pub(super) struct LayerOutline {
    layer: i32,
    loops: Vec<Vec<[f64; 2]>>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn is_false(value: &bool) -> bool {
    !value
}

impl BoardData {
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        let (board, lattice) = (&puzzle.board, puzzle.lattice);
        let table = lattice.table();
        let known = puzzle.cell_colors();
        let allowed: BTreeMap<_, _> = puzzle.allowed_colors().into_iter().collect();
        let number = |color: &Label| known.binary_search(&color).ok();
        let cell_data = |index| {
            let cell = board.cell(index);
            let (at, kind, centre) = standing(table, cell);
            CellData {
                at,
                kind,
                name: format!("({})", lattice.coordinates(cell)),
                centre,
                optional: !board.is_required(index),
                label: puzzle.labels.get(cell).map(ToString::to_string),
                colors: allowed.get(&index).map(|colors| {
                    let colors = colors.iter();
                    colors.filter_map(|color| number(color)).collect()
                }),
            }
        };
        let near = |cell: &Cell| {
            let near = lattice.neighbours(*cell);
            let mut near: Vec<usize> = near
                .filter_map(|near| board.index_of(near))
                .map(tilewright_geometry::BoardCell::index)
                .collect();
            near.sort_unstable();
            near.dedup();
            near
        };
        let open = puzzle.labels.iter();
        let open = open.filter(|(cell, _)| board.index_of(*cell).is_none());
        let open = open.map(|(cell, label)| {
            let (at, kind, centre) = standing(table, cell);
            OpenCell {
                at,
                kind,
                centre,
                label: label.to_string(),
            }
        });
        Self {
            cells: board.indices().map(cell_data).collect(),
            neighbours: board.cells().iter().map(near).collect(),
            outline: outline(table, board.cells(), [0.0; 3]),
            open: open.collect(),
        }
    }
}

/// The vector, kind and centre of a cell.
fn standing(table: &LatticeTable, cell: Cell) -> ([i32; 3], usize, [f64; 3]) {
    let vector = cell.vector();
    let (_, kind) = table.offset_and_kind(cell);
    (
        [vector.x, vector.y, vector.z],
        kind.index(),
        table.centre(cell).map(millionths),
    )
}

/// The outlines of cells by layer, relative to an origin; empty for sticks.
pub(super) fn outline(table: &LatticeTable, cells: &[Cell], origin: [f64; 3]) -> Vec<LayerOutline> {
    if !table.drawing.closed {
        return Vec::new();
    }
    let mut layers: BTreeMap<i32, Vec<Cell>> = BTreeMap::new();
    for &cell in cells {
        let layer = table.offset_and_kind(cell).0.z;
        layers.entry(layer).or_default().push(cell);
    }
    let outlines = layers.into_iter().map(|(layer, cells)| LayerOutline {
        layer,
        loops: table
            .boundary(cells)
            .iter()
            .map(|line| {
                let bends = line.bends().into_iter();
                let seen = bends.map(|bend| from(table.project_corner(bend), origin));
                seen.map(|[x, y, _]| [x, y]).collect()
            })
            .collect(),
    });
    outlines.collect()
}

impl LayerOutline {
    pub(super) fn raise(&mut self, layers: i32) {
        self.layer += layers;
    }
}
