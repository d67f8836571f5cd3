//! The octagons and squares of the truncated square tiling 4.8.8, `(x, y, k)`.
//!
//! k = 0 is the octagon at (x, y), k = 1 the square to the lower right of it. Vectors are in sixths of
//! the step between octagons; corners are in 29ths of those, where the square root of 2 is taken
//! for 41/29: the sides of an octagon differ by less than a thousandth.

use super::shapes::{Filling, ShapeName};
use super::square::SYMMETRIES;
use super::table::{Drawing, KindTable, Table, TextMap};
use crate::vector::Vector;

/// The lattice.
pub(super) static TABLE: Table = Table {
    name: "truncated square",
    cell_names: ["cell", "cells"],
    family: "polyoctasquares",
    forms: "Edge-connected octagons and squares",
    cell_form: "(x, y, k) with k 0 (an octagon) or 1 (a square)",
    sorted_by: "shape",
    shapes: &[ShapeName::Rectangle],
    filling: Filling::Units,
    scale: 6,
    kinds: &[
        KindTable {
            name: "octagon",
            neighbours: &[
                Vector::flat(6, 0),
                Vector::flat(3, 3),
                Vector::flat(0, 6),
                Vector::flat(-3, 3),
                Vector::flat(-6, 0),
                Vector::flat(-3, -3),
                Vector::flat(0, -6),
                Vector::flat(3, -3),
            ],
            corners: &[
                Vector::flat(87, 36),
                Vector::flat(36, 87),
                Vector::flat(-36, 87),
                Vector::flat(-87, 36),
                Vector::flat(-87, -36),
                Vector::flat(-36, -87),
                Vector::flat(36, -87),
                Vector::flat(87, -36),
            ],
            glyphs: &['O'],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "square",
            origin: Vector::flat(3, 3),
            neighbours: &[
                Vector::flat(3, 3),
                Vector::flat(-3, 3),
                Vector::flat(-3, -3),
                Vector::flat(3, -3),
            ],
            corners: &[
                Vector::flat(51, 0),
                Vector::flat(0, 51),
                Vector::flat(-51, 0),
                Vector::flat(0, -51),
            ],
            glyph_at: [2, 1],
            ..KindTable::PLAIN
        },
    ],
    symmetries: &SYMMETRIES,
    rotations: 4,
    drawing: Drawing {
        unit: 29,
        basis: [
            [29.0 / 72.0, 0.0, 0.0],
            [0.0, 29.0 / 72.0, 0.0],
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
        legend: "`O` for octagons and `#` for squares, `?` for an optional cell, `.` or a blank for none",
    },
    ..Table::PLANE
};
