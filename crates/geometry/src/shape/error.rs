use thiserror::Error;

use crate::lattice::{Coordinates, Lattice};

/// Reasons why a shape cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A width, height or other size is 0; the smallest is 1.
    #[error("a {shape} of size 0 has no cells; sizes start at 1")]
    Zero {
        /// The name of the shape with a size of 0, such as "rectangle".
        shape: &'static str,
    },
    /// The shape would have too many cells.
    #[error("a {shape} of size {sizes} has more than {limit} cells, the limit; make it smaller")]
    TooLarge {
        /// The name of the shape that is too large, such as "rectangle".
        shape: &'static str,
        /// The requested sizes, such as "3×4".
        sizes: String,
        /// The maximum number of cells, [`MAX_SHAPE_CELLS`](crate::MAX_SHAPE_CELLS).
        limit: usize,
    },
    /// The lattice has no such shape.
    #[error(
        "the {lattice} lattice has no {shape}; its shapes are: {instead}, and pictures and lists of cells"
    )]
    WrongLattice {
        /// The name of the shape that the lattice does not have.
        shape: &'static str,
        /// The lattice on which the shape was requested.
        lattice: Lattice,
        /// The names of the lattice's shapes, separated by commas.
        instead: String,
    },
    /// A trapezium's height exceeds its base.
    #[error(
        "a trapezium with a base of {base} ends in a point after {base} rows; its height can be \
         at most {base}, not {height}"
    )]
    TooHigh {
        /// The requested length of the trapezium's base.
        base: u64,
        /// The requested height of the trapezium.
        height: u64,
    },
    /// The factor of a magnification is over [`MAX_FACTOR`](super::MAX_FACTOR).
    #[error("a shape can be magnified 1 to {limit} times, not {factor} times")]
    Factor {
        /// The requested factor, which is too large.
        factor: u64,
        /// The maximum factor, [`MAX_FACTOR`](super::MAX_FACTOR).
        limit: u64,
    },
    /// Cells of this lattice do not fill a larger copy of a cell.
    #[error(
        "no {cell} {factor} times as long can be made of {cells}, so shapes on the {lattice} \
         lattice cannot be magnified"
    )]
    NoLarger {
        /// The lattice's name for one cell, such as "hexagon".
        cell: &'static str,
        /// The lattice's name for several cells, such as "hexagons".
        cells: &'static str,
        /// The requested factor of the magnification.
        factor: u64,
        /// The lattice whose shapes cannot be magnified.
        lattice: Lattice,
    },
    /// The image of a cell would lie beyond [`crate::COORDINATE_LIMIT`].
    #[error(
        "the image of the cell ({coordinates}) is out of range; coordinates go from -{limit} to \
         {limit}"
    )]
    TooFar {
        /// The coordinates of the cell before it is moved.
        coordinates: Coordinates,
        /// The maximum absolute value of a coordinate, [`crate::COORDINATE_LIMIT`].
        limit: i32,
    },
    /// A polygon has too few or too many corners.
    #[error("a polygon has 3 to {limit} corners, not {given}")]
    Corners {
        /// The number of corners given for the polygon.
        given: usize,
        /// The maximum number of corners, [`MAX_POLYGON_CORNERS`](crate::MAX_POLYGON_CORNERS).
        limit: usize,
    },
    /// Two sides of a polygon meet outside the corner that they share.
    #[error(
        "the sides of a polygon may meet at its corners only; here the side from corner {} meets \
         the one from corner {}", first + 1, second + 1
    )]
    CrossedSides {
        /// The index of the corner where the first side begins, from 0.
        first: usize,
        /// The index of the corner where the second side begins, from 0.
        second: usize,
    },
    /// A side of a polygon passes through the inside of a cell.
    #[error(
        "the side from corner {} of the polygon cuts the cell {coordinates} in two; the sides of \
         a polygon must run between cells", side + 1
    )]
    CutCell {
        /// The index of the corner where the side begins, from 0.
        side: usize,
        /// The coordinates of the cell that is cut, as a file writes them.
        coordinates: Coordinates,
    },
}
