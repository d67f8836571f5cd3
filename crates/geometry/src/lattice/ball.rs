//! Balls in cubic close packing `(x, y, z)`: layers of squares, each in the hollows of the one below.
//!
//! The ball (x, y, z+1) lies on the balls (x, y, z), (x+1, y, z), (x, y+1, z) and (x+1, y+1, z): so a
//! square pyramid of side n has the balls with x and y below n − z. In cubic coordinates the axes
//! are (1, 1, 0), (1, −1, 0) and (1, 0, 1), and the symmetries are those of the cube. The face between
//! two balls that touch is one of a rhombic dodecahedron; corners are in quarters of the vectors.
//! From above, a ball is drawn within its square in its layer.

use std::f64::consts::FRAC_1_SQRT_2;

use super::plan::KindPlan;
use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, LAYERED_LEGEND, Table, TextMap, closure};
use crate::isometry::Isometry;
use crate::vector::Matrix;

/// The quarter turn about the z axis of the cube.
const QUARTER_TURN: Matrix = Matrix::from_rows([[0, 1, 0], [-1, 0, -1], [0, 0, 1]]);

/// The third of a turn about a diagonal of the cube.
const THIRD_TURN: Matrix = Matrix::from_rows([[0, 1, 1], [-1, 0, 0], [1, -1, 0]]);

/// The mirror that turns the x axis of the cube round.
const MIRROR: Isometry =
    Isometry::about_origin(Matrix::from_rows([[0, -1, -1], [-1, 0, -1], [0, 0, 1]]));

/// The 24 turns of the cube, then their 24 mirror images.
const SYMMETRIES: [Isometry; 48] = closure::<24, 48>(&[QUARTER_TURN, THIRD_TURN], &MIRROR);

/// The lattice.
pub(super) fn table() -> Table {
    Table {
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
        ..Table::PLANE
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
