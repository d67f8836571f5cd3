//! The square lattice: cells `(x, y)`, x to the right and y down.

use super::table::{Drawing, KindTable, Table, TextMap, closure};
use crate::vector::{Matrix, Vector};

/// The quarter turn clockwise on the page, (x, y) ↦ (−y, x).
pub(super) const QUARTER_TURN: Matrix = Matrix::from_rows([[0, -1, 0], [1, 0, 0], [0, 0, 1]]);

/// The mirror in the vertical axis, (x, y) ↦ (−x, y).
pub(super) const MIRROR: Matrix = Matrix::from_rows([[-1, 0, 0], [0, 1, 0], [0, 0, 1]]);

/// The four turns and four mirrors of the square.
pub(super) const SYMMETRIES: [Matrix; 8] = closure::<4, 8>(&[QUARTER_TURN], &MIRROR);

/// The corners of the square around its centre, in halves, clockwise from the upper left.
pub(super) const CORNERS: [Vector; 4] = [
    Vector::new(-1, -1, 0),
    Vector::new(1, -1, 0),
    Vector::new(1, 1, 0),
    Vector::new(-1, 1, 0),
];

/// The square lattice.
pub(super) static TABLE: Table = Table {
    name: "square",
    cell_names: ["square", "squares"],
    family: "ominoes",
    shapes: &["rectangle", "Aztec diamond"],
    dimensions: 2,
    scale: 1,
    kinds: &[KindTable {
        origin: Vector::ZERO,
        neighbours: &[
            Vector::new(1, 0, 0),
            Vector::new(0, 1, 0),
            Vector::new(-1, 0, 0),
            Vector::new(0, -1, 0),
        ],
        corners: &CORNERS,
        faces: &[],
        straight_pairs: &[],
        glyphs: &['#'],
        glyph_at: [0, 0],
    }],
    symmetries: &SYMMETRIES,
    rotations: 4,
    drawing: Drawing {
        unit: 2,
        basis: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]],
        closed: true,
    },
    text: TextMap {
        columns: [1, 0],
        rows: [0, 1],
        shifts: 1,
        vertex_glyphs: &[],
    },
};
