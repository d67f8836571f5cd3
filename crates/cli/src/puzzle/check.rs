//! What must hold of givens and restrictions together, whether they are read or built.

use tilewright_geometry::{Junctions, Placement};

use super::model::{Given, Puzzle};
use super::placements::{PlacementsError, placements_under};

/// A given that a restriction rules out, both by their indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RuledOut {
    pub(super) given: usize,
    pub(super) restriction: usize,
}

/// The first given that the restrictions rule out, and the restriction that does, with those before
/// it; an error comes with the given whose placements were asked for.
pub(super) fn given_ruled_out(
    puzzle: &Puzzle,
) -> Result<Option<RuledOut>, (usize, PlacementsError)> {
    let junctions = Junctions::of(&puzzle.board);
    for (given, laid) in puzzle.givens.iter().enumerate() {
        for (restriction, rule) in puzzle.restrictions.iter().enumerate() {
            if !rule.concerns(laid.piece) {
                continue;
            }
            let under = &puzzle.restrictions[..=restriction];
            let placements = placements_under(puzzle, &junctions, laid.piece, under)
                .map_err(|error| (given, error))?;
            if !placements.iter().any(|placement| lies_so(placement, laid)) {
                return Ok(Some(RuledOut { given, restriction }));
            }
        }
    }
    Ok(None)
}

/// Whether a piece can lie so on the board, whatever the restrictions say.
///
/// Cost: all placements of the piece.
pub(super) fn is_placement(puzzle: &Puzzle, given: &Given) -> Result<bool, PlacementsError> {
    let junctions = Junctions::of(&puzzle.board);
    let placements = placements_under(puzzle, &junctions, given.piece, &[])?;
    Ok(placements.iter().any(|placement| lies_so(placement, given)))
}

fn lies_so(placement: &Placement, given: &Given) -> bool {
    placement.cells.as_ref() == given.cells.as_slice()
}
