//! The right triangles of the kisrhombille tiling `(x, y, s)`: triangles cut by their medians in six.
//!
//! The twelve kinds are the cells around a vertex of the triangular grid, clockwise from the one
//! under the step to the right. A vector is the middle of a cell, in eighteenths of the edge of the
//! grid, so that corners and medians fall on whole numbers.

use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, KindTable, PLAIN_LEGEND, Table, TextMap};
use super::triangle::{SYMMETRIES, oblique};
use crate::vector::Vector;

/// The lattice as a constant, for the one of larger tiles.
pub(super) const TABLE_OF_CELLS: Table = Table {
    name: "kisrhombille",
    cell_names: ["sixth", "sixths"],
    family: "polykisrhombilles",
    forms: "Edge-connected sixths of triangles",
    cell_form: "(x, y, s) with s from 0 to 11",
    sorted_by: "place around a vertex",
    shapes: &[
        ShapeName::Rhombus,
        ShapeName::Hexagon,
        ShapeName::Triangle,
        ShapeName::Trapezium,
        ShapeName::Polygon,
    ],
    filling: Filling::Outline,
    scale: 18,
    kinds: &[
        KindTable {
            name: "sixth 0",
            origin: Vector::flat(5, 2),
            neighbours: &[Vector::flat(-3, 3), Vector::flat(2, -4), Vector::flat(6, 0)],
            corners: &[
                Vector::flat(-5, -2),
                Vector::flat(4, -2),
                Vector::flat(1, 4),
            ],
            glyph_at: [3, 0],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "sixth 1",
            origin: Vector::flat(2, 5),
            neighbours: &[Vector::flat(3, -3), Vector::flat(-4, 2), Vector::flat(0, 6)],
            corners: &[
                Vector::flat(4, 1),
                Vector::flat(-2, 4),
                Vector::flat(-2, -5),
            ],
            glyph_at: [2, 1],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "sixth 2",
            origin: Vector::flat(16, 7),
            neighbours: &[Vector::flat(-3, 0), Vector::flat(4, -2), Vector::flat(0, 6)],
            corners: &[Vector::flat(2, -7), Vector::flat(2, 2), Vector::flat(-4, 5)],
            glyph_at: [9, 1],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "sixth 3",
            origin: Vector::flat(13, 7),
            neighbours: &[
                Vector::flat(3, 0),
                Vector::flat(-2, -2),
                Vector::flat(-6, 6),
            ],
            corners: &[
                Vector::flat(-1, 5),
                Vector::flat(-4, 2),
                Vector::flat(5, -7),
            ],
            glyph_at: [7, 1],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "sixth 4",
            origin: Vector::flat(11, 5),
            neighbours: &[Vector::flat(0, -3), Vector::flat(2, 2), Vector::flat(-6, 6)],
            corners: &[
                Vector::flat(7, -5),
                Vector::flat(-2, 4),
                Vector::flat(-5, 1),
            ],
            glyph_at: [6, 1],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "sixth 5",
            origin: Vector::flat(11, 2),
            neighbours: &[Vector::flat(0, 3), Vector::flat(2, -4), Vector::flat(-6, 0)],
            corners: &[
                Vector::flat(-5, 4),
                Vector::flat(-2, -2),
                Vector::flat(7, -2),
            ],
            glyph_at: [5, 0],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "sixth 6",
            origin: Vector::flat(13, 16),
            neighbours: &[
                Vector::flat(3, -3),
                Vector::flat(-2, 4),
                Vector::flat(-6, 0),
            ],
            corners: &[
                Vector::flat(5, 2),
                Vector::flat(-4, 2),
                Vector::flat(-1, -4),
            ],
            glyph_at: [9, 3],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "sixth 7",
            origin: Vector::flat(16, 13),
            neighbours: &[
                Vector::flat(-3, 3),
                Vector::flat(4, -2),
                Vector::flat(0, -6),
            ],
            corners: &[
                Vector::flat(-4, -1),
                Vector::flat(2, -4),
                Vector::flat(2, 5),
            ],
            glyph_at: [10, 2],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "sixth 8",
            origin: Vector::flat(2, 11),
            neighbours: &[Vector::flat(3, 0), Vector::flat(-4, 2), Vector::flat(0, -6)],
            corners: &[
                Vector::flat(-2, 7),
                Vector::flat(-2, -2),
                Vector::flat(4, -5),
            ],
            glyph_at: [3, 2],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "sixth 9",
            origin: Vector::flat(5, 11),
            neighbours: &[Vector::flat(-3, 0), Vector::flat(2, 2), Vector::flat(6, -6)],
            corners: &[
                Vector::flat(1, -5),
                Vector::flat(4, -2),
                Vector::flat(-5, 7),
            ],
            glyph_at: [5, 2],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "sixth 10",
            origin: Vector::flat(7, 13),
            neighbours: &[
                Vector::flat(0, 3),
                Vector::flat(-2, -2),
                Vector::flat(6, -6),
            ],
            corners: &[
                Vector::flat(-7, 5),
                Vector::flat(2, -4),
                Vector::flat(5, -1),
            ],
            glyph_at: [6, 2],
            ..KindTable::PLAIN
        },
        KindTable {
            name: "sixth 11",
            origin: Vector::flat(7, 16),
            neighbours: &[Vector::flat(0, -3), Vector::flat(-2, 4), Vector::flat(6, 0)],
            corners: &[Vector::flat(5, -4), Vector::flat(2, 2), Vector::flat(-7, 2)],
            glyph_at: [7, 3],
            ..KindTable::PLAIN
        },
    ],
    symmetries: &SYMMETRIES,
    rotations: 6,
    drawing: Drawing {
        unit: 1,
        basis: oblique(1.0 / 9.0),
        closed: true,
        round: false,
    },
    text: TextMap {
        columns: [8, 4],
        rows: [0, 4],
        shifts: 1,
        vertex_glyphs: &[],
        legend: PLAIN_LEGEND,
    },
    ..Table::PLANE
};

/// The lattice of single sixths of triangles.
pub(super) static TABLE: Table = TABLE_OF_CELLS;
