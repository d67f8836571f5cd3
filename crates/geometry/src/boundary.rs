//! Boundaries: the closed lines around a set of cells, exactly.
//!
//! Each cell contributes its directed edges, all cells going round the same way. Where two cells of
//! the set share an edge they run along it in opposite directions, and both cancel; what is left is
//! the boundary. It is joined into loops by integer comparisons alone: where several loops touch at
//! a corner, each keeps to the cells that it began to go around. Edges are compared as the corners
//! that [`crate::Lattice::outline`] gives, so nothing is ever matched by a distance.

use std::collections::BTreeMap;

use crate::lattice::table::Table;
use crate::lattice::{Cell, Lattice};
use crate::vector::Vector;

/// A closed line along edges of cells, with the cells always on the same side.
///
/// Around cells it runs as the corners of a cell do (clockwise on a page whose second axis points
/// down), around a hole the other way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Loop {
    /// At least three; the least of them first.
    corners: Box<[Vector]>,
}

impl Loop {
    /// Every corner on the way, straight ones included, the least in reading order first; in units
    /// of 1/[`crate::Drawing::unit`] of the cells' vectors.
    pub fn corners(&self) -> &[Vector] {
        &self.corners
    }

    /// The edges on the way, from corner to corner, each with the cells on its side.
    pub fn edges(&self) -> impl Iterator<Item = (Vector, Vector)> {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().copied().zip(next.copied())
    }

    /// The corners where the line bends.
    pub fn bends(&self) -> Vec<Vector> {
        let before = self.corners.iter().cycle().skip(self.corners.len() - 1);
        self.edges()
            .zip(before)
            .filter(|&((corner, next), &before)| cross(corner - before, next - corner) != 0)
            .map(|((corner, _), _)| corner)
            .collect()
    }

    /// The parts of the line that come by no corner twice: itself, but where cells around a corner touch the rest of
    /// them there alone. So a hole that touches the outside in a corner becomes a loop of its own.
    ///
    /// Cost: O(n log n) for n corners.
    ///
    /// ```
    /// # use tilewright_geometry::{Lattice, parse_picture};
    /// let cells = parse_picture(Lattice::Square, &["###", "#.#", "##."])?;
    /// let loops = Lattice::Square.boundary(cells.iter().map(|c| c.cell));
    /// assert_eq!(loops.len(), 1);
    /// let areas: Vec<i128> = loops[0].simple().iter().map(|l| l.double_area()).collect();
    /// assert_eq!(areas, [8 * 8, -8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn simple(&self) -> Vec<Self> {
        let mut loops = Vec::new();
        let mut way: Vec<Vector> = Vec::new();
        let mut places: BTreeMap<Vector, usize> = BTreeMap::new();
        for &corner in &self.corners {
            if let Some(&start) = places.get(&corner) {
                let part = way.split_off(start);
                for corner in &part {
                    places.remove(corner);
                }
                loops.push(Self::from_way(part));
            }
            places.insert(corner, way.len());
            way.push(corner);
        }
        loops.push(Self::from_way(way));
        loops.sort_unstable_by(|a, b| a.corners.cmp(&b.corners));
        loops
    }

    /// The loop through some corners in turn, from the least on.
    fn from_way(mut way: Vec<Vector>) -> Self {
        let least = way.iter().enumerate().min_by_key(|(_, corner)| **corner);
        let first = least.map_or(0, |(at, _)| at);
        way.rotate_left(first);
        Self {
            corners: way.into(),
        }
    }

    /// Twice the area within, in squared corner units of the lattice's own axes: positive around
    /// cells, negative around holes.
    ///
    /// The areas of the loops around a set of cells add up to that of the cells.
    pub fn double_area(&self) -> i128 {
        self.edges()
            .map(|(a, b)| i128::from(cross(a, b)))
            .sum::<i128>()
    }
}

/// The cross product of the first two coordinates: positive where `b` is to the right of `a`, for
/// who looks along `a` on a page whose second axis points down.
fn cross(a: Vector, b: Vector) -> i64 {
    i64::from(a.x) * i64::from(b.y) - i64::from(a.y) * i64::from(b.x)
}

