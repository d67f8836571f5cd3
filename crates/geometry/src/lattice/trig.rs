//! The edges of the triangular grid: sticks `(x, y, d)`.
//!
//! `(x, y, 0)` runs from the vertex (x, y) to (x+1, y), `(x, y, 1)` from (x, y) to (x, y+1), and
//! `(x, y, 2)` from (x+1, y) to (x, y+1). The vector of a stick is twice its midpoint. Six sticks
//! meet at a vertex, so pieces can cross there in several ways, and a puzzle must say which are
//! allowed.

use super::plan::KindPlan;
use super::shapes::Filling;
use super::table::{Drawing, LatticeTable, TextMap};
use super::triangle::{SHAPES, SYMMETRIES, oblique};

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "trig",
        cell_names: ["trig", "trigs"],
        family: "polytrigs",
        forms: "Connected edges of the triangular lattice",
        cell_form: "(x, y, d) with d 0 (across), 1 (falling) or 2 (rising)",
        sorted_by: "direction",
        shapes: SHAPES,
        filling: Filling::Outline,
        scale: 2,
        crossing: None,
        symmetries: &SYMMETRIES,
        drawing: Drawing {
            closed: false,
            ..Drawing::new(1, oblique(0.5))
        },
        text: TextMap {
            shifts: 4,
            vertex_glyphs: &['+', 'o', '·'],
            legend: "`-`, `\\` and `/` for sticks between vertices, `?` for an \
                     optional one, `+` or `.` or a blank at vertices, a blank elsewhere",
            ..TextMap::new([4, 2], [0, 2])
        },
        ..LatticeTable::PLANE
    }
    .with_kinds(&[
        KindPlan::new("horizontal", [1, 0], &[[-1, 0], [1, 0]])
            .ordered(&[0, 9, 1, 2, 3, 4, 5, 6, 7, 8])
            .drawn(&['-'])
            .at([2, 0]),
        KindPlan::new("falling", [0, 1], &[[0, -1], [0, 1]])
            .ordered(&[4, 5, 0, 1, 2, 3, 6, 7, 8, 9])
            .drawn(&['\\'])
            .at([1, 1]),
        KindPlan::new("rising", [1, 1], &[[1, -1], [-1, 1]])
            .ordered(&[1, 8, 0, 2, 3, 4, 5, 6, 7, 9])
            .drawn(&['/'])
            .at([3, 1]),
    ])
}
