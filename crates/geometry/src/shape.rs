//! The cells of boards with a name: rectangles, boxes, rhombi, hexagons.
//!
//! Each function lists the cells in reading order and takes sizes from users: a size of zero, a shape of
//! more than [`MAX_SHAPE_CELLS`] cells, and a shape the lattice does not have are errors that say
//! what would be right.

use itertools::{Itertools, iproduct};
use thiserror::Error;

use crate::lattice::{Cell, Lattice};
use crate::vector::Vector;

/// A shape has at most this many cells.
///
/// A board may have a few more, but no shape so large can leave the range of coordinates
/// ([`crate::COORDINATE_LIMIT`]).
pub const MAX_SHAPE_CELLS: usize = 1_000_000;

/// Why there is no such shape.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A size is zero.
    #[error("a {shape} of size 0 has no cells; its sizes are at least 1")]
    Zero {
        /// The shape.
        shape: &'static str,
    },
    /// The shape would have too many cells.
    #[error(
        "a {shape} of size {sizes} has more than {limit} cells, which is the limit; make it smaller"
    )]
    TooLarge {
        /// The shape.
        shape: &'static str,
        /// The sizes asked for: "3×4".
        sizes: String,
        /// The limit, [`MAX_SHAPE_CELLS`].
        limit: usize,
    },
    /// The lattice has no such shape.
    #[error(
        "the {lattice} lattice has no {shape}; its shapes are: {instead}, and pictures and lists of cells"
    )]
    WrongLattice {
        /// The shape.
        shape: &'static str,
        /// The lattice.
        lattice: Lattice,
        /// The shapes it has.
        instead: String,
    },
}

/// The rectangle of `width` × `height`.
///
/// On the square lattice these are its squares, on the cubic lattice one layer of cubes at z = 0,
/// and among sticks all the edges of its squares, the outer ones included.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and the triangular lattice, which has rhombi.
///
/// ```
/// use tilewright_geometry::{Lattice, rectangle};
/// assert_eq!(rectangle(Lattice::Square, 10, 6)?.len(), 60);
/// assert_eq!(rectangle(Lattice::Stick, 5, 5)?.len(), 60);
/// # Ok::<(), tilewright_geometry::ShapeError>(())
/// ```
pub fn rectangle(lattice: Lattice, width: u64, height: u64) -> Result<Vec<Cell>, ShapeError> {
    let shape = "rectangle";
    require(shape, lattice)?;
    let table = lattice.table();
    if table.drawing.closed {
        let [w, h] = checked(shape, [width, height], 1)?;
        return Ok(fill(
            lattice,
            iproduct!(0..h, 0..w).map(|(y, x)| (x, y, 0, 0)),
        ));
    }
    // The sticks at the far sides must not reach out. There are 2wh + w + h ≤ 4wh sticks.
    let [w, h] = checked(shape, [width, height], 4)?;
    let all = iproduct!(0..=h, 0..=w, 0..table.kinds.len());
    let inside = all.filter(|&(y, x, kind)| {
        let step = table
            .kinds
            .get(kind)
            .map_or(Vector::ZERO, |kind| kind.origin);
        (step.x == 0 || x < w) && (step.y == 0 || y < h)
    });
    Ok(fill(lattice, inside.map(|(y, x, kind)| (x, y, 0, kind))))
}

/// The box of `width` × `height` × `depth` cubes.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices in the plane.
pub fn box_(
    lattice: Lattice,
    width: u64,
    height: u64,
    depth: u64,
) -> Result<Vec<Cell>, ShapeError> {
    let shape = "box";
    require(shape, lattice)?;
    let [w, h, d] = checked(shape, [width, height, depth], 1)?;
    Ok(fill(
        lattice,
        iproduct!(0..d, 0..h, 0..w).map(|(z, y, x)| (x, y, z, 0)),
    ))
}

