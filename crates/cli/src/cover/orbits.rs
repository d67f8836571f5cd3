//! A puzzle's automorphisms as a group, and what its elements are called.

use itertools::Itertools;
use tilewright_dlx::{OptionId, StopFlag, Symmetries, SymmetryError, SymmetryId};
use tilewright_geometry::{BoardCell, BoardSymmetry, Sides};

use crate::cover::Instance;
use crate::cover::symmetry::{self, Automorphism};
use crate::puzzle::{Puzzle, SymmetryKind};

/// A puzzle's automorphisms, ready for the search.
#[derive(Debug)]
pub struct PuzzleSymmetry {
    automorphisms: Vec<Automorphism>,
    /// The same as permutations of options, in the same order.
    pub symmetries: Symmetries,
}

impl PuzzleSymmetry {
    /// Finds the automorphisms of a puzzle.
    ///
    /// # Errors
    ///
    /// [`SymmetryError`] if they were no group of automorphisms of the matrix,
    /// which would be a fault of this program.
    pub fn of(instance: &Instance) -> Result<Self, SymmetryError> {
        Self::of_until(instance, &StopFlag::new())
    }

    /// The same, unless it is stopped.
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of); and [`SymmetryError::Stopped`].
    pub fn of_until(instance: &Instance, stop: &StopFlag) -> Result<Self, SymmetryError> {
        let automorphisms = symmetry::automorphisms(instance, stop)?;
        let images = automorphisms.iter().map(|g| g.options.clone()).collect();
        Ok(Self {
            symmetries: Symmetries::new_until(instance.problem(), images, stop)?,
            automorphisms,
        })
    }

    /// The group of the identity alone, for those who don't ask which solutions are
    /// the same up to symmetry.
    ///
    /// # Errors
    ///
    /// As [`of_until`](Self::of_until).
    pub fn trivial(instance: &Instance, stop: &StopFlag) -> Result<Self, SymmetryError> {
        let puzzle = instance.puzzle();
        let options: Vec<OptionId> = instance.problem().options().collect();
        // The identity comes first.
        let identity = puzzle.board.symmetries(Sides::Fixed).take(1);
        let automorphisms: Vec<Automorphism> = identity
            .map(|isometry| Automorphism {
                isometry,
                is_rotation: true,
                kinds: Vec::new(),
                pieces: puzzle.pieces().map(|(id, _)| id).collect(),
                options: options.clone(),
            })
            .collect();
        Ok(Self {
            symmetries: Symmetries::new_until(instance.problem(), vec![options], stop)?,
            automorphisms,
        })
    }

    /// The number of automorphisms.
    pub fn order(&self) -> usize {
        self.automorphisms.len()
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
            .map(|id| symmetry::name(puzzle.lattice, &self.automorphism(*id).isometry))
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
