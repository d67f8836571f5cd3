//! Cells and vertices, and how users write them.
//!
//! A [`Cell`] is a vector that is known to be a cell of *some* lattice, at most
//! [`COORDINATE_LIMIT`] translation units from the origin along each axis. It does not know which
//! lattice: that is told by the form or board it belongs to. Handing a cell to another lattice is
//! an error where it can be reported, and never a panic.

use std::fmt;
use std::ops::Deref;

use arrayvec::ArrayVec;
use thiserror::Error;

use super::Lattice;
use crate::vector::Vector;

/// Cells lie at most this many translation units from the origin along each axis.
///
/// So that all arithmetic on cells stays far inside the range of `i32`.
pub const COORDINATE_LIMIT: i32 = 1_000_000;

/// A cell of a lattice. Cells are ordered as their vectors are, which is compatible with
/// translations. See [`Lattice::reading_key`] for the order in which boards list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(Vector);

impl Cell {
    /// A cell at a vector that the caller knows to be one.
    pub(crate) fn new_unchecked(vector: Vector) -> Cell {
        Cell(vector)
    }

    /// The cell's place in the coordinates of its lattice's table.
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

    /// The vertex's place in the coordinates of its lattice's table.
    pub fn vector(self) -> Vector {
        self.0
    }
}

/// Which of a lattice's kinds of cell: an index into [`Table::kinds`](crate::Table::kinds).
///
/// It is also the last number in a user's cell where a lattice has more than one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub(crate) u8);

impl Kind {
    /// The index into [`Table::kinds`](crate::Table::kinds).
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The key of reading order: layer, row, column, kind, in translation units.
///
/// The order it gives is the same for a set of cells and for any translate of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct ReadingKey {
    /// The layer.
    pub z: i32,
    /// The row.
    pub y: i32,
    /// The place in the row.
    pub x: i32,
    /// The kind.
    pub kind: Kind,
}

/// A cell or vertex as users write it: two to four numbers, shown as `3,4,0`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coordinates(ArrayVec<i32, 4>);

impl Coordinates {
    /// The first `dimensions` numbers of the vector and then the kind, if there is one.
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
    /// The corners in drawing order, in units of 1/`unit` of the cells' vectors
    /// ([`crate::Drawing::unit`]).
    pub corners: ArrayVec<Vector, MAX_CORNERS>,
    /// Whether the last corner is joined to the first; false for a stick.
    pub closed: bool,
}

/// No kind of cell has more corners than this.
pub const MAX_CORNERS: usize = 12;

/// Why numbers do not denote a cell.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CellError {
    /// Too few or too many numbers.
    #[error(
        "a cell of the {lattice} lattice is written with {expected} numbers, {form}, not with {given}"
    )]
    Arity {
        /// The lattice.
        lattice: Lattice,
        /// How many numbers there are.
        given: usize,
        /// How many there should be.
        expected: usize,
        /// How a cell is written.
        form: &'static str,
    },
    /// The last number names no kind of cell.
    #[error(
        "the last number of a cell of the {lattice} lattice tells its kind, from 0 to {last}; it cannot be {given}"
    )]
    Kind {
        /// The lattice.
        lattice: Lattice,
        /// The number given.
        given: i64,
        /// The greatest kind.
        last: usize,
    },
    /// A coordinate is beyond the limit.
    #[error("the coordinate {given} is too far out; coordinates go from -{limit} to {limit}")]
    TooFar {
        /// The coordinate.
        given: i64,
        /// The limit, [`COORDINATE_LIMIT`].
        limit: i32,
    },
}
