//! The pentagons of the Cairo tiling `(x, y, k)`: four in a square of the translations.
//!
//! k tells them apart: 0 and 3 in the upper half of the square, 1 and 2 in the lower one. Vectors are
//! in 36ths of a translation. The group is p4g: its reflections carry a shift. The corners are those
//! of pentagons with sides that are nearly equal.

use super::shapes::{Filling, ShapeName};
use super::square::SHIFTED_SYMMETRIES;
use super::table::{Drawing, KindTable, PLAIN_LEGEND, Table, TextMap};
use crate::vector::Vector;

/// The lattice.
pub(super) static TABLE: Table = Table {
    name: "Cairo",
    cell_names: ["pentagon", "pentagons"],
    family: "polycairos",
    forms: "Edge-connected pentagons of the Cairo tiling",
    cell_form: "(x, y, k) with k from 0 to 3",
    sorted_by: "direction",
    shapes: &[ShapeName::Rectangle],
    filling: Filling::Units,
    scale: 36,
    kinds: &[
        KindTable {
            name: "upper left",
            origin: Vector::flat(12, 6),
            neighbours: &[
                Vector::flat(-18, 6),
                Vector::flat(-6, -18),
                Vector::flat(-6, 18),
                Vector::flat(12, -12),
                Vector::flat(18, 6),
            ],
            corners: &[
                Vector::flat(-12, -6),
                Vector::flat(2, -10),
                Vector::flat(10, -2),
                Vector::flat(6, 12),
                Vector::flat(-8, 8),
            ],
            glyph_at: [1, 0],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "lower left",
            origin: Vector::flat(6, 24),
            neighbours: &[
                Vector::flat(-18, 6),
                Vector::flat(-12, -12),
                Vector::flat(6, -18),
                Vector::flat(6, 18),
                Vector::flat(18, 6),
            ],
            corners: &[
                Vector::flat(-10, -2),
                Vector::flat(-2, -10),
                Vector::flat(12, -6),
                Vector::flat(8, 8),
                Vector::flat(-6, 12),
            ],
            glyph_at: [0, 1],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "lower right",
            origin: Vector::flat(24, 30),
            neighbours: &[
                Vector::flat(-18, -6),
                Vector::flat(-12, 12),
                Vector::flat(6, -18),
                Vector::flat(6, 18),
                Vector::flat(18, -6),
            ],
            corners: &[
                Vector::flat(-6, -12),
                Vector::flat(8, -8),
                Vector::flat(12, 6),
                Vector::flat(-2, 10),
                Vector::flat(-10, 2),
            ],
            glyph_at: [2, 1],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "upper right",
            origin: Vector::flat(30, 12),
            neighbours: &[
                Vector::flat(-18, -6),
                Vector::flat(-6, -18),
                Vector::flat(-6, 18),
                Vector::flat(12, 12),
                Vector::flat(18, -6),
            ],
            corners: &[
                Vector::flat(-8, -8),
                Vector::flat(6, -12),
                Vector::flat(10, 2),
                Vector::flat(2, 10),
                Vector::flat(-12, 6),
            ],
            glyph_at: [3, 0],
            ..KindTable::PLAIN
        },
    ],
    symmetries: &SHIFTED_SYMMETRIES,
    rotations: 4,
    drawing: Drawing {
        unit: 1,
        basis: [
            [5.0 / 73.0, 0.0, 0.0],
            [0.0, 5.0 / 73.0, 0.0],
            [0.0, 0.0, 0.0],
        ],
        closed: true,
        round: false,
    },
    text: TextMap {
        columns: [4, 0],
        rows: [0, 2],
        shifts: 1,
        vertex_glyphs: &[],
        legend: PLAIN_LEGEND,
    },
    ..Table::PLANE
};
