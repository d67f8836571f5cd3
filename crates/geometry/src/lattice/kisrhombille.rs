//! The right triangles of the kisrhombille tiling `(x, y, s)`: triangles cut into six by their
//! medians.
//!
//! The twelve kinds are the cells around a vertex of the triangular grid, clockwise from the cell
//! just below the edge to the right. The vector of a cell is its middle, in eighteenths of an edge
//! of the grid; so corners and medians have whole coordinates.

use super::plan::KindPlan;
use super::shapes::Filling;
use super::table::{Drawing, LatticeTable, TextMap};
use super::triangle::{SHAPES, SYMMETRIES, oblique};

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "kisrhombille",
        cell_names: ["sixth", "sixths"],
        family: "polykisrhombilles",
        forms: "Edge-connected sixths of triangles",
        cell_form: "(x, y, s) with s from 0 to 11",
        sorted_by: "place around a vertex",
        shapes: SHAPES,
        filling: Filling::Outline,
        scale: 18,
        symmetries: &SYMMETRIES,
        drawing: Drawing::new(1, oblique(1.0 / 9.0)),
        text: TextMap::new([8, 4], [0, 4]),
        ..LatticeTable::PLANE
    }
    .with_kinds(&[
        KindPlan::new("sixth 0", [5, 2], &[[-5, -2], [4, -2], [1, 4]])
            .ordered(&[2, 0, 1])
            .at([3, 0]),
        KindPlan::image("sixth 1", 0, 6).at([2, 1]),
        KindPlan::image("sixth 2", 0, 1).at([9, 1]),
        KindPlan::image("sixth 3", 0, 11).at([7, 1]),
        KindPlan::image("sixth 4", 0, 2).at([6, 1]),
        KindPlan::image("sixth 5", 0, 10).at([5, 0]),
        KindPlan::image("sixth 6", 0, 3).at([9, 3]),
        KindPlan::image("sixth 7", 0, 9).at([10, 2]),
        KindPlan::image("sixth 8", 0, 4).at([3, 2]),
        KindPlan::image("sixth 9", 0, 8).at([5, 2]),
        KindPlan::image("sixth 10", 0, 5).at([6, 2]),
        KindPlan::image("sixth 11", 0, 7).at([7, 3]),
    ])
}
