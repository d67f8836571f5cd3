//! The cells of boards with a name: rectangles, boxes, rhombi, hexagons, pyramids, polygons.
//!
//! Each function lists the cells in reading order and takes sizes from users: a size of zero, a shape of
//! more than [`MAX_SHAPE_CELLS`] cells, and a shape the lattice does not have are errors that say
//! what would be right. Which cells a region of the plane has is told by the lattice's [`Filling`].

mod polygon;

use itertools::{Itertools, iproduct};
use thiserror::Error;

use crate::lattice::{Cell, Coordinates, Lattice};
use crate::vector::Vector;
pub(crate) use polygon::encloses;
pub use polygon::{MAX_POLYGON_CORNERS, polygon};

/// A shape has at most this many cells.
///
/// A board may have a few more, but no shape so large can leave the range of coordinates
/// ([`crate::COORDINATE_LIMIT`]).
pub const MAX_SHAPE_CELLS: usize = 1_000_000;

/// A shape that a lattice may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShapeName {
    /// [`rectangle`].
    Rectangle,
    /// [`box_`].
    Box,
    /// [`rhombus`].
    Rhombus,
    /// [`hexagon`].
    Hexagon,
    /// [`triangle`].
    Triangle,
    /// [`aztec_diamond`].
    AztecDiamond,
    /// [`pyramid`].
    Pyramid,
    /// [`tetrahedron`].
    Tetrahedron,
    /// [`octahedron`].
    Octahedron,
    /// [`polygon`].
    Polygon,
}

impl ShapeName {
    /// What it is called: "Aztec diamond".
    pub const fn name(self) -> &'static str {
        match self {
            ShapeName::Rectangle => "rectangle",
            ShapeName::Box => "box",
            ShapeName::Rhombus => "rhombus",
            ShapeName::Hexagon => "hexagon",
            ShapeName::Triangle => "triangle",
            ShapeName::AztecDiamond => "Aztec diamond",
            ShapeName::Pyramid => "pyramid",
            ShapeName::Tetrahedron => "tetrahedron",
            ShapeName::Octahedron => "octahedron",
            ShapeName::Polygon => "polygon",
        }
    }
}

/// Which cells belong to a region of the plane, such as a hexagon of side 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// Sizes count translation units, and a region has all cells of each: 3 hexagons along a side.
    Units,
    /// Sizes are lengths between points of the translation lattice, and a region has all cells that
    /// lie within its outline, sticks on the outline included.
    Outline,
    /// Sizes count translation units, and a region has the cells at these steps from the middle of
    /// each: the edges of the hexagons.
    Around(&'static [Vector]),
}

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
    /// A polygon has too few or too many corners.
    #[error("a polygon has 3 to {limit} corners, not {given}")]
    Corners {
        /// How many were given.
        given: usize,
        /// The limit, [`MAX_POLYGON_CORNERS`].
        limit: usize,
    },
    /// Two sides of a polygon meet elsewhere than in the corner between them.
    #[error(
        "the sides of a polygon meet in its corners only; here the side from corner {} meets the one from corner {}", first + 1, second + 1
    )]
    CrossedSides {
        /// The number of the corner where one side begins.
        first: usize,
        /// The same of another side.
        second: usize,
    },
    /// A side of a polygon cuts a cell.
    #[error(
        "the side from corner {} of the polygon cuts the cell {coordinates} in two; the sides of a polygon run between cells", side + 1
    )]
    CutCell {
        /// The number of the corner where the side begins.
        side: usize,
        /// The cell.
        coordinates: Coordinates,
    },
}

/// The rectangle of `width` × `height`.
///
/// On the square lattice these are its squares, on the cubic lattice one layer of cubes at z = 0,
/// among balls a layer of them, and among sticks all the edges of its squares, the outer ones included.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices without rectangles: where axes stand at 60
/// degrees there are rhombi.
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
    let shape = ShapeName::Box;
    require(shape, lattice)?;
    let [w, h, d] = checked(shape, [width, height, depth], 1)?;
    let offsets = iproduct!(0..d, 0..h, 0..w).map(|(z, y, x)| Vector::new(x, y, z));
    Ok(units(lattice, offsets))
}

/// The rhombus, or parallelogram, with sides `width` and `height` along the axes of a lattice whose axes stand at
/// 60 degrees: 2·width·height triangles, width·height hexagons, the edges of these.
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

/// The regular hexagon of the given side: 6·side² triangles, or 3·side·(side − 1) + 1 hexagons, or the edges of
/// these.
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
    let shape = ShapeName::Hexagon;
    require(shape, lattice)?;
    let [n, _] = checked(shape, [side, side], 3 * per_unit(lattice))?;
    // In the rhombus of side 2n, the hexagon lies between two diagonals; so do the hexagons of one of side 2n − 1.
    let all = iproduct!(0..2 * n - 1, 0..2 * n - 1);
    let inside = all.filter(|&(y, x)| (n - 1..3 * n - 2).contains(&(x + y)));
    let offsets = inside.map(|(y, x)| Vector::flat(x, y));
    let (m, far) = (n, 2 * n);
    let corners = [[m, 0], [far, 0], [far, m], [m, far], [0, far], [0, m]];
    Ok(region(lattice, offsets, &corners))
}

