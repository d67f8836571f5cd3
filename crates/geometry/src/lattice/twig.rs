//! The edges of the hexagonal grid: sticks `(x, y, d)`.
//!
//! `(x, y, d)` parts the hexagon (x, y) from (x+1, y) for d = 0, from (x, y+1) for d = 1, and (x+1, y)
//! from (x, y+1) for d = 2. The vector of a stick is its midpoint, in sixths of the steps between the
//! centres of hexagons. Three sticks meet in a vertex: pieces never cross.

use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, KindTable, Table, TextMap};
use super::triangle::{ROOT_OF_3, SYMMETRIES, oblique};
use crate::vector::Vector;

/// The lattice.
pub(super) static TABLE: Table = Table {
    name: "twig",
    cell_names: ["twig", "twigs"],
    family: "polytwigs",
    forms: "Connected edges of the hexagonal lattice",
    cell_form: "(x, y, d) with d 0 (upright), 1 (rising) or 2 (falling)",
    sorted_by: "direction",
    shapes: &[
        ShapeName::Rhombus,
        ShapeName::Hexagon,
        ShapeName::Triangle,
        ShapeName::Trapezium,
    ],
    filling: Filling::Around(&[
        Vector::flat(3, 0),
        Vector::flat(0, 3),
        Vector::flat(-3, 3),
        Vector::flat(-3, 0),
        Vector::flat(0, -3),
        Vector::flat(3, -3),
    ]),
    scale: 6,
    kinds: &[
        KindTable {
            name: "upright",
            origin: Vector::flat(3, 0),
            neighbours: &[
                Vector::flat(-3, 3),
                Vector::flat(0, -3),
                Vector::flat(0, 3),
                Vector::flat(3, -3),
            ],
            corners: &[Vector::flat(1, -2), Vector::flat(-1, 2)],
            glyphs: &['|'],
            glyph_at: [2, 0],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "rising",
            origin: Vector::flat(0, 3),
            neighbours: &[
                Vector::flat(-3, 0),
                Vector::flat(-3, 3),
                Vector::flat(3, -3),
                Vector::flat(3, 0),
            ],
            corners: &[Vector::flat(2, -1), Vector::flat(-2, 1)],
            glyphs: &['/'],
            glyph_at: [1, 1],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "falling",
            origin: Vector::flat(3, 3),
            neighbours: &[
                Vector::flat(-3, 0),
                Vector::flat(0, -3),
                Vector::flat(0, 3),
                Vector::flat(3, 0),
            ],
            corners: &[Vector::flat(-1, -1), Vector::flat(1, 1)],
            glyphs: &['\\'],
            glyph_at: [3, 1],
            ..KindTable::PLAIN
        },
    ],
    symmetries: &SYMMETRIES,
    rotations: 6,
    drawing: Drawing {
        unit: 1,
        basis: oblique(ROOT_OF_3 / 6.0),
        closed: false,
        round: false,
    },
    text: TextMap {
        columns: [4, 2],
        rows: [0, 2],
        shifts: 4,
        vertex_glyphs: &[],
        legend: "`|`, `/` and `\\` for the edges of hexagons, `?` for an optional one, `.` or a blank for none",
    },
    ..Table::PLANE
};
