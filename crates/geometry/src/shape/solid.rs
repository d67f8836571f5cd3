//! Shapes in three dimensions: boxes, pyramids, tetrahedra, octahedra.

use itertools::iproduct;

use super::ShapeError;
use super::size::{checked, require, units};
use crate::lattice::{Cell, Lattice, ShapeName};
use crate::vector::Vector;

/// A box of `width` × `height` × `depth` cubes.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices without boxes.
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

/// A square pyramid of the given height.
///
/// Made of balls: the base has `height` balls along each side, and each layer one ball fewer than
/// the layer below. These are height·(height + 1)·(2·height + 1)/6 balls.
///
/// Made of cubes, it has steps: layers of side 2·height − 1, 2·height − 3, …, 1, each centred on
/// the layer below. These are height·(4·height² − 1)/3 cubes.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices other than balls and cubes.
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
    // Balls lie in the hollows of the layer below; cubes lie on top of cubes.
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

/// A tetrahedron of balls with the given side n, resting on an edge: layers of n × 1, (n − 1) × 2,
/// …, 1 × n balls.
///
/// It has n·(n + 1)·(n + 2)/6 balls.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices other than balls.
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

/// An octahedron of balls with the given side: two square pyramids base to base, with side·(2·side²
/// + 1)/3 balls.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices other than balls.
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
    // Ball (x, y) of a layer lies in a hollow of the layer below, shifted by half a ball. So a
    // layer at depth |z| below the base begins at |z|, to be centred under the base.
    let layer = move |z: i32| {
        let (from, to) = ((-z).max(0), n - z.max(0));
        iproduct!(from..to, from..to).map(move |(y, x)| Vector::new(x, y, z))
    };
    Ok(units(lattice, (1 - n..n).flat_map(layer)))
}
