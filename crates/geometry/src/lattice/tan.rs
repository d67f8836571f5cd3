//! Tans, half squares: pairs of quarter squares `(x, y, q)` that share half a diagonal.
//!
//! A form is a set of quarter squares that holds none, two adjacent ones, or all four of each square: so
//! a square made of two tans is one shape whichever diagonal was cut. Its size is the number of tans.

use super::table::Table;
use super::tetrakis;

/// The lattice of tans.
pub(super) fn table() -> Table {
    let cells = tetrakis::table();
    Table {
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
