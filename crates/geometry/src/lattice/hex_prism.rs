//! Hexagonal prisms `(x, y, z)`: layers of hexagons on top of each other.
//!
//! Corners are in sixths of the vectors. A prism may be rotated about its axis, and turned over.

use super::plan::KindPlan;
use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, LAYERED_LEGEND, LatticeTable, TextMap, closure};
use super::triangle::{MIRROR, ROOT_OF_3, SIXTH_TURN, prism};
use crate::isometry::Isometry;
use crate::vector::Matrix;

/// The half turn about a horizontal axis, (x, y, z) ↦ (y, x, −z).
const OVER: Matrix = Matrix::from_rows([[0, 1, 0], [1, 0, 0], [0, 0, -1]]);

/// The 12 rotations of the prism, then their 12 mirror images.
const SYMMETRIES: [Isometry; 24] = closure::<12, 24>(&[SIXTH_TURN, OVER], &MIRROR);

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "hexagonal prism",
        cell_names: ["prism", "prisms"],
        family: "polyhexprisms",
        forms: "Face-connected hexagonal prisms",
        cell_form: "(x, y, z)",
        shapes: &[
            ShapeName::Rhombus,
            ShapeName::Hexagon,
            ShapeName::Triangle,
            ShapeName::Trapezium,
        ],
        filling: Filling::Units,
        dimensions: 3,
        scale: 1,
        symmetries: &SYMMETRIES,
        drawing: Drawing::new(6, prism(ROOT_OF_3)),
        text: TextMap {
            shifts: 2,
            legend: LAYERED_LEGEND,
            ..TextMap::new([2, 1], [0, 1])
        },
        ..LatticeTable::PLANE
    }
    .with_kinds(&[KindPlan::new(
        "",
        [0, 0],
        &[[2, 2], [-2, 4], [-4, 2], [-2, -2], [2, -4], [4, -2]],
    )
    .solid(&[
        &[[4, -2, 3], [4, -2, -3], [2, 2, -3], [2, 2, 3]],
        &[[2, 2, 3], [2, 2, -3], [-2, 4, -3], [-2, 4, 3]],
        &[[-2, 4, 3], [-2, 4, -3], [-4, 2, -3], [-4, 2, 3]],
        &[[-4, 2, 3], [-4, 2, -3], [-2, -2, -3], [-2, -2, 3]],
        &[[-2, -2, 3], [-2, -2, -3], [2, -4, -3], [2, -4, 3]],
        &[[2, -4, 3], [2, -4, -3], [4, -2, -3], [4, -2, 3]],
        &[
            [2, 2, 3],
            [-2, 4, 3],
            [-4, 2, 3],
            [-2, -2, 3],
            [2, -4, 3],
            [4, -2, 3],
        ],
        &[
            [4, -2, -3],
            [2, -4, -3],
            [-2, -2, -3],
            [-4, 2, -3],
            [-2, 4, -3],
            [2, 2, -3],
        ],
    ])])
}
