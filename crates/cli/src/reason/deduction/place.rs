//! Places to look at: a cell to be covered, a piece to be placed, a requirement of a condition.

use super::bits;
use super::position::Position;
use super::step::Want;
use super::table::DeductionTable;

/// A cell, a piece, or a requirement of a condition, as an index into the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Cell(usize),
    Piece(usize),
    Asked(usize),
}

impl Place {
    /// The place with its index in this table translated to the index in the puzzle.
    pub(super) fn want(self, table: &DeductionTable) -> Want {
        match self {
            Self::Cell(cell) => Want::Cell(table.cells[cell]),
            Self::Piece(piece) => Want::Piece(table.pieces[piece].id),
            Self::Asked(asked) => Want::Constraint(table.asked[asked]),
        }
    }
}

/// The places that still need options: cells first, then pieces, then requirements of conditions.
pub(super) fn unserved<'a>(
    table: &'a DeductionTable,
    position: &'a Position,
) -> impl Iterator<Item = Place> + 'a {
    let cells = position.uncovered(table).map(Place::Cell);
    let pieces = position.needed().map(Place::Piece);
    cells
        .chain(pieces)
        .chain(position.asked().map(Place::Asked))
}

/// The options that cover a cell, place a piece or meet a requirement, as a bit set.
pub(super) fn serving(table: &DeductionTable, place: Place) -> &[u64] {
    match place {
        Place::Cell(cell) => table.columns.row(cell),
        Place::Piece(piece) => &table.pieces[piece].options,
        Place::Asked(asked) => table.bringing.row(asked),
    }
}

/// The number of options that a place still needs.
pub(super) fn needed_count(position: &Position, place: Place) -> usize {
    match place {
        Place::Cell(_) | Place::Asked(_) => 1,
        Place::Piece(piece) => position.need[piece] as usize,
    }
}

/// The number of live options that cover a cell, place a piece or meet a requirement.
pub(super) fn ways(table: &DeductionTable, position: &Position, place: Place) -> usize {
    bits::common(&position.live, serving(table, place))
}
