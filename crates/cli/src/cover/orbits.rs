//! A puzzle's automorphisms as a group, and what its elements are called.

use itertools::Itertools;
use tilewright_dlx::{OptionId, Symmetries, SymmetryId};
use tilewright_geometry::{BoardCell, BoardSymmetry};

use super::isometries::name;
use crate::puzzle::{PieceId, Puzzle, SymmetryKind};

/// An isometry that maps a puzzle to itself.
#[derive(Debug, Clone)]
pub struct Automorphism {
    /// The isometry of the board.
    pub isometry: BoardSymmetry,
    /// Whether a rotation moves the board's cells like that.
    pub is_rotation: bool,
    /// The kinds of all isometries that move the options like that.
    pub kinds: Vec<SymmetryKind>,
    /// The image of every piece; of a face, where boards stand together, the first face of its tile's image.
    pub pieces: Vec<PieceId>,
    /// The image of every option of the matrix.
    pub options: Vec<OptionId>,
}

/// A puzzle's automorphisms, ready for the search.
#[derive(Debug)]
pub struct PuzzleSymmetry {
    pub(super) automorphisms: Vec<Automorphism>,
    /// The same as permutations of options, in the same order.
    pub symmetries: Symmetries,
}

impl PuzzleSymmetry {
    /// The number of automorphisms.
    pub fn order(&self) -> usize {
        self.automorphisms.len()
    }

    /// Whether some isometry that is of a [kind](SymmetryKind) leaves every placement where it is.
    pub fn has_idle_symmetries(&self) -> bool {
        let identity = self.automorphisms.first();
        identity.is_some_and(|identity| !identity.kinds.is_empty())
    }

    fn automorphism(&self, id: SymmetryId) -> &Automorphism {
        &self.automorphisms[id.index()]
    }

    /// The isometry of the board behind an automorphism.
    pub fn isometry(&self, id: SymmetryId) -> &BoardSymmetry {
        &self.automorphism(id).isometry
    }

    /// Whether an isometry of a kind moves the options like an automorphism.
    pub fn is_of(&self, id: SymmetryId, kind: SymmetryKind) -> bool {
        self.automorphism(id).kinds.contains(&kind)
    }

    /// The image of a cell of the board.
    pub fn image(&self, id: SymmetryId, cell: BoardCell) -> BoardCell {
        self.automorphism(id).isometry.image(cell)
    }

    /// The rotations among them.
    pub fn rotations(&self) -> Vec<SymmetryId> {
        self.symmetries
            .ids()
            .filter(|id| self.automorphism(*id).is_rotation)
            .collect()
    }

    /// The stabilizer of the image under `g` of a solution with this
    /// stabilizer: its elements conjugated by g.
    pub fn conjugated(&self, g: SymmetryId, stabilizer: &[SymmetryId]) -> Vec<SymmetryId> {
        let g = &self.automorphism(g).options;
        let mut conjugate: Vec<SymmetryId> = stabilizer
            .iter()
            .filter_map(|h| {
                // g h g⁻¹ sends the image of o under g to that of h(o).
                let h = &self.automorphism(*h).options;
                let mut images = h.clone();
                for (option, image) in h.iter().enumerate() {
                    images[g[option].index()] = g[image.index()];
                }
                let is_it = |id: &SymmetryId| self.automorphism(*id).options == images;
                self.symmetries.ids().find(is_it)
            })
            .collect();
        conjugate.sort_unstable();
        conjugate
    }

    /// The first of a stabilizer's conjugates, by which solutions of the same
    /// kind of symmetry are counted together, whichever way round they lie.
    #[expect(clippy::expect_used, reason = "an invariant of groups")]
    fn first_conjugate(&self, stabilizer: &[SymmetryId]) -> Vec<SymmetryId> {
        self.symmetries
            .ids()
            .map(|g| self.conjugated(g, stabilizer))
            .min()
            .expect("invariant: a group has its identity")
    }

    /// The kind of symmetry of solutions with this stabilizer, in words: the
    /// same for all images of a solution.
    pub fn kind(&self, puzzle: &Puzzle, stabilizer: &[SymmetryId]) -> String {
        if puzzle.board.part_count() > 1 {
            // Motions of boards are called alike if they are conjugate.
            return self.describe(puzzle, stabilizer);
        }
        self.describe(puzzle, &self.first_conjugate(stabilizer))
    }

    /// What a solution with this stabilizer is called: `none`, or the names of
    /// its symmetries.
    pub fn describe(&self, puzzle: &Puzzle, stabilizer: &[SymmetryId]) -> String {
        if stabilizer.len() < 2 {
            return "none".to_owned();
        }
        let names: Vec<String> = stabilizer
            .iter()
            .filter(|id| **id != self.symmetries.identity())
            .map(|id| name(puzzle.lattice, &self.automorphism(*id).isometry))
            .sorted()
            .dedup_with_count()
            .map(|(count, name)| match count {
                1 => name,
                count => format!("{count} × {name}"),
            })
            .collect();
        names.join(", ")
    }
}
