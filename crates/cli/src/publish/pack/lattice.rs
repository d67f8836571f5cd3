//! The appearance of a lattice's cells.

use tilewright_geometry::{Lattice, Vector};

use super::millionths;
use crate::publish::interchange::table::{Record, Value, record};
use crate::publish::viewer::turns;

/// A lattice as a record: where vectors lie on the page, the shape of each kind of cell, and the turns of
/// pieces.
pub(super) fn lattice_record(lattice: Lattice) -> Record {
    let table = lattice.table();
    let kinds = table.kinds.iter().filter_map(|kind| {
        let cell = table.cell_at(kind.origin)?;
        let origin = table.project(cell.vector());
        let seen = |corner: Vector| from(table.project_corner(corner), origin);
        let outline = table.outline(cell).corners.into_iter();
        let faces = table.faces(cell);
        let faces = faces.map(|(face, _)| face.corners.into_iter().map(seen).collect::<Value>());
        Some(record! {
            centre: from(table.centre(cell), origin),
            corners: outline.map(seen).collect::<Value>(),
            faces?: faces.collect::<Value>().unless_empty(),
        })
    });
    let turns = turns(lattice);
    let turns = turns
        .iter()
        .map(|turn| record! { name: turn.name, key: turn.key });
    let unit = |x, y, z| table.project(Vector::new(x, y, z)).map(millionths);
    record! {
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
        kinds: kinds.collect::<Value>(),
        turns: turns.collect::<Value>(),
    }
}

/// The position `place` relative to `origin`, rounded to millionths.
pub(super) fn from(place: [f64; 3], origin: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| millionths(place[axis] - origin[axis]))
}
