//! The triangular lattice: cells `(x, y, t)`, the two halves of a sheared unit square.
//!
//! `(x, y, 0)` has the corners (x, y), (x+1, y), (x, y+1) and points down the page, like a `v`;
//! `(x, y, 1)` has (x+1, y), (x+1, y+1), (x, y+1) and points up, like a `^`. The vector of a cell is
//! three times its centre: (3x+1, 3y+1) and (3x+2, 3y+2).

use super::table::{Drawing, KindTable, Table, TextMap, closure};
use crate::vector::{Matrix, Vector};

/// The turn by 60° clockwise on the page, (x, y) ↦ (−y, x + y).
const SIXTH_TURN: Matrix = Matrix::from_rows([[0, -1, 0], [1, 1, 0], [0, 0, 1]]);

/// The mirror that exchanges the axes, (x, y) ↦ (y, x).
const MIRROR: Matrix = Matrix::from_rows([[0, 1, 0], [1, 0, 0], [0, 0, 1]]);

/// The six turns and six mirrors of the hexagon.
const SYMMETRIES: [Matrix; 12] = closure::<6, 12>(&[SIXTH_TURN], &MIRROR);

/// Half the square root of three: the height of a triangle of side 1.
const HEIGHT: f64 = 0.866_025_403_784_438_6;

/// The triangular lattice.
pub(super) static TABLE: Table = Table {
    name: "triangle",
    cell_names: ["triangle", "triangles"],
    family: "iamonds",
    shapes: &["rhombus", "hexagon", "triangle"],
    dimensions: 2,
    scale: 3,
    kinds: &[
        KindTable {
            origin: Vector::new(1, 1, 0),
            neighbours: &[
                Vector::new(1, 1, 0),
                Vector::new(-2, 1, 0),
                Vector::new(1, -2, 0),
            ],
            corners: &[
                Vector::new(-1, -1, 0),
                Vector::new(2, -1, 0),
                Vector::new(-1, 2, 0),
            ],
            faces: &[],
            straight_pairs: &[],
            glyphs: &['v', 'V'],
            glyph_at: [0, 0],
        },
        KindTable {
            origin: Vector::new(2, 2, 0),
            neighbours: &[
                Vector::new(-1, -1, 0),
                Vector::new(2, -1, 0),
                Vector::new(-1, 2, 0),
            ],
            corners: &[
                Vector::new(1, -2, 0),
                Vector::new(1, 1, 0),
                Vector::new(-2, 1, 0),
            ],
            faces: &[],
            straight_pairs: &[],
            glyphs: &['^', 'A'],
            glyph_at: [1, 0],
        },
    ],
    symmetries: &SYMMETRIES,
    rotations: 6,
    drawing: Drawing {
        unit: 1,
        basis: [
            [1.0 / 3.0, 0.0, 0.0],
            [0.5 / 3.0, HEIGHT / 3.0, 0.0],
            [0.0, 0.0, 0.0],
        ],
        closed: true,
    },
    text: TextMap {
        columns: [2, 1],
        rows: [0, 1],
        shifts: 2,
        vertex_glyphs: &[],
    },
};
