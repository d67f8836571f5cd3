//! The triangular lattice: cells `(x, y, t)`, the two halves of a sheared unit square.
//!
//! `(x, y, 0)` has the corners (x, y), (x+1, y), (x, y+1), and points down the page, like a `v`.
//! `(x, y, 1)` has (x+1, y), (x+1, y+1), (x, y+1), and points up, like a `^`. The vector of a cell
//! is three times its centre: (3x+1, 3y+1) or (3x+2, 3y+2).

use super::plan::KindPlan;
use super::shapes::{Filling, ShapeName};
use super::table::{Drawing, LatticeTable, TextMap, closure};
use crate::isometry::Isometry;
use crate::vector::Matrix;

/// The turn by 60° clockwise on the page, (x, y) ↦ (−y, x + y).
pub(super) const SIXTH_TURN: Matrix = Matrix::from_rows([[0, -1, 0], [1, 1, 0], [0, 0, 1]]);

/// The mirror that exchanges the axes, (x, y) ↦ (y, x).
pub(super) const MIRROR: Isometry =
    Isometry::about_origin(Matrix::from_rows([[0, 1, 0], [1, 0, 0], [0, 0, 1]]));

/// The six rotations and six reflections of the hexagon.
pub(super) const SYMMETRIES: [Isometry; 12] = closure::<6, 12>(&[SIXTH_TURN], &MIRROR);

/// Half the square root of three: the height of a triangle of side 1.
const HEIGHT: f64 = 0.866_025_403_784_438_6;

/// The square root of three: the distance between the centres of neighbouring hexagons of side 1.
pub(super) const ROOT_OF_3: f64 = 2.0 * HEIGHT;

/// The basis of a drawing whose axes meet at 60 degrees. `length` is the length of one vector
/// unit, in edge lengths of a cell.
pub(super) const fn oblique(length: f64) -> [[f64; 3]; 3] {
    [
        [length, 0.0, 0.0],
        [0.5 * length, HEIGHT * length, 0.0],
        [0.0, 0.0, 0.0],
    ]
}

/// The basis of [`oblique`], with an upright third axis of length 1.
pub(super) const fn prism(length: f64) -> [[f64; 3]; 3] {
    let [x, y, _] = oblique(length);
    [x, y, [0.0, 0.0, 1.0]]
}

/// The shapes of boards whose sides lie along the edges of triangles.
pub(super) const SHAPES: &[ShapeName] = &[
    ShapeName::Rhombus,
    ShapeName::Hexagon,
    ShapeName::Triangle,
    ShapeName::Trapezium,
    ShapeName::Polygon,
];

pub(super) fn table() -> LatticeTable {
    LatticeTable {
        name: "triangle",
        cell_names: ["triangle", "triangles"],
        family: "polyiamonds",
        forms: "Edge-connected triangles",
        cell_form: "(x, y, t) with t 0 or 1",
        sorted_by: "where they point",
        shapes: SHAPES,
        filling: Filling::Outline,
        scale: 3,
        symmetries: &SYMMETRIES,
        drawing: Drawing::new(1, oblique(1.0 / 3.0)),
        text: TextMap {
            shifts: 2,
            legend: "`^` and `v`, in turn along a row, for triangles, `?` for an \
                     optional one, `.` or a blank for none",
            ..TextMap::new([2, 1], [0, 1])
        },
        ..LatticeTable::PLANE
    }
    .with_kinds(&[
        KindPlan::new("down", [1, 1], &[[-1, -1], [2, -1], [-1, 2]])
            .ordered(&[1, 2, 0])
            .drawn(&['v', 'V']),
        KindPlan::new("up", [2, 2], &[[1, -2], [1, 1], [-2, 1]])
            .ordered(&[2, 0, 1])
            .drawn(&['^', 'A'])
            .at([1, 0]),
    ])
}
