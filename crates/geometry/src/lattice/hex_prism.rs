//! Hexagonal prisms `(x, y, z)`: layers of hexagons, one on another.
//!
//! Corners are in sixths of the vectors. A prism may be turned about its axis and turned over.

use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, Face, KindTable, LAYERED_LEGEND, Table, TextMap, closure};
use super::triangle::{MIRROR, ROOT_OF_3, SIXTH_TURN, prism};
use crate::isometry::Isometry;
use crate::vector::{Matrix, Vector};

/// The half turn about a horizontal axis, (x, y, z) ↦ (y, x, −z).
const OVER: Matrix = Matrix::from_rows([[0, 1, 0], [1, 0, 0], [0, 0, -1]]);

/// The 12 turns of the prism, then their 12 mirror images.
const SYMMETRIES: [Isometry; 24] = closure::<12, 24>(&[SIXTH_TURN, OVER], &MIRROR);

/// The faces of the prism around its centre, in the order of its neighbours.
const FACES: [Face; 8] = [
    Face {
        corners: &[
            Vector::new(4, -2, 3),
            Vector::new(4, -2, -3),
            Vector::new(2, 2, -3),
            Vector::new(2, 2, 3),
        ],
        neighbour: Vector::new(1, 0, 0),
    },
    Face {
        corners: &[
            Vector::new(2, 2, 3),
            Vector::new(2, 2, -3),
            Vector::new(-2, 4, -3),
            Vector::new(-2, 4, 3),
        ],
        neighbour: Vector::new(0, 1, 0),
    },
    Face {
        corners: &[
            Vector::new(-2, 4, 3),
            Vector::new(-2, 4, -3),
            Vector::new(-4, 2, -3),
            Vector::new(-4, 2, 3),
        ],
        neighbour: Vector::new(-1, 1, 0),
    },
    Face {
        corners: &[
            Vector::new(-4, 2, 3),
            Vector::new(-4, 2, -3),
            Vector::new(-2, -2, -3),
            Vector::new(-2, -2, 3),
        ],
        neighbour: Vector::new(-1, 0, 0),
    },
    Face {
        corners: &[
            Vector::new(-2, -2, 3),
            Vector::new(-2, -2, -3),
            Vector::new(2, -4, -3),
            Vector::new(2, -4, 3),
        ],
        neighbour: Vector::new(0, -1, 0),
    },
    Face {
        corners: &[
            Vector::new(2, -4, 3),
            Vector::new(2, -4, -3),
            Vector::new(4, -2, -3),
            Vector::new(4, -2, 3),
        ],
        neighbour: Vector::new(1, -1, 0),
    },
    Face {
        corners: &[
            Vector::new(2, 2, 3),
            Vector::new(-2, 4, 3),
            Vector::new(-4, 2, 3),
            Vector::new(-2, -2, 3),
            Vector::new(2, -4, 3),
            Vector::new(4, -2, 3),
        ],
        neighbour: Vector::new(0, 0, 1),
    },
    Face {
        corners: &[
            Vector::new(4, -2, -3),
            Vector::new(2, -4, -3),
            Vector::new(-2, -2, -3),
            Vector::new(-4, 2, -3),
            Vector::new(-2, 4, -3),
            Vector::new(2, 2, -3),
        ],
        neighbour: Vector::new(0, 0, -1),
    },
];

/// The lattice.
pub(super) static TABLE: Table = Table {
    name: "hexagonal prism",
    cell_names: ["prism", "prisms"],
    family: "polyhexprisms",
    forms: "Face-connected hexagonal prisms",
    cell_form: "(x, y, z)",
    shapes: &[
        ShapeName::Rhombus,
        ShapeName::Hexagon,
        ShapeName::Triangle,
        ShapeName::Trapezium,
    ],
    filling: Filling::Units,
    dimensions: 3,
    scale: 1,
    kinds: &[KindTable {
        neighbours: &[
            Vector::new(1, 0, 0),
            Vector::new(0, 1, 0),
            Vector::new(-1, 1, 0),
            Vector::new(-1, 0, 0),
            Vector::new(0, -1, 0),
            Vector::new(1, -1, 0),
            Vector::new(0, 0, 1),
            Vector::new(0, 0, -1),
        ],
        corners: &[
            Vector::flat(2, 2),
            Vector::flat(-2, 4),
            Vector::flat(-4, 2),
            Vector::flat(-2, -2),
            Vector::flat(2, -4),
            Vector::flat(4, -2),
        ],
        faces: &FACES,
        ..KindTable::PLAIN
    }],
    symmetries: &SYMMETRIES,
    rotations: 12,
    drawing: Drawing {
        unit: 6,
        basis: prism(ROOT_OF_3),
        closed: true,
        round: false,
    },
    text: TextMap {
        columns: [2, 1],
        rows: [0, 1],
        shifts: 2,
        vertex_glyphs: &[],
        legend: LAYERED_LEGEND,
    },
    ..Table::PLANE
};
