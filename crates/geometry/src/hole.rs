//! Holes of polyforms: cells outside a form that it encloses.

use std::collections::HashSet;

use crate::lattice::Cell;
use crate::polyform::Polyform;

impl Polyform {
    /// Whether the form has a hole: a set of cells outside the form from which no path of
    /// neighbouring cells leads away from the form.
    ///
    /// Neighbours share an edge or, in three dimensions, a face; so no path leads through a corner.
    /// For example, the seven squares of a 3×3 ring without one corner have a hole.
    ///
    /// # Complexity
    ///
    /// O(cells of the form's bounding box, widened by a translation unit on each side).
    ///
    /// ```
    /// use tilewright_geometry::{Lattice, Sides, polyforms};
    /// // 107 of the 108 heptominoes have no hole (OEIS A000104).
    /// let heptominoes = polyforms(Lattice::Square, 7, Sides::Free)?;
    /// assert_eq!(heptominoes.iter().filter(|form| !form.has_holes()).count(), 107);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_holes(&self) -> bool {
        let lattice = self.lattice();
        let form: HashSet<Cell> = self.cells().iter().copied().collect();
        let extent = self.extent();
        let is_beyond = |cell: Cell| {
            let at = lattice.table().offset(cell.vector());
            let axes = [(at.x, extent.x), (at.y, extent.y), (at.z, extent.z)];
            axes.iter().any(|(at, most)| *at < 0 || at > most)
        };
        let mut seen: HashSet<Cell> = HashSet::new();
        let around = self
            .cells()
            .iter()
            .flat_map(|cell| lattice.neighbours(*cell));
        for first in around.filter(|cell| !form.contains(cell)) {
            let mut is_shut_in = seen.insert(first);
            let mut open = if is_shut_in { vec![first] } else { Vec::new() };
            while let Some(cell) = open.pop() {
                if is_beyond(cell) {
                    is_shut_in = false;
                    continue;
                }
                let next = lattice.neighbours(cell).filter(|cell| !form.contains(cell));
                for cell in next {
                    if seen.insert(cell) {
                        open.push(cell);
                    } else if is_beyond(cell) {
                        is_shut_in = false;
                    }
                }
            }
            if is_shut_in {
                return true;
            }
        }
        false
    }
}
