//! Named board shapes: rectangles, boxes, rhombi, hexagons, pyramids, polygons. Also the
//! magnification, rotation and reflection of shapes.
//!
//! Each function takes sizes from a user and lists the cells in reading order. Three things are
//! errors, whose messages say what is allowed: a size of zero, more than [`MAX_SHAPE_CELLS`] cells,
//! and a shape that the lattice does not have. The lattice's [`Filling`] decides which cells belong
//! to a region of the plane.

mod diamond;
mod error;
mod magnified;
mod polygon;
mod size;
mod solid;
mod turned;

use itertools::iproduct;

use crate::compact::CompactSort;
use crate::lattice::{Cell, Filling, Lattice, ShapeName};
use crate::vector::Vector;
pub use diamond::{aztec_diamond, diamond};
pub use error::ShapeError;
pub use magnified::{MAX_FACTOR, Magnification};
pub(crate) use polygon::encloses;
pub use polygon::{MAX_POLYGON_CORNERS, polygon};
pub use size::MAX_SHAPE_CELLS;
use size::{check_size, checked, require, small, units};
pub use solid::{box_, octahedron, pyramid, tetrahedron};

/// A rectangle of `width` × `height`.
///
/// On the square lattice it consists of squares; on the cubic lattice, of one layer of cubes at z =
/// 0; with balls, of one layer of balls. With sticks it has all edges of its squares, including the
/// outer ones.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices without rectangles. (Lattices whose
/// axes meet at 60 degrees have rhombi instead.)
///
/// ```
/// use tilewright_geometry::{Lattice, rectangle};
/// assert_eq!(rectangle(Lattice::Square, 10, 6)?.len(), 60);
/// assert_eq!(rectangle(Lattice::Stick, 5, 5)?.len(), 60);
/// assert_eq!(rectangle(Lattice::Tan, 3, 2)?.len(), 24);
/// # Ok::<(), tilewright_geometry::ShapeError>(())
/// ```
pub fn rectangle(lattice: Lattice, width: u64, height: u64) -> Result<Vec<Cell>, ShapeError> {
    parallelogram(ShapeName::Rectangle, lattice, width, height)
}

/// A parallelogram with sides `width` and `height` along the axes, on a lattice whose axes meet at
/// 60 degrees.
///
/// It has 2·width·height triangles, or width·height hexagons, or the edges of these.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices without rhombi.
///
/// ```
/// use tilewright_geometry::{Lattice, rhombus};
/// assert_eq!(rhombus(Lattice::Triangle, 3, 2)?.len(), 12);
/// assert_eq!(rhombus(Lattice::Hexagon, 3, 2)?.len(), 6);
/// assert_eq!(rhombus(Lattice::Twig, 3, 5)?.len(), 60);
/// # Ok::<(), tilewright_geometry::ShapeError>(())
/// ```
pub fn rhombus(lattice: Lattice, width: u64, height: u64) -> Result<Vec<Cell>, ShapeError> {
    parallelogram(ShapeName::Rhombus, lattice, width, height)
}

fn parallelogram(
    shape: ShapeName,
    lattice: Lattice,
    width: u64,
    height: u64,
) -> Result<Vec<Cell>, ShapeError> {
    require(shape, lattice)?;
    let [w, h] = checked(shape, [width, height], per_unit(lattice))?;
    let offsets = iproduct!(0..h, 0..w).map(|(y, x)| Vector::flat(x, y));
    Ok(region(lattice, offsets, &[[0, 0], [w, 0], [w, h], [0, h]]))
}

/// A regular hexagon with the given side.
///
/// It has 6·side² triangles, or 3·side·(side − 1) + 1 hexagons, or the edges of these.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices without hexagons.
///
/// ```
/// use tilewright_geometry::{Lattice, hexagon};
/// assert_eq!(hexagon(Lattice::Triangle, 2)?.len(), 24);
/// assert_eq!(hexagon(Lattice::Hexagon, 2)?.len(), 7);
/// assert_eq!(hexagon(Lattice::Trig, 2)?.len(), 42);
/// # Ok::<(), tilewright_geometry::ShapeError>(())
/// ```
pub fn hexagon(lattice: Lattice, side: u64) -> Result<Vec<Cell>, ShapeError> {
    hexagon_of_sides(lattice, [side; 3])
}

