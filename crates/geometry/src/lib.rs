//! Polyforms on lattices: cells, orientations, enumeration, boards and placements.
//!
//! The central idea: *a lattice is a table*. Every cell, whether a square, a triangle, a stick or a
//! cube, is an integer [`Vector`]. Lattices differ only in their data, the [`LatticeTable`]: the
//! residues of their cells, the corners of cells, the rotations and reflections, and the drawing of
//! a cell. All algorithms are written once, and read the table. To add a lattice, add a file with
//! its table, and a line to the list of [`Lattice`].
//!
//! | subject | main types and functions |
//! | --- | --- |
//! | the lattice | [`Lattice`], [`Cell`], [`Sides`], [`LatticeTable`]; [`PeriodicTiling`] for one of your own |
//! | drawing | [`Lattice::outline`], [`Lattice::boundary`], [`Loop`], [`Drawing`] |
//! | forms | [`Polyform`], [`for_each_fixed`], [`count`], [`polyforms`], [`named_polyforms`] |
//! | boards | [`Board`], [`Seam`], [`rectangle`] and similar shapes, [`parse_picture`], [`BoardSymmetry`], [`BoardLine`], [`SubBoards`] |
//! | exact cover | [`Junctions`], [`placements`], [`projected_placements`] |
//!
//! All results are exact (integers only) and deterministic. No input causes a panic: sizes are checked against
//! documented limits, and each limit has a typed error.
//!
//! ```
//! use tilewright_geometry::{
//!     Board, Crossing, Junctions, Lattice, Sides, named_polyforms, placements, rectangle,
//! };
//!
//! // The 12 pentominoes on a 6×10 rectangle have 2056 placements (Knuth, "Dancing Links", 2000).
//! let board = Board::new(Lattice::Square, rectangle(Lattice::Square, 10, 6)?, [])?;
//! let junctions = Junctions::of(&board, Crossing::Never);
//! let mut options = 0;
//! for piece in named_polyforms(Lattice::Square, 5, Sides::Free)? {
//!     options += placements(&board, &junctions, &piece.polyform.orientations(Sides::Free)).count();
//! }
//! assert_eq!(options, 2056);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod board;
mod boundary;
mod canonical;
#[doc(hidden)]
pub mod compact;
mod congruence;
mod crossing;
mod enumerate;
mod hole;
mod isometry;
mod junction;
mod lattice;
mod lift;
mod line;
mod multi_board;
mod names;
mod picture;
mod placement;
mod polyform;
mod projection;
mod shape;
mod sub_board;
mod symmetry;
mod tile;
mod vector;
mod wrap;

/// Runs the example of the README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub use board::{Board, BoardCell, BoardError, MAX_BOARD_CELLS};
pub use boundary::Loop;
pub use canonical::MAX_SIZE;
pub use crossing::Crossing;
pub use enumerate::{
    MAX_LISTED, PolyformCount, SizeError, count, count_until, for_each_fixed, for_each_polyform,
    polyforms,
};
pub use isometry::Isometry;
pub use junction::{JunctionId, Junctions, crossings};
pub use lattice::table::{Drawing, Face, KindTable, LatticeTable, TextMap, Tiles};
pub use lattice::{
    Axes, COORDINATE_LIMIT, Cell, CellError, Coordinates, CustomLattice, Filling, Kind, Lattice,
    LatticeError, MAX_CORNERS, MAX_KINDS, MAX_PERIOD_STEPS, MAX_TABLE_COORDINATE, Outline,
    PeriodicTiling, ReadingKey, ShapeName, Sides, Vertex,
};
pub use lift::{LiftError, lift, lifts};
pub use line::{BoardCorner, BoardLine};
pub use multi_board::{MAX_PARTS, PartIsometry};
pub use names::{NamedPolyform, family_name, named_polyforms};
pub use picture::{
    Mark, PictureCell, PictureError, PictureErrorKind, glyph, glyph_position, parse_picture,
};
pub use placement::{Placement, Placements, meets_itself, placements};
pub use polyform::{MAX_POLYFORM_CELLS, MAX_POLYFORM_EXTENT, Polyform, PolyformError};
pub use projection::{ProjectionError, footprint, projected_placements};
pub use shape::{
    MAX_FACTOR, MAX_POLYGON_CORNERS, MAX_SHAPE_CELLS, Magnification, ShapeError, aztec_diamond,
    box_, diamond, hexagon, hexagon_of_sides, octahedron, polygon, pyramid, rectangle, rhombus,
    tetrahedron, trapezium, triangle,
};
pub use sub_board::{MAX_SUB_BOARD_STEPS, SubBoardError, SubBoardSymmetry, SubBoards};
pub use symmetry::BoardSymmetry;
pub use vector::{Matrix, Vector};
pub use wrap::{Seam, WrapError};
