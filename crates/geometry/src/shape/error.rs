//! Why there is no such shape.

use thiserror::Error;

use crate::lattice::{Coordinates, Lattice};

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
        /// The limit, [`MAX_SHAPE_CELLS`](crate::MAX_SHAPE_CELLS).
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
    /// A trapezium is higher than it is long at its base.
    #[error(
        "a trapezium on a base of {base} ends in a point after {base} rows; its height is at most that, not {height}"
    )]
    TooHigh {
        /// The base.
        base: u64,
        /// The height asked for.
        height: u64,
    },
    /// A cell is magnified more than [`MAX_FACTOR`](super::MAX_FACTOR) times.
    #[error("a shape is magnified {limit} times at most, not {factor} times")]
    Factor {
        /// How many times.
        factor: u64,
        /// The limit.
        limit: u64,
    },
    /// Cells make no larger cell.
    #[error(
        "{cells} make no {cell} {factor} times as long: on the {lattice} lattice no shape is magnified"
    )]
    NoLarger {
        /// What a cell is called.
        cell: &'static str,
        /// What several are called.
        cells: &'static str,
        /// How many times as long it was to be.
        factor: u64,
        /// The lattice.
        lattice: Lattice,
    },
    /// A cell would come to lie beyond [`crate::COORDINATE_LIMIT`].
    #[error(
        "the image of the cell ({coordinates}) lies too far out; coordinates go from -{limit} to {limit}"
    )]
    TooFar {
        /// The cell.
        coordinates: Coordinates,
        /// The limit.
        limit: i32,
    },
    /// A polygon has too few or too many corners.
    #[error("a polygon has 3 to {limit} corners, not {given}")]
    Corners {
        /// How many were given.
        given: usize,
        /// The limit, [`MAX_POLYGON_CORNERS`](crate::MAX_POLYGON_CORNERS).
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
