//! The effort that a step costs a person, in tenths of a look at a placement.
//!
//! A person finds a step at some place: a corner where few pieces fit, or a piece that is hard to
//! place. There the possible placements are tried mentally, one after another, until only as many
//! as needed are left. So a step costs the effort of noticing the place, and a look for each
//! refuted placement: more, the later it fails.
//!
//! None of these efforts rises from a position to a lower one, in which more is placed and less
//! possible. This is why more givens never make a challenge rate harder:
//!
//! - there are fewer open cells, fewer pieces, fewer open neighbours, fewer possible placements;
//! - a contradiction that appears after some rounds of forced placements appears in a lower
//!   position in the same round or earlier. If the round is the same, the kind of contradiction is
//!   the same or easier. Therefore a later round costs more than the costliest kind of the round
//!   before.

use super::bits;
use super::place::Place;
use super::position::{Position, PositionConflict};
use super::table::DeductionTable;

/// The effort of a look at one placement.
pub(super) const LOOK: u32 = 10;

/// The effort of following each round of forced placements mentally.
const ROUND: u32 = 12;

/// The maximum number of rounds that cost effort. Further rounds cost nothing.
const MAX_ROUNDS: u32 = 4;

/// The effort of noticing that the remaining pieces cannot fill the pockets because of their sizes.
const POCKET: u32 = 4;

/// The effort of noticing that a piece has no place left.
const NO_PLACE: u32 = 10;

/// The effort of following everything that a placement forces without finding a contradiction. A
/// colouring argument costs this effort, and further look-ahead adds to it. It is more than the
/// effort of any contradiction that forced placements show.
pub(super) const BEYOND: u32 = LOOK + MAX_ROUNDS * ROUND + NO_PLACE + 2;

/// The maximum effort of a step by look-ahead. A step with more effort counts as trial and error.
pub(super) const MAX_STEP: u32 = 2_000;

/// The effort of a step by trial and error.
pub(super) const TRYING: u32 = 3_000;

/// The part of the effort to notice a place that each remaining kind of piece adds, since the place
/// must be compared with that piece.
const PIECE: u32 = 3;

/// The effort to notice a place.
///
/// A cell is noticed more easily the fewer open neighbours it has, and each kind of piece left must
/// be compared with it. For a piece, all open cells must be searched.
pub(super) fn finding(table: &DeductionTable, position: &Position, place: Place) -> u32 {
    let kinds = position.room.iter().filter(|room| **room > 0).count();
    let pieces = PIECE.saturating_mul(u32::try_from(kinds).unwrap_or(u32::MAX));
    let around = match place {
        Place::Cell(cell) => match bits::common(&position.open, table.neighbours.row(cell)) {
            0 | 1 => 0,
            2 => 5,
            3 => 15,
            4 => 30,
            5 => 45,
            _ => 60,
        },
        Place::Piece(_) | Place::Asked(_) => {
            let open = bits::len(&position.open);
            u32::try_from(open / 2).unwrap_or(u32::MAX)
        }
    };
    pieces.saturating_add(around)
}

/// The effort to see in which way a placement fails. `round` is the round in which the
/// contradiction appears, counted from 0.
pub(super) fn failing(round: u32, contradiction: PositionConflict) -> u32 {
    let (round, kind) = match contradiction {
        PositionConflict::Cell(_) => (round, 0),
        PositionConflict::Pocket => (round, POCKET),
        PositionConflict::Piece(_) | PositionConflict::Asked(_) => (round, NO_PLACE),
        // A clash is noticed one round later, when one of the two options is placed and nothing is
        // left for the other.
        PositionConflict::Clash => (round + 1, 0),
        PositionConflict::Colouring(_) => return BEYOND,
    };
    LOOK + ROUND * round.min(MAX_ROUNDS) + kind
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_round_costs_more_and_what_lies_beyond_the_most() {
        let kinds = [
            PositionConflict::Cell(0),
            PositionConflict::Pocket,
            PositionConflict::Piece(0),
        ];
        for round in 0..MAX_ROUNDS {
            for earlier in kinds {
                for later in kinds {
                    assert!(failing(round, earlier) < failing(round + 1, later));
                }
            }
            assert!(failing(round, PositionConflict::Clash) <= failing(round + 1, kinds[0]));
        }
        for kind in kinds {
            assert!(failing(99, kind) < BEYOND);
        }
        const { assert!(MAX_STEP < TRYING) }
    }
}
