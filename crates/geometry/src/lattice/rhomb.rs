//! The rhombs of the rhombille tiling `(x, y, d)`: thirds of hexagons.
//!
//! A rhomb lies across a stick of the hexagonal grid: its acute corners are the centres of the two
//! hexagons that the stick separates. Two rhombs are neighbours if their sticks are neighbours.

use super::plan::KindPlan;
use super::shapes::Filling;
use super::table::{Drawing, LatticeTable, TextMap};
use super::triangle::{ROOT_OF_3, SYMMETRIES, oblique};

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "rhomb",
        cell_names: ["rhomb", "rhombs"],
        family: "polyrhombs",
        forms: "Edge-connected thirds of hexagons",
        cell_form: "(x, y, d) with d 0 (level), 1 (falling) or 2 (rising)",
        sorted_by: "direction",
        shapes: &[],
        filling: Filling::Units,
        scale: 6,
        symmetries: &SYMMETRIES,
        drawing: Drawing::new(1, oblique(ROOT_OF_3 / 6.0)),
        text: TextMap::new([4, 2], [0, 2]),
        ..LatticeTable::PLANE
    }
    .with_kinds(&[
        KindPlan::new("level", [3, 0], &[[-3, 0], [1, -2], [3, 0], [-1, 2]])
            .ordered(&[3, 0, 2, 1])
            .at([2, 0]),
        KindPlan::new("falling", [0, 3], &[[0, -3], [2, -1], [0, 3], [-2, 1]])
            .ordered(&[3, 2, 0, 1])
            .at([1, 1]),
        KindPlan::new("rising", [3, 3], &[[3, -3], [1, 1], [-3, 3], [-1, -1]])
            .ordered(&[2, 3, 1, 0])
            .at([3, 1]),
    ])
}
