//! The pentagons of the prismatic tiling `(x, y, k)`, squares with a roof: rows of houses, and of houses
//! upside down in the gaps between their roofs.
//!
//! k = 0 is a house with its roof below, k = 1 the one that stands on its head under the gap to the right
//! of it. Vectors are in 24ths of the translations, of which the second leads half a house to the right.

use super::elongated_triangular::SYMMETRIES;
use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, KindTable, PLAIN_LEGEND, Table, TextMap};
use crate::vector::Vector;

/// The lattice.
pub(super) static TABLE: Table = Table {
    name: "house",
    cell_names: ["house", "houses"],
    family: "polyhouses",
    forms: "Edge-connected pentagons of the prismatic tiling",
    cell_form: "(x, y, k) with k 0 (roof down) or 1 (roof up)",
    sorted_by: "where the roofs point",
    shapes: &[ShapeName::Rhombus],
    filling: Filling::Units,
    scale: 24,
    kinds: &[
        KindTable {
            name: "down",
            origin: Vector::flat(9, 6),
            neighbours: &[
                Vector::flat(24, 0),
                Vector::flat(-24, 0),
                Vector::flat(6, -12),
                Vector::flat(6, 12),
                Vector::flat(-18, 12),
            ],
            corners: &[
                Vector::flat(-9, -6),
                Vector::flat(15, -6),
                Vector::flat(10, 4),
                Vector::flat(-4, 8),
                Vector::flat(-14, 4),
            ],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "up",
            origin: Vector::flat(15, 18),
            neighbours: &[
                Vector::flat(24, 0),
                Vector::flat(-24, 0),
                Vector::flat(-6, 12),
                Vector::flat(18, -12),
                Vector::flat(-6, -12),
            ],
            corners: &[
                Vector::flat(-10, -4),
                Vector::flat(4, -8),
                Vector::flat(14, -4),
                Vector::flat(9, 6),
                Vector::flat(-15, 6),
            ],
            glyph_at: [1, 1],
            ..KindTable::PLAIN
        },
    ],
    symmetries: &SYMMETRIES,
    rotations: 2,
    drawing: Drawing {
        unit: 1,
        basis: [
            [1.0 / 24.0, 0.0, 0.0],
            [0.5 / 24.0, 2.0 / 24.0, 0.0],
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
        legend: PLAIN_LEGEND,
    },
    ..Table::PLANE
};
