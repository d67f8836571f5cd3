//! Polyforms: connected sets of cells, up to translation. Quasi-polyforms may be disconnected.
//!
//! A [`Polyform`] keeps its cells sorted and normalised: the minimum x, y and z, in translation
//! units, are 0. So two forms are translates of each other exactly if they are equal. To compute an
//! image under a rotation or reflection, a matrix is applied to the cells; then they are translated
//! and sorted.

use itertools::Itertools;
use thiserror::Error;

use crate::isometry::Isometry;
use crate::lattice::{Cell, Coordinates, Lattice, Sides};
use crate::vector::Vector;

/// The largest number of cells of a polyform.
///
/// With this limit, no image of a polyform exceeds [`crate::COORDINATE_LIMIT`].
pub const MAX_POLYFORM_CELLS: usize = 1 << 16;

/// The largest extent of a polyform along an axis, in translation units.
///
/// Connected forms cannot exceed it, because of [`MAX_POLYFORM_CELLS`].
pub const MAX_POLYFORM_EXTENT: i32 = 1 << 16;

/// A non-empty set of cells of one lattice, up to translation. It is connected, unless it was made
/// by [`Polyform::quasi`].
///
/// Forms are ordered by lattice, then by their sorted cells.
///
/// ```
/// use tilewright_geometry::{Lattice, Polyform, Sides};
/// let square = |x, y| Lattice::Square.cell(&[x, y]);
/// let l = Polyform::new(Lattice::Square, [square(5, 5)?, square(5, 6)?, square(6, 6)?])?;
/// assert_eq!(l.orientations(Sides::Free).len(), 4);
/// assert!(!l.is_chiral());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Polyform {
    lattice: Lattice,
    /// The cells, sorted and distinct. On each axis the minimum coordinate, in translation units and rounded down,
    /// is 0.
    cells: Box<[Cell]>,
}

/// Reasons why cells are not a polyform.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PolyformError {
    /// There are no cells.
    #[error("a polyform needs at least one cell")]
    Empty,
    /// A cell is listed twice.
    #[error("the cell {coordinates} is listed twice; each cell of a polyform is listed once")]
    RepeatedCell {
        /// The coordinates of the repeated cell.
        coordinates: Coordinates,
    },
    /// A cell belongs to another lattice.
    #[error("the vector {vector} is not a cell of the {lattice} lattice")]
    ForeignCell {
        /// The lattice of the form, which has no cell at this vector.
        lattice: Lattice,
        /// The vector of the cell from another lattice.
        vector: Vector,
    },
    /// The cells fall into several parts.
    #[error(
        "the cells fall into {parts} parts that do not touch: ({first}) is in one and ({second}) in \
         another; a piece must be in one part"
    )]
    Disconnected {
        /// The first cell of the form in reading order.
        first: Coordinates,
        /// A cell that no path of neighbouring cells connects with `first`.
        second: Coordinates,
        /// The number of connected parts.
        parts: usize,
    },
    /// The extent of the form exceeds the limit.
    #[error("the cells span {extent} units; a piece may span at most {limit}")]
    TooWide {
        /// The extent along an axis, in translation units.
        extent: i64,
        /// The maximum extent in translation units, [`MAX_POLYFORM_EXTENT`].
        limit: i32,
    },
    /// The cells are not a union of whole tiles.
    #[error("the cell {coordinates} belongs to an incomplete {tile}: {whole}")]
    CutTile {
        /// The coordinates of a cell of an incomplete tile.
        coordinates: Coordinates,
        /// The lattice's name for one tile, such as "tan".
        tile: &'static str,
        /// The condition that cells consist of whole tiles, as a sentence without a full stop.
        whole: &'static str,
    },
    /// The number of cells exceeds the limit.
    #[error("the polyform has {cells} cells or more; at most {limit} are allowed")]
    TooManyCells {
        /// The number of cells counted so far; there may be more.
        cells: usize,
        /// The maximum number of cells, [`MAX_POLYFORM_CELLS`].
        limit: usize,
    },
}

