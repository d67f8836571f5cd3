//! For each choice of pieces, the number of solutions that isometries of the board fix.

mod circles;
mod placements;

use std::collections::HashMap;

pub(super) use self::placements::{
    CellPermutation, ShownCell, cell_permutations, has_many_isometries, shown,
};
use self::placements::{PieceImages, PieceShapes, PlacementIndex};
use crate::cover::Instance;
use crate::puzzle::PieceSet;
use crate::solve::SolveError;
use crate::solve::search::{ProgressMeter, RunContext, WorkKind};

/// For each choice, the number of solutions that a permutation of the board's cells fixes.
#[derive(Debug)]
pub(super) struct FixedChoices {
    /// For each isometry that induces the permutation: whether it is a rotation, and the image of
    /// each piece. A piece has an image only if both the placements and the shapes of the two
    /// pieces are mapped to each other.
    isometries: Vec<(bool, PieceImages)>,
    /// For each choice, stored as the number of copies of each piece: the number of its solutions
    /// that the permutation fixes.
    counts: HashMap<Vec<u32>, u64>,
}

/// For one choice, the number of its solutions that a permutation of the board's cells fixes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FixedSolutions {
    pub(super) count: u64,
    /// Whether a rotation that keeps the choice induces this permutation.
    pub(super) by_rotation: bool,
}

impl FixedChoices {
    /// For the choice with these copies, the number of its solutions that the permutation fixes.
    /// `None` if the permutation does not keep the choice.
    pub(super) fn fixed(&self, copies: &[u32]) -> Option<FixedSolutions> {
        let kept = self.isometries.iter().filter(|(_, to)| to.keep(copies));
        let kept: Vec<bool> = kept.map(|(is_rotation, _)| *is_rotation).collect();
        (!kept.is_empty()).then(|| FixedSolutions {
            count: self.counts.get(copies).copied().unwrap_or(0),
            by_rotation: kept.contains(&true),
        })
    }
}

/// The numbers of solutions that each permutation of the board's cells fixes. `None` if two pieces
/// have the same placements, so that images of pieces are ambiguous.
pub(super) fn fixed_choices(
    instance: &Instance,
    monitor: &RunContext,
) -> Result<Option<Vec<FixedChoices>>, SolveError> {
    let Some(placements) = PlacementIndex::new(instance) else {
        return Ok(None);
    };
    let mut meter = ProgressMeter::new(monitor, WorkKind::Busy("looking for symmetric solutions"));
    let puzzle = instance.puzzle();
    let set = PieceSet::of_shapes(puzzle, monitor.stop())?;
    let shapes = PieceShapes { puzzle, set };
    let mut all = Vec::new();
    for permutation in cell_permutations(&puzzle.board) {
        monitor.stop().check()?;
        if let Some(images) = placements.images(&permutation) {
            let counts = circles::count_fixed(puzzle, &images, &permutation, &mut meter, monitor)?;
            let isometries = (permutation.isometries.iter())
                .map(|(isometry, is_rotation)| (*is_rotation, images.of_shapes(&shapes, isometry)));
            all.push(FixedChoices {
                isometries: isometries.collect(),
                counts,
            });
        }
    }
    Ok(Some(all))
}
