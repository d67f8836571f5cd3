//! The squares and triangles of the elongated triangular tiling 3.3.3.4.4, `(x, y, k)`: rows of squares
//! alternate with rows of triangles.
//!
//! k = 0 is the square at (x, y). To its lower right are two triangles: k = 1 points down, and lies
//! under the next square; k = 2 points up, to the left of k = 1. Vectors are in 24ths of the
//! translations; the second translation leads half a square to the right. Corners are in 14ths of
//! the vectors, with 26/15 for the square root of 3. The group has a half turn and two mirrors.

use super::plan::KindPlan;
use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, LatticeTable, TextMap, closure};
use super::triangle::ROOT_OF_3;
use crate::isometry::Isometry;
use crate::vector::Matrix;

pub(super) const HALF_TURN: Matrix = Matrix::from_rows([[-1, 0, 0], [0, -1, 0], [0, 0, 1]]);

/// The mirror in an upright axis. It maps the second translation to the second minus the first.
pub(super) const MIRROR: Isometry =
    Isometry::about_origin(Matrix::from_rows([[-1, -1, 0], [0, 1, 0], [0, 0, 1]]));

/// The two rotations and two reflections of the group cmm.
pub(super) const SYMMETRIES: [Isometry; 4] = closure::<2, 4>(&[HALF_TURN], &MIRROR);

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "elongated triangular",
        cell_names: ["cell", "cells"],
        family: "polyelongates",
        forms: "Edge-connected cells of the elongated triangular tiling",
        cell_form: "(x, y, k) with k 0 (a square), 1 (down) or 2 (up)",
        sorted_by: "shape",
        shapes: &[ShapeName::Rhombus],
        filling: Filling::Units,
        scale: 24,
        symmetries: &SYMMETRIES,
        drawing: Drawing::new(
            14,
            [
                [1.0 / 24.0, 0.0, 0.0],
                [0.5 / 24.0, (1.0 + 0.5 * ROOT_OF_3) / 24.0, 0.0],
                [0.0, 0.0, 0.0],
            ],
        ),
        text: TextMap {
            legend: "`#` for squares, `v` and `^` for triangles, `?` for an optional \
                     cell, `.` or a blank for none",
            ..TextMap::new([2, 1], [0, 2])
        },
        ..LatticeTable::PLANE
    }
    .with_kinds(&[
        KindPlan::new(
            "square",
            [0, 0],
            &[[-123, -90], [213, -90], [123, 90], [-213, 90]],
        )
        .ordered(&[1, 3, 2, 0]),
        KindPlan::new("down", [19, 10], &[[-143, -50], [193, -50], [-53, 106]])
            .ordered(&[2, 0, 1])
            .drawn(&['v'])
            .at([2, 1]),
        KindPlan::new("up", [5, 14], &[[53, -106], [143, 50], [-193, 50]])
            .ordered(&[2, 1, 0])
            .drawn(&['^'])
            .at([1, 1]),
    ])
}
