//! The lattice of unit sticks, the edges of the square grid: cells `(x, y, d)`.
//!
//! `(x, y, 0)` runs from (x, y) to (x+1, y), and `(x, y, 1)` from (x, y) to (x, y+1). The vector of
//! a stick is twice its midpoint: (2x+1, 2y) or (2x, 2y+1). The vector of a vertex is twice its
//! position, so it is the midpoint of the vectors of two sticks in line. Sticks are neighbours if
//! they share an end.

use super::plan::KindPlan;
use super::shapes::{Filling, ShapeName};
use super::square::{SYMMETRIES, upright};
use super::table::{Drawing, LatticeTable, TextMap};
use crate::crossing::Crossing;

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "stick",
        cell_names: ["stick", "sticks"],
        family: "polysticks",
        forms: "Connected edges of the square lattice",
        cell_form: "(x, y, d) with d 0 (across) or 1 (down)",
        sorted_by: "direction",
        shapes: &[
            ShapeName::Rectangle,
            ShapeName::Diamond,
            ShapeName::AztecDiamond,
            ShapeName::Polygon,
        ],
        filling: Filling::Outline,
        scale: 2,
        crossing: Some(Crossing::NotStraight),
        symmetries: &SYMMETRIES,
        drawing: Drawing {
            closed: false,
            ..Drawing::new(1, upright(0.5))
        },
        text: TextMap {
            vertex_glyphs: &['+', 'o', '·'],
            legend: "`-` between two vertices of a row, `|` between two rows, `?` for \
                     an optional stick, `+` or `.` or a blank at vertices, a blank \
                     elsewhere",
            ..TextMap::new([2, 0], [0, 2])
        },
        ..LatticeTable::PLANE
    }
    .with_kinds(&[
        KindPlan::new("horizontal", [1, 0], &[[-1, 0], [1, 0]])
            .ordered(&[5, 4, 2, 0, 1, 3])
            .drawn(&['-'])
            .at([1, 0]),
        KindPlan::new("vertical", [0, 1], &[[0, -1], [0, 1]])
            .ordered(&[5, 3, 1, 0, 2, 4])
            .drawn(&['|'])
            .at([0, 1]),
    ])
}
