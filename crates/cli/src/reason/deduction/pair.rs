//! Pairs: two that want something, and two that alone can give it.
//!
//! If two cells can be covered by two pieces alone, one by each, the two pieces
//! go nowhere else. If two pieces must each cover one of two cells, nothing
//! else may. In general: two wants (required cells or needed pieces; or a piece
//! of which two are needed) that no option serves both of, all of whose options
//! use one of two supplies (cells or pieces; or a piece of which two are left):
//! the wants use the supplies up, and every other option that needs one is out.

use std::ops::ControlFlow;

use super::bits;
use super::position::Position;
use super::shut_out::{Place, serving, wanting};
use super::table::Table;

/// With more options than this between the two, no person sees the pair.
///
/// The number falls as a position goes down, so that what is seen in one is
/// seen in all below it.
const MAX_OPTIONS: usize = 24;

/// A pair: both wants, and both supplies; the same one twice if it counts for
/// two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) wants: [Place; 2],
    pub(super) supplies: [Place; 2],
}

/// Calls `found` with every pair that rules options out, and with these, in a
/// fixed order, until it says to stop.
pub(super) fn for_each_pair(
    table: &Table,
    position: &Position,
    found: &mut dyn FnMut(Pair, &[u64]) -> ControlFlow<()>,
) {
    // One placement may bring what a condition asks for and cover a cell as well.
    let places = wanting(table, position).filter(|place| !matches!(place, Place::Asked(_)));
    let wants: Vec<(Place, Vec<u64>)> = places
        .filter_map(|place| {
            let mut options = serving(table, place).to_vec();
            bits::intersect(&mut options, &position.live);
            (bits::len(&options) <= MAX_OPTIONS).then_some((place, options))
        })
        .collect();
    for (at, (first, own)) in wants.iter().enumerate() {
        let need = match first {
            Place::Cell(_) | Place::Asked(_) => 1,
            Place::Piece(piece) => position.need[*piece],
        };
        let seconds = match need {
            1 => &wants[at + 1..],
            2 => &wants[at..=at],
            _ => continue,
        };
        for (second, other) in seconds {
            let twice = first == second;
            let is_one = match second {
                Place::Cell(_) | Place::Asked(_) => true,
                Place::Piece(piece) => position.need[*piece] == 1,
            };
            if !twice && (!is_one || bits::meet(own, other)) {
                continue;
            }
            let mut options = own.clone();
            bits::unite(&mut options, other);
            if bits::len(&options) > MAX_OPTIONS {
                continue;
            }
            let wants = [*first, *second];
            if served(table, position, wants, &options, found).is_break() {
                return;
            }
        }
    }
}

/// Calls `found` for the supplies that all of `options` use.
fn served(
    table: &Table,
    position: &Position,
    wants: [Place; 2],
    options: &[u64],
    found: &mut dyn FnMut(Pair, &[u64]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut tell = |supplies: [Place; 2]| {
        let mut out = serving(table, supplies[0]).to_vec();
        bits::unite(&mut out, serving(table, supplies[1]));
        bits::intersect(&mut out, &position.live);
        bits::subtract(&mut out, options);
        if bits::is_empty(&out) {
            return ControlFlow::Continue(());
        }
        found(Pair { wants, supplies }, &out)
    };
    let Some(option) = bits::first(options) else {
        return ControlFlow::Continue(());
    };
    let mut rest = Vec::new();
    for first in supplies(table, position, option) {
        rest.clear();
        rest.extend_from_slice(options);
        bits::subtract(&mut rest, serving(table, first));
        match (bits::first(&rest), room(position, first)) {
            (None, 2) => tell([first, first])?,
            (Some(other), 1) => {
                for second in supplies(table, position, other) {
                    let all = bits::ones(&rest)
                        .all(|option| bits::contains(serving(table, second), option));
                    if all && room(position, second) == 1 {
                        tell([first, second])?;
                    }
                }
            }
            _ => {}
        }
    }
    ControlFlow::Continue(())
}

/// How many options may still use a supply.
fn room(position: &Position, supply: Place) -> u32 {
    match supply {
        Place::Cell(_) | Place::Asked(_) => 1,
        Place::Piece(piece) => position.room[piece],
    }
}

/// What an option uses: its piece and its cells.
fn supplies<'a>(
    table: &'a Table,
    position: &'a Position,
    option: usize,
) -> impl Iterator<Item = Place> + 'a {
    let piece = Place::Piece(table.piece_of[option]);
    let cells = bits::ones_in_both(&position.open, table.masks.row(option)).map(Place::Cell);
    std::iter::once(piece).chain(cells)
}
