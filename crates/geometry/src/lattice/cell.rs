//! Cells and vertices, and how users write them.
//!
//! A [`Cell`] is a vector that is known to be a cell of *some* lattice, at most
//! [`COORDINATE_LIMIT`] translation units from the origin along each axis. It does not contain its
//! lattice; the form or board that holds it does. If a cell is used with another lattice, functions
//! that can return an error do so, and none panics.

use std::fmt;
use std::ops::Deref;

use arrayvec::ArrayVec;
use thiserror::Error;

use super::Lattice;
use crate::vector::Vector;

/// The largest distance of a cell from the origin along each axis, in translation units.
///
/// With this limit, all arithmetic on cells stays far inside the range of `i32`.
pub const COORDINATE_LIMIT: i32 = 1_000_000;

/// A cell of a lattice. Cells are ordered by their vectors, so translations preserve the order.
/// Boards list cells in another order: see [`Lattice::reading_key`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(Vector);

impl Cell {
    pub(crate) fn new_unchecked(vector: Vector) -> Cell {
        Cell(vector)
    }

    /// The cell's position, in the coordinates of its lattice's table.
    pub fn vector(self) -> Vector {
        self.0
    }
}

/// A vertex of a lattice, in the coordinates of its table. See [`crate::Junctions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertex(Vector);

impl Vertex {
    pub(crate) fn new(vector: Vector) -> Vertex {
        Vertex(vector)
    }

    /// The vertex's position, in the coordinates of its lattice's table.
    pub fn vector(self) -> Vector {
        self.0
    }
}

/// A kind of cell: an index into [`LatticeTable::kinds`](crate::LatticeTable::kinds).
///
/// In a lattice with several kinds, it is the last number of a user's cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub(crate) u8);

impl Kind {
    /// The index into [`LatticeTable::kinds`](crate::LatticeTable::kinds).
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The sort key of reading order: layer, row, column, kind. Coordinates are in translation units.
///
/// Translating a set of cells does not change its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct ReadingKey {
    /// The layer, counted along the third axis.
    pub z: i32,
    /// The row, counted along the second axis.
    pub y: i32,
    /// The column: the position in the row.
    pub x: i32,
    /// The kind of cell within a translation unit.
    pub kind: Kind,
}

/// A cell or vertex as users write it: two to four numbers, shown as `3,4,0`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coordinates(ArrayVec<i32, 4>);

impl Coordinates {
    /// The first `dimensions` coordinates of `offset`, then the kind if there is one.
    pub(super) fn new(offset: Vector, dimensions: usize, kind: Option<Kind>) -> Coordinates {
        let axes = [offset.x, offset.y, offset.z]
            .into_iter()
            .take(dimensions.min(3));
        Coordinates(axes.chain(kind.map(|k| i32::from(k.0))).collect())
    }
}

impl Deref for Coordinates {
    type Target = [i32];
    fn deref(&self) -> &[i32] {
        &self.0
    }
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, number) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            write!(f, "{number}")?;
        }
        Ok(())
    }
}

/// The corners of a cell, for drawing. See [`Lattice::outline`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outline {
    /// The corners in drawing order, in units of 1/[`crate::Drawing::unit`] of the cells' vectors.
    pub corners: ArrayVec<Vector, MAX_CORNERS>,
    /// Whether the last corner is joined to the first; false for a stick.
    pub closed: bool,
}

/// The largest number of corners of a kind of cell.
pub const MAX_CORNERS: usize = 12;

/// Reasons why numbers are not a cell of a lattice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CellError {
    /// The wrong number of coordinates.
    #[error(
        "a cell of the {lattice} lattice is written with {expected} numbers, {form}, not with {given}"
    )]
    Arity {
        /// The lattice on which the numbers were read.
        lattice: Lattice,
        /// The number of coordinates that the user has written.
        given: usize,
        /// The number of coordinates needed.
        expected: usize,
        /// The way to write a cell, such as "(x, y)".
        form: &'static str,
    },
    /// The last number is not a kind of the lattice.
    #[error(
        "the last number of a cell of the {lattice} lattice is its kind, from 0 to {last}, not \
         {given}"
    )]
    Kind {
        /// The lattice on which the numbers were read.
        lattice: Lattice,
        /// The last number, which is not a kind.
        given: i64,
        /// The number of the lattice's last kind; kinds are numbered from 0.
        last: usize,
    },
    /// A coordinate is beyond the limit.
    #[error("the coordinate {given} is out of range; coordinates go from -{limit} to {limit}")]
    TooFar {
        /// The coordinate beyond the limit.
        given: i64,
        /// The maximum absolute value of a coordinate, [`COORDINATE_LIMIT`].
        limit: i32,
    },
}
