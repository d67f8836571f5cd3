//! The squares and triangles of the snub square tiling 3.3.4.3.4, `(x, y, k)`.
//!
//! k = 0 is the square at (x, y), and k = 1 the square in the middle of the translation square. k =
//! 2 to 5 are the triangles between them. Vectors are in 36ths of a translation. Corners are in
//! fifths of the vectors, with 26/15 for the square root of 3. The symmetry group is p4g, whose
//! reflections include a shift.

use super::plan::KindPlan;
use super::shapes::{Filling, ShapeName};
use super::square::{SHIFTED_SYMMETRIES, upright};
use super::table::{Drawing, LatticeTable, TextMap};

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "snub square",
        cell_names: ["cell", "cells"],
        family: "polysnubs",
        forms: "Edge-connected cells of the snub square tiling",
        cell_form: "(x, y, k) with k 0 or 1 (squares) or 2 to 5 (triangles)",
        sorted_by: "shape",
        shapes: &[ShapeName::Rectangle],
        filling: Filling::Units,
        scale: 36,
        symmetries: &SHIFTED_SYMMETRIES,
        drawing: Drawing::new(5, upright(5.0 / 93.0)),
        text: TextMap {
            legend: "`#` for squares and `^` for triangles, `?` for an optional cell, \
                     `.` or a blank for none",
            ..TextMap::new([6, 0], [0, 2])
        },
        ..LatticeTable::PLANE
    }
    .with_kinds(&[
        KindPlan::new(
            "square",
            [0, 0],
            &[[57, 33], [-33, 57], [-57, -33], [33, -57]],
        )
        .ordered(&[1, 2, 0, 3]),
        KindPlan::image("square", 0, 6).at([3, 1]),
        KindPlan::new("triangle", [22, 4], &[[-53, 13], [13, -53], [37, 37]])
            .ordered(&[0, 2, 1])
            .drawn(&['^'])
            .at([4, 0]),
        KindPlan::new("triangle", [14, 32], &[[-37, -37], [53, -13], [-13, 53]])
            .ordered(&[2, 0, 1])
            .drawn(&['^'])
            .at([2, 2]),
        KindPlan::new("triangle", [4, 14], &[[13, 53], [-53, -13], [37, -37]])
            .drawn(&['^'])
            .at([1, 1]),
        KindPlan::new("triangle", [32, 22], &[[-37, 37], [-13, -53], [53, 13]])
            .ordered(&[0, 2, 1])
            .drawn(&['^'])
            .at([5, 1]),
    ])
}
