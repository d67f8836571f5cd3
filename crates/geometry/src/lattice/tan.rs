//! Tans (half squares): two quarter squares, each `(x, y, q)`, that share half a diagonal.
//!
//! A form is a set of quarter squares. Of each square it contains none, two adjacent quarters, or
//! all four. So a square made of two tans is only one shape, whichever diagonal separates them. Its
//! size is the number of tans.

use super::table::LatticeTable;
use super::tetrakis;

pub(super) fn table() -> LatticeTable {
    let cells = tetrakis::table();
    LatticeTable {
        name: "tan",
        family: "polyaboloes",
        forms: "Edge-connected half squares",
        tiles: Some(cells.tiles_of(
            ["tan", "tans"],
            "a square holds none, two adjacent or all four of its quarters",
            &[&[0, 1], &[1, 2], &[2, 3], &[3, 0]],
        )),
        ..cells
    }
}
