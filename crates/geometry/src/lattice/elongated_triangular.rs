//! The squares and triangles of the elongated triangular tiling 3.3.3.4.4, `(x, y, k)`: rows of squares
//! and rows of triangles in turn.
//!
//! k = 0 is the square at (x, y), 1 the triangle that points down to the lower right of it, under the next
//! square, and 2 the one that points up between the two. Vectors are in 24ths of the translations, of which
//! the second leads half a square to the right; corners are in 14ths of those, where the square root of 3 is
//! taken for 26/15. There are the half turn and two mirrors.

use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, KindTable, Table, TextMap, closure};
use super::triangle::ROOT_OF_3;
use crate::isometry::Isometry;
use crate::vector::{Matrix, Vector};

/// The half turn.
pub(super) const HALF_TURN: Matrix = Matrix::from_rows([[-1, 0, 0], [0, -1, 0], [0, 0, 1]]);

/// The mirror in an upright axis, which takes the second translation to it less the first.
pub(super) const MIRROR: Isometry =
    Isometry::about_origin(Matrix::from_rows([[-1, -1, 0], [0, 1, 0], [0, 0, 1]]));

/// The two turns and two mirrors of the group cmm.
pub(super) const SYMMETRIES: [Isometry; 4] = closure::<2, 4>(&[HALF_TURN], &MIRROR);

/// The lattice.
pub(super) static TABLE: Table = Table {
    name: "elongated triangular",
    cell_names: ["cell", "cells"],
    family: "polyelongates",
    forms: "Edge-connected cells of the elongated triangular tiling",
    cell_form: "(x, y, k) with k 0 (a square), 1 (down) or 2 (up)",
    sorted_by: "shape",
    shapes: &[ShapeName::Rhombus],
    filling: Filling::Units,
    scale: 24,
    kinds: &[
        KindTable {
            name: "square",
            neighbours: &[
                Vector::flat(24, 0),
                Vector::flat(-24, 0),
                Vector::flat(-5, 10),
                Vector::flat(5, -10),
            ],
            corners: &[
                Vector::flat(-123, -90),
                Vector::flat(213, -90),
                Vector::flat(123, 90),
                Vector::flat(-213, 90),
            ],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "down",
            origin: Vector::flat(19, 10),
            neighbours: &[
                Vector::flat(-14, 4),
                Vector::flat(5, -10),
                Vector::flat(10, 4),
            ],
            corners: &[
                Vector::flat(-143, -50),
                Vector::flat(193, -50),
                Vector::flat(-53, 106),
            ],
            glyphs: &['v'],
            glyph_at: [2, 1],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "up",
            origin: Vector::flat(5, 14),
            neighbours: &[
                Vector::flat(-10, -4),
                Vector::flat(-5, 10),
                Vector::flat(14, -4),
            ],
            corners: &[
                Vector::flat(53, -106),
                Vector::flat(143, 50),
                Vector::flat(-193, 50),
            ],
            glyphs: &['^'],
            glyph_at: [1, 1],
            ..KindTable::PLAIN
        },
    ],
    symmetries: &SYMMETRIES,
    rotations: 2,
    drawing: Drawing {
        unit: 14,
        basis: [
            [1.0 / 24.0, 0.0, 0.0],
            [0.5 / 24.0, (1.0 + 0.5 * ROOT_OF_3) / 24.0, 0.0],
            [0.0, 0.0, 0.0],
        ],
        closed: true,
        round: false,
    },
    text: TextMap {
        columns: [2, 1],
        rows: [0, 2],
        shifts: 1,
        vertex_glyphs: &[],
        legend: "`#` for squares, `v` and `^` for triangles, `?` for an optional cell, `.` or a blank for \
                 none",
    },
    ..Table::PLANE
};
