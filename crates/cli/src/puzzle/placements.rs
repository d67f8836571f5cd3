//! The placements of a puzzle's pieces that its tray and restrictions allow.

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

/// The largest total number of cells in the placements of a puzzle.
///
/// Each cell is stored in the placement and in the problem. A puzzle at the limit takes 2.7 GB, and
/// its search more. Measured: the 369 octominoes on a board of 34 × 87 have 62 million cells in
/// their placements and take 1.7 GB, with `solve --any` 1.8 GB. Engines whose links take twelve
/// bytes each reach 4 GB.
pub const MAX_ENTRIES: usize = 100_000_000;

/// Why the placements of a puzzle cannot be listed.
#[derive(Debug, Error)]
pub enum PlacementsError {
    /// The placements have more than [`MAX_ENTRIES`] cells in total.
    #[error(
        "the pieces have too many placements on this board: \
         together they cover more than {MAX_ENTRIES} cells, the limit"
    )]
    TooMany,
    /// The stop flag was set.
    #[error("interrupted")]
    Stopped(#[from] Stopped),
    /// The placements have more cells than the memory limit allows.
    #[error(
        "the placements of the pieces together cover more than {most} cells, the most that fit \
         into the allowed memory"
    )]
    Memory {
        /// The number of cells that fit in the memory limit.
        most: usize,
    },
    /// The board cannot be a tray with depth.
    #[error(transparent)]
    Projection(#[from] ProjectionError),
}

/// The number of cells that the placements of all pieces may still use, and the stop flag that ends the
/// listing.
#[derive(Debug)]
pub(crate) struct CellBudget {
    most: usize,
    left: AtomicUsize,
    stop: StopFlag,
}

impl CellBudget {
    pub(crate) fn new(stop: &StopFlag) -> Self {
        Self::of(MAX_ENTRIES, stop)
    }

    /// A budget of at most `most` cells, capped by [`MAX_ENTRIES`].
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

    /// The number of cells that the placements have used so far.
    pub(crate) fn taken(&self) -> usize {
        self.most - self.left.load(Ordering::Relaxed)
    }
}

/// All placements of one piece on the puzzle's board under these restrictions. The puzzle's own restrictions are
/// ignored.
///
/// # Errors
///
/// [`PlacementsError::TooMany`] if the placements have more than [`MAX_ENTRIES`] cells in total;
/// [`PlacementsError::Projection`] if the puzzle has a tray with depth, but its board cannot be such a tray.
pub fn placements_under(
    puzzle: &Puzzle,
    junctions: &Junctions,
    piece: PieceId,
    restrictions: &[Restriction],
) -> Result<Vec<Placement>, PlacementsError> {
    let budget = CellBudget::new(&StopFlag::new());
    placements_within(puzzle, junctions, piece, restrictions, &budget)
}

/// All placements of one piece under these restrictions. Their cells are taken from the budget,
/// which other pieces share.
pub(crate) fn placements_within(
    puzzle: &Puzzle,
    junctions: &Junctions,
    id: PieceId,
    restrictions: &[Restriction],
    budget: &CellBudget,
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

/// Calls `visit` for each placement of [`placements_within`].
pub(crate) fn visit_placements(
    puzzle: &Puzzle,
    junctions: &Junctions,
    id: PieceId,
    restrictions: &[Restriction],
    budget: &CellBudget,
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
        // After a stop no placement is tested, since the check below then ends the listing with an error.
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
