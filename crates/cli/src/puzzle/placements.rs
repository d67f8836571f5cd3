//! The placements of a puzzle's pieces, as its tray and restrictions allow.

use std::sync::atomic::{AtomicUsize, Ordering};

use thiserror::Error;
use tilewright_dlx::{StopFlag, Stopped};
use tilewright_geometry::{
    Junctions, Placement, ProjectionError, placements, projected_placements,
};

use super::model::Puzzle;
use super::piece::PieceId;
use super::restriction::Restriction;
use super::tray::Tray;

/// The most cells that the placements of a puzzle may have together.
///
/// Each stands in the placement and in the problem; at the limit a puzzle takes
/// 2.7 GB, and a search of it more (measured on the 369 octominoes, which have
/// 62 million on a board of 34 × 87 and take 1.7 GB, 1.8 with `solve --any`).
/// Engines whose links take twelve bytes each reach 4 GB.
pub const MAX_ENTRIES: usize = 100_000_000;

/// Why a puzzle's placements can't be listed.
#[derive(Debug, Error)]
pub enum PlacementsError {
    /// The placements have more than [`MAX_ENTRIES`] cells together.
    #[error(
        "the pieces have too many placements on this board: \
         together they cover more than {MAX_ENTRIES} cells, the limit"
    )]
    TooMany,
    /// The list was stopped.
    #[error("interrupted")]
    Stopped(#[from] Stopped),
    /// They have more cells than the memory given holds.
    #[error(
        "the placements of the pieces cover more than {most} cells together, what the memory given holds"
    )]
    Memory {
        /// How many it holds.
        most: usize,
    },
    /// The board is no tray with depth.
    #[error(transparent)]
    Projection(#[from] ProjectionError),
}

/// How many cells the placements of all pieces may have together, what is left of that, and the flag that stops their lists.
#[derive(Debug)]
pub(crate) struct Budget {
    most: usize,
    left: AtomicUsize,
    stop: StopFlag,
}

impl Budget {
    pub(crate) fn new(stop: &StopFlag) -> Self {
        Self::of(MAX_ENTRIES, stop)
    }

    /// A budget of at most [`MAX_ENTRIES`].
    pub(crate) fn of(most: usize, stop: &StopFlag) -> Self {
        let most = most.min(MAX_ENTRIES);
        Self {
            most,
            left: AtomicUsize::new(most),
            stop: stop.clone(),
        }
    }

    fn take(&self, entries: usize) -> Result<(), PlacementsError> {
        let take = |left: usize| left.checked_sub(entries);
        match self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
        {
            Ok(_) => Ok(()),
            Err(_) if self.most < MAX_ENTRIES => Err(PlacementsError::Memory { most: self.most }),
            Err(_) => Err(PlacementsError::TooMany),
        }
    }

    /// What was taken.
    pub(crate) fn taken(&self) -> usize {
        self.most - self.left.load(Ordering::Relaxed)
    }
}

/// Every placement of one piece on the puzzle's board that these restrictions
/// allow, the puzzle's own not asked.
///
/// # Errors
///
/// [`PlacementsError`] if they have more than [`MAX_ENTRIES`] cells together.
pub fn placements_under(
    puzzle: &Puzzle,
    junctions: &Junctions,
    piece: PieceId,
    restrictions: &[Restriction],
) -> Result<Vec<Placement>, PlacementsError> {
    let budget = Budget::new(&StopFlag::new());
    placements_within(puzzle, junctions, piece, restrictions, &budget)
}

/// The same within a budget that other pieces share.
pub(crate) fn placements_within(
    puzzle: &Puzzle,
    junctions: &Junctions,
    id: PieceId,
    restrictions: &[Restriction],
    budget: &Budget,
) -> Result<Vec<Placement>, PlacementsError> {
    let mut found = Vec::new();
    visit_placements(
        puzzle,
        junctions,
        id,
        restrictions,
        budget,
        &mut |placement| {
            found.push(placement);
        },
    )?;
    Ok(found)
}

/// Hands over each of them, within the budget.
pub(crate) fn visit_placements(
    puzzle: &Puzzle,
    junctions: &Junctions,
    id: PieceId,
    restrictions: &[Restriction],
    budget: &Budget,
    visit: &mut dyn FnMut(Placement),
) -> Result<(), PlacementsError> {
    let piece = puzzle.piece(id);
    let rules: Vec<&Restriction> = restrictions
        .iter()
        .filter(|restriction| restriction.concerns(id))
        .collect();
    let mut orientations = piece.polyform.orientations(piece.sides);
    orientations.retain(|shape| rules.iter().all(|rule| rule.allows_orientation(shape)));
    let found = match puzzle.tray {
        Tray::Flat => placements(&puzzle.board, junctions, &orientations),
        Tray::Projected { layers } => projected_placements(&puzzle.board, &orientations, layers)?,
    };
    let may_lie = |placement: &Placement| {
        // After a stop nothing is left out, so that the next look at the budget ends the list.
        if rules.is_empty() || budget.stop.is_set() {
            return true;
        }
        let colors = piece.colors_on(&puzzle.board, &placement.cells);
        rules.iter().all(|rule| {
            let mut colors = colors.iter();
            rule.allows_cells(&placement.cells)
                && colors.all(|&(cell, color)| rule.allows_color(cell, color))
        })
    };
    for placement in found.filter(may_lie) {
        budget.stop.check()?;
        budget.take(placement.cells.len() + 1)?;
        visit(placement);
    }
    Ok(())
}
