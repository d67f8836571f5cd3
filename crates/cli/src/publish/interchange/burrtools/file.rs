//! The contents of a BurrTools file.

use super::grid::BurrGrid;

/// The contents of a BurrTools file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BurrFile {
    /// The form of the cells.
    pub grid: BurrGrid,
    /// The colours in addition to the default one, each as red, green, blue.
    pub colors: Vec<[u8; 3]>,
    /// The boards and pieces.
    pub shapes: Vec<BurrShape>,
    /// The problems to be solved.
    pub problems: Vec<BurrProblem>,
    /// The author's comment.
    pub comment: String,
}

/// A board or a piece.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BurrShape {
    /// The name of the shape; empty if it has none.
    pub name: String,
    /// The cells that are not empty, in the order of the file: x varies fastest, then y, then z.
    pub voxels: Vec<BurrVoxel>,
    /// The cell about which the shape is turned.
    pub hotspot: [i32; 3],
}

impl BurrShape {
    /// The size of the box around the shape; the box starts at the origin.
    pub(super) fn size(&self) -> [i32; 3] {
        let greatest = |axis: usize| self.voxels.iter().map(|voxel| voxel.at[axis]).max();
        [0, 1, 2].map(|axis| greatest(axis).unwrap_or(0).max(0).saturating_add(1))
    }
}

/// A cell of a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BurrVoxel {
    /// The position: x, y, z.
    pub at: [i32; 3],
    /// Whether the cell must be filled.
    pub state: VoxelState,
    /// The number of the colour, from 1; 0 for the default colour.
    pub color: u8,
}

/// Whether a cell must be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VoxelState {
    /// The cell must be filled.
    Fixed,
    /// The cell may stay empty.
    Variable,
}

/// A problem: fill a board with pieces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BurrProblem {
    /// The name of the problem; empty if it has none.
    pub name: String,
    /// The pieces, each with the index of its shape.
    pub pieces: Vec<BurrPiece>,
    /// The index of the board among the shapes.
    pub board: usize,
    /// The pairs of colours that may lie on each other: the first of a piece, the second of the
    /// board. Colours are numbered from 1. The default colour matches all colours.
    pub allowed: Vec<(u8, u8)>,
    /// The maximum number of variable cells that may stay empty. Ignored if all pieces have fixed
    /// numbers of copies.
    pub max_holes: Option<u32>,
    /// The number of assemblies, if BurrTools completed the search.
    pub assembly_count: Option<u64>,
    /// The assemblies that the file stores. They may be fewer than `assembly_count`.
    pub assemblies: Vec<Assembly>,
}

/// A piece of a problem: its shape, and its minimum and maximum number of copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BurrPiece {
    /// The index of the piece's shape.
    pub shape: usize,
    /// The minimum number of copies in an assembly.
    pub min: u32,
    /// The maximum number of copies in an assembly.
    pub max: u32,
}

/// The positions of all pieces, in the order of the problem. A piece has as many entries as its
/// maximum number of copies; entries of unused copies are `None`.
pub type Assembly = Vec<Option<Laid>>;

/// A piece's position and turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Laid {
    /// The position of the hotspot, the cell about which the piece is turned.
    pub at: [i32; 3],
    /// The number by which BurrTools identifies the turn.
    pub turn: u32,
}
