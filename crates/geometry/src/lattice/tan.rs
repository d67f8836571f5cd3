//! Tans, half squares: pairs of quarter squares `(x, y, q)` that share half a diagonal.
//!
//! A form is a set of quarter squares that holds none, two adjacent ones, or all four of each square: so
//! a square made of two tans is one shape whichever diagonal was cut. Its size is the number of tans.

use super::table::{Table, Tiles};
use super::tetrakis;
use crate::vector::Vector;

/// The lattice of tans.
pub(super) static TABLE: Table = Table {
    name: "tan",
    family: "polyaboloes",
    forms: "Edge-connected half squares",
    tiles: Some(Tiles {
        names: ["tan", "tans"],
        whole: "a square holds none, two adjacent or all four of its quarters",
        shapes: &[
            &[Vector::flat(3, 1), Vector::flat(5, 3)],
            &[Vector::flat(5, 3), Vector::flat(3, 5)],
            &[Vector::flat(3, 5), Vector::flat(1, 3)],
            &[Vector::flat(1, 3), Vector::flat(3, 1)],
        ],
    }),
    ..tetrakis::TABLE_OF_CELLS
};
