//! The edges of the triangular grid: sticks `(x, y, d)`.
//!
//! `(x, y, 0)` runs from the vertex (x, y) to (x+1, y), `(x, y, 1)` to (x, y+1), and `(x, y, 2)` from
//! (x+1, y) to (x, y+1). The vector of a stick is twice its midpoint. Six sticks meet in a vertex, so
//! pieces can cross there in more ways than one, and a puzzle says which of them are allowed.

use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, KindTable, Table, TextMap};
use super::triangle::{SYMMETRIES, oblique};
use crate::vector::Vector;

/// The lattice.
pub(super) static TABLE: Table = Table {
    name: "trig",
    cell_names: ["trig", "trigs"],
    family: "polytrigs",
    forms: "Connected edges of the triangular lattice",
    cell_form: "(x, y, d) with d 0 (across), 1 (falling) or 2 (rising)",
    sorted_by: "direction",
    shapes: &[
        ShapeName::Rhombus,
        ShapeName::Hexagon,
        ShapeName::Triangle,
        ShapeName::Trapezium,
        ShapeName::Polygon,
    ],
    filling: Filling::Outline,
    scale: 2,
    kinds: &[
        KindTable {
            name: "horizontal",
            origin: Vector::flat(1, 0),
            neighbours: &[
                Vector::flat(-2, 0),
                Vector::flat(2, 0),
                Vector::flat(-2, 1),
                Vector::flat(-1, -1),
                Vector::flat(-1, 1),
                Vector::flat(0, -1),
                Vector::flat(0, 1),
                Vector::flat(1, -1),
                Vector::flat(1, 1),
                Vector::flat(2, -1),
            ],
            corners: &[Vector::flat(-1, 0), Vector::flat(1, 0)],
            glyphs: &['-'],
            glyph_at: [2, 0],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "falling",
            origin: Vector::flat(0, 1),
            neighbours: &[
                Vector::flat(0, -2),
                Vector::flat(0, 2),
                Vector::flat(-1, -1),
                Vector::flat(-1, 0),
                Vector::flat(-1, 1),
                Vector::flat(-1, 2),
                Vector::flat(1, -2),
                Vector::flat(1, -1),
                Vector::flat(1, 0),
                Vector::flat(1, 1),
            ],
            corners: &[Vector::flat(0, -1), Vector::flat(0, 1)],
            glyphs: &['\\'],
            glyph_at: [1, 1],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "rising",
            origin: Vector::flat(1, 1),
            neighbours: &[
                Vector::flat(-2, 2),
                Vector::flat(2, -2),
                Vector::flat(-2, 1),
                Vector::flat(-1, 0),
                Vector::flat(-1, 2),
                Vector::flat(0, -1),
                Vector::flat(0, 1),
                Vector::flat(1, -2),
                Vector::flat(1, 0),
                Vector::flat(2, -1),
            ],
            corners: &[Vector::flat(1, -1), Vector::flat(-1, 1)],
            glyphs: &['/'],
            glyph_at: [3, 1],
            ..KindTable::PLAIN
        },
    ],
    crossing: None,
    symmetries: &SYMMETRIES,
    rotations: 6,
    drawing: Drawing {
        unit: 1,
        basis: oblique(0.5),
        closed: false,
        round: false,
    },
    text: TextMap {
        columns: [4, 2],
        rows: [0, 2],
        shifts: 4,
        vertex_glyphs: &['+', 'o', '·'],
        legend: "`-`, `\\` and `/` for sticks between vertices, `?` for an optional one, `+` or `.` or a blank at vertices, a blank elsewhere",
    },
    ..Table::PLANE
};
