//! The pentagons of the prismatic tiling `(x, y, k)`, squares with a roof. Rows of houses alternate with
//! rows of upside-down houses, whose roofs fit the gaps.
//!
//! k = 0 is a house with its roof below. k = 1 is the house with its roof above, under the gap to
//! the right of house 0. Vectors are in 24ths of the translations; the second translation leads
//! half a house to the right.

use super::elongated_triangular::SYMMETRIES;
use super::plan::KindPlan;
use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, LatticeTable, TextMap};

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "house",
        cell_names: ["house", "houses"],
        family: "polyhouses",
        forms: "Edge-connected pentagons of the prismatic tiling",
        cell_form: "(x, y, k) with k 0 (roof down) or 1 (roof up)",
        sorted_by: "where the roofs point",
        shapes: &[ShapeName::Rhombus],
        filling: Filling::Units,
        scale: 24,
        symmetries: &SYMMETRIES,
        drawing: Drawing::new(
            1,
            [
                [1.0 / 24.0, 0.0, 0.0],
                [0.5 / 24.0, 2.0 / 24.0, 0.0],
                [0.0, 0.0, 0.0],
            ],
        ),
        text: TextMap::new([2, 1], [0, 2]),
        ..LatticeTable::PLANE
    }
    .with_kinds(&[
        KindPlan::new(
            "down",
            [9, 6],
            &[[-9, -6], [15, -6], [10, 4], [-4, 8], [-14, 4]],
        )
        .ordered(&[1, 4, 0, 2, 3]),
        KindPlan::image("up", 0, 3).at([1, 1]),
    ])
}
