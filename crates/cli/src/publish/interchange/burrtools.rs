//! Files of BurrTools (`.xmpuzzle`), Andreas Röver's program for three-dimensional puzzles.
//!
//! A file is XML, usually compressed with gzip. It contains shapes and problems. Shapes are boards
//! or pieces. A problem has a board, pieces with their numbers of copies, and optionally the
//! assemblies (solutions) found. [`BurrFile`] represents the file; [`import`](BurrFile::import)
//! converts one of its problems to a puzzle, and [`export`] converts puzzles to a file.
//!
//! | grid of the file | lattice |
//! | --- | --- |
//! | bricks | cubes; squares if board and pieces have one layer |
//! | triangular prisms | triangles, if there is one layer |
//! | balls | balls |
//! | rhombic, tetrahedra and octahedra | none |
//!
//! BurrTools turns pieces in three dimensions. A half turn can turn a piece of one layer over, so
//! pieces in the plane are free, and one-sided pieces cannot be represented. The moves by which
//! pieces are taken apart, the main subject of BurrTools, are ignored.

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
pub use grid::BurrGrid;
pub use import::{ImportError, ImportedProblem, PlacedAssembly};
pub use read::{BurrFileError, MAX_ATTRIBUTES, MAX_XML_BYTES};
