//! The lattice of unit sticks, the edges of the square grid: cells `(x, y, d)`.
//!
//! `(x, y, 0)` runs from (x, y) to (x+1, y), `(x, y, 1)` from (x, y) to (x, y+1). The vector of a
//! stick is twice its midpoint, (2x+1, 2y) and (2x, 2y+1), and a vertex is twice its place, so that
//! it lies halfway between the sticks of a straight pair. Sticks are neighbours where they share an
//! end.

use super::shapes::{Filling, ShapeName};
use super::square::SYMMETRIES;
use super::table::{Drawing, KindTable, Table, TextMap};
use crate::crossing::Crossing;
use crate::vector::Vector;

/// The lattice of sticks.
pub(super) static TABLE: Table = Table {
    name: "stick",
    cell_names: ["stick", "sticks"],
    family: "polysticks",
    forms: "Connected edges of the square lattice",
    cell_form: "(x, y, d) with d 0 (across) or 1 (down)",
    sorted_by: "direction",
    shapes: &[
        ShapeName::Rectangle,
        ShapeName::Diamond,
        ShapeName::AztecDiamond,
        ShapeName::Polygon,
    ],
    filling: Filling::Outline,
    scale: 2,
    kinds: &[
        KindTable {
            name: "horizontal",
            origin: Vector::new(1, 0, 0),
            neighbours: &[
                Vector::new(2, 0, 0),
                Vector::new(1, 1, 0),
                Vector::new(-1, 1, 0),
                Vector::new(-2, 0, 0),
                Vector::new(-1, -1, 0),
                Vector::new(1, -1, 0),
            ],
            corners: &[Vector::new(-1, 0, 0), Vector::new(1, 0, 0)],
            glyphs: &['-'],
            glyph_at: [1, 0],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "vertical",
            origin: Vector::new(0, 1, 0),
            neighbours: &[
                Vector::new(1, 1, 0),
                Vector::new(0, 2, 0),
                Vector::new(-1, 1, 0),
                Vector::new(-1, -1, 0),
                Vector::new(0, -2, 0),
                Vector::new(1, -1, 0),
            ],
            corners: &[Vector::new(0, -1, 0), Vector::new(0, 1, 0)],
            glyphs: &['|'],
            glyph_at: [0, 1],
            ..KindTable::PLAIN
        },
    ],
    crossing: Some(Crossing::NotStraight),
    symmetries: &SYMMETRIES,
    rotations: 4,
    drawing: Drawing {
        unit: 1,
        basis: [[0.5, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 0.0]],
        closed: false,
        round: false,
    },
    text: TextMap {
        columns: [2, 0],
        rows: [0, 2],
        shifts: 1,
        vertex_glyphs: &['+', 'o', '·'],
        legend: "`-` between two vertices of a row, `|` between two rows, `?` for an optional stick, \
                 `+` or `.` or a blank at vertices, a blank elsewhere",
    },
    ..Table::PLANE
};
