//! The board of a puzzle in a pack: its cells, their neighbours and the outlines of its layers.

use std::collections::BTreeMap;

use tilewright_geometry::{Cell, LatticeTable};

use super::lattice::from;
use super::millionths;
use crate::publish::interchange::table::{Record, Value, record};
use crate::puzzle::Puzzle;
use crate::support::label::Label;

/// The cells of a board with their neighbours and outlines. Also the labelled cells that a goal leaves
/// open: they are not cells of the board.
pub(super) fn board_record(puzzle: &Puzzle) -> Record {
    let (board, lattice) = (&puzzle.board, puzzle.lattice);
    let table = lattice.table();
    let known = puzzle.cell_colors();
    let allowed: BTreeMap<_, _> = puzzle.allowed_colors().into_iter().collect();
    let number = |color: &Label| known.binary_search(&color).ok();
    let cells = board.indices().map(|index| {
        let cell = board.cell(index);
        let (at, kind, centre) = standing(table, cell);
        let colors = allowed.get(&index).map(|colors| {
            let colors = colors.iter();
            colors.filter_map(|color| number(color)).collect::<Value>()
        });
        record! {
            at: at,
            kind: kind,
            name: format!("({})", lattice.coordinates(cell)),
            centre: centre,
            optional?: (!board.is_required(index)).then_some(true),
            label?: puzzle.labels.get(cell),
            colors?: colors,
        }
    });
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
        record! { at: at, kind: kind, centre: centre, label: label }
    });
    record! {
        cells: cells.collect::<Value>(),
        neighbours: board.cells().iter().map(near).collect::<Value>(),
        outline?: outline(table, board.cells(), [0.0; 3], 0).unless_empty(),
        open?: open.collect::<Value>().unless_empty(),
    }
}

/// For a cell: its vector, the index of its kind, and its centre in edge lengths.
fn standing(table: &LatticeTable, cell: Cell) -> ([i32; 3], usize, [f64; 3]) {
    let vector = cell.vector();
    let (_, kind) = table.offset_and_kind(cell);
    (
        [vector.x, vector.y, vector.z],
        kind.index(),
        table.centre(cell).map(millionths),
    )
}

/// The outlines of cells by layer, counted from the layer `base`, relative to an origin; empty for sticks.
pub(super) fn outline(table: &LatticeTable, cells: &[Cell], origin: [f64; 3], base: i32) -> Value {
    if !table.drawing.closed {
        return Value::List(Vec::new());
    }
    let mut layers: BTreeMap<i32, Vec<Cell>> = BTreeMap::new();
    for &cell in cells {
        let layer = table.offset_and_kind(cell).0.z;
        layers.entry(layer).or_default().push(cell);
    }
    let outlines = layers.into_iter().map(|(layer, cells)| {
        let loops = table.boundary(cells);
        let loops = loops.iter().map(|line| {
            let bends = line.bends().into_iter();
            let seen = bends.map(|bend| from(table.project_corner(bend), origin));
            seen.map(|[x, y, _]| [x, y]).collect::<Value>()
        });
        record! { layer: layer - base, loops: loops.collect::<Value>() }
    });
    outlines.collect()
}
