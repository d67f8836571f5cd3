//! Places to look at: a cell to be covered, a piece to be placed, what a condition asks for.

use super::bits;
use super::position::Position;
use super::step::Want;
use super::table::Table;

/// A cell, a piece, or what a condition asks for, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Cell(usize),
    Piece(usize),
    Asked(usize),
}

impl Place {
    /// The same in the puzzle's own numbers.
    pub(super) fn want(self, table: &Table) -> Want {
        match self {
            Self::Cell(cell) => Want::Cell(table.cells[cell]),
            Self::Piece(piece) => Want::Piece(table.pieces[piece].id),
            Self::Asked(asked) => Want::Constraint(table.asked[asked]),
        }
    }
}

/// What is still wanting: cells first, then pieces, then what conditions ask for.
pub(super) fn wanting<'a>(
    table: &'a Table,
    position: &'a Position,
) -> impl Iterator<Item = Place> + 'a {
    let cells = position.wanting(table).map(Place::Cell);
    let pieces = position.needed().map(Place::Piece);
    cells
        .chain(pieces)
        .chain(position.asked().map(Place::Asked))
}

/// The options that serve a place.
pub(super) fn serving(table: &Table, place: Place) -> &[u64] {
    match place {
        Place::Cell(cell) => table.columns.row(cell),
        Place::Piece(piece) => &table.pieces[piece].options,
        Place::Asked(asked) => table.bringing.row(asked),
    }
}

/// How many options a place still wants.
pub(super) fn wanted(position: &Position, place: Place) -> usize {
    match place {
        Place::Cell(_) | Place::Asked(_) => 1,
        Place::Piece(piece) => position.need[piece] as usize,
    }
}

/// How many live options serve a place.
pub(super) fn ways(table: &Table, position: &Position, place: Place) -> usize {
    bits::common(&position.live, serving(table, place))
}
