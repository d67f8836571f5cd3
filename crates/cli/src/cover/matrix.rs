//! From a puzzle to its exact cover problem, and back from options to
//! placements.
//!
//! Items, in this order (ties of the search go to the left, so the order is
//! part of the meaning):
//!
//! 1. every required cell, in reading order, primary;
//! 2. every piece, in the file's order, primary: covered as often as it has
//!    copies, once for most;
//! 3. what conditions ask for, primary: covered once or more;
//! 4. every optional cell, secondary;
//! 5. every junction, secondary;
//! 6. what conditions forbid, secondary.
//!
//! One option per placement. Source: Knuth, "Dancing Links" (2000), the
//! sections on pentominoes and on tetrasticks (junctions).

mod demand;
mod items;
mod meaning;

use std::mem;

use rayon::prelude::*;
use tilewright_dlx::{ItemId, OptionId, Problem, StopFlag};
use tilewright_geometry::{Junctions, Placement};

pub use self::meaning::{ItemMeaning, Meaning};
use super::conditions::{Constraint, Constraints, Laid, LeafFilter};
use super::error::InstanceError;
use crate::puzzle::{Budget, PieceId, Puzzle, placements_within};
use demand::{Demand, demands, implied_demand};
use items::Items;

/// A puzzle's exact cover problem, and what its items and options mean.
#[derive(Debug, Clone)]
pub(super) struct Matrix {
    pub(super) problem: Problem,
    /// By item.
    pub(super) items: Vec<ItemMeaning>,
    /// By option.
    pub(super) meanings: Vec<Meaning>,
    /// The item of each cell, by its index on the board.
    pub(super) cells: Vec<ItemId>,
    /// The options of the puzzle's givens, in the puzzle's order.
    pub(super) givens: Vec<OptionId>,
    /// The piece that needs no item, because the number of its copies follows
    /// from the area of the board.
    pub(super) implied: Option<PieceId>,
    pub(super) junctions: Junctions,
    /// By the index of a [`ConstraintId`](super::conditions::ConstraintId).
    pub(super) constraints: Vec<Constraint>,
    pub(super) filter: Option<LeafFilter>,
}

impl Matrix {
    /// The matrix within a budget of cells of all placements, unless it is stopped.
    pub(super) fn build(
        puzzle: &Puzzle,
        budget: &Budget,
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
        let mut items = Items::new(puzzle, &junctions, &demands, implied, &constraints)?;
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
            filter: LeafFilter::of(puzzle),
        })
    }
}

/// What the options mean, in order: the placements of each demand's piece, which the last demand of a piece
/// takes as they are.
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

/// Whether a placement may be that of a demand: a given lies where it lies.
fn lies_so(puzzle: &Puzzle, demand: &Demand, placement: &Placement) -> bool {
    let given = demand.given.map(|given| &puzzle.givens[given]);
    given.is_none_or(|given| placement.cells.as_ref() == given.cells.as_slice())
}

/// What the conditions ask of the options.
fn constraints(
    puzzle: &Puzzle,
    demands: &[Demand],
    laid: &[(usize, &Placement)],
    stop: &StopFlag,
) -> Result<Constraints, InstanceError> {
    if puzzle.conditions.is_empty() {
        return Ok(Constraints::default());
    }
    let laid = laid.iter().map(|&(index, placement)| Laid {
        piece: demands[index].piece,
        placement,
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
