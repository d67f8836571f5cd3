//! Builds the exact cover problem of a puzzle, and maps options back to placements.
//!
//! The items are in the order below. The order affects searches, since they break ties to the left.
//!
//! 1. every required cell, in reading order, primary;
//! 2. every piece, in the puzzle's order, primary: covered once for each copy;
//! 3. every requirement of a condition, primary: covered at least once;
//! 4. every optional cell, secondary;
//! 5. every junction, secondary;
//! 6. every prohibition of a condition, secondary.
//!
//! Each placement is one option. Source: Knuth, "Dancing Links" (2000), the sections on pentominoes and on
//! tetrasticks (junctions).

mod demand;
mod items;
mod meaning;

use std::mem;

use rayon::prelude::*;
use tilewright_dlx::{ItemId, OptionId, Problem, StopFlag};
use tilewright_geometry::{Junctions, Placement};

pub use self::meaning::{ItemMeaning, Meaning};
use super::conditions::{ConditionFilter, Constraint, Constraints, FutureOption};
use super::error::InstanceError;
use crate::puzzle::{CellBudget, PieceId, Puzzle, placements_within};
use demand::{Demand, demands, implied_demand};
use items::MatrixItems;

/// A puzzle's exact cover problem, with the meanings of its items and options.
#[derive(Debug, Clone)]
pub(super) struct CoverMatrix {
    pub(super) problem: Problem,
    pub(super) items: Vec<ItemMeaning>,
    /// The meaning of each option.
    pub(super) meanings: Vec<Meaning>,
    /// The item of each cell of the board.
    pub(super) cells: Vec<ItemId>,
    /// The options of the puzzle's givens, in the order of the givens.
    pub(super) givens: Vec<OptionId>,
    /// The piece without an item, because the area of the board determines the number of its copies.
    pub(super) implied: Option<PieceId>,
    pub(super) junctions: Junctions,
    /// The constraints, indexed by [`ConstraintId`](super::conditions::ConstraintId).
    pub(super) constraints: Vec<Constraint>,
    pub(super) filter: Option<ConditionFilter>,
}

impl CoverMatrix {
    /// Builds the matrix; `budget` limits the cells of all placements.
    pub(super) fn build(
        puzzle: &Puzzle,
        budget: &CellBudget,
        stop: &StopFlag,
    ) -> Result<Self, InstanceError> {
        let junctions = puzzle.junctions();
        let placements: Vec<Vec<Placement>> = (0..puzzle.pieces.len())
            .into_par_iter()
            .map(|index| {
                let piece = piece_id(index);
                placements_within(puzzle, &junctions, piece, &puzzle.restrictions, budget)
            })
            .collect::<Result<_, _>>()?;

        let demands = demands(puzzle);
        let implied = implied_demand(puzzle, &demands, &placements);
        let laid: Vec<(usize, &Placement)> = demands
            .iter()
            .enumerate()
            .flat_map(|(index, demand)| {
                let own = placements[demand.piece.index()].iter();
                let own = own.filter(|placement| lies_so(puzzle, demand, placement));
                own.map(move |placement| (index, placement))
            })
            .collect();
        let constraints = constraints(puzzle, &demands, &laid, stop)?;
        let mut items = MatrixItems::new(puzzle, &junctions, &demands, implied, &constraints)?;
        let mut givens = vec![None; puzzle.givens.len()];
        for (at, &(index, placement)) in laid.iter().enumerate() {
            stop.check()?;
            let option = items.add_option(index, placement, constraints.covered(at))?;
            if let Some(given) = demands[index].given {
                givens[given] = Some(option);
            }
        }
        let meanings = meanings(puzzle, &demands, placements);
        Ok(Self {
            problem: items.problem,
            items: items.meanings,
            meanings,
            cells: items.cells,
            givens: givens.into_iter().flatten().collect(),
            implied: implied.map(|index| demands[index].piece),
            junctions,
            constraints: constraints.all,
            filter: ConditionFilter::of(puzzle),
        })
    }
}

/// The meanings of the options, in order: for each demand the placements that can satisfy it. The
/// last demand of a piece takes over the list of the piece's placements; the others copy from it.
fn meanings(
    puzzle: &Puzzle,
    demands: &[Demand],
    mut placements: Vec<Vec<Placement>>,
) -> Vec<Meaning> {
    let mut left = vec![0; placements.len()];
    for demand in demands {
        left[demand.piece.index()] += 1;
    }
    let mut meanings = Vec::new();
    for demand in demands {
        let piece = demand.piece.index();
        left[piece] -= 1;
        let lies_so = |placement: &Placement| lies_so(puzzle, demand, placement);
        let mean = |placement| Meaning {
            piece: demand.piece,
            placement,
            given: demand.given,
        };
        if left[piece] == 0 {
            let own = mem::take(&mut placements[piece]);
            meanings.extend(own.into_iter().filter(lies_so).map(mean));
        } else {
            let own = placements[piece].iter();
            meanings.extend(own.filter(|own| lies_so(own)).cloned().map(mean));
        }
    }
    meanings
}

/// Whether a placement can satisfy a demand. If the demand is for a given, the placement must have
/// the given's cells.
fn lies_so(puzzle: &Puzzle, demand: &Demand, placement: &Placement) -> bool {
    let given = demand.given.map(|given| &puzzle.givens[given]);
    given.is_none_or(|given| placement.cells.as_ref() == given.cells.as_slice())
}

fn constraints(
    puzzle: &Puzzle,
    demands: &[Demand],
    laid: &[(usize, &Placement)],
    stop: &StopFlag,
) -> Result<Constraints, InstanceError> {
    if puzzle.conditions.is_empty() {
        return Ok(Constraints::default());
    }
    let laid = laid.iter().map(|&(index, placement)| FutureOption {
        piece: demands[index].piece,
        placement,
        is_allowed: true,
    });
    Constraints::of(puzzle, &laid.collect::<Vec<_>>(), stop)
}

fn piece_id(index: usize) -> PieceId {
    PieceId(u32::try_from(index).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod color_tests;
#[cfg(test)]
mod tests;
