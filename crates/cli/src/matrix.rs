//! From a puzzle to its exact cover problem, and back from options to
//! placements.
//!
//! Items, in this order (ties of the search go to the left, so the order is
//! part of the meaning):
//!
//! 1. every required cell, in reading order, primary;
//! 2. every piece, in the file's order, primary: covered as often as it has
//!    copies, once for most;
//! 3. every optional cell, secondary;
//! 4. every junction, secondary.
//!
//! One option per placement. Source: Knuth, "Dancing Links" (2000), the
//! sections on pentominoes and on tetrasticks (junctions).

mod demand;
mod items;

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use thiserror::Error;
use tilewright_dlx::{OptionId, Problem, ProblemError};
use tilewright_geometry::{
    Junctions, Placement, ProjectionError, placements, projected_placements,
};

use crate::puzzle::{PieceId, Puzzle, Restriction, Rule, Tray};
use demand::{demands, implied_demand};
use items::Items;

/// The most cells that the placements of a puzzle may have together.
///
/// Each becomes a link of twelve bytes and stands in the placement too; at the
/// limit a puzzle takes about a gigabyte.
pub const MAX_ENTRIES: usize = 30_000_000;

/// Why a puzzle has no exact cover problem.
#[derive(Debug, Error)]
pub enum MatrixError {
    /// The placements have more than [`MAX_ENTRIES`] cells together.
    #[error(
        "the pieces have too many placements on this board: \
         together they cover more than {MAX_ENTRIES} cells, the limit"
    )]
    TooManyPlacements,
    /// The board is no tray with depth.
    #[error(transparent)]
    Projection(#[from] ProjectionError),
    /// The problem refused an item or an option.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// What an option stands for.
#[derive(Debug, Clone)]
pub struct Meaning {
    /// The piece.
    pub piece: PieceId,
    /// Where it lies.
    pub placement: Placement,
}

/// A puzzle's exact cover problem and the meaning of its options.
#[derive(Debug, Clone)]
pub struct Matrix {
    /// The problem.
    pub problem: Problem,
    /// What each option stands for, by option.
    pub meanings: Vec<Meaning>,
    /// The options of the puzzle's givens, in the file's order.
    pub givens: Vec<OptionId>,
    /// The piece that needs no item, because the number of its copies follows
    /// from the area of the board.
    pub implied: Option<PieceId>,
    /// The board's junctions.
    pub junctions: Junctions,
}

/// What is left of [`MAX_ENTRIES`], shared by all pieces.
struct Budget(AtomicUsize);

impl Budget {
    fn new() -> Self {
        Self(AtomicUsize::new(MAX_ENTRIES))
    }

    fn take(&self, entries: usize) -> Result<(), MatrixError> {
        let take = |left: usize| left.checked_sub(entries);
        match self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
        {
            Ok(_) => Ok(()),
            Err(_) => Err(MatrixError::TooManyPlacements),
        }
    }
}

/// Every placement of one piece on the puzzle's board that its restrictions
/// allow.
///
/// # Errors
///
/// [`MatrixError`] if they have more than [`MAX_ENTRIES`] cells together.
pub fn piece_placements(
    puzzle: &Puzzle,
    junctions: &Junctions,
    piece: PieceId,
) -> Result<Vec<Placement>, MatrixError> {
    placements_under(puzzle, junctions, piece, &puzzle.restrictions)
}

/// Every placement of one piece on the puzzle's board that these restrictions
/// allow, the puzzle's own not asked.
///
/// # Errors
///
/// [`MatrixError`] if they have more than [`MAX_ENTRIES`] cells together.
pub fn placements_under(
    puzzle: &Puzzle,
    junctions: &Junctions,
    piece: PieceId,
    restrictions: &[Restriction],
) -> Result<Vec<Placement>, MatrixError> {
    placements_within(puzzle, junctions, piece, restrictions, &Budget::new())
}

fn placements_within(
    puzzle: &Puzzle,
    junctions: &Junctions,
    id: PieceId,
    restrictions: &[Restriction],
    budget: &Budget,
) -> Result<Vec<Placement>, MatrixError> {
    let piece = puzzle.piece(id);
    let rules: Vec<&Rule> = restrictions
        .iter()
        .map(|restriction| &restriction.rule)
        .filter(|rule| rule.concerns(id))
        .collect();
    let mut orientations = piece.polyform.orientations(piece.sides);
    orientations.retain(|shape| rules.iter().all(|rule| rule.allows_orientation(shape)));
    let found = match puzzle.tray {
        Tray::Flat => placements(&puzzle.board, junctions, &orientations),
        Tray::Projected { layers } => projected_placements(&puzzle.board, &orientations, layers)?,
    };
    found
        .filter(|placement| rules.iter().all(|rule| rule.allows_cells(&placement.cells)))
        .map(|placement| {
            budget.take(placement.cells.len() + 1)?;
            Ok(placement)
        })
        .collect()
}

impl Matrix {
    /// Builds the exact cover problem of `puzzle`.
    ///
    /// A given becomes an item with one option, so that every search takes
    /// it. Placements are found piece by piece, in parallel, and joined in
    /// the order of the pieces.
    ///
    /// Cost: time and memory linear in the number of entries (placements
    /// times cells of each).
    ///
    /// # Errors
    ///
    /// [`MatrixError`] if the placements exceed [`MAX_ENTRIES`].
    pub fn build(puzzle: &Puzzle) -> Result<Self, MatrixError> {
        let junctions = Junctions::of(&puzzle.board);
        let budget = Budget::new();
        let placements: Vec<Vec<Placement>> = (0..puzzle.pieces.len())
            .into_par_iter()
            .map(|index| {
                let piece = piece_id(index);
                placements_within(puzzle, &junctions, piece, &puzzle.restrictions, &budget)
            })
            .collect::<Result<_, _>>()?;

        let demands = demands(puzzle);
        let implied = implied_demand(puzzle, &demands, &placements);
        let mut items = Items::new(puzzle, &junctions, &demands, implied)?;
        let mut meanings = Vec::new();
        let mut givens = vec![None; puzzle.givens.len()];
        for (index, demand) in demands.iter().enumerate() {
            for placement in &placements[demand.piece.index()] {
                if let Some(given) = demand.given
                    && placement.cells.as_ref() != puzzle.givens[given].cells.as_slice()
                {
                    continue;
                }
                let option = items.add_option(index, placement)?;
                meanings.push(Meaning {
                    piece: demand.piece,
                    placement: placement.clone(),
                });
                if let Some(given) = demand.given {
                    givens[given] = Some(option);
                }
            }
        }
        Ok(Self {
            problem: items.problem,
            meanings,
            givens: givens.into_iter().flatten().collect(),
            implied: implied.map(|index| demands[index].piece),
            junctions,
        })
    }

    /// What an option stands for.
    pub fn meaning(&self, option: OptionId) -> &Meaning {
        &self.meanings[option.index()]
    }
}

fn piece_id(index: usize) -> PieceId {
    PieceId(u32::try_from(index).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests;
