//! Classes of sets of placements that are the same up to the puzzle's symmetries.

use itertools::Itertools;
use tilewright_dlx::{OptionId, SymmetryId};
use tilewright_geometry::compact::CompactSort;

use crate::cover::Instance;
use crate::cover::orbits::PuzzleSymmetry;

/// The images of sets of options under a puzzle's automorphisms, and the canonical image of each
/// set.
///
/// The canonical image depends only on the names of the pieces and the coordinates of the cells,
/// not on the order of a file or a matrix.
#[derive(Debug)]
pub struct SymmetryClasses<'a> {
    group: &'a PuzzleSymmetry,
    /// The rank of each option when options are sorted by the name of their piece, then by their
    /// cells.
    ranks: Vec<u32>,
}

impl<'a> SymmetryClasses<'a> {
    /// Prepares the ranks of all options.
    ///
    /// Cost: a sort of the options.
    pub fn new(instance: &Instance, group: &'a PuzzleSymmetry) -> Self {
        let puzzle = instance.puzzle();
        let key = |option: &OptionId| {
            let meaning = instance.meaning(*option);
            let cells = meaning.placement.cells.iter();
            let cells: Vec<_> = cells.map(|cell| puzzle.board.cell(*cell)).collect();
            // A given and another copy of its piece can have the same name and cells, so the key
            // also says which of them is the given.
            let is_given = instance.is_given(*option);
            (&puzzle.piece(meaning.piece).name, cells, is_given)
        };
        let mut ranks = vec![0; instance.meanings().len()];
        let options = instance.problem().options().sorted_by_cached_key(key);
        for (rank, option) in (0..).zip(options) {
            ranks[option.index()] = rank;
        }
        Self { group, ranks }
    }

    /// The canonical image of a set of options under the automorphisms, with the options in the
    /// order of their ranks. Two sets have the same canonical image exactly if an automorphism maps
    /// one set to the other.
    #[expect(
        clippy::expect_used,
        clippy::missing_panics_doc,
        reason = "an invariant of groups"
    )]
    pub fn canonical(&self, options: &[OptionId]) -> Vec<OptionId> {
        self.images(options)
            .min_by_key(|image| self.ranks_of(image))
            .expect("invariant: a group has its identity")
    }

    /// All images of a set of options, each sorted as in [`canonical`](Self::canonical). An image
    /// is repeated if several automorphisms give it.
    pub fn images(&self, options: &[OptionId]) -> impl Iterator<Item = Vec<OptionId>> {
        let symmetries = &self.group.symmetries;
        symmetries.ids().map(move |g| self.image(g, options))
    }

    fn image(&self, g: SymmetryId, options: &[OptionId]) -> Vec<OptionId> {
        let symmetries = &self.group.symmetries;
        let images = options.iter().map(|option| symmetries.image(g, *option));
        let mut images: Vec<OptionId> = images.collect();
        images.compact_sort_by_key(|option| self.ranks[option.index()]);
        images
    }

    fn ranks_of(&self, options: &[OptionId]) -> Vec<u32> {
        let rank = |option: &OptionId| self.ranks[option.index()];
        options.iter().map(rank).collect()
    }
}
