//! The pentagons of the Cairo tiling `(x, y, k)`: four in each square of the translation lattice.
//!
//! k = 0 and 3 are in the upper half of the square, 1 and 2 in the lower half. Vectors are in 36ths
//! of a translation. The symmetry group is p4g, whose reflections include a shift. The corners are
//! chosen so that the sides of a pentagon are nearly equal.

use super::plan::KindPlan;
use super::shapes::{Filling, ShapeName};
use super::square::{SHIFTED_SYMMETRIES, upright};
use super::table::{Drawing, LatticeTable, TextMap};

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "Cairo",
        cell_names: ["pentagon", "pentagons"],
        family: "polycairos",
        forms: "Edge-connected pentagons of the Cairo tiling",
        cell_form: "(x, y, k) with k from 0 to 3",
        sorted_by: "direction",
        shapes: &[ShapeName::Rectangle],
        filling: Filling::Units,
        scale: 36,
        symmetries: &SHIFTED_SYMMETRIES,
        drawing: Drawing::new(1, upright(5.0 / 73.0)),
        text: TextMap::new([4, 0], [0, 2]),
        ..LatticeTable::PLANE
    }
    .with_kinds(&[
        KindPlan::new(
            "upper left",
            [12, 6],
            &[[-12, -6], [2, -10], [10, -2], [6, 12], [-8, 8]],
        )
        .ordered(&[4, 0, 3, 1, 2])
        .at([1, 0]),
        KindPlan::new(
            "lower left",
            [6, 24],
            &[[-10, -2], [-2, -10], [12, -6], [8, 8], [-6, 12]],
        )
        .ordered(&[4, 0, 1, 3, 2])
        .at([0, 1]),
        KindPlan::new(
            "lower right",
            [24, 30],
            &[[-6, -12], [8, -8], [12, 6], [-2, 10], [-10, 2]],
        )
        .ordered(&[4, 3, 0, 2, 1])
        .at([2, 1]),
        KindPlan::new(
            "upper right",
            [30, 12],
            &[[-8, -8], [6, -12], [10, 2], [2, 10], [-12, 6]],
        )
        .ordered(&[4, 0, 3, 2, 1])
        .at([3, 0]),
    ])
}
