//! The quarter squares of the tetrakis tiling `(x, y, q)`: squares cut by both diagonals.
//!
//! q = 0 is the quarter at the top of the square (x, y); the others follow clockwise: right,
//! bottom, left. Vectors are in sixths of a square.

use super::plan::KindPlan;
use super::shapes::{Filling, ShapeName};
use super::square::{SYMMETRIES, upright};
use super::table::{Drawing, LatticeTable, TextMap};

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "tetrakis",
        cell_names: ["quarter square", "quarter squares"],
        family: "polytetrakises",
        forms: "Edge-connected quarter squares",
        cell_form: "(x, y, q) with q 0 (top), 1 (right), 2 (bottom) or 3 (left)",
        sorted_by: "place in the square",
        shapes: &[ShapeName::Rectangle, ShapeName::Polygon],
        filling: Filling::Outline,
        scale: 6,
        symmetries: &SYMMETRIES,
        drawing: Drawing::new(1, upright(1.0 / 6.0)),
        text: TextMap::new([3, 0], [0, 3]),
        ..LatticeTable::PLANE
    }
    .with_kinds(&[
        KindPlan::new("top", [3, 1], &[[-3, -1], [3, -1], [0, 2]])
            .ordered(&[2, 0, 1])
            .at([1, 0]),
        KindPlan::new("right", [5, 3], &[[1, -3], [1, 3], [-2, 0]])
            .ordered(&[2, 1, 0])
            .at([2, 1]),
        KindPlan::new("bottom", [3, 5], &[[3, 1], [-3, 1], [0, -2]])
            .ordered(&[1, 0, 2])
            .at([1, 2]),
        KindPlan::new("left", [1, 3], &[[-1, 3], [-1, -3], [2, 0]]).at([0, 1]),
    ])
}
