//! Colour clashes: placements that would fit, but touch a neighbour with a colour that does not match.

use super::bits;
use super::place::{Place, serving};
use super::position::Position;
use super::step::ColorClash;
use super::table::DeductionTable;

/// The first placement that would fit at `place` but for its colours, which clash with those of a
/// given or a placed piece. `None` if there is no such placement.
pub(super) fn unmatched(
    table: &DeductionTable,
    position: &Position,
    place: Place,
) -> Option<ColorClash> {
    bits::ones(serving(table, place))
        .filter(|option| !position.is_live(*option))
        .filter(|option| position.room[table.piece_of[*option]] > 0)
        .filter(|option| {
            bits::ones(table.masks.row(*option)).all(|cell| bits::contains(&position.open, cell))
        })
        .find_map(|option| {
            let shown = &table.shown;
            let placed = || {
                let mut placed = position.placed.iter();
                placed.find_map(|other| {
                    let at = shown.with_placed(option, *other)?;
                    Some((table.options[*other], at))
                })
            };
            let (with, at) = shown.with_given(option).or_else(placed)?;
            let option = table.options[option];
            Some(ColorClash { option, with, at })
        })
}
