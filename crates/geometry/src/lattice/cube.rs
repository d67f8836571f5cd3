//! The cubic lattice: cells `(x, y, z)`, layer z drawn as squares `(x, y)`.

use super::plan::KindPlan;
use super::shapes::{Filling, ShapeName};
use super::square::{MIRROR, QUARTER_TURN};
use super::table::{Drawing, LAYERED_LEGEND, LatticeTable, TextMap, closure};
use crate::isometry::Isometry;
use crate::vector::Matrix;

/// The quarter turn about the x axis, (y, z) ↦ (−z, y).
const TUMBLE: Matrix = Matrix::from_rows([[1, 0, 0], [0, 0, -1], [0, 1, 0]]);

/// The 24 turns of the cube, then their 24 mirror images.
const SYMMETRIES: [Isometry; 48] = closure::<24, 48>(&[QUARTER_TURN, TUMBLE], &MIRROR);

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "cube",
        cell_names: ["cube", "cubes"],
        family: "polycubes",
        forms: "Face-connected cubes",
        cell_form: "(x, y, z)",
        shapes: &[ShapeName::Rectangle, ShapeName::Box, ShapeName::Pyramid],
        filling: Filling::Units,
        dimensions: 3,
        scale: 1,
        symmetries: &SYMMETRIES,
        drawing: Drawing::new(2, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        text: TextMap {
            legend: LAYERED_LEGEND,
            ..TextMap::new([1, 0], [0, 1])
        },
        ..LatticeTable::PLANE
    }
    .with_kinds(&[
        KindPlan::new("", [0, 0], &[[-1, -1], [1, -1], [1, 1], [-1, 1]]).solid(&[
            &[[1, -1, -1], [1, 1, -1], [1, 1, 1], [1, -1, 1]],
            &[[-1, 1, 1], [1, 1, 1], [1, 1, -1], [-1, 1, -1]],
            &[[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]],
            &[[-1, -1, 1], [-1, 1, 1], [-1, 1, -1], [-1, -1, -1]],
            &[[-1, -1, -1], [1, -1, -1], [1, -1, 1], [-1, -1, 1]],
            &[[-1, 1, -1], [1, 1, -1], [1, -1, -1], [-1, -1, -1]],
        ]),
    ])
}