/// The rhombus of the triangles `(x, y, t)` with x below `width` and y below `height`: a
/// parallelogram with these sides.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices other than the triangular one.
pub fn rhombus(lattice: Lattice, width: u64, height: u64) -> Result<Vec<Cell>, ShapeError> {
    let shape = "rhombus";
    require(shape, lattice)?;
    let [w, h] = checked(shape, [width, height], 2)?;
    Ok(fill(
        lattice,
        iproduct!(0..h, 0..w, 0..2).map(|(y, x, kind)| (x, y, 0, kind)),
    ))
}

/// The regular hexagon of the given side: 6·side² triangles.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices other than the triangular one.
///
/// ```
/// use tilewright_geometry::{Lattice, hexagon};
/// assert_eq!(hexagon(Lattice::Triangle, 3)?.len(), 54);
/// # Ok::<(), tilewright_geometry::ShapeError>(())
/// ```
pub fn hexagon(lattice: Lattice, side: u64) -> Result<Vec<Cell>, ShapeError> {
    let shape = "hexagon";
    require(shape, lattice)?;
    let [n, _] = checked(shape, [side, side], 6)?;
    // In the rhombus of side 2n, the hexagon lies between two diagonals: n ≤ x + y + t < 3n.
    let all = iproduct!(0..2 * n, 0..2 * n, 0..2_usize);
    let inside = all.filter(|&(y, x, t)| (n..3 * n).contains(&(x + y + t)));
    Ok(fill(lattice, inside.map(|(y, x, t)| (x, y, 0, t))))
}

/// The large triangle of the given side, pointing down: side² triangles.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices other than the triangular one.
pub fn triangle(lattice: Lattice, side: u64) -> Result<Vec<Cell>, ShapeError> {
    let shape = "triangle";
    require(shape, lattice)?;
    let [n, _] = checked(shape, [side, side], 1)?;
    let all = iproduct!(0..n, 0..n, 0..2_usize);
    let inside = all.filter(|&(y, x, t)| x + y + t < n);
    Ok(fill(lattice, inside.map(|(y, x, t)| (x, y, 0, t))))
}

/// The Aztec diamond of the given order: 2·order·(order + 1) squares, in rows of 2, 4, … squares.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices other than the square one.
///
/// ```
/// use tilewright_geometry::{Lattice, aztec_diamond};
/// assert_eq!(aztec_diamond(Lattice::Square, 2)?.len(), 12);
/// # Ok::<(), tilewright_geometry::ShapeError>(())
/// ```
pub fn aztec_diamond(lattice: Lattice, order: u64) -> Result<Vec<Cell>, ShapeError> {
    let shape = "Aztec diamond";
    require(shape, lattice)?;
    let [n, _] = checked(shape, [order, order], 4)?;
    // Twice the distance of a cell's centre from the middle of the square of side 2n, along one axis.
    let from_middle = |c: usize| (2 * c + 1).abs_diff(2 * n);
    let all = iproduct!(0..2 * n, 0..2 * n);
    let inside = all.filter(|&(y, x)| from_middle(x) + from_middle(y) <= 2 * n);
    Ok(fill(lattice, inside.map(|(y, x)| (x, y, 0, 0))))
}

/// The sizes, where they are positive and `per_unit` times their product is within the limit.
fn checked<const N: usize>(
    shape: &'static str,
    sizes: [u64; N],
    per_unit: u64,
) -> Result<[usize; N], ShapeError> {
    if sizes.contains(&0) {
        return Err(ShapeError::Zero { shape });
    }
    let too_large = || ShapeError::TooLarge {
        shape,
        sizes: sizes.iter().join("×"),
        limit: MAX_SHAPE_CELLS,
    };
    let cells = sizes
        .iter()
        .try_fold(per_unit, |product, &size| product.checked_mul(size));
    let small = cells
        .and_then(|n| usize::try_from(n).ok())
        .is_some_and(|n| n <= MAX_SHAPE_CELLS);
    if !small {
        return Err(too_large());
    }
    let mut checked = [0; N];
    for (place, &size) in checked.iter_mut().zip(&sizes) {
        *place = usize::try_from(size).map_err(|_| too_large())?;
    }
    Ok(checked)
}

