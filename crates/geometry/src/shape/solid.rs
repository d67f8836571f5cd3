//! Shapes in space: boxes, pyramids, tetrahedra, octahedra.

use itertools::iproduct;

use super::ShapeError;
use super::size::{checked, require, units};
use crate::lattice::{Cell, Lattice, ShapeName};
use crate::vector::Vector;

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

/// The square pyramid of the given height.
///
/// Of balls, each layer has one ball less along each side than the one below, the base as many as the height:
/// height·(height + 1)·(2·height + 1)/6 balls. Of cubes it is stepped: layers of side 2·height − 1, 2·height − 3, …, 1, each in
/// the middle of the one below, height·(4·height² − 1)/3 cubes.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices other than those of balls and cubes.
///
/// ```
/// use tilewright_geometry::{Lattice, pyramid};
/// assert_eq!(pyramid(Lattice::Ball, 5)?.len(), 55);
/// assert_eq!(pyramid(Lattice::Cube, 3)?.len(), 25 + 9 + 1);
/// # Ok::<(), tilewright_geometry::ShapeError>(())
/// ```
pub fn pyramid(lattice: Lattice, height: u64) -> Result<Vec<Cell>, ShapeError> {
    let shape = ShapeName::Pyramid;
    require(shape, lattice)?;
    // A layer of balls lies in the hollows of the one below, a layer of cubes on its squares.
    let (most, steps) = if lattice.drawing().round {
        (1, 1)
    } else {
        (2, 2)
    };
    let [n, ..] = checked(shape, [height; 3], most)?;
    let layer = move |z: i32| {
        let (from, to) = if steps == 1 {
            (0, n - z)
        } else {
            (z, 2 * n - 1 - z)
        };
        iproduct!(from..to, from..to).map(move |(y, x)| Vector::new(x, y, z))
    };
    Ok(units(lattice, (0..n).flat_map(layer)))
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
