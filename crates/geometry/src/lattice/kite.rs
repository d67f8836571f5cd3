//! The kites of the deltoidal trihexagonal tiling `(x, y, k)`: sixths of hexagons.
//!
//! Kite k is the sixth of a hexagon that lies to the lower right of its centre for k = 0, and then
//! onwards clockwise. The hexagon is (x, y) for k = 0, (x+1, y) for 1 and 2, (x+1, y+1) for 3 and
//! (x, y+1) for 4 and 5: so the six kites of one (x, y) fill the rhombus between the centres of
//! four hexagons.

use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, KindTable, PLAIN_LEGEND, Table, TextMap};
use super::triangle::{SYMMETRIES, oblique};
use crate::vector::Vector;

/// The lattice.
pub(super) static TABLE: Table = Table {
    name: "kite",
    cell_names: ["kite", "kites"],
    family: "polykites",
    forms: "Edge-connected sixths of hexagons",
    cell_form: "(x, y, k) with k from 0 to 5",
    sorted_by: "place in the hexagon",
    shapes: &[
        ShapeName::Rhombus,
        ShapeName::Hexagon,
        ShapeName::Triangle,
        ShapeName::Trapezium,
        ShapeName::Polygon,
    ],
    filling: Filling::Outline,
    scale: 6,
    kinds: &[
        KindTable {
            name: "lower right",
            origin: Vector::flat(1, 1),
            neighbours: &[
                Vector::flat(-2, 1),
                Vector::flat(1, -2),
                Vector::flat(0, 3),
                Vector::flat(3, 0),
            ],
            corners: &[
                Vector::flat(-1, -1),
                Vector::flat(2, -1),
                Vector::flat(1, 1),
                Vector::flat(-1, 2),
            ],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "bottom",
            origin: Vector::flat(5, 2),
            neighbours: &[
                Vector::flat(-1, -1),
                Vector::flat(2, -1),
                Vector::flat(-3, 3),
                Vector::flat(0, 3),
            ],
            corners: &[
                Vector::flat(1, -2),
                Vector::flat(1, 1),
                Vector::flat(-1, 2),
                Vector::flat(-2, 1),
            ],
            glyph_at: [4, 0],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "lower left",
            origin: Vector::flat(4, 1),
            neighbours: &[
                Vector::flat(1, -2),
                Vector::flat(1, 1),
                Vector::flat(-3, 0),
                Vector::flat(-3, 3),
            ],
            corners: &[
                Vector::flat(2, -1),
                Vector::flat(-1, 2),
                Vector::flat(-2, 1),
                Vector::flat(-1, -1),
            ],
            glyph_at: [2, 0],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "upper left",
            origin: Vector::flat(5, 5),
            neighbours: &[
                Vector::flat(2, -1),
                Vector::flat(-1, 2),
                Vector::flat(0, -3),
                Vector::flat(-3, 0),
            ],
            corners: &[
                Vector::flat(1, 1),
                Vector::flat(-2, 1),
                Vector::flat(-1, -1),
                Vector::flat(1, -2),
            ],
            glyph_at: [5, 1],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "top",
            origin: Vector::flat(1, 4),
            neighbours: &[
                Vector::flat(1, 1),
                Vector::flat(-2, 1),
                Vector::flat(3, -3),
                Vector::flat(0, -3),
            ],
            corners: &[
                Vector::flat(-1, 2),
                Vector::flat(-1, -1),
                Vector::flat(1, -2),
                Vector::flat(2, -1),
            ],
            glyph_at: [1, 1],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "upper right",
            origin: Vector::flat(2, 5),
            neighbours: &[
                Vector::flat(-1, 2),
                Vector::flat(-1, -1),
                Vector::flat(3, 0),
                Vector::flat(3, -3),
            ],
            corners: &[
                Vector::flat(-2, 1),
                Vector::flat(1, -2),
                Vector::flat(2, -1),
                Vector::flat(1, 1),
            ],
            glyph_at: [3, 1],
            ..KindTable::PLAIN
        },
    ],
    symmetries: &SYMMETRIES,
    rotations: 6,
    drawing: Drawing {
        unit: 1,
        basis: oblique(1.0 / 3.0),
        closed: true,
        round: false,
    },
    text: TextMap {
        columns: [6, 3],
        rows: [0, 2],
        shifts: 1,
        vertex_glyphs: &[],
        legend: PLAIN_LEGEND,
    },
    ..Table::PLANE
};