impl Lattice {
    /// The loops around a set of cells, outer lines and holes, ordered by their first corners. See
    /// [`Table::boundary`].
    ///
    /// ```
    /// # use tilewright_geometry::{Lattice, parse_picture};
    /// let square = Lattice::Square;
    /// let ring = parse_picture(square, &["###", "#.#", "###"])?;
    /// let loops = square.boundary(ring.iter().map(|c| c.cell));
    /// // A square is two by two corner units: twice its area is 8.
    /// let areas: Vec<i128> = loops.iter().map(|l| l.double_area()).collect();
    /// assert_eq!(areas, [9 * 8, -8]);
    /// assert_eq!(loops[0].bends().len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn boundary(self, cells: impl IntoIterator<Item = Cell>) -> Vec<Loop> {
        self.table().boundary(cells)
    }
}

impl Table {
    /// The loops around a set of cells; none for sticks, which bound no area.
    ///
    /// Cells may come in any order; one that is repeated counts once. In space, every layer has its
    /// own loops. Cells that touch in a corner only are in different loops.
    ///
    /// # Complexity
    ///
    /// O(n log n) for n cells.
    pub fn boundary(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<Loop> {
        if !self.drawing.closed {
            return Vec::new();
        }
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.sort_unstable();
        cells.dedup();
        let mut edges: Vec<(Vector, Vector)> = Vec::with_capacity(cells.len() * 4);
        for cell in cells {
            let corners = self.outline(cell).corners;
            let next = corners.iter().cycle().skip(1);
            edges.extend(corners.iter().copied().zip(next.copied()));
        }
        edges.sort_unstable();
        let free: Vec<(Vector, Vector)> = edges
            .iter()
            .copied()
            .filter(|&(a, b)| edges.binary_search(&(b, a)).is_err())
            .collect();
        join(&free)
    }
}

/// Joins sorted edges, as many into each corner as out of it, into loops.
fn join(edges: &[(Vector, Vector)]) -> Vec<Loop> {
    let mut used = vec![false; edges.len()];
    let mut loops = Vec::new();
    for start in 0..edges.len() {
        let mut at = start;
        let mut corners = Vec::new();
        while !used[at] {
            used[at] = true;
            let (from, to) = edges[at];
            corners.push(from);
            let first = edges.partition_point(|&(a, _)| a < to);
            let onward = (first..edges.len()).take_while(|&i| edges[i].0 == to);
            // The sharpest turn to the right stays with the cell that lies there, so no two edges
            // go on along the same one: the way leads back to its start.
            let sharpest = onward.reduce(|best, i| {
                let (old, new) = (edges[best].1 - to, edges[i].1 - to);
                if is_righter(to - from, new, old) {
                    i
                } else {
                    best
                }
            });
            at = sharpest.unwrap_or(start);
        }
        if !corners.is_empty() {
            loops.push(Loop {
                corners: corners.into(),
            });
        }
    }
    loops
}

/// Whether, for one who comes along `course`, going on along `a` turns further to the right than
/// going on along `b`. Neither goes straight back.
fn is_righter(course: Vector, a: Vector, b: Vector) -> bool {
    let side = |v| cross(course, v).signum();
    (side(a), cross(b, a)) > (side(b), 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_picture;

    fn loops(lattice: Lattice, rows: &[&str]) -> Vec<Loop> {
        let cells = parse_picture(lattice, rows).unwrap();
        lattice.boundary(cells.iter().map(|c| c.cell))
    }

    #[test]
    fn bends_are_the_corners_of_the_shape() {
        let found = loops(Lattice::Square, &["##", "#."]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].corners().len(), 8);
        let bends: Vec<(i32, i32)> = found[0].bends().iter().map(|v| (v.x, v.y)).collect();
        assert_eq!(bends, [(-1, -1), (3, -1), (3, 1), (1, 1), (1, 3), (-1, 3)]);
        // Six triangles around a vertex make a hexagon.
        let found = loops(Lattice::Triangle, &["^v^", "v^v"]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].bends().len(), 6);
    }

    #[test]
    fn cells_that_touch_in_a_corner_have_loops_of_their_own() {
        let found = loops(Lattice::Square, &["#.", ".#"]);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|l| l.double_area() == 8));
        // A ring whose ends touch goes around itself in one line.
        let found = loops(Lattice::Square, &["###", "#.#", "##."]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].double_area(), 7 * 8);
    }

    #[test]
    fn layers_have_loops_of_their_own() {
        let found = loops(Lattice::Cube, &["##", "", "#."]);
        let areas: Vec<i128> = found.iter().map(Loop::double_area).collect();
        assert_eq!(areas, [16, 8]);
    }

    #[test]
    fn sticks_bound_nothing() {
        assert_eq!(loops(Lattice::Stick, &["+-+", "| |", "+-+"]), []);
    }
}
