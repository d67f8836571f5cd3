//! Outlines as the page draws them: inset into the cells, with rounded corners.

use tilewright_geometry::{Cell, LatticeTable, Loop, Vector};

use crate::picture::drawing::mitre;
use crate::picture::drawing::{Path, Point, Segment, beads};

/// The length of a cell's edge on the page, in units of the SVG.
pub(crate) const EDGE: f64 = 10.0;

/// The distance by which outlines are moved inwards from the cells' edges, in units of the SVG.
const INSET: f64 = 0.3;

/// The radius of rounded corners, in units of the SVG.
const ROUND: f64 = 1.6;

/// The position on the page of the point given by a cell's vector. The layer does not change the position.
pub(super) fn middle(table: &LatticeTable, cell: Vector) -> Point {
    flat(table.project(cell))
}

/// The position of a cell's corner on the page. The layer does not change the position.
pub(super) fn corner(table: &LatticeTable, corner: Vector) -> Point {
    flat(table.project_corner(corner))
}

fn flat([x, y, _]: [f64; 3]) -> Point {
    Point::new(x * EDGE, y * EDGE)
}

/// The outline of cells of one layer; empty for sticks.
pub(super) fn contour(table: &LatticeTable, cells: &[Cell]) -> Path {
    if table.drawing.round {
        return beads(table, cells, EDGE, &|cell| {
            let [x, y, _] = table.centre(cell);
            Point::new(x * EDGE, y * EDGE)
        });
    }
    let mut path = Path::default();
    for line in table.boundary(cells.iter().copied()) {
        round(&inset(table, &line), &mut path);
    }
    path
}

/// The bends of a loop around cells, moved by [`INSET`] into the cells. The cells are to the right of the loop.
fn inset(table: &LatticeTable, line: &Loop) -> Vec<Point> {
    let bends: Vec<Point> = line.bends().into_iter().map(|c| corner(table, c)).collect();
    let count = bends.len();
    (0..count)
        .map(|at| {
            let (before, here) = (bends[(at + count - 1) % count], bends[at]);
            let next = bends[(at + 1) % count];
            mitre(here, direction(before, here), direction(here, next), -INSET)
        })
        .collect()
}

fn direction(from: Point, to: Point) -> Point {
    let length = from.distance(to).max(1e-9);
    Point::new((to.x - from.x) / length, (to.y - from.y) / length)
}

/// Appends a closed polygon with rounded corners.
fn round(points: &[Point], path: &mut Path) {
    let count = points.len();
    for (at, &here) in points.iter().enumerate() {
        let (before, next) = (points[(at + count - 1) % count], points[(at + 1) % count]);
        let reach = |to: Point| ROUND.min(here.distance(to) / 2.0);
        let start = here.towards(before, reach(before));
        path.segments.push(if at == 0 {
            Segment::Move(start)
        } else {
            Segment::Line(start)
        });
        path.segments
            .push(Segment::Quad(here, here.towards(next, reach(next))));
    }
    path.segments.push(Segment::Close);
}

#[cfg(test)]
mod tests {
    use tilewright_geometry::{Lattice, hexagon, rectangle};

    use super::*;

    #[test]
    fn a_square_is_inset_and_rounded() {
        let cells: Vec<Cell> = rectangle(Lattice::Square, 1, 1)
            .unwrap()
            .into_iter()
            .collect();
        let path = contour(Lattice::Square.table(), &cells);
        let (low, high) = path.bounds().unwrap();
        // Only the size is checked. The position depends on whether a cell's vector is the position of a corner
        // or of the centre.
        assert!((high.x - low.x - (EDGE - 2.0 * INSET)).abs() < 1e-9);
        assert!((high.y - low.y - (EDGE - 2.0 * INSET)).abs() < 1e-9);
        assert_eq!(path.segments.len(), 9);
    }

    #[test]
    fn holes_grow_where_pieces_shrink() {
        let square = Lattice::Square;
        let ring = (0..9_i64).filter(|&i| i != 4);
        let ring: Vec<Cell> = ring
            .map(|i| square.cell(&[i % 3, i / 3]).unwrap())
            .collect();
        let table = square.table();
        let widths: Vec<f64> = table
            .boundary(ring.iter().copied())
            .iter()
            .map(|line| {
                let xs = inset(table, line).into_iter().map(|p| p.x);
                let (low, high) = xs.fold((f64::MAX, f64::MIN), |(l, h), x| (l.min(x), h.max(x)));
                high - low
            })
            .collect();
        assert!((widths[0] - (3.0 * EDGE - 2.0 * INSET)).abs() < 1e-9);
        assert!((widths[1] - (EDGE + 2.0 * INSET)).abs() < 1e-9);
    }

    #[test]
    fn the_outline_stays_within_the_cells() {
        let triangle = Lattice::Triangle;
        let cells: Vec<Cell> = hexagon(triangle, 1).unwrap().into_iter().collect();
        let (low, high) = contour(triangle.table(), &cells).bounds().unwrap();
        assert!(high.x - low.x < 2.0 * EDGE - INSET && high.x - low.x > 1.8 * EDGE);
    }
}
