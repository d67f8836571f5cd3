//! The cubic lattice: cells `(x, y, z)`, layer z drawn as squares `(x, y)`.

use super::shapes::{Filling, ShapeName};
use super::square::{CORNERS, MIRROR, QUARTER_TURN};
use super::table::{Drawing, Face, KindTable, LAYERED_LEGEND, Table, TextMap, closure};
use crate::isometry::Isometry;
use crate::vector::{Matrix, Vector};

/// The quarter turn about the x axis, (y, z) ↦ (−z, y).
const TUMBLE: Matrix = Matrix::from_rows([[1, 0, 0], [0, 0, -1], [0, 1, 0]]);

/// The 24 turns of the cube, then their 24 mirror images.
const SYMMETRIES: [Isometry; 48] = closure::<24, 48>(&[QUARTER_TURN, TUMBLE], &MIRROR);

/// The faces of the cube around its centre, in halves, in the order of its neighbours.
const FACES: [Face; 6] = [
    Face {
        corners: &[
            Vector::new(1, -1, -1),
            Vector::new(1, 1, -1),
            Vector::new(1, 1, 1),
            Vector::new(1, -1, 1),
        ],
        neighbour: Vector::new(1, 0, 0),
    },
    Face {
        corners: &[
            Vector::new(-1, 1, 1),
            Vector::new(1, 1, 1),
            Vector::new(1, 1, -1),
            Vector::new(-1, 1, -1),
        ],
        neighbour: Vector::new(0, 1, 0),
    },
    Face {
        corners: &[
            Vector::new(-1, -1, 1),
            Vector::new(1, -1, 1),
            Vector::new(1, 1, 1),
            Vector::new(-1, 1, 1),
        ],
        neighbour: Vector::new(0, 0, 1),
    },
    Face {
        corners: &[
            Vector::new(-1, -1, 1),
            Vector::new(-1, 1, 1),
            Vector::new(-1, 1, -1),
            Vector::new(-1, -1, -1),
        ],
        neighbour: Vector::new(-1, 0, 0),
    },
    Face {
        corners: &[
            Vector::new(-1, -1, -1),
            Vector::new(1, -1, -1),
            Vector::new(1, -1, 1),
            Vector::new(-1, -1, 1),
        ],
        neighbour: Vector::new(0, -1, 0),
    },
    Face {
        corners: &[
            Vector::new(-1, 1, -1),
            Vector::new(1, 1, -1),
            Vector::new(1, -1, -1),
            Vector::new(-1, -1, -1),
        ],
        neighbour: Vector::new(0, 0, -1),
    },
];

/// The cubic lattice.
pub(super) static TABLE: Table = Table {
    name: "cube",
    cell_names: ["cube", "cubes"],
    family: "polycubes",
    forms: "Face-connected cubes",
    cell_form: "(x, y, z)",
    shapes: &[ShapeName::Rectangle, ShapeName::Box, ShapeName::Pyramid],
    filling: Filling::Units,
    dimensions: 3,
    scale: 1,
    kinds: &[KindTable {
        neighbours: &[
            Vector::new(1, 0, 0),
            Vector::new(0, 1, 0),
            Vector::new(0, 0, 1),
            Vector::new(-1, 0, 0),
            Vector::new(0, -1, 0),
            Vector::new(0, 0, -1),
        ],
        corners: &CORNERS,
        faces: &FACES,
        ..KindTable::PLAIN
    }],
    symmetries: &SYMMETRIES,
    rotations: 24,
    drawing: Drawing {
        unit: 2,
        basis: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        closed: true,
        round: false,
    },
    text: TextMap {
        columns: [1, 0],
        rows: [0, 1],
        shifts: 1,
        vertex_glyphs: &[],
        legend: LAYERED_LEGEND,
    },
    ..Table::PLANE
};
