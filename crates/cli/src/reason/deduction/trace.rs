//! Look-ahead retraced: what follows from a placement, and which of it the
//! contradiction needs.

use super::bits;
use super::look_ahead::Workspace;
use super::position::{Contradiction, Position};
use super::shut_out::{Place, serving, wanted, wanting, ways};
use super::table::Table;

/// What follows from a placement.
#[derive(Debug)]
pub(super) struct Trace {
    /// What is placed after it, in order.
    pub(super) follows: Vec<usize>,
    /// The position at the end.
    pub(super) last: Position,
    /// Why it is none; nothing if it may be one.
    pub(super) end: Option<Contradiction>,
}

/// A placement, and the cell or piece that forced it.
#[derive(Debug, Clone, Copy)]
struct Event {
    option: usize,
    cause: Option<Place>,
}

/// Follows what a live option forces, one placement at a time, and keeps of it
/// what the end needs.
pub(super) fn trace(
    workspace: &mut Workspace,
    table: &Table,
    position: &Position,
    option: usize,
) -> Trace {
    let mut last = position.clone();
    last.place(table, option);
    let mut events = vec![Event {
        option,
        cause: None,
    }];
    let end = loop {
        if let Some(end) = last.starved(table) {
            break Some(end);
        }
        let forced = wanting(table, &last)
            .find(|place| ways(table, &last, *place) == wanted(&last, *place))
            .and_then(|place| {
                let options = serving(table, place);
                let option = bits::ones_in_both(&last.live, options).next()?;
                Some((place, option))
            });
        let Some((place, option)) = forced else {
            break workspace.follow(table, &mut last).err();
        };
        last.place(table, option);
        events.push(Event {
            option,
            cause: Some(place),
        });
    };
    let want = match end {
        Some(Contradiction::Cell(cell)) => Some(Place::Cell(cell)),
        Some(Contradiction::Piece(piece)) => Some(Place::Piece(piece)),
        Some(Contradiction::Asked(asked)) => Some(Place::Asked(asked)),
        _ => None,
    };
    let follows = match want {
        Some(want) => needed_for(table, position, &events, want),
        None => events.iter().skip(1).map(|event| event.option).collect(),
    };
    Trace { follows, last, end }
}

/// Of the events after the first, those without which the options for `want`
/// would not all have gone, nor been forced themselves.
fn needed_for(table: &Table, position: &Position, events: &[Event], want: Place) -> Vec<usize> {
    let mut is_needed = vec![false; events.len()];
    let mut asked = vec![(want, events.len())];
    while let Some((want, before)) = asked.pop() {
        for option in bits::ones_in_both(&position.live, serving(table, want)) {
            for at in removed_by(table, position, &events[..before], option) {
                if !std::mem::replace(&mut is_needed[at], true)
                    && let Some(cause) = events[at].cause
                {
                    asked.push((cause, at));
                }
            }
        }
    }
    let kept = events.iter().zip(is_needed).skip(1);
    kept.filter(|(_, needed)| *needed)
        .map(|(event, _)| event.option)
        .collect()
}

/// The events that took an option away: the first that clashes with it, or
/// those that used its piece up. None if it was placed, or is left.
fn removed_by(table: &Table, position: &Position, events: &[Event], option: usize) -> Vec<usize> {
    let piece = table.piece_of[option];
    let mut same = Vec::new();
    for (at, event) in events.iter().enumerate() {
        if event.option == option {
            return Vec::new();
        }
        if bits::contains(table.rivals.row(event.option), option) {
            return vec![at];
        }
        if table.piece_of[event.option] == piece {
            same.push(at);
            if same.len() == position.room[piece] as usize {
                return same;
            }
        }
    }
    Vec::new()
}