/// The error unless the lattice has the shape.
fn require(shape: &'static str, lattice: Lattice) -> Result<(), ShapeError> {
    let shapes = lattice.table().shapes;
    if shapes.contains(&shape) {
        return Ok(());
    }
    let instead = shapes.iter().join(", ");
    Err(ShapeError::WrongLattice {
        shape,
        lattice,
        instead,
    })
}

/// The cells at the offsets `(x, y, z)` of the kinds given.
fn fill(lattice: Lattice, places: impl Iterator<Item = (usize, usize, usize, usize)>) -> Vec<Cell> {
    let table = lattice.table();
    let scaled = |n: usize| {
        i32::try_from(n)
            .unwrap_or(i32::MAX)
            .saturating_mul(table.scale)
    };
    let cells = places.filter_map(|(x, y, z, kind)| {
        let corner = Vector::new(scaled(x), scaled(y), scaled(z));
        lattice.cell_at(corner + table.kinds.get(kind)?.origin)
    });
    cells.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_their_counts() {
        for n in 1..=6 {
            let size = usize::try_from(n).unwrap();
            let count = |cells: Result<Vec<Cell>, _>| cells.unwrap().len();
            assert_eq!(count(hexagon(Lattice::Triangle, n)), 6 * size * size);
            assert_eq!(count(triangle(Lattice::Triangle, n)), size * size);
            assert_eq!(count(rhombus(Lattice::Triangle, n, 2)), 4 * size);
            assert_eq!(
                count(aztec_diamond(Lattice::Square, n)),
                2 * size * (size + 1)
            );
            assert_eq!(
                count(rectangle(Lattice::Stick, n, n)),
                2 * size * (size + 1)
            );
            assert_eq!(count(rectangle(Lattice::Cube, n, 3)), 3 * size);
            assert_eq!(count(box_(Lattice::Cube, n, 2, 3)), 6 * size);
        }
    }

    #[test]
    fn cells_come_in_reading_order() {
        for (lattice, cells) in [
            (Lattice::Square, rectangle(Lattice::Square, 4, 3)),
            (Lattice::Stick, rectangle(Lattice::Stick, 4, 3)),
            (Lattice::Triangle, hexagon(Lattice::Triangle, 2)),
            (Lattice::Cube, box_(Lattice::Cube, 2, 3, 4)),
        ] {
            let cells = cells.unwrap();
            assert!(cells.is_sorted_by(|&a, &b| lattice.reading_key(a) < lattice.reading_key(b)));
        }
    }

    #[test]
    fn wrong_shapes_are_explained() {
        assert_eq!(
            rectangle(Lattice::Triangle, 3, 3).unwrap_err().to_string(),
            "the triangle lattice has no rectangle; its shapes are: rhombus, hexagon, triangle, and pictures and lists of cells"
        );
        assert_eq!(
            rectangle(Lattice::Square, 0, 3).unwrap_err().to_string(),
            "a rectangle of size 0 has no cells; its sizes are at least 1"
        );
        assert_eq!(
            box_(Lattice::Cube, u64::MAX, 2, 3).unwrap_err().to_string(),
            "a box of size 18446744073709551615×2×3 has more than 1000000 cells, which is the limit; make it smaller"
        );
    }

    #[test]
    fn the_largest_shapes_lose_no_cell() {
        assert_eq!(
            rectangle(Lattice::Square, 1_000_000, 1).unwrap().len(),
            1_000_000
        );
        assert!(rectangle(Lattice::Square, 1_000_001, 1).is_err());
        assert!(hexagon(Lattice::Triangle, 1_000_000).is_err());
    }
}
