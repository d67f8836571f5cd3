//! The pentagons of the prismatic tiling `(x, y, k)`, squares with a roof: rows of houses, and of houses
//! upside down in the gaps between their roofs.
//!
//! k = 0 is a house with its roof below, k = 1 the one that stands on its head under the gap to the right
//! of it. Vectors are in 24ths of the translations, of which the second leads half a house to the right.

use super::elongated_triangular::SYMMETRIES;
use super::plan::KindPlan;
use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, Table, TextMap};

/// The lattice.
pub(super) fn table() -> Table {
    Table {
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
        ..Table::PLANE
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