/// A hexagon with sides a, b, c, a, b, c, in this order, clockwise from the upper side.
///
/// It has 2·(ab + bc + ca) triangles, or ab + bc + ca − a − b − c + 1 hexagons, or the edges of these.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices without hexagons.
///
/// ```
/// use tilewright_geometry::{Lattice, hexagon_of_sides};
/// assert_eq!(hexagon_of_sides(Lattice::Triangle, [1, 2, 3])?.len(), 22);
/// assert_eq!(hexagon_of_sides(Lattice::Hexagon, [2, 2, 3])?.len(), 10);
/// # Ok::<(), tilewright_geometry::ShapeError>(())
/// ```
pub fn hexagon_of_sides(lattice: Lattice, sides: [u64; 3]) -> Result<Vec<Cell>, ShapeError> {
    let shape = ShapeName::Hexagon;
    require(shape, lattice)?;
    let [a, b, c] = sides;
    let mut rhombi = [(a, b), (b, c), (c, a)].into_iter();
    let rhombi = rhombi.try_fold(0_u64, |sum, (one, other)| {
        sum.checked_add(one.checked_mul(other)?)
    });
    let cells = rhombi.and_then(|rhombi| rhombi.checked_mul(per_unit(lattice)));
    let regular = a == b && b == c;
    let named = if regular { &sides[..2] } else { &sides[..] };
    check_size(shape, named, cells)?;
    let [a, b, c] = small(shape, sides)?;
    // The hexagon is the part of the rhombus with sides a + c and b + c that lies between two
    // diagonals. A hexagon made of hexagons lies in the rhombus with sides shorter by one.
    let all = iproduct!(0..b + c - 1, 0..a + c - 1);
    let inside = all.filter(|&(y, x)| (c - 1..a + b + c - 2).contains(&(x + y)));
    let offsets = inside.map(|(y, x)| Vector::flat(x, y));
    let corners = [
        [c, 0],
        [a + c, 0],
        [a + c, b],
        [a, b + c],
        [0, b + c],
        [0, c],
    ];
    Ok(region(lattice, offsets, &corners))
}

/// A large triangle with the given side, pointing down.
///
/// It has side² triangles, or side·(side + 1)/2 hexagons, or the edges of these.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices without triangles.
pub fn triangle(lattice: Lattice, side: u64) -> Result<Vec<Cell>, ShapeError> {
    let shape = ShapeName::Triangle;
    require(shape, lattice)?;
    let [n, _] = checked(shape, [side, side], per_unit(lattice))?;
    let offsets = iproduct!(0..n, 0..n).filter(|&(y, x)| x + y < n);
    let offsets = offsets.map(|(y, x)| Vector::flat(x, y));
    Ok(region(lattice, offsets, &[[0, 0], [n, 0], [0, n]]))
}

/// A trapezium with a base of the given length, pointing down: the first `height` rows of
/// [`triangle`].
///
/// It has height·(2·base − height) triangles, or rows of base, base − 1, … hexagons, or the edges
/// of these. The height may be at most the base.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, a height of more than the base, too many cells, and lattices without triangles.
///
/// ```
/// use tilewright_geometry::{Lattice, trapezium};
/// assert_eq!(trapezium(Lattice::Triangle, 5, 3)?.len(), 9 + 7 + 5);
/// assert_eq!(trapezium(Lattice::Hexagon, 5, 3)?.len(), 5 + 4 + 3);
/// # Ok::<(), tilewright_geometry::ShapeError>(())
/// ```
pub fn trapezium(lattice: Lattice, base: u64, height: u64) -> Result<Vec<Cell>, ShapeError> {
    let shape = ShapeName::Trapezium;
    require(shape, lattice)?;
    let [n, h] = checked(shape, [base, height], per_unit(lattice))?;
    if h > n {
        return Err(ShapeError::TooHigh { base, height });
    }
    let offsets = iproduct!(0..h, 0..n).filter(|&(y, x)| x + y < n);
    let offsets = offsets.map(|(y, x)| Vector::flat(x, y));
    Ok(region(
        lattice,
        offsets,
        &[[0, 0], [n, 0], [n - h, h], [0, h]],
    ))
}

/// An upper bound on the number of cells that one translation unit adds to a region.
fn per_unit(lattice: Lattice) -> u64 {
    let table = lattice.table();
    let cells = match table.filling {
        // A region of w × h units also has the sticks at its far sides. They at most double the number of sticks:
        // 2wh + w + h ≤ 4wh, and 3wh + w + h + 1 ≤ 6wh.
        Filling::Outline if !table.drawing.closed => 2 * table.kinds.len(),
        Filling::Units | Filling::Outline => table.kinds.len(),
        Filling::Around(steps) => steps.len(),
    };
    u64::try_from(cells).unwrap_or(u64::MAX)
}

/// The cells of a region of the plane. `offsets` are its translation units and `corners` its
/// outline, both in translation units; the lattice's [`Filling`] decides which of the two applies.
fn region(
    lattice: Lattice,
    offsets: impl Iterator<Item = Vector>,
    corners: &[[i32; 2]],
) -> Vec<Cell> {
    let table = lattice.table();
    match table.filling {
        Filling::Units => units(lattice, offsets),
        Filling::Outline => polygon::within(lattice, corners),
        Filling::Around(steps) => {
            let middles = offsets.map(|offset| offset.map(|c| c * table.scale));
            let cells = middles.flat_map(|middle| {
                let around = steps.iter().map(move |&step| middle + step);
                around.filter_map(|place| lattice.cell_at(place))
            });
            let mut cells: Vec<Cell> = cells.collect();
            cells.compact_sort_by_key(|&cell| lattice.reading_key(cell));
            cells.dedup();
            cells
        }
    }
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
            "the triangle lattice has no rectangle; its shapes are: rhombus, hexagon, triangle, trapezium, polygon, and pictures and lists of cells"
        );
        assert_eq!(
            rectangle(Lattice::Square, 0, 3).unwrap_err().to_string(),
            "a rectangle of size 0 has no cells; sizes start at 1"
        );
        assert_eq!(
            box_(Lattice::Cube, u64::MAX, 2, 3).unwrap_err().to_string(),
            "a box of size 18446744073709551615×2×3 has more than 1000000 cells, the limit; make it smaller"
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
