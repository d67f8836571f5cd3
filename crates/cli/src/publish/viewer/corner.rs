//! Solids from a corner: what the page needs to draw any set of cells so.
//!
//! The view is that of the drawing model: x goes down to the right, y down to the left, z up.

use serde::Serialize;
use tilewright_geometry::{Cell, Table, Vector};

use super::contour::EDGE;
use super::rounding::hundredths;
use crate::picture::drawing::{Point, shade};

/// How cells look from a corner.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Corner {
    /// What a step along each axis of the lattice's vectors is on the page: right, down, and
    /// nearer.
    axes: [[f64; 3]; 3],
    /// The faces of each kind of cell that may be seen.
    faces: Vec<Vec<Face>>,
    /// The radius of cells that are balls; their faces are not drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    ball: Option<f64>,
}

/// The radius of a ball, in edges along the axes: half of one, times √(3/2), by which the projection
/// lengthens what is not shortened.
const RADIUS: f64 = 0.612_372_435_695_794_5;

/// A face that looks to the eye.
#[derive(Debug, Clone, Serialize)]
struct Face {
    /// Its corners, seen from the cell's vector.
    points: Vec<[f64; 2]>,
    /// The step to the cell that would hide it.
    step: [i32; 3],
    /// How much darker it is, 0 to 1.
    shade: f64,
}

impl Corner {
    /// The view of a lattice of space, whose kinds of cells are those of `cells`; none in the
    /// plane.
    pub(super) fn of(table: &Table, cells: &[Cell]) -> Option<Self> {
        if table.dimensions != 3 {
            return None;
        }
        let axis = |v: Vector| {
            let (at, depth) = from_corner(table.project(v));
            [at.x, at.y, depth]
        };
        let faces = (0..table.kinds.len()).map(|kind| {
            let of_kind = |cell: &&Cell| table.offset_and_kind(**cell).1.index() == kind;
            let Some(&cell) = cells.iter().find(of_kind) else {
                return Vec::new();
            };
            let (origin, _) = from_corner(table.project(cell.vector()));
            let faces = table.faces(cell).map(|(outline, step)| {
                let corners = outline.corners.into_iter();
                let points: Vec<Point> = corners
                    .map(|corner| {
                        let (at, _) = from_corner(table.project_corner(corner));
                        Point::new(at.x - origin.x, at.y - origin.y)
                    })
                    .collect();
                (points, step)
            });
            faces
                .filter(|(points, _)| double_area(points) > 1e-6)
                .map(|(points, step)| Face {
                    points: points.iter().map(|p| [p.x, p.y].map(hundredths)).collect(),
                    step: [step.x, step.y, step.z],
                    shade: hundredths(shade(table, step)),
                })
                .collect()
        });
        Some(Self {
            axes: [
                Vector::new(1, 0, 0),
                Vector::new(0, 1, 0),
                Vector::new(0, 0, 1),
            ]
            .map(axis),
            faces: faces.collect(),
            ball: table.drawing.round.then(|| hundredths(RADIUS * EDGE)),
        })
    }
}

/// Where a place in space, right, down, to the reader, is on the page when seen from a corner, and
/// how near.
fn from_corner(place: [f64; 3]) -> (Point, f64) {
    const COSINE: f64 = 0.866_025_403_784_438_6;
    let [x, y, z] = place.map(|along| along * EDGE);
    (
        Point::new((x - y) * COSINE, f64::midpoint(x, y) - z),
        x + y + z,
    )
}

/// Twice the area, positive if the corners go clockwise on the page.
fn double_area(points: &[Point]) -> f64 {
    let next = points.iter().cycle().skip(1);
    let pairs = points.iter().zip(next);
    pairs.map(|(a, b)| a.x * b.y - b.x * a.y).sum()
}
