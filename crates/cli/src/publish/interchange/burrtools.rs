//! Files of BurrTools (`.xmpuzzle`): puzzles in space by Andreas Röver's program.
//!
//! A file is XML, as a rule compressed by gzip. It holds shapes, which are boards and pieces alike, and
//! problems, each with a board, the pieces with their numbers, and perhaps the assemblies found.
//! [`BurrFile`] is the file as it is; [`import`](BurrFile::import) makes a puzzle of one of its problems,
//! and [`export`] a file of puzzles.
//!
//! | grid of the file | lattice |
//! | --- | --- |
//! | bricks | cubes; squares where board and pieces have one layer |
//! | triangular prisms | triangles, if there is one layer |
//! | balls | balls |
//! | rhombic, tetrahedra and octahedra | none |
//!
//! A piece of one layer is turned over by a half turn in space, so pieces in the plane are free; one-sided
//! ones cannot be said. How movable the pieces are, which is what BurrTools is for, is not looked at.

mod export;
mod file;
mod grid;
mod import;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub use export::{ExportError, export};
pub use file::{
    Assembly, BurrFile, BurrPiece, BurrProblem, BurrShape, BurrVoxel, Laid, VoxelState,
};
pub use grid::Grid;
pub use import::{ImportError, ImportedProblem, PlacedAssembly};
pub use read::{BurrFileError, MAX_ATTRIBUTES, MAX_XML_BYTES};
