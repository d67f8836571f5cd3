//! Boundaries: the closed lines around a set of cells, computed exactly.
//!
//! Each cell contributes its directed edges, and all cells are traversed in the same sense. If two
//! cells of the set share an edge, they use it in opposite directions, and both directions cancel.
//! The remaining edges are the boundary. They are joined into loops by integer comparisons alone.
//! If several loops touch at a corner, each loop stays with the cells that it has followed so far.
//! Edges are identified by the corners of [`crate::Lattice::outline`], so no distance needs to be
//! compared.

use std::collections::BTreeMap;

use crate::compact::CompactSort;
use crate::lattice::table::LatticeTable;
use crate::lattice::{Cell, Lattice};
use crate::vector::Vector;

/// A closed line along edges of cells. The cells are always on the same side of it.
///
/// On a page whose second axis points down, it runs clockwise around cells, in the order of a
/// cell's corners. It runs anticlockwise around holes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Loop {
    /// At least three corners, beginning with the first in reading order.
    corners: Box<[Vector]>,
}

impl Loop {
    /// All corners on the line, including those where it does not bend, beginning with the first in
    /// reading order. They are in units of 1/[`crate::Drawing::unit`] of the cells' vectors.
    pub fn corners(&self) -> &[Vector] {
        &self.corners
    }

    /// The directed edges from corner to corner. All of them have the cells on the same side.
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

    /// Splits the line into parts that visit no corner more than once.
    ///
    /// A line visits a corner twice if cells touch only in that corner. A hole that touches the
    /// outside in a corner becomes a separate loop. A line without repeated corners is returned
    /// unchanged.
    ///
    /// # Complexity
    ///
    /// O(n log n) for n corners.
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
        loops.compact_sort_by(|a, b| a.corners.cmp(&b.corners));
        loops
    }

    /// The loop through these corners in order. It begins with the first of them in reading order.
    fn from_way(mut way: Vec<Vector>) -> Self {
        let least = way.iter().enumerate().min_by_key(|(_, corner)| **corner);
        let first = least.map_or(0, |(at, _)| at);
        way.rotate_left(first);
        Self {
            corners: way.into(),
        }
    }

    /// Twice the enclosed area, in squared corner units along the lattice's axes. It is positive
    /// around cells and negative around holes.
    ///
    /// The areas of all loops around a set of cells add up to the area of the cells.
    pub fn double_area(&self) -> i128 {
        self.edges()
            .map(|(a, b)| i128::from(cross(a, b)))
            .sum::<i128>()
    }
}

/// The cross product of the first two coordinates: positive if `b` points to the right of `a` on a page whose second
/// axis points down.
fn cross(a: Vector, b: Vector) -> i64 {
    i64::from(a.x) * i64::from(b.y) - i64::from(a.y) * i64::from(b.x)
}

impl Lattice {
    /// The loops around a set of cells, both outer lines and holes, ordered by their first corners.
    /// There are none for sticks, which bound no area.
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

impl LatticeTable {
    /// The loops around a set of cells; none for sticks, which bound no area.
    ///
    /// The order of the cells does not matter, and repeated cells count once. In three dimensions,
    /// every layer has separate loops. Cells that touch only in a corner are in different loops.
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

/// Joins sorted edges into loops. At every corner, the number of edges that begin must equal the
/// number of edges that end.
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
            // The edge that makes the sharpest right turn follows the cells of the edge before it. So no two edges
            // have the same successor, and the line returns to its start.
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

/// Whether `a` turns further to the right than `b`, as seen along `course`. Neither may point
/// straight back.
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
        // A ring that is closed only by two cells that touch in a corner has a single loop.
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
