//! The kites of the deltoidal trihexagonal tiling `(x, y, k)`: sixths of hexagons.
//!
//! Kite k is a sixth of a hexagon: the one to the lower right of its centre for k = 0, then
//! clockwise. It belongs to hexagon (x, y) for k = 0, (x+1, y) for 1 and 2, (x+1, y+1) for 3, and
//! (x, y+1) for 4 and 5. So the six kites of one (x, y) fill the rhombus between the centres of
//! four hexagons.

use super::plan::KindPlan;
use super::shapes::Filling;
use super::table::{Drawing, LatticeTable, TextMap};
use super::triangle::{SHAPES, SYMMETRIES, oblique};

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "kite",
        cell_names: ["kite", "kites"],
        family: "polykites",
        forms: "Edge-connected sixths of hexagons",
        cell_form: "(x, y, k) with k from 0 to 5",
        sorted_by: "place in the hexagon",
        shapes: SHAPES,
        filling: Filling::Outline,
        scale: 6,
        symmetries: &SYMMETRIES,
        drawing: Drawing::new(1, oblique(1.0 / 3.0)),
        text: TextMap::new([6, 3], [0, 2]),
        ..LatticeTable::PLANE
    }
    .with_kinds(&[
        KindPlan::new("lower right", [1, 1], &[[-1, -1], [2, -1], [1, 1], [-1, 2]])
            .ordered(&[3, 0, 2, 1]),
        KindPlan::image("bottom", 0, 1).at([4, 0]),
        KindPlan::image("lower left", 0, 2).at([2, 0]),
        KindPlan::image("upper left", 0, 3).at([5, 1]),
        KindPlan::image("top", 0, 4).at([1, 1]),
        KindPlan::image("upper right", 0, 5).at([3, 1]),
    ])
}
