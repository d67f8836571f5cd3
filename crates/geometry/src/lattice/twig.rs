//! The edges of the hexagonal grid: sticks `(x, y, d)`.
//!
//! `(x, y, d)` separates two hexagons: (x, y) and (x+1, y) for d = 0, (x, y) and (x, y+1) for d =
//! 1, (x+1, y) and (x, y+1) for d = 2. The vector of a stick is its midpoint, in sixths of the step
//! between the centres of hexagons. Three sticks meet at a vertex, so pieces never cross.

use super::plan::KindPlan;
use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, LatticeTable, TextMap};
use super::triangle::{ROOT_OF_3, SYMMETRIES, oblique};
use crate::vector::Vector;

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "twig",
        cell_names: ["twig", "twigs"],
        family: "polytwigs",
        forms: "Connected edges of the hexagonal lattice",
        cell_form: "(x, y, d) with d 0 (upright), 1 (rising) or 2 (falling)",
        sorted_by: "direction",
        shapes: &[
            ShapeName::Rhombus,
            ShapeName::Hexagon,
            ShapeName::Triangle,
            ShapeName::Trapezium,
        ],
        filling: Filling::Around(
            const {
                &[
                    Vector::flat(3, 0),
                    Vector::flat(0, 3),
                    Vector::flat(-3, 3),
                    Vector::flat(-3, 0),
                    Vector::flat(0, -3),
                    Vector::flat(3, -3),
                ]
            },
        ),
        scale: 6,
        symmetries: &SYMMETRIES,
        drawing: Drawing {
            closed: false,
            ..Drawing::new(1, oblique(ROOT_OF_3 / 6.0))
        },
        text: TextMap {
            shifts: 4,
            legend: "`|`, `/` and `\\` for the edges of hexagons, `?` for an optional \
                     one, `.` or a blank for none",
            ..TextMap::new([4, 2], [0, 2])
        },
        ..LatticeTable::PLANE
    }
    .with_kinds(&[
        KindPlan::new("upright", [3, 0], &[[1, -2], [-1, 2]])
            .drawn(&['|'])
            .at([2, 0]),
        KindPlan::new("rising", [0, 3], &[[2, -1], [-2, 1]])
            .drawn(&['/'])
            .at([1, 1]),
        KindPlan::new("falling", [3, 3], &[[-1, -1], [1, 1]])
            .drawn(&['\\'])
            .at([3, 1]),
    ])
}
