//! Forms that are the same shape in the plane though no symmetry of the lattice takes one to the other.
//!
//! A form may fit the grid at more places than its translations and symmetries reach: two drafters joined to
//! a rectangle lie across the triangles in two ways, and one is the other moved by less than a
//! translation of the grid. As pieces they are one. Which lattices have such forms is told by their tables
//! ([`crate::Table::moves_off_lattice`]): drafters do, tans do not as far as was tried (up to six).
//!
//! The outline of a form tells. A move that takes it to the grid again takes its bends to vertices of the
//! grid, so few moves need be tried: for each kind of vertex, the one that takes the first bend there.

use std::collections::BTreeSet;

use crate::boundary::Loop;
use crate::lattice::table::Table;
use crate::lattice::{Cell, Lattice};
use crate::polyform::Polyform;
use crate::shape::encloses;
use crate::vector::Vector;

impl Polyform {
    /// The forms whose outline is that of this one moved, but by no translation of the lattice, sorted; always
    /// none where the table says so.
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

/// The corners of cells, one of each class under translations, in corner units.
fn vertices(table: &Table) -> BTreeSet<Vector> {
    let unit = table.drawing.unit;
    let corners = table.kinds.iter().flat_map(|kind| {
        let at = kind.origin.map(|c| c * unit);
        kind.corners.iter().map(move |&corner| at + corner)
    });
    corners
        .map(|corner| corner.map(|c| c.rem_euclid(table.scale * unit)))
        .collect()
}

/// The form that fills loops, given by their bends, moved by a vector, if whole tiles do.
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
    // The cells of a translation unit do not reach out of it.
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

    /// The didrafter of two halves joined by their hypotenuses after a half turn: a rectangle.
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
