//! What a step costs a person, in tenths of a look at a placement.
//!
//! A person finds a step at some place: a corner where few pieces fit, a piece that is hard to
//! place. There the ways are tried in mind, one after the other, until one is left. So a step
//! costs what it takes to come upon the place, and a look for each way that fails: more of it the
//! later it shows.
//!
//! All of these numbers only ever fall as a position goes down (more placed, less possible), which
//! is what makes more givens never rate harder:
//!
//! - there are fewer open cells, fewer pieces, fewer open neighbours, fewer ways;
//! - a contradiction that shows after some rounds of forced placements shows after as many at
//!   most, and in the same round as the same kind or an easier one: so a later round costs more
//!   than the costliest kind of the round before.

use super::bits;
use super::place::Place;
use super::position::{Contradiction, Position};
use super::table::Table;

/// A look at one placement.
pub(super) const LOOK: u32 = 10;

/// A round of forced placements in mind.
const ROUND: u32 = 12;

/// Rounds beyond so many cost no more.
const MAX_ROUNDS: u32 = 4;

/// To see that pockets can't be filled by the sizes of the pieces.
const POCKET: u32 = 4;

/// To see that a piece has no place left.
const NO_PLACE: u32 = 10;

/// To follow all that is forced, and then to count colours or to look further: more than any
/// contradiction by what is forced alone.
pub(super) const BEYOND: u32 = LOOK + MAX_ROUNDS * ROUND + NO_PLACE + 2;

/// No step by look-ahead costs more; what would is a matter of trying.
pub(super) const MAX_STEP: u32 = 2_000;

/// A step that takes trying.
pub(super) const TRYING: u32 = 3_000;

/// To think of a piece, for each piece left.
const PIECE: u32 = 3;

/// What it takes to come upon a place.
///
/// A cell is found the sooner the fewer open neighbours it has, and each piece left must be held
/// against it; of a piece, all open cells are searched for places.
pub(super) fn finding(table: &Table, position: &Position, place: Place) -> u32 {
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

/// What a placement costs that fails in a round, counted from 0, in some way.
pub(super) fn failing(round: u32, contradiction: Contradiction) -> u32 {
    let (round, kind) = match contradiction {
        Contradiction::Cell(_) => (round, 0),
        Contradiction::Pocket => (round, POCKET),
        Contradiction::Piece(_) | Contradiction::Asked(_) => (round, NO_PLACE),
        // It shows when the one is placed and nothing is left for the other.
        Contradiction::Clash => (round + 1, 0),
        Contradiction::Colouring(_) => return BEYOND,
    };
    LOOK + ROUND * round.min(MAX_ROUNDS) + kind
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_round_costs_more_and_what_lies_beyond_the_most() {
        let kinds = [
            Contradiction::Cell(0),
            Contradiction::Pocket,
            Contradiction::Piece(0),
        ];
        for round in 0..MAX_ROUNDS {
            for earlier in kinds {
                for later in kinds {
                    assert!(failing(round, earlier) < failing(round + 1, later));
                }
            }
            assert!(failing(round, Contradiction::Clash) <= failing(round + 1, kinds[0]));
        }
        for kind in kinds {
            assert!(failing(99, kind) < BEYOND);
        }
        const { assert!(MAX_STEP < TRYING) }
    }
}