impl Polyform {
    /// A polyform of these cells, in any order and at any position.
    ///
    /// # Errors
    ///
    /// [`PolyformError`] if there are no cells or too many; or if cells are repeated, belong to
    /// another lattice, are not connected, or do not form whole tiles.
    ///
    /// # Complexity
    ///
    /// O(n log n) for n cells.
    pub fn new(
        lattice: Lattice,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Result<Polyform, PolyformError> {
        let sorted = checked(lattice, cells)?;
        check_connected(lattice, &sorted)?;
        let vectors = sorted.into_iter().map(Cell::vector);
        Ok(Polyform::from_vectors(lattice, vectors))
    }

    /// A quasi-polyform of these cells, in any order and at any position. It may be disconnected.
    ///
    /// # Errors
    ///
    /// [`PolyformError`] if there are no cells or too many; or if cells are repeated, belong to
    /// another lattice, are too far apart, or do not form whole tiles.
    ///
    /// # Complexity
    ///
    /// O(n log n) for n cells.
    ///
    /// ```
    /// use tilewright_geometry::{Lattice, Polyform, Sides};
    /// let square = |x, y| Lattice::Square.cell(&[x, y]);
    /// // Two squares that touch at a corner.
    /// let corner = Polyform::quasi(Lattice::Square, [square(0, 0)?, square(1, 1)?])?;
    /// assert!(!corner.is_connected());
    /// assert_eq!(corner.orientations(Sides::Free).len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn quasi(
        lattice: Lattice,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Result<Polyform, PolyformError> {
        let sorted = checked(lattice, cells)?;
        check_extent(lattice, &sorted)?;
        let vectors = sorted.into_iter().map(Cell::vector);
        Ok(Polyform::from_vectors(lattice, vectors))
    }

    /// A form of these cells, normalised and sorted. They must be distinct cells of the lattice;
    /// this is not checked.
    pub(crate) fn from_vectors(
        lattice: Lattice,
        vectors: impl Iterator<Item = Vector> + Clone,
    ) -> Polyform {
        let table = lattice.table();
        let least = vectors
            .clone()
            .reduce(Vector::min_by_axis)
            .unwrap_or_default();
        let shift = table.offset(least).map(|c| c * table.scale);
        let mut cells: Box<[Cell]> = vectors.map(|v| Cell::new_unchecked(v - shift)).collect();
        cells.sort_unstable();
        Polyform { lattice, cells }
    }

    /// The lattice that the cells belong to.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// The cells, sorted by their vectors.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The number of cells. For the size in tiles, see [`tiles`](Self::tiles).
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// The number of tiles. In lattices with larger tiles, such as tans, it differs from the number
    /// of cells.
    pub fn tiles(&self) -> usize {
        self.cells.len() / self.lattice.cells_per_tile()
    }

    /// The maximum coordinates, in translation units, rounded down. The minimum coordinates are 0.
    pub fn extent(&self) -> Vector {
        let table = self.lattice.table();
        let greatest = self
            .vectors()
            .reduce(Vector::max_by_axis)
            .unwrap_or_default();
        table.offset(greatest)
    }

    /// Whether every cell can be reached from every other through neighbouring cells.
    ///
    /// # Complexity
    ///
    /// O(n log n) for n cells.
    pub fn is_connected(&self) -> bool {
        check_connected(self.lattice, &self.cells).is_ok()
    }

    fn vectors(&self) -> impl Iterator<Item = Vector> + Clone {
        self.cells.iter().map(|cell| cell.vector())
    }

    /// The image under a symmetry of the lattice.
    ///
    /// An isometry that is not one of [`Lattice::symmetries`] leaves the form unchanged.
    #[must_use]
    pub fn transformed(&self, symmetry: &Isometry) -> Polyform {
        if !self.lattice.symmetries(Sides::Free).contains(symmetry) {
            return self.clone();
        }
        Polyform::from_vectors(self.lattice, self.vectors().map(|v| symmetry.apply(v)))
    }

    /// The least image under the symmetries that `sides` allows.
    ///
    /// Two forms are the same piece exactly if their canonical forms are equal.
    #[must_use]
    pub fn canonical(&self, sides: Sides) -> Polyform {
        let images = self
            .lattice
            .symmetries(sides)
            .iter()
            .map(|m| self.transformed(m));
        let images = images.flat_map(|image| {
            let moved = image.moved_off_lattice();
            std::iter::once(image).chain(moved)
        });
        images.min().unwrap_or_else(|| self.clone())
    }

    /// The distinct images under the symmetries that `sides` allows.
    ///
    /// They are in the order of [`Lattice::symmetries`]: the form itself, then its other rotations,
    /// then new mirror images. In a lattice with [`crate::LatticeTable::moves_off_lattice`], each
    /// image is followed by the other forms with the same outline.
    pub fn orientations(&self, sides: Sides) -> Vec<Polyform> {
        let mut images: Vec<Polyform> = Vec::new();
        for symmetry in self.lattice.symmetries(sides) {
            let image = self.transformed(symmetry);
            if !images.contains(&image) {
                let moved = image.moved_off_lattice();
                images.push(image);
                images.extend(moved);
            }
        }
        images
    }

    /// Whether no rotation maps the form to its mirror image.
    pub fn is_chiral(&self) -> bool {
        self.canonical(Sides::OneSided) != self.mirror()
    }

    /// The mirror image, as its canonical form under rotations: the least of its rotated images.
    #[must_use]
    pub fn mirror(&self) -> Polyform {
        self.transformed(self.lattice.mirror())
            .canonical(Sides::OneSided)
    }
}

/// Checks that there are between one and [`MAX_POLYFORM_CELLS`] cells, and that they are distinct
/// cells of the lattice and form whole tiles. Returns them sorted.
fn checked(
    lattice: Lattice,
    cells: impl IntoIterator<Item = Cell>,
) -> Result<Vec<Cell>, PolyformError> {
    let mut sorted: Vec<Cell> = cells.into_iter().take(MAX_POLYFORM_CELLS + 1).collect();
    if sorted.is_empty() {
        return Err(PolyformError::Empty);
    }
    if sorted.len() > MAX_POLYFORM_CELLS {
        return Err(PolyformError::TooManyCells {
            cells: sorted.len(),
            limit: MAX_POLYFORM_CELLS,
        });
    }
    if let Some(cell) = sorted.iter().find(|&&cell| !lattice.contains(cell)) {
        return Err(PolyformError::ForeignCell {
            lattice,
            vector: cell.vector(),
        });
    }
    sorted.sort_unstable();
    if let Some((cell, _)) = sorted.iter().tuple_windows().find(|(a, b)| a == b) {
        return Err(PolyformError::RepeatedCell {
            coordinates: lattice.coordinates(*cell),
        });
    }
    if let Some((cell, tiles)) = lattice.cut_tile(&sorted).zip(lattice.table().tiles) {
        return Err(PolyformError::CutTile {
            coordinates: lattice.coordinates(cell),
            tile: tiles.names[0],
            whole: tiles.whole,
        });
    }
    Ok(sorted)
}

fn check_connected(lattice: Lattice, cells: &[Cell]) -> Result<(), PolyformError> {
    let parts = lattice.components(cells.iter().copied());
    match parts.as_slice() {
        [first, second, ..] => Err(PolyformError::Disconnected {
            first: lattice.coordinates(first[0]),
            second: lattice.coordinates(second[0]),
            parts: parts.len(),
        }),
        _ => Ok(()),
    }
}

/// Checks that cells are no further apart than [`MAX_POLYFORM_EXTENT`].
fn check_extent(lattice: Lattice, cells: &[Cell]) -> Result<(), PolyformError> {
    let table = lattice.table();
    let offsets = cells.iter().map(|cell| table.offset(cell.vector()));
    let least = offsets
        .clone()
        .reduce(Vector::min_by_axis)
        .unwrap_or_default();
    let greatest = offsets.reduce(Vector::max_by_axis).unwrap_or_default();
    let reach = greatest - least;
    match reach.x.max(reach.y).max(reach.z) {
        extent if extent < MAX_POLYFORM_EXTENT => Ok(()),
        extent => Err(PolyformError::TooWide {
            extent: i64::from(extent) + 1,
            limit: MAX_POLYFORM_EXTENT,
        }),
    }
}

impl Lattice {
    /// The connected components of a set of cells, ordered by their least cells. The cells of each
    /// are sorted. Repeated cells count once.
    ///
    /// # Complexity
    ///
    /// O(n log n) for n cells.
    ///
    /// ```
    /// # use tilewright_geometry::Lattice;
    /// let cells = [[0, 0], [1, 1], [2, 1]].map(|cell| Lattice::Square.cell(&cell).unwrap());
    /// let parts = Lattice::Square.components(cells);
    /// assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2]);
    /// ```
    pub fn components(self, cells: impl IntoIterator<Item = Cell>) -> Vec<Vec<Cell>> {
        let sorted: Vec<Cell> = cells.into_iter().sorted_unstable().dedup().collect();
        let mut seen = vec![false; sorted.len()];
        let mut parts = Vec::new();
        for start in 0..sorted.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut part = vec![sorted[start]];
            let mut next = 0;
            while let Some(&cell) = part.get(next) {
                next += 1;
                for neighbour in self.neighbours(cell) {
                    if let Ok(i) = sorted.binary_search(&neighbour)
                        && !std::mem::replace(&mut seen[i], true)
                    {
                        part.push(neighbour);
                    }
                }
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Matrix;

    fn squares(cells: &[[i64; 2]]) -> Result<Polyform, PolyformError> {
        let lattice = Lattice::Square;
        Polyform::new(lattice, cells.iter().map(|c| lattice.cell(c).unwrap()))
    }

    #[test]
    fn translates_are_equal() {
        let here = squares(&[[0, 0], [0, 1], [1, 1]]).unwrap();
        let there = squares(&[[-6, 10], [-7, 9], [-7, 10]]).unwrap();
        assert_eq!(here, there);
        assert_eq!(here.extent(), Vector::new(1, 1, 0));
    }

    #[test]
    fn wrong_forms_are_explained() {
        assert_eq!(squares(&[]), Err(PolyformError::Empty));
        assert_eq!(
            squares(&[[1, 2], [1, 3], [1, 2]]).unwrap_err().to_string(),
            "the cell 1,2 is listed twice; each cell of a polyform is listed once"
        );
        assert_eq!(
            squares(&[[0, 0], [4, 4], [1, 1], [4, 5]])
                .unwrap_err()
                .to_string(),
            "the cells fall into 3 parts that do not touch: (0,0) is in one and (1,1) in another; a \
             piece must be in one part"
        );
        let stranger = Lattice::Square.cell(&[0, 0]).unwrap();
        let error = Polyform::new(Lattice::Triangle, [stranger]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the vector (0, 0, 0) is not a cell of the triangle lattice"
        );
    }

    #[test]
    fn quasi_polyforms_may_fall_apart() {
        let lattice = Lattice::Square;
        let quasi = |cells: &[[i64; 2]]| {
            Polyform::quasi(lattice, cells.iter().map(|c| lattice.cell(c).unwrap()))
        };
        let apart = quasi(&[[0, 0], [2, 0], [2, 1]]).unwrap();
        assert!(!apart.is_connected());
        assert!(apart.is_chiral());
        assert_eq!(apart.orientations(Sides::Free).len(), 8);
        assert_eq!(quasi(&[[5, 5], [5, 6]]), squares(&[[0, 0], [0, 1]]));
        assert!(quasi(&[[0, 0], [65_535, 0]]).is_ok());
        assert_eq!(
            quasi(&[[0, -30_000], [0, 35_536]]).unwrap_err().to_string(),
            "the cells span 65537 units; a piece may span at most 65536"
        );
        assert_eq!(quasi(&[]), Err(PolyformError::Empty));
    }

    #[test]
    fn size_is_limited() {
        let row = (0..=65_536).map(|x| Lattice::Square.cell(&[x, 0]).unwrap());
        let error = Polyform::new(Lattice::Square, row).unwrap_err();
        assert!(matches!(
            error,
            PolyformError::TooManyCells {
                cells: 65_537,
                limit: 65_536
            }
        ));
    }

    #[test]
    fn long_forms_need_no_deep_recursion() {
        let row = (-30_000..30_000).map(|x| Lattice::Square.cell(&[x, 0]).unwrap());
        let bar = Polyform::new(Lattice::Square, row).unwrap();
        assert_eq!(bar.orientations(Sides::Free).len(), 2);
    }

    #[test]
    fn chirality() {
        let s = squares(&[[1, 0], [2, 0], [0, 1], [1, 1]]).unwrap();
        assert!(s.is_chiral());
        assert_eq!(s.orientations(Sides::OneSided).len(), 2);
        assert_eq!(s.orientations(Sides::Free).len(), 4);
        assert_eq!(s.mirror().mirror(), s.canonical(Sides::OneSided));
        let t = squares(&[[0, 0], [1, 0], [2, 0], [1, 1]]).unwrap();
        assert!(!t.is_chiral());
    }

    #[test]
    fn unknown_isometries_change_nothing() {
        let bar = squares(&[[0, 0], [1, 0]]).unwrap();
        let strange = Isometry::about_origin(Matrix::from_rows([[7; 3]; 3]));
        assert_eq!(bar.transformed(&strange), bar);
    }
}
