//! Shapes magnified by a whole number n: each cell becomes n² cells in the plane, or n³ in three
//! dimensions.
//!
//! A magnified cell is the polygon of its corners, moved n times as far from a fixed vertex where
//! lines of the lattice cross. If no side of that polygon cuts a cell, the magnified cell is the
//! union of the cells in it. All translates of a cell are magnified alike, so it suffices to
//! compute a magnification for each kind of cell.
//!
//! Squares, triangles, quarter squares and sixths of triangles lie between straight lines, so they
//! can form larger copies of themselves. So can tans and drafters, which are unions of these. A
//! stick becomes n sticks in a row.

use super::ShapeError;
use super::polygon::filling;
use crate::lattice::table::KindTable;
use crate::lattice::{COORDINATE_LIMIT, Cell, Lattice};
use crate::vector::Vector;

/// The largest factor of a [`Magnification`].
pub const MAX_FACTOR: u64 = 100;

/// A map that magnifies the cells of a lattice.
///
/// ```
/// use tilewright_geometry::{Lattice, Magnification};
/// let threefold = Magnification::new(Lattice::Square, 3)?;
/// assert_eq!(threefold.cells_per_cell(), 9);
/// let cell = Lattice::Square.cell(&[1, 0])?;
/// let last = *threefold.image(cell)?.last().unwrap();
/// assert_eq!(Lattice::Square.coordinates(last).to_string(), "5,2");
/// assert!(Magnification::new(Lattice::Hexagon, 2).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Magnification {
    lattice: Lattice,
    factor: i32,
    /// For each kind of cell, the cells of the magnified copy of the cell in the unit at the origin.
    /// Their number is the same for all kinds.
    parts: Vec<Vec<Vector>>,
}

impl Magnification {
    /// The magnification by a factor.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] for a factor of 0, a factor over [`MAX_FACTOR`], and lattices whose cells do
    /// not form larger copies.
    ///
    /// # Complexity
    ///
    /// O(factor² × kinds²).
    pub fn new(lattice: Lattice, factor: u64) -> Result<Magnification, ShapeError> {
        if factor == 0 {
            let shape = "magnified shape";
            return Err(ShapeError::Zero { shape });
        }
        let n = i32::try_from(factor).ok().filter(|_| factor <= MAX_FACTOR);
        let limit = MAX_FACTOR;
        let n = n.ok_or(ShapeError::Factor { factor, limit })?;
        let table = lattice.table();
        let parts = table.kinds.iter().map(|kind| match n {
            1 => Some(vec![kind.origin]),
            _ if table.drawing.round => None,
            _ if table.drawing.closed => blown_up(lattice, kind, n),
            _ => row(lattice, kind, n),
        });
        let [cell, cells] = table.cell_names;
        let parts = parts.collect::<Option<_>>().ok_or(ShapeError::NoLarger {
            cell,
            cells,
            factor,
            lattice,
        })?;
        Ok(Magnification {
            lattice,
            factor: n,
            parts,
        })
    }

    /// The number of cells that each cell becomes.
    pub fn cells_per_cell(&self) -> usize {
        self.parts.first().map_or(1, Vec::len)
    }

    /// The cells that one cell becomes, in reading order if the lattice has a single kind of cell.
    /// Images of different cells are disjoint.
    ///
    /// # Errors
    ///
    /// [`ShapeError::TooFar`] if one of them lies beyond [`COORDINATE_LIMIT`].
    pub fn image(&self, cell: Cell) -> Result<Vec<Cell>, ShapeError> {
        let table = self.lattice.table();
        let too_far = || ShapeError::TooFar {
            coordinates: self.lattice.coordinates(cell),
            limit: COORDINATE_LIMIT,
        };
        let (offset, kind) = table.offset_and_kind(cell);
        let by = offset.checked_scale(self.factor).filter(|by| {
            let near = |c: i32| c.unsigned_abs() <= COORDINATE_LIMIT.unsigned_abs();
            near(by.x) && near(by.y) && near(by.z)
        });
        let by = by.ok_or_else(too_far)?.map(|c| c * table.scale);
        let parts = self.parts.get(kind.index()).into_iter().flatten();
        parts
            .map(|&part| self.lattice.cell_at(part + by).ok_or_else(too_far))
            .collect()
    }
}

/// The vertex that stays fixed, in corner units: the origin if it is a vertex, otherwise a corner
/// of the first kind's cell.
fn centre(lattice: Lattice) -> Vector {
    let table = lattice.table();
    let unit = table.drawing.unit;
    let mut corners = table.kinds.iter().flat_map(|kind| {
        let corners = kind.corners.iter();
        corners.map(move |&step| kind.origin.map(|c| c * unit) + step)
    });
    let first = corners.clone().next().unwrap_or_default();
    corners
        .find(|&corner| corner == Vector::ZERO)
        .unwrap_or(first)
}

/// The corners of the cell of a kind in the unit at the origin, moved `n` times as far from the
/// fixed vertex ([`centre`]), in corner units.
fn corners(lattice: Lattice, kind: &KindTable, n: i32) -> impl Iterator<Item = Vector> {
    let unit = lattice.table().drawing.unit;
    let centre = centre(lattice);
    let at = kind.origin.map(|c| c * unit);
    let corners = kind.corners.iter();
    corners.map(move |&step| centre + (at + step - centre).map(|c| c * n))
}

/// The cells that fill a magnified cell, layer by layer in three dimensions. `None` if a side cuts
/// a cell.
fn blown_up(lattice: Lattice, kind: &KindTable, n: i32) -> Option<Vec<Vector>> {
    let table = lattice.table();
    let corners = corners(lattice, kind, n).map(|c| [c.x, c.y].map(i128::from));
    let layer = filling(lattice, corners.collect())?;
    let layers = if table.dimensions == 3 { n } else { 1 };
    let up = (0..layers).map(|z| Vector::new(0, 0, z * table.scale));
    let cells = up.flat_map(|up| layer.iter().map(move |cell| cell.vector() + up));
    Some(cells.collect())
}

/// The n sticks in a row that a magnified stick consists of. `None` if sticks of the lattice do not continue in a
/// straight line.
fn row(lattice: Lattice, kind: &KindTable, n: i32) -> Option<Vec<Vector>> {
    let unit = lattice.table().drawing.unit;
    let (first, last) = (*kind.corners.first()?, *kind.corners.last()?);
    let from = corners(lattice, kind, n).next()?;
    let sticks = (0..n).map(|i| {
        let middle = from - first + (last - first).map(|c| c * i);
        let is_whole = middle.map(|c| c % unit) == Vector::ZERO;
        let cell = lattice
            .cell_at(middle.map(|c| c / unit))
            .filter(|_| is_whole)?;
        // The cell found may be a stick in another direction with the same middle.
        let (_, found) = lattice.offset_and_kind(cell);
        let same = lattice.table().kind(found).corners == kind.corners;
        same.then_some(cell.vector())
    });
    sticks.collect()
}
