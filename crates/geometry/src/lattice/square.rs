//! The square lattice: cells `(x, y)`, x to the right and y down.

use super::plan::KindPlan;
use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, LatticeTable, TextMap, closure};
use crate::isometry::Isometry;
use crate::vector::{Matrix, Vector};

/// The quarter turn clockwise on the page, (x, y) ↦ (−y, x).
pub(super) const QUARTER_TURN: Matrix = Matrix::from_rows([[0, -1, 0], [1, 0, 0], [0, 0, 1]]);

/// The mirror in the vertical axis, (x, y) ↦ (−x, y).
pub(super) const MIRROR: Isometry =
    Isometry::about_origin(Matrix::from_rows([[-1, 0, 0], [0, 1, 0], [0, 0, 1]]));

/// The four rotations and four reflections of the square.
pub(super) const SYMMETRIES: [Isometry; 8] = closure::<4, 8>(&[QUARTER_TURN], &MIRROR);

/// The four rotations and four glide reflections of the group p4g, for translations of 36 units.
pub(super) const SHIFTED_SYMMETRIES: [Isometry; 8] = closure::<4, 8>(
    &[QUARTER_TURN],
    &Isometry {
        matrix: MIRROR.matrix,
        shift: Vector::flat(18, 18),
    },
);

/// The basis of a drawing whose axes are at right angles. `length` is the length of one vector
/// unit, in edge lengths of a cell.
pub(super) const fn upright(length: f64) -> [[f64; 3]; 3] {
    [[length, 0.0, 0.0], [0.0, length, 0.0], [0.0, 0.0, 0.0]]
}

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "square",
        cell_names: ["square", "squares"],
        family: "polyominoes",
        forms: "Edge-connected squares",
        cell_form: "(x, y)",
        shapes: &[
            ShapeName::Rectangle,
            ShapeName::Diamond,
            ShapeName::AztecDiamond,
        ],
        filling: Filling::Units,
        scale: 1,
        symmetries: &SYMMETRIES,
        drawing: Drawing::new(2, upright(1.0)),
        text: TextMap::new([1, 0], [0, 1]),
        ..LatticeTable::PLANE
    }
    .with_kinds(&[
        KindPlan::new("", [0, 0], &[[-1, -1], [1, -1], [1, 1], [-1, 1]]).ordered(&[1, 2, 3, 0]),
    ])
}
