//! The quarter squares of the tetrakis tiling `(x, y, q)`: squares cut by both diagonals.
//!
//! q = 0 is the quarter at the top of the square (x, y), and then onwards clockwise: right, bottom,
//! left. Vectors are in sixths of a square.

use super::shapes::{Filling, ShapeName};
use super::square::SYMMETRIES;
use super::table::{Drawing, KindTable, PLAIN_LEGEND, Table, TextMap};
use crate::vector::Vector;

/// The lattice as a constant, for the one of larger tiles.
pub(super) const TABLE_OF_CELLS: Table = Table {
    name: "tetrakis",
    cell_names: ["quarter square", "quarter squares"],
    family: "polytetrakises",
    forms: "Edge-connected quarter squares",
    cell_form: "(x, y, q) with q 0 (top), 1 (right), 2 (bottom) or 3 (left)",
    sorted_by: "place in the square",
    shapes: &[ShapeName::Rectangle, ShapeName::Polygon],
    filling: Filling::Outline,
    scale: 6,
    kinds: &[
        KindTable {
            name: "top",
            origin: Vector::flat(3, 1),
            neighbours: &[Vector::flat(-2, 2), Vector::flat(0, -2), Vector::flat(2, 2)],
            corners: &[
                Vector::flat(-3, -1),
                Vector::flat(3, -1),
                Vector::flat(0, 2),
            ],
            glyph_at: [1, 0],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "right",
            origin: Vector::flat(5, 3),
            neighbours: &[
                Vector::flat(-2, -2),
                Vector::flat(-2, 2),
                Vector::flat(2, 0),
            ],
            corners: &[Vector::flat(1, -3), Vector::flat(1, 3), Vector::flat(-2, 0)],
            glyph_at: [2, 1],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "bottom",
            origin: Vector::flat(3, 5),
            neighbours: &[
                Vector::flat(-2, -2),
                Vector::flat(0, 2),
                Vector::flat(2, -2),
            ],
            corners: &[Vector::flat(3, 1), Vector::flat(-3, 1), Vector::flat(0, -2)],
            glyph_at: [1, 2],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "left",
            origin: Vector::flat(1, 3),
            neighbours: &[Vector::flat(-2, 0), Vector::flat(2, -2), Vector::flat(2, 2)],
            corners: &[
                Vector::flat(-1, 3),
                Vector::flat(-1, -3),
                Vector::flat(2, 0),
            ],
            glyph_at: [0, 1],
            ..KindTable::PLAIN
        },
    ],
    symmetries: &SYMMETRIES,
    rotations: 4,
    drawing: Drawing {
        unit: 1,
        basis: [
            [1.0 / 6.0, 0.0, 0.0],
            [0.0, 1.0 / 6.0, 0.0],
            [0.0, 0.0, 0.0],
        ],
        closed: true,
        round: false,
    },
    text: TextMap {
        columns: [3, 0],
        rows: [0, 3],
        shifts: 1,
        vertex_glyphs: &[],
        legend: PLAIN_LEGEND,
    },
    ..Table::PLANE
};

/// The lattice of single quarter squares.
pub(super) static TABLE: Table = TABLE_OF_CELLS;