/// The large triangle of the given side, pointing down: side² triangles, or side·(side + 1)/2 hexagons, or the
/// edges of these.
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
    let shape = ShapeName::AztecDiamond;
    require(shape, lattice)?;
    let [n, _] = checked(shape, [order, order], 4)?;
    // Twice the distance of a cell's centre from the middle of the square of side 2n, along one axis.
    let from_middle = |c: i32| (2 * c + 1 - 2 * n).abs();
    let all = iproduct!(0..2 * n, 0..2 * n);
    let inside = all.filter(|&(y, x)| from_middle(x) + from_middle(y) <= 2 * n);
    Ok(units(lattice, inside.map(|(y, x)| Vector::flat(x, y))))
}

/// The square pyramid of balls of the given height, on a base of as many balls along each side:
/// height·(height + 1)·(2·height + 1)/6 balls.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices other than that of balls.
///
/// ```
/// use tilewright_geometry::{Lattice, pyramid};
/// assert_eq!(pyramid(Lattice::Ball, 5)?.len(), 55);
/// # Ok::<(), tilewright_geometry::ShapeError>(())
/// ```
pub fn pyramid(lattice: Lattice, height: u64) -> Result<Vec<Cell>, ShapeError> {
    let shape = ShapeName::Pyramid;
    require(shape, lattice)?;
    let [n, ..] = checked(shape, [height; 3], 1)?;
    let offsets = (0..n)
        .flat_map(move |z| iproduct!(0..n - z, 0..n - z).map(move |(y, x)| Vector::new(x, y, z)));
    Ok(units(lattice, offsets))
}

/// The tetrahedron of balls of the given side, standing on an edge: layers of n × 1, (n − 1) × 2, …, 1 × n balls,
/// n·(n + 1)·(n + 2)/6 in all.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices other than that of balls.
///
/// ```
/// use tilewright_geometry::{Lattice, tetrahedron};
/// assert_eq!(tetrahedron(Lattice::Ball, 4)?.len(), 20);
/// # Ok::<(), tilewright_geometry::ShapeError>(())
/// ```
pub fn tetrahedron(lattice: Lattice, side: u64) -> Result<Vec<Cell>, ShapeError> {
    let shape = ShapeName::Tetrahedron;
    require(shape, lattice)?;
    let [n, ..] = checked(shape, [side; 3], 1)?;
    let offsets = (0..n)
        .flat_map(move |z| iproduct!(-z..=0, 0..n - z).map(move |(y, x)| Vector::new(x, y, z)));
    Ok(units(lattice, offsets))
}

/// The octahedron of balls of the given side: two square pyramids base to base, side·(2·side² + 1)/3 balls.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices other than that of balls.
///
/// ```
/// use tilewright_geometry::{Lattice, octahedron};
/// assert_eq!(octahedron(Lattice::Ball, 3)?.len(), 19);
/// # Ok::<(), tilewright_geometry::ShapeError>(())
/// ```
pub fn octahedron(lattice: Lattice, side: u64) -> Result<Vec<Cell>, ShapeError> {
    let shape = ShapeName::Octahedron;
    require(shape, lattice)?;
    let [n, ..] = checked(shape, [side; 3], 2)?;
    // A layer lies in the hollows of the one below, half a ball to the upper left of its numbers: a layer below
    // the base begins |z| further on to be under its middle.
    let layer = move |z: i32| {
        let (from, to) = ((-z).max(0), n - z.max(0));
        iproduct!(from..to, from..to).map(move |(y, x)| Vector::new(x, y, z))
    };
    Ok(units(lattice, (1 - n..n).flat_map(layer)))
}

/// How many cells a translation unit of a region has at most.
fn per_unit(lattice: Lattice) -> u64 {
    let table = lattice.table();
    let cells = match table.filling {
        // The sticks at the far sides count: 2wh + w + h ≤ 4wh, 3wh + w + h + 1 ≤ 6wh.
        Filling::Outline if !table.drawing.closed => 2 * table.kinds.len(),
        Filling::Units | Filling::Outline => table.kinds.len(),
        Filling::Around(steps) => steps.len(),
    };
    u64::try_from(cells).unwrap_or(u64::MAX)
}

/// The cells of a region of the plane, given by its translation units and by its corners.
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
            cells.sort_unstable_by_key(|&cell| lattice.reading_key(cell));
            cells.dedup();
            cells
        }
    }
}

/// The cells of all kinds at the offsets.
fn units(lattice: Lattice, offsets: impl Iterator<Item = Vector>) -> Vec<Cell> {
    let table = lattice.table();
    let cells = offsets.flat_map(|offset| {
        let corner = offset.map(|c| c.saturating_mul(table.scale));
        let kinds = table.kinds.iter();
        kinds.filter_map(move |kind| lattice.cell_at(corner + kind.origin))
    });
    cells.collect()
}

/// The sizes, where they are positive and `per_unit` times their product is within the limit.
fn checked<const N: usize>(
    shape: ShapeName,
    sizes: [u64; N],
    per_unit: u64,
) -> Result<[i32; N], ShapeError> {
    let shape = shape.name();
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
        *place = i32::try_from(size).map_err(|_| too_large())?;
    }
    Ok(checked)
}

/// The error unless the lattice has the shape.
fn require(shape: ShapeName, lattice: Lattice) -> Result<(), ShapeError> {
    let shapes = lattice.table().shapes;
    if shapes.contains(&shape) {
        return Ok(());
    }
    let instead = shapes.iter().map(|shape| shape.name()).join(", ");
    Err(ShapeError::WrongLattice {
        shape: shape.name(),
        lattice,
        instead,
    })
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
            "the triangle lattice has no rectangle; its shapes are: rhombus, hexagon, triangle, polygon, and pictures and lists of cells"
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
