//! The hexagonal lattice: cells `(x, y)`, x to the right, y down to the right at 60 degrees.
//!
//! The vector of a cell is the position of its centre in the triangular lattice of all centres.
//! Corners are in thirds of the vectors.

use super::plan::KindPlan;
use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, LatticeTable, TextMap};
use super::triangle::{ROOT_OF_3, SYMMETRIES, oblique};

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "hexagon",
        cell_names: ["hexagon", "hexagons"],
        family: "polyhexes",
        forms: "Edge-connected hexagons",
        cell_form: "(x, y)",
        shapes: &[
            ShapeName::Rhombus,
            ShapeName::Hexagon,
            ShapeName::Triangle,
            ShapeName::Trapezium,
        ],
        filling: Filling::Units,
        scale: 1,
        symmetries: &SYMMETRIES,
        drawing: Drawing::new(3, oblique(ROOT_OF_3)),
        text: TextMap {
            shifts: 2,
            ..TextMap::new([2, 1], [0, 1])
        },
        ..LatticeTable::PLANE
    }
    .with_kinds(&[KindPlan::new(
        "",
        [0, 0],
        &[[1, 1], [-1, 2], [-2, 1], [-1, -1], [1, -2], [2, -1]],
    )
    .ordered(&[5, 0, 1, 2, 3, 4])])
}
