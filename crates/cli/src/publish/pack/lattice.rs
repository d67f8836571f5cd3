//! The appearance of a lattice's cells.

use serde::Serialize;
use tilewright_geometry::{Lattice, Vector};

use super::millionths;
use crate::publish::viewer::turns;

/// A lattice: where vectors lead on the page, the shape of each kind of cell, the turns of pieces.
#[derive(Serialize, PartialEq)]
pub(super) struct LatticeData {
    name: &'static str,
    /// The name of a cell, singular and plural.
    cell_names: [&'static str; 2],
    dimensions: usize,
    /// The form of cells: area, stick, block or ball.
    form: &'static str,
    basis: [[f64; 3]; 3],
    kinds: Vec<KindData>,
    turns: Vec<TurnData>,
}

/// The shape of a kind of cell. Positions are relative to the point to which the cell's vector leads.
#[derive(Serialize, PartialEq)]
struct KindData {
    centre: [f64; 3],
    corners: Vec<[f64; 3]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faces: Vec<Vec<[f64; 3]>>,
}

#[derive(Serialize, PartialEq)]
struct TurnData {
    name: &'static str,
    key: &'static str,
}

impl LatticeData {
    pub(super) fn of(lattice: Lattice) -> Self {
        let table = lattice.table();
        let kinds = table.kinds.iter().filter_map(|kind| {
            let cell = table.cell_at(kind.origin)?;
            let origin = table.project(cell.vector());
            let seen = |corner: Vector| from(table.project_corner(corner), origin);
            let outline = table.outline(cell).corners.into_iter();
            let faces = table.faces(cell);
            Some(KindData {
                centre: from(table.centre(cell), origin),
                corners: outline.map(seen).collect(),
                faces: faces
                    .map(|(face, _)| face.corners.into_iter().map(seen).collect())
                    .collect(),
            })
        });
        let unit = |x, y, z| table.project(Vector::new(x, y, z)).map(millionths);
        Self {
            name: table.name,
            cell_names: table.cell_names,
            dimensions: table.dimensions,
            form: match (table.drawing.closed, table.drawing.round) {
                (_, true) => "ball",
                (false, _) => "stick",
                (true, _) if table.dimensions == 3 => "block",
                (true, _) => "area",
            },
            basis: [unit(1, 0, 0), unit(0, 1, 0), unit(0, 0, 1)],
            kinds: kinds.collect(),
            turns: turns(lattice)
                .iter()
                .map(|turn| TurnData {
                    name: turn.name,
                    key: turn.key,
                })
                .collect(),
        }
    }
}

/// The position `place` relative to `origin`, rounded to millionths.
pub(super) fn from(place: [f64; 3], origin: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| millionths(place[axis] - origin[axis]))
}
