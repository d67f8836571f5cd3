//! The octagons and squares of the truncated square tiling 4.8.8, `(x, y, k)`.
//!
//! k = 0 is the octagon at (x, y), and k = 1 the square to the lower right of it. Vectors are in
//! sixths of the step between octagons. Corners are in 29ths of the vectors, with 41/29 for the
//! square root of 2; so the sides of an octagon differ by less than 0.2 %.

use super::plan::KindPlan;
use super::shapes::{Filling, ShapeName};
use super::square::{SYMMETRIES, upright};
use super::table::{Drawing, LatticeTable, TextMap};

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "truncated square",
        cell_names: ["cell", "cells"],
        family: "polyoctasquares",
        forms: "Edge-connected octagons and squares",
        cell_form: "(x, y, k) with k 0 (an octagon) or 1 (a square)",
        sorted_by: "shape",
        shapes: &[ShapeName::Rectangle],
        filling: Filling::Units,
        scale: 6,
        symmetries: &SYMMETRIES,
        drawing: Drawing::new(29, upright(29.0 / 72.0)),
        text: TextMap {
            legend: "`O` for octagons and `#` for squares, `?` for an optional cell, \
                     `.` or a blank for none",
            ..TextMap::new([4, 0], [0, 2])
        },
        ..LatticeTable::PLANE
    }
    .with_kinds(&[
        KindPlan::new(
            "octagon",
            [0, 0],
            &[
                [87, 36],
                [36, 87],
                [-36, 87],
                [-87, 36],
                [-87, -36],
                [-36, -87],
                [36, -87],
                [87, -36],
            ],
        )
        .ordered(&[7, 0, 1, 2, 3, 4, 5, 6])
        .drawn(&['O']),
        KindPlan::new("square", [3, 3], &[[51, 0], [0, 51], [-51, 0], [0, -51]]).at([2, 1]),
    ])
}
