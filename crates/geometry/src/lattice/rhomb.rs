//! The rhombs of the rhombille tiling `(x, y, d)`: hexagons cut in three, by the edges between them.
//!
//! A rhomb stands where a stick of the hexagonal grid does, across it: its sharp corners are the
//! centres of the hexagons that the stick parts. Two rhombs are neighbours where the sticks are.

use super::shapes::Filling;
use super::table::{Drawing, KindTable, PLAIN_LEGEND, Table, TextMap};
use super::triangle::{ROOT_OF_3, SYMMETRIES, oblique};
use crate::vector::Vector;

/// The lattice.
pub(super) static TABLE: Table = Table {
    name: "rhomb",
    cell_names: ["rhomb", "rhombs"],
    family: "polyrhombs",
    forms: "Edge-connected thirds of hexagons",
    cell_form: "(x, y, d) with d 0 (level), 1 (falling) or 2 (rising)",
    sorted_by: "direction",
    shapes: &[],
    filling: Filling::Units,
    scale: 6,
    kinds: &[
        KindTable {
            name: "level",
            origin: Vector::flat(3, 0),
            neighbours: &[
                Vector::flat(-3, 3),
                Vector::flat(0, -3),
                Vector::flat(0, 3),
                Vector::flat(3, -3),
            ],
            corners: &[
                Vector::flat(-3, 0),
                Vector::flat(1, -2),
                Vector::flat(3, 0),
                Vector::flat(-1, 2),
            ],
            glyph_at: [2, 0],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "falling",
            origin: Vector::flat(0, 3),
            neighbours: &[
                Vector::flat(-3, 0),
                Vector::flat(-3, 3),
                Vector::flat(3, -3),
                Vector::flat(3, 0),
            ],
            corners: &[
                Vector::flat(0, -3),
                Vector::flat(2, -1),
                Vector::flat(0, 3),
                Vector::flat(-2, 1),
            ],
            glyph_at: [1, 1],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "rising",
            origin: Vector::flat(3, 3),
            neighbours: &[
                Vector::flat(-3, 0),
                Vector::flat(0, -3),
                Vector::flat(0, 3),
                Vector::flat(3, 0),
            ],
            corners: &[
                Vector::flat(3, -3),
                Vector::flat(1, 1),
                Vector::flat(-3, 3),
                Vector::flat(-1, -1),
            ],
            glyph_at: [3, 1],
            ..KindTable::PLAIN
        },
    ],
    symmetries: &SYMMETRIES,
    rotations: 6,
    drawing: Drawing {
        unit: 1,
        basis: oblique(ROOT_OF_3 / 6.0),
        closed: true,
        round: false,
    },
    text: TextMap {
        columns: [4, 2],
        rows: [0, 2],
        shifts: 1,
        vertex_glyphs: &[],
        legend: PLAIN_LEGEND,
    },
    ..Table::PLANE
};
