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

use rayon::prelude::*;
use thiserror::Error;
use tilewright_dlx::{ItemId, OptionId, Problem, ProblemError};
use tilewright_geometry::{Junctions, Placement};

use crate::puzzle::{Budget, PieceId, PlacementsError, Puzzle, placements_within};
use demand::{demands, implied_demand};
use items::Items;

/// Why a puzzle has no exact cover problem.
#[derive(Debug, Error)]
pub enum MatrixError {
    /// There are too many placements.
    #[error(transparent)]
    Placements(#[from] PlacementsError),
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
    /// The item of each cell, by its index on the board.
    pub cells: Vec<ItemId>,
    /// The options of the puzzle's givens, in the file's order.
    pub givens: Vec<OptionId>,
    /// The piece that needs no item, because the number of its copies follows
    /// from the area of the board.
    pub implied: Option<PieceId>,
    /// The board's junctions.
    pub junctions: Junctions,
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
    /// [`MatrixError`] if the placements exceed [`crate::puzzle::MAX_ENTRIES`].
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
            cells: items.cells,
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
