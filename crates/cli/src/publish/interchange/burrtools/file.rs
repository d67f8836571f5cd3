//! What a file of BurrTools holds.

use super::grid::Grid;

/// A file of BurrTools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BurrFile {
    /// What its cells are.
    pub grid: Grid,
    /// The colours beside the default one: red, green, blue.
    pub colors: Vec<[u8; 3]>,
    /// Boards and pieces.
    pub shapes: Vec<BurrShape>,
    /// What is asked.
    pub problems: Vec<BurrProblem>,
    /// What the author says.
    pub comment: String,
}

/// A board or a piece.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BurrShape {
    /// Its name; empty if it has none.
    pub name: String,
    /// The cells that are not empty, in the order of the file: x first, then y, then z.
    pub voxels: Vec<BurrVoxel>,
    /// The cell about which it is turned.
    pub hotspot: [i32; 3],
}

impl BurrShape {
    /// The size of its box, which begins at the origin.
    pub(super) fn size(&self) -> [i32; 3] {
        let greatest = |axis: usize| self.voxels.iter().map(|voxel| voxel.at[axis]).max();
        [0, 1, 2].map(|axis| greatest(axis).unwrap_or(0).max(0).saturating_add(1))
    }
}

/// A cell of a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BurrVoxel {
    /// Where it is: x, y, z.
    pub at: [i32; 3],
    /// Whether it must be filled.
    pub state: VoxelState,
    /// Its colour, from 1; 0 for the default one.
    pub color: u8,
}

/// Whether a cell must be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VoxelState {
    /// It must.
    Fixed,
    /// It may.
    Variable,
}

/// A problem: fill a board with pieces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BurrProblem {
    /// Its name; empty if it has none.
    pub name: String,
    /// The pieces.
    pub pieces: Vec<BurrPiece>,
    /// The index of the board among the shapes.
    pub board: usize,
    /// Which colours of pieces (first) may lie on which of the board, from 1; the default colours go with
    /// all.
    pub allowed: Vec<(u8, u8)>,
    /// The most variable cells that stay empty where the numbers of pieces are not fixed.
    pub max_holes: Option<u32>,
    /// The assemblies that BurrTools counted, if it came to the end.
    pub assembly_count: Option<u64>,
    /// The assemblies that are kept.
    pub assemblies: Vec<Assembly>,
}

/// How often a piece is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BurrPiece {
    /// The index among the shapes.
    pub shape: usize,
    /// The least number.
    pub min: u32,
    /// The greatest number.
    pub max: u32,
}

/// Where each piece lies, the pieces of the problem in order, each as often as its greatest number says;
/// none where it is not used.
pub type Assembly = Vec<Option<Laid>>;

/// A piece, moved and turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Laid {
    /// Where its hotspot lies.
    pub at: [i32; 3],
    /// The number of the turn.
    pub turn: u32,
}
