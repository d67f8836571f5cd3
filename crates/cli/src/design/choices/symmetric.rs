//! The solutions that isometries of the board fix, by choice of pieces.

mod circles;
mod placements;

use std::collections::HashMap;

pub(super) use self::placements::{Motion, ShownCell, has_many_motions, motions, shown};
use self::placements::{PieceImages, Placements, Shapes};
use crate::cover::Instance;
use crate::puzzle::PieceSet;
use crate::solve::SolveError;
use crate::solve::search::{Kind, Monitor, Watch};

/// What a motion of the cells fixes.
#[derive(Debug)]
pub(super) struct FixedChoices {
    /// By isometry that moves the cells so, whether it is a rotation, and the pieces that have the images
    /// of both the placements and the shapes.
    isometries: Vec<(bool, PieceImages)>,
    /// By the copies of each piece, how many solutions it fixes.
    counts: HashMap<Vec<u32>, u64>,
}

/// How many solutions of a choice a motion fixes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FixedSolutions {
    pub(super) count: u64,
    /// Whether a rotation that keeps the choice is such a motion.
    pub(super) by_rotation: bool,
}

impl FixedChoices {
    /// How many solutions of a choice it fixes; none if it does not keep the choice.
    pub(super) fn fixed(&self, copies: &[u32]) -> Option<FixedSolutions> {
        let kept = self.isometries.iter().filter(|(_, to)| to.keep(copies));
        let kept: Vec<bool> = kept.map(|(is_rotation, _)| *is_rotation).collect();
        (!kept.is_empty()).then(|| FixedSolutions {
            count: self.counts.get(copies).copied().unwrap_or(0),
            by_rotation: kept.contains(&true),
        })
    }
}

/// What each motion of the board's cells fixes; none if two pieces have the same placements, so that it is not
/// clear which goes to which.
pub(super) fn fixed_choices(
    instance: &Instance,
    monitor: &Monitor,
) -> Result<Option<Vec<FixedChoices>>, SolveError> {
    let Some(placements) = Placements::new(instance) else {
        return Ok(None);
    };
    let mut watch = Watch::new(monitor, Kind::Busy("looking for symmetric solutions"));
    let puzzle = instance.puzzle();
    let set = PieceSet::of_shapes(puzzle, monitor.stop())?;
    let shapes = Shapes { puzzle, set };
    let mut all = Vec::new();
    for motion in motions(&puzzle.board) {
        monitor.stop().check()?;
        if let Some(images) = placements.images(&motion) {
            let counts = circles::count_fixed(puzzle, &images, &motion, &mut watch, monitor)?;
            let isometries = (motion.isometries.iter())
                .map(|(isometry, is_rotation)| (*is_rotation, images.of_shapes(&shapes, isometry)));
            all.push(FixedChoices {
                isometries: isometries.collect(),
                counts,
            });
        }
    }
    Ok(Some(all))
}
