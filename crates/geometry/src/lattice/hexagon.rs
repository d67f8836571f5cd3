//! The hexagonal lattice: cells `(x, y)`, x to the right, y down to the right at 60 degrees.
//!
//! The vector of a cell is the place of its centre in the triangular lattice of all centres; corners
//! are in thirds of its vectors.

use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, KindTable, PLAIN_LEGEND, Table, TextMap};
use super::triangle::{ROOT_OF_3, SYMMETRIES, oblique};
use crate::vector::Vector;

/// The lattice.
pub(super) static TABLE: Table = Table {
    name: "hexagon",
    cell_names: ["hexagon", "hexagons"],
    family: "polyhexes",
    forms: "Edge-connected hexagons",
    cell_form: "(x, y)",
    shapes: &[
        ShapeName::Rhombus,
        ShapeName::Hexagon,
        ShapeName::Triangle,
        ShapeName::Trapezium,
    ],
    filling: Filling::Units,
    scale: 1,
    kinds: &[KindTable {
        neighbours: &[
            Vector::flat(1, 0),
            Vector::flat(0, 1),
            Vector::flat(-1, 1),
            Vector::flat(-1, 0),
            Vector::flat(0, -1),
            Vector::flat(1, -1),
        ],
        corners: &[
            Vector::flat(1, 1),
            Vector::flat(-1, 2),
            Vector::flat(-2, 1),
            Vector::flat(-1, -1),
            Vector::flat(1, -2),
            Vector::flat(2, -1),
        ],
        ..KindTable::PLAIN
    }],
    symmetries: &SYMMETRIES,
    rotations: 6,
    drawing: Drawing {
        unit: 3,
        basis: oblique(ROOT_OF_3),
        closed: true,
        round: false,
    },
    text: TextMap {
        columns: [2, 1],
        rows: [0, 1],
        shifts: 2,
        vertex_glyphs: &[],
        legend: PLAIN_LEGEND,
    },
    ..Table::PLANE
};
