//! Shut-out: placements that would leave a cell, a piece or a condition with nothing.

use super::bits;
use super::position::Position;
use super::table::Table;

/// A cell, a piece, or what a condition asks for, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Cell(usize),
    Piece(usize),
    Asked(usize),
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

/// The options that serve a cell or a piece.
pub(super) fn serving(table: &Table, place: Place) -> &[u64] {
    match place {
        Place::Cell(cell) => table.columns.row(cell),
        Place::Piece(piece) => &table.pieces[piece].options,
        Place::Asked(asked) => table.bringing.row(asked),
    }
}

/// How many options a cell or a piece still wants.
pub(super) fn wanted(position: &Position, place: Place) -> usize {
    match place {
        Place::Cell(_) | Place::Asked(_) => 1,
        Place::Piece(piece) => position.need[piece] as usize,
    }
}

/// How many live options serve a cell or a piece.
pub(super) fn ways(table: &Table, position: &Position, place: Place) -> usize {
    bits::common(&position.live, serving(table, place))
}

/// Sets `out` to the live options that leave too little for `place`; false if
/// there are none.
pub(super) fn shut_out(
    table: &Table,
    position: &Position,
    place: Place,
    out: &mut Vec<u64>,
) -> bool {
    match place {
        Place::Piece(piece) if position.room[piece] > 1 => {
            too_few_left(table, position, piece, out);
        }
        place => clash_with_all(table, position, serving(table, place), out),
    }
    !bits::is_empty(out)
}

/// The options, others than these, that clash with every live one of these.
fn clash_with_all(table: &Table, position: &Position, these: &[u64], out: &mut Vec<u64>) {
    out.clone_from(&position.live);
    bits::subtract(out, these);
    for option in bits::ones_in_both(&position.live, these) {
        let piece = table.piece_of[option];
        let rivals = table.rivals.row(option);
        if position.room[piece] == 1 {
            let same = &table.pieces[piece].options;
            for ((word, rivals), same) in out.iter_mut().zip(rivals).zip(same) {
                *word &= rivals | same;
            }
        } else {
            bits::intersect(out, rivals);
        }
        if bits::is_empty(out) {
            return;
        }
    }
}

/// The options that leave a piece of several copies fewer places than needed.
fn too_few_left(table: &Table, position: &Position, piece: usize, out: &mut Vec<u64>) {
    let options = &table.pieces[piece].options;
    out.clear();
    out.resize(position.live.len(), 0);
    for option in bits::ones(&position.live) {
        let own = usize::from(table.piece_of[option] == piece);
        let words = options.iter().zip(&position.live);
        let left: usize = words
            .zip(table.rivals.row(option))
            .map(|((a, b), rivals)| (a & b & !rivals).count_ones() as usize)
            .sum();
        if left + own < position.need[piece] as usize {
            bits::insert(out, option);
        }
    }
}
