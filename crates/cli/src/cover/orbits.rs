//! A puzzle's automorphisms as a group, with the names of its elements.

use itertools::Itertools;
use tilewright_dlx::{OptionId, Symmetries, SymmetryId};
use tilewright_geometry::compact::CompactSort;
use tilewright_geometry::{BoardCell, BoardSymmetry};

use super::isometries::name;
use crate::puzzle::{PieceId, Puzzle, SymmetryKind};

/// An isometry that maps a puzzle to itself.
#[derive(Debug, Clone)]
pub struct Automorphism {
    /// The isometry, as a map of the board's cells.
    pub isometry: BoardSymmetry,
    /// Whether some rotation permutes the options as `isometry` does.
    pub is_rotation: bool,
    /// The kinds of symmetry of all isometries that permute the options as `isometry` does.
    pub kinds: Vec<SymmetryKind>,
    /// The image of every piece. On a board with several parts, the image of a face is the first face of its
    /// tile's image.
    pub pieces: Vec<PieceId>,
    /// The image of every option of the matrix.
    pub options: Vec<OptionId>,
}

/// The group of a puzzle's automorphisms.
#[derive(Debug)]
pub struct PuzzleSymmetry {
    pub(super) automorphisms: Vec<Automorphism>,
    /// The automorphisms as permutations of options, in the order of `automorphisms`.
    pub symmetries: Symmetries,
}

impl PuzzleSymmetry {
    /// The order of the group: the number of automorphisms.
    pub fn order(&self) -> usize {
        self.automorphisms.len()
    }

    /// Whether an isometry that moves some cells of the board nevertheless maps each placement to
    /// itself.
    pub fn has_idle_symmetries(&self) -> bool {
        let identity = self.automorphisms.first();
        identity.is_some_and(|identity| !identity.kinds.is_empty())
    }

    fn automorphism(&self, id: SymmetryId) -> &Automorphism {
        &self.automorphisms[id.index()]
    }

    /// The isometry of the board that gives an automorphism.
    pub fn isometry(&self, id: SymmetryId) -> &BoardSymmetry {
        &self.automorphism(id).isometry
    }

    /// Whether some isometry of this kind permutes the options as the automorphism does.
    pub fn is_of(&self, id: SymmetryId, kind: SymmetryKind) -> bool {
        self.automorphism(id).kinds.contains(&kind)
    }

    /// The cell to which the isometry of an automorphism maps `cell`.
    pub fn image(&self, id: SymmetryId, cell: BoardCell) -> BoardCell {
        self.automorphism(id).isometry.image(cell)
    }

    /// The automorphisms that are rotations.
    pub fn rotations(&self) -> Vec<SymmetryId> {
        self.symmetries
            .ids()
            .filter(|id| self.automorphism(*id).is_rotation)
            .collect()
    }

    /// The stabilizer of a solution's image under `g`, given the stabilizer of the solution: the
    /// elements of the latter, conjugated by g.
    pub fn conjugated(&self, g: SymmetryId, stabilizer: &[SymmetryId]) -> Vec<SymmetryId> {
        let g = &self.automorphism(g).options;
        let mut conjugate: Vec<SymmetryId> = stabilizer
            .iter()
            .filter_map(|h| {
                // If h maps o to p, then g h g⁻¹ maps g(o) to g(p).
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

    /// The least conjugate of a stabilizer. It is equal for all solutions with the same kind of
    /// symmetry, whatever their orientation.
    #[expect(clippy::expect_used, reason = "an invariant of groups")]
    fn first_conjugate(&self, stabilizer: &[SymmetryId]) -> Vec<SymmetryId> {
        self.symmetries
            .ids()
            .map(|g| self.conjugated(g, stabilizer))
            .min()
            .expect("invariant: a group has its identity")
    }

    /// The kind of symmetry of solutions with this stabilizer, in words. It is the same for all images of a
    /// solution.
    pub fn kind(&self, puzzle: &Puzzle, stabilizer: &[SymmetryId]) -> String {
        if puzzle.board.part_count() > 1 {
            // For boards with several parts, conjugate symmetries have the same name.
            return self.describe(puzzle, stabilizer);
        }
        self.describe(puzzle, &self.first_conjugate(stabilizer))
    }

    /// The symmetry of a solution with this stabilizer, in words: `none`, or the names of its symmetries.
    pub fn describe(&self, puzzle: &Puzzle, stabilizer: &[SymmetryId]) -> String {
        if stabilizer.len() < 2 {
            return "none".to_owned();
        }
        let mut names: Vec<String> = stabilizer
            .iter()
            .filter(|id| **id != self.symmetries.identity())
            .map(|id| name(puzzle.lattice, &self.automorphism(*id).isometry))
            .collect();
        names.compact_sort();
        let names: Vec<String> = names
            .into_iter()
            .dedup_with_count()
            .map(|(count, name)| match count {
                1 => name,
                count => format!("{count} × {name}"),
            })
            .collect();
        names.join(", ")
    }
}
