//! The squares and triangles of the snub square tiling 3.3.4.3.4, `(x, y, k)`.
//!
//! k = 0 and 1 are the squares, at (x, y) and in the middle of the translation square; 2 to 5 are the
//! triangles between them. Vectors are in 36ths of a translation, corners in fifths of those, where
//! the square root of 3 is taken for 26/15. The group is p4g: its reflections carry a shift.

use super::shapes::{Filling, ShapeName};
use super::square::SHIFTED_SYMMETRIES;
use super::table::{Drawing, KindTable, Table, TextMap};
use crate::vector::Vector;

/// The lattice.
pub(super) static TABLE: Table = Table {
    name: "snub square",
    cell_names: ["cell", "cells"],
    family: "polysnubs",
    forms: "Edge-connected cells of the snub square tiling",
    cell_form: "(x, y, k) with k 0 or 1 (squares) or 2 to 5 (triangles)",
    sorted_by: "shape",
    shapes: &[ShapeName::Rectangle],
    filling: Filling::Units,
    scale: 36,
    kinds: &[
        KindTable {
            name: "square",
            neighbours: &[
                Vector::flat(-14, 4),
                Vector::flat(-4, -14),
                Vector::flat(4, 14),
                Vector::flat(14, -4),
            ],
            corners: &[
                Vector::flat(57, 33),
                Vector::flat(-33, 57),
                Vector::flat(-57, -33),
                Vector::flat(33, -57),
            ],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "square",
            origin: Vector::flat(18, 18),
            neighbours: &[
                Vector::flat(-14, -4),
                Vector::flat(-4, 14),
                Vector::flat(4, -14),
                Vector::flat(14, 4),
            ],
            corners: &[
                Vector::flat(33, 57),
                Vector::flat(-57, 33),
                Vector::flat(-33, -57),
                Vector::flat(57, -33),
            ],
            glyph_at: [3, 1],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "triangle",
            origin: Vector::flat(22, 4),
            neighbours: &[
                Vector::flat(-8, -8),
                Vector::flat(-4, 14),
                Vector::flat(14, -4),
            ],
            corners: &[
                Vector::flat(-53, 13),
                Vector::flat(13, -53),
                Vector::flat(37, 37),
            ],
            glyphs: &['^'],
            glyph_at: [4, 0],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "triangle",
            origin: Vector::flat(14, 32),
            neighbours: &[
                Vector::flat(-14, 4),
                Vector::flat(4, -14),
                Vector::flat(8, 8),
            ],
            corners: &[
                Vector::flat(-37, -37),
                Vector::flat(53, -13),
                Vector::flat(-13, 53),
            ],
            glyphs: &['^'],
            glyph_at: [2, 2],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "triangle",
            origin: Vector::flat(4, 14),
            neighbours: &[
                Vector::flat(-8, 8),
                Vector::flat(-4, -14),
                Vector::flat(14, 4),
            ],
            corners: &[
                Vector::flat(13, 53),
                Vector::flat(-53, -13),
                Vector::flat(37, -37),
            ],
            glyphs: &['^'],
            glyph_at: [1, 1],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "triangle",
            origin: Vector::flat(32, 22),
            neighbours: &[
                Vector::flat(-14, -4),
                Vector::flat(4, 14),
                Vector::flat(8, -8),
            ],
            corners: &[
                Vector::flat(-37, 37),
                Vector::flat(-13, -53),
                Vector::flat(53, 13),
            ],
            glyphs: &['^'],
            glyph_at: [5, 1],
            ..KindTable::PLAIN
        },
    ],
    symmetries: &SHIFTED_SYMMETRIES,
    rotations: 4,
    drawing: Drawing {
        unit: 5,
        basis: [
            [5.0 / 93.0, 0.0, 0.0],
            [0.0, 5.0 / 93.0, 0.0],
            [0.0, 0.0, 0.0],
        ],
        closed: true,
        round: false,
    },
    text: TextMap {
        columns: [6, 0],
        rows: [0, 2],
        shifts: 1,
        vertex_glyphs: &[],
        legend: "`#` for squares and `^` for triangles, `?` for an optional cell, `.` or a blank for none",
    },
    ..Table::PLANE
};
