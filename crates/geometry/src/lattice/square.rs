//! The square lattice: cells `(x, y)`, x to the right and y down.

use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, KindTable, PLAIN_LEGEND, Table, TextMap, closure};
use crate::isometry::Isometry;
use crate::vector::{Matrix, Vector};

/// The quarter turn clockwise on the page, (x, y) ↦ (−y, x).
pub(super) const QUARTER_TURN: Matrix = Matrix::from_rows([[0, -1, 0], [1, 0, 0], [0, 0, 1]]);

/// The mirror in the vertical axis, (x, y) ↦ (−x, y).
pub(super) const MIRROR: Isometry =
    Isometry::about_origin(Matrix::from_rows([[-1, 0, 0], [0, 1, 0], [0, 0, 1]]));

/// The four turns and four mirrors of the square.
pub(super) const SYMMETRIES: [Isometry; 8] = closure::<4, 8>(&[QUARTER_TURN], &MIRROR);

/// The four turns and, as glide reflections, the four mirrors of the group p4g, whose translations are 36 units
/// long.
pub(super) const SHIFTED_SYMMETRIES: [Isometry; 8] = closure::<4, 8>(
    &[QUARTER_TURN],
    &Isometry {
        matrix: MIRROR.matrix,
        shift: Vector::flat(18, 18),
    },
);

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
    family: "polyominoes",
    forms: "Edge-connected squares",
    cell_form: "(x, y)",
    shapes: &[
        ShapeName::Rectangle,
        ShapeName::Diamond,
        ShapeName::AztecDiamond,
    ],
    filling: Filling::Units,
    scale: 1,
    kinds: &[KindTable {
        neighbours: &[
            Vector::new(1, 0, 0),
            Vector::new(0, 1, 0),
            Vector::new(-1, 0, 0),
            Vector::new(0, -1, 0),
        ],
        corners: &CORNERS,
        ..KindTable::PLAIN
    }],
    symmetries: &SYMMETRIES,
    rotations: 4,
    drawing: Drawing {
        unit: 2,
        basis: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]],
        closed: true,
        round: false,
    },
    text: TextMap {
        columns: [1, 0],
        rows: [0, 1],
        shifts: 1,
        vertex_glyphs: &[],
        legend: PLAIN_LEGEND,
    },
    ..Table::PLANE
};
