//! Drafters (half triangles): three sixths of a triangle, each `(x, y, s)`, on one side of a
//! median.
//!
//! A form is a set of sixths. Of each triangle of the grid it contains no sixths, all sixths, or
//! those on one side of a median. Its size is the number of drafters.

use super::kisrhombille;
use super::table::LatticeTable;

pub(super) fn table() -> LatticeTable {
    let cells = kisrhombille::table();
    LatticeTable {
        name: "drafter",
        family: "polydrafters",
        forms: "Edge-connected half triangles",
        tiles: Some(cells.tiles_of(
            ["drafter", "drafters"],
            "a triangle holds none or all of its sixths, or the three on one side of a median",
            &[
                &[1, 8, 0],
                &[1, 8, 9],
                &[1, 0, 5],
                &[8, 9, 4],
                &[0, 5, 4],
                &[9, 5, 4],
                &[10, 11, 3],
                &[10, 11, 6],
                &[10, 3, 2],
                &[11, 6, 7],
                &[3, 2, 7],
                &[6, 2, 7],
            ],
        )),
        moves_off_lattice: true,
        ..cells
    }
}
