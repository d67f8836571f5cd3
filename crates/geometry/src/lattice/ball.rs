//! Balls in cubic close packing `(x, y, z)`: layers of squares, each in the hollows of the one below.
//!
//! The ball (x, y, z+1) lies on the balls (x, y, z), (x+1, y, z), (x, y+1, z) and (x+1, y+1, z): so a
//! square pyramid of side n has the balls with x and y below n − z. In cubic coordinates the axes
//! are (1, 1, 0), (1, −1, 0) and (1, 0, 1), and the symmetries are those of the cube. The face between
//! two balls that touch is one of a rhombic dodecahedron; corners are in quarters of the vectors.
//! From above, a ball is drawn within its square in its layer.

use std::f64::consts::FRAC_1_SQRT_2;

use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, Face, KindTable, LAYERED_LEGEND, Table, TextMap, closure};
use crate::isometry::Isometry;
use crate::vector::{Matrix, Vector};

/// The quarter turn about the z axis of the cube.
const QUARTER_TURN: Matrix = Matrix::from_rows([[0, 1, 0], [-1, 0, -1], [0, 0, 1]]);

/// The third of a turn about a diagonal of the cube.
const THIRD_TURN: Matrix = Matrix::from_rows([[0, 1, 1], [-1, 0, 0], [1, -1, 0]]);

/// The mirror that turns the x axis of the cube round.
const MIRROR: Isometry =
    Isometry::about_origin(Matrix::from_rows([[0, -1, -1], [-1, 0, -1], [0, 0, 1]]));

/// The 24 turns of the cube, then their 24 mirror images.
const SYMMETRIES: [Isometry; 48] = closure::<24, 48>(&[QUARTER_TURN, THIRD_TURN], &MIRROR);

/// The faces of the rhombic dodecahedron around the centre of a ball, in the order of its neighbours.
const FACES: [Face; 12] = [
    Face {
        corners: &[
            Vector::new(-1, 1, -2),
            Vector::new(2, 2, -4),
            Vector::new(1, -1, -2),
            Vector::new(-2, -2, 0),
        ],
        neighbour: Vector::new(0, 0, -1),
    },
    Face {
        corners: &[
            Vector::new(1, -1, -2),
            Vector::new(2, 2, -4),
            Vector::new(3, 1, -2),
            Vector::new(2, -2, 0),
        ],
        neighbour: Vector::new(1, 0, -1),
    },
    Face {
        corners: &[
            Vector::new(-2, 2, 0),
            Vector::new(1, 3, -2),
            Vector::new(2, 2, -4),
            Vector::new(-1, 1, -2),
        ],
        neighbour: Vector::new(0, 1, -1),
    },
    Face {
        corners: &[
            Vector::new(2, 2, 0),
            Vector::new(3, 1, -2),
            Vector::new(2, 2, -4),
            Vector::new(1, 3, -2),
        ],
        neighbour: Vector::new(1, 1, -1),
    },
    Face {
        corners: &[
            Vector::new(1, -1, -2),
            Vector::new(2, -2, 0),
            Vector::new(-1, -3, 2),
            Vector::new(-2, -2, 0),
        ],
        neighbour: Vector::new(0, -1, 0),
    },
    Face {
        corners: &[
            Vector::new(-2, -2, 0),
            Vector::new(-3, -1, 2),
            Vector::new(-2, 2, 0),
            Vector::new(-1, 1, -2),
        ],
        neighbour: Vector::new(-1, 0, 0),
    },
    Face {
        corners: &[
            Vector::new(2, 2, 0),
            Vector::new(1, -1, 2),
            Vector::new(2, -2, 0),
            Vector::new(3, 1, -2),
        ],
        neighbour: Vector::new(1, 0, 0),
    },
    Face {
        corners: &[
            Vector::new(1, 3, -2),
            Vector::new(-2, 2, 0),
            Vector::new(-1, 1, 2),
            Vector::new(2, 2, 0),
        ],
        neighbour: Vector::new(0, 1, 0),
    },
    Face {
        corners: &[
            Vector::new(-2, -2, 0),
            Vector::new(-1, -3, 2),
            Vector::new(-2, -2, 4),
            Vector::new(-3, -1, 2),
        ],
        neighbour: Vector::new(-1, -1, 1),
    },
    Face {
        corners: &[
            Vector::new(2, -2, 0),
            Vector::new(1, -1, 2),
            Vector::new(-2, -2, 4),
            Vector::new(-1, -3, 2),
        ],
        neighbour: Vector::new(0, -1, 1),
    },
    Face {
        corners: &[
            Vector::new(-3, -1, 2),
            Vector::new(-2, -2, 4),
            Vector::new(-1, 1, 2),
            Vector::new(-2, 2, 0),
        ],
        neighbour: Vector::new(-1, 0, 1),
    },
    Face {
        corners: &[
            Vector::new(-1, 1, 2),
            Vector::new(-2, -2, 4),
            Vector::new(1, -1, 2),
            Vector::new(2, 2, 0),
        ],
        neighbour: Vector::new(0, 0, 1),
    },
];

/// The lattice.
pub(super) static TABLE: Table = Table {
    name: "ball",
    cell_names: ["ball", "balls"],
    family: "polyspheres",
    forms: "Touching balls in cubic close packing",
    cell_form: "(x, y, z)",
    shapes: &[
        ShapeName::Rectangle,
        ShapeName::Pyramid,
        ShapeName::Tetrahedron,
        ShapeName::Octahedron,
    ],
    filling: Filling::Units,
    dimensions: 3,
    scale: 1,
    kinds: &[KindTable {
        neighbours: &[
            Vector::new(0, 0, -1),
            Vector::new(1, 0, -1),
            Vector::new(0, 1, -1),
            Vector::new(1, 1, -1),
            Vector::new(0, -1, 0),
            Vector::new(-1, 0, 0),
            Vector::new(1, 0, 0),
            Vector::new(0, 1, 0),
            Vector::new(-1, -1, 1),
            Vector::new(0, -1, 1),
            Vector::new(-1, 0, 1),
            Vector::new(0, 0, 1),
        ],
        corners: &[
            Vector::flat(-2, -2),
            Vector::flat(2, -2),
            Vector::flat(2, 2),
            Vector::flat(-2, 2),
        ],
        faces: &FACES,
        ..KindTable::PLAIN
    }],
    symmetries: &SYMMETRIES,
    rotations: 24,
    drawing: Drawing {
        unit: 4,
        basis: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, FRAC_1_SQRT_2]],
        closed: true,
        round: true,
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
