//! Forms that have the same shape in the plane, although no symmetry of the lattice maps one to the
//! other.
//!
//! A form may fit the grid in more positions than its translations and symmetries reach. For
//! example, two drafters may be joined into a rectangle that lies across the triangles in two ways.
//! One is the other, moved by less than a translation of the grid. As pieces they are the same. A
//! lattice's table says whether it has such forms ([`crate::LatticeTable::moves_off_lattice`]):
//! drafters do; tans have none up to size 6, the largest size tried.
//!
//! The search compares outlines. An isometry that puts a form back on the grid maps its bends to
//! vertices of the grid. So it suffices to try one isometry for each kind of vertex: the one that
//! maps the first bend to it.

use std::collections::BTreeSet;

use crate::boundary::Loop;
use crate::lattice::table::LatticeTable;
use crate::lattice::{Cell, Lattice};
use crate::polyform::Polyform;
use crate::shape::encloses;
use crate::vector::Vector;

impl Polyform {
    /// The sorted list of forms that have the same outline as this form, moved by a vector that is
    /// not a translation of the lattice. Empty unless the table has `moves_off_lattice`.
    ///
    /// # Complexity
    ///
    /// O(kinds of vertices × cells of the bounding box × edges of the outline).
    pub(crate) fn moved_off_lattice(&self) -> Vec<Polyform> {
        let lattice = self.lattice();
        let table = lattice.table();
        if !table.moves_off_lattice {
            return Vec::new();
        }
        let outline = lattice.boundary(self.cells().iter().copied());
        let loops: Vec<Vec<Vector>> = outline.iter().map(Loop::bends).collect();
        let bends: Vec<Vector> = loops.iter().flatten().copied().collect();
        let vertices = vertices(table);
        let unit = table.scale * table.drawing.unit;
        let residue = |v: Vector| v.map(|c| c.rem_euclid(unit));
        let Some(&first) = bends.first() else {
            return Vec::new();
        };
        let moves = vertices.iter().map(|&vertex| vertex - residue(first));
        let moves = moves.filter(|&by| residue(by) != Vector::ZERO);
        let fits = |by: &Vector| {
            bends
                .iter()
                .all(|&bend| vertices.contains(&residue(bend + *by)))
        };
        let mut found: Vec<Polyform> = moves
            .filter(fits)
            .filter_map(|by| filled(lattice, &loops, by, self.size()))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The corners of cells, in corner units; one of each class up to translations.
fn vertices(table: &LatticeTable) -> BTreeSet<Vector> {
    let unit = table.drawing.unit;
    let corners = table.kinds.iter().flat_map(|kind| {
        let at = kind.origin.map(|c| c * unit);
        kind.corners.iter().map(move |&corner| at + corner)
    });
    corners
        .map(|corner| corner.map(|c| c.rem_euclid(table.scale * unit)))
        .collect()
}

/// The form inside the loops, moved by `by`. Loops are given by their bends. `None` if the inside
/// is not a union of `size` cells that form whole tiles.
fn filled(lattice: Lattice, loops: &[Vec<Vector>], by: Vector, size: usize) -> Option<Polyform> {
    let table = lattice.table();
    let unit = table.scale * table.drawing.unit;
    let corners = || {
        loops
            .iter()
            .flatten()
            .map(|&bend| (bend + by).map(|c| c.div_euclid(unit)))
    };
    let low = corners().reduce(Vector::min_by_axis)?;
    let high = corners().reduce(Vector::max_by_axis)?;
    let wide = |v: Vector| [i128::from(v.x), i128::from(v.y)];
    let sides: Vec<[[i128; 2]; 2]> = loops
        .iter()
        .flat_map(|bends| {
            let next = bends.iter().cycle().skip(1);
            bends
                .iter()
                .zip(next)
                .map(|(&a, &b)| [wide(a + by), wide(b + by)])
        })
        .collect();
    // Every cell of a translation unit lies within the unit's parallelogram.
    let offsets = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| Vector::flat(x, y)));
    let candidates = offsets.flat_map(|offset| {
        let at = offset.map(|c| c * table.scale);
        table
            .kinds
            .iter()
            .filter_map(move |kind| lattice.cell_at(at + kind.origin))
    });
    let cells: Vec<Cell> = candidates
        .filter(|&cell| {
            let corners = lattice.outline(cell).corners;
            let middle = corners
                .iter()
                .fold(Vector::ZERO, |sum, &corner| sum + corner);
            let count = i128::try_from(corners.len()).unwrap_or(1);
            encloses(sides.iter().copied(), wide(middle), count)
        })
        .take(size + 1)
        .collect();
    let bends = |loops: &[Vec<Vector>], by: Vector| -> BTreeSet<Vector> {
        loops.iter().flatten().map(|&bend| bend + by).collect()
    };
    let is_same = || {
        let found = lattice.boundary(cells.iter().copied());
        let found: Vec<Vec<Vector>> = found.iter().map(Loop::bends).collect();
        bends(&found, Vector::ZERO) == bends(loops, by)
    };
    let whole = cells.len() == size && lattice.cut_tile(&cells).is_none() && is_same();
    whole
        .then(|| Polyform::quasi(lattice, cells).ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sides, polyforms};

    /// Uses the rectangular didrafter: two drafters joined along their hypotenuses, one of them
    /// rotated by a half turn.
    #[test]
    fn a_rectangle_of_drafters_lies_in_two_ways() {
        let forms = polyforms(Lattice::Drafter, 2, Sides::Fixed).unwrap();
        let moving: Vec<&Polyform> = forms
            .iter()
            .filter(|form| !form.moved_off_lattice().is_empty())
            .collect();
        assert_eq!(
            moving.len(),
            3,
            "one for each direction; the others are moved to these"
        );
        for form in moving {
            let [other] = &form.moved_off_lattice()[..] else {
                panic!("there are two ways");
            };
            assert_eq!(other.moved_off_lattice(), std::slice::from_ref(form));
            assert_eq!(
                form.orientations(Sides::Fixed),
                [form.clone(), other.clone()]
            );
            assert_eq!(form.orientations(Sides::OneSided).len(), 6);
            assert_eq!(form.orientations(Sides::Free).len(), 6);
            assert!(!form.is_chiral());
        }
    }

    #[test]
    fn tans_stay_on_their_grid() {
        assert!(!Lattice::Tan.table().moves_off_lattice);
        for form in polyforms(Lattice::Drafter, 1, Sides::Fixed).unwrap() {
            assert_eq!(form.moved_off_lattice(), []);
        }
    }
}
