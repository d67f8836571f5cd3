//! Balls in cubic close packing `(x, y, z)`. Each layer is a square grid of balls, and rests in the
//! hollows of the layer below.
//!
//! The ball (x, y, z+1) rests on the balls (x, y, z), (x+1, y, z), (x, y+1, z) and (x+1, y+1, z).
//! So a square pyramid of side n has the balls with x and y below n − z.
//!
//! In cubic coordinates, the axes are (1, 1, 0), (1, −1, 0) and (1, 0, 1), and the symmetries are
//! those of the cube. The face between two touching balls is a face of a rhombic dodecahedron.
//! Corners are in quarters of the vectors. Seen from above, a ball is drawn inside its square in
//! the layer.

use std::f64::consts::FRAC_1_SQRT_2;

use super::plan::KindPlan;
use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, LAYERED_LEGEND, LatticeTable, TextMap, closure};
use crate::isometry::Isometry;
use crate::vector::Matrix;

/// The quarter turn about the z axis of the cube.
const QUARTER_TURN: Matrix = Matrix::from_rows([[0, 1, 0], [-1, 0, -1], [0, 0, 1]]);

/// The turn by 120° about a diagonal of the cube.
const THIRD_TURN: Matrix = Matrix::from_rows([[0, 1, 1], [-1, 0, 0], [1, -1, 0]]);

/// The mirror that negates the x axis of the cube.
const MIRROR: Isometry =
    Isometry::about_origin(Matrix::from_rows([[0, -1, -1], [-1, 0, -1], [0, 0, 1]]));

/// The 24 turns of the cube, then their 24 mirror images.
const SYMMETRIES: [Isometry; 48] = closure::<24, 48>(&[QUARTER_TURN, THIRD_TURN], &MIRROR);

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "ball",
        cell_names: ["ball", "balls"],
        family: "polyspheres",
        forms: "Touching balls in cubic close packing",
        cell_form: "(x, y, z)",
        shapes: &[
            ShapeName::Rectangle,
            ShapeName::Pyramid,
            ShapeName::Tetrahedron,
            ShapeName::Octahedron,
        ],
        filling: Filling::Units,
        dimensions: 3,
        scale: 1,
        symmetries: &SYMMETRIES,
        drawing: Drawing {
            round: true,
            ..Drawing::new(
                4,
                [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, FRAC_1_SQRT_2]],
            )
        },
        text: TextMap {
            legend: LAYERED_LEGEND,
            ..TextMap::new([1, 0], [0, 1])
        },
        ..LatticeTable::PLANE
    }
    .with_kinds(&[
        KindPlan::new("", [0, 0], &[[-2, -2], [2, -2], [2, 2], [-2, 2]]).solid(&[
            &[[-1, 1, -2], [2, 2, -4], [1, -1, -2], [-2, -2, 0]],
            &[[1, -1, -2], [2, 2, -4], [3, 1, -2], [2, -2, 0]],
            &[[-2, 2, 0], [1, 3, -2], [2, 2, -4], [-1, 1, -2]],
            &[[2, 2, 0], [3, 1, -2], [2, 2, -4], [1, 3, -2]],
            &[[1, -1, -2], [2, -2, 0], [-1, -3, 2], [-2, -2, 0]],
            &[[-2, -2, 0], [-3, -1, 2], [-2, 2, 0], [-1, 1, -2]],
            &[[2, 2, 0], [1, -1, 2], [2, -2, 0], [3, 1, -2]],
            &[[1, 3, -2], [-2, 2, 0], [-1, 1, 2], [2, 2, 0]],
            &[[-2, -2, 0], [-1, -3, 2], [-2, -2, 4], [-3, -1, 2]],
            &[[2, -2, 0], [1, -1, 2], [-2, -2, 4], [-1, -3, 2]],
            &[[-3, -1, 2], [-2, -2, 4], [-1, 1, 2], [-2, 2, 0]],
            &[[-1, 1, 2], [-2, -2, 4], [1, -1, 2], [2, 2, 0]],
        ]),
    ])
}
