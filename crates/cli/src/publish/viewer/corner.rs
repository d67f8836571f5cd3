//! Polycubes seen from a corner: the data with which the page draws any set of cells.
//!
//! The view is that of the drawing model: x points down and to the right, y down and to the left, z up.

use tilewright_geometry::{Cell, LatticeTable, Vector};

use super::contour::EDGE;
use super::rounding::hundredths;
use crate::picture::drawing::{Point, shade};
use crate::publish::interchange::table::{Record, Value, record};

/// The radius of a ball, in edges as drawn: half an edge times √(3/2). An isometric projection shortens edges
/// by √(2/3) but does not shorten the outline of a ball. The drawing is enlarged so that edges keep their
/// length.
const RADIUS: f64 = 0.612_372_435_695_794_5;

/// What the page needs to draw cells of a three-dimensional lattice as seen from a corner; `None` for a
/// plane lattice. It contains the faces that are turned towards the viewer, for each kind of cell that
/// occurs in `cells`.
pub(super) fn corner_record(table: &LatticeTable, cells: &[Cell]) -> Option<Record> {
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
            return Value::List(Vec::new());
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
            .map(|(points, step)| {
                let points = points.iter().map(|p| [p.x, p.y].map(hundredths));
                record! {
                    points: points.collect::<Value>(),
                    step: [step.x, step.y, step.z],
                    shade: hundredths(shade(table, step)),
                }
            })
            .collect()
    });
    let axes = [
        Vector::new(1, 0, 0),
        Vector::new(0, 1, 0),
        Vector::new(0, 0, 1),
    ];
    Some(record! {
        axes: axes.map(axis),
        faces: faces.collect::<Value>(),
        ball?: table.drawing.round.then(|| hundredths(RADIUS * EDGE)),
    })
}

/// The position of a point (right, down, towards the viewer) in the view from a corner, and its depth:
/// greater if the point is nearer to the viewer.
fn from_corner(place: [f64; 3]) -> (Point, f64) {
    const COSINE: f64 = 0.866_025_403_784_438_6;
    let [x, y, z] = place.map(|along| along * EDGE);
    (
        Point::new((x - y) * COSINE, f64::midpoint(x, y) - z),
        x + y + z,
    )
}

/// Twice the area of a polygon, positive if its corners run clockwise on the page.
fn double_area(points: &[Point]) -> f64 {
    let next = points.iter().cycle().skip(1);
    let pairs = points.iter().zip(next);
    pairs.map(|(a, b)| a.x * b.y - b.x * a.y).sum()
}
