//! Drafters, half triangles: threes of sixths of triangles `(x, y, s)` on one side of a median.
//!
//! A form is a set of sixths that holds none, all, or the half on one side of a median of each triangle of
//! the grid. Its size is the number of drafters.

use super::kisrhombille;
use super::table::{Table, Tiles};
use crate::vector::Vector;

/// The lattice of drafters.
pub(super) static TABLE: Table = Table {
    name: "drafter",
    family: "polydrafters",
    forms: "Edge-connected half triangles",
    tiles: Some(Tiles {
        names: ["drafter", "drafters"],
        whole: "a triangle holds none or all of its sixths, or the three on one side of a median",
        shapes: &[
            &[Vector::flat(2, 5), Vector::flat(2, 11), Vector::flat(5, 2)],
            &[Vector::flat(2, 5), Vector::flat(2, 11), Vector::flat(5, 11)],
            &[Vector::flat(2, 5), Vector::flat(5, 2), Vector::flat(11, 2)],
            &[
                Vector::flat(2, 11),
                Vector::flat(5, 11),
                Vector::flat(11, 5),
            ],
            &[Vector::flat(5, 2), Vector::flat(11, 2), Vector::flat(11, 5)],
            &[
                Vector::flat(5, 11),
                Vector::flat(11, 2),
                Vector::flat(11, 5),
            ],
            &[
                Vector::flat(7, 13),
                Vector::flat(7, 16),
                Vector::flat(13, 7),
            ],
            &[
                Vector::flat(7, 13),
                Vector::flat(7, 16),
                Vector::flat(13, 16),
            ],
            &[
                Vector::flat(7, 13),
                Vector::flat(13, 7),
                Vector::flat(16, 7),
            ],
            &[
                Vector::flat(7, 16),
                Vector::flat(13, 16),
                Vector::flat(16, 13),
            ],
            &[
                Vector::flat(13, 7),
                Vector::flat(16, 7),
                Vector::flat(16, 13),
            ],
            &[
                Vector::flat(13, 16),
                Vector::flat(16, 7),
                Vector::flat(16, 13),
            ],
        ],
    }),
    moves_off_lattice: true,
    ..kisrhombille::TABLE_OF_CELLS
};
