//! Reads a pattern from text.

use itertools::Itertools;
use tilewright_geometry::BoardCell;

use super::{NotationError, PlacementPattern};
use crate::puzzle::{PieceId, Puzzle, abbreviated, suggestion};

/// Reads `PIECE@cells`, without checking whether a placement matches.
pub(super) fn pattern(text: &str, puzzle: &Puzzle) -> Result<PlacementPattern, NotationError> {
    let example = || example(puzzle);
    // Names have no `@`.
    let Some((name, cells)) = text.split_once('@') else {
        return Err(NotationError::NoAt {
            text: text.to_owned(),
            example: example(),
        });
    };
    let piece = piece(name.trim(), puzzle)?;
    let mut found: Vec<BoardCell> = Vec::new();
    let mut rest = cells.trim_start();
    while !rest.is_empty() {
        let Some((numbers, after)) = numbers(rest) else {
            return Err(NotationError::Syntax {
                text: text.to_owned(),
                rest: rest.to_owned(),
                example: example(),
            });
        };
        let cell = cell(&numbers, puzzle)?;
        if found.contains(&cell) {
            return Err(NotationError::Twice {
                cell: numbers.iter().join(","),
                text: text.to_owned(),
            });
        }
        found.push(cell);
        let after = after.trim_start();
        rest = after.strip_prefix(',').unwrap_or(after).trim_start();
    }
    if found.is_empty() {
        return Err(NotationError::NoCells {
            piece: puzzle.piece(piece).name.to_string(),
            example: example(),
        });
    }
    found.sort_unstable();
    Ok(PlacementPattern {
        piece,
        cells: found,
    })
}

/// The piece with this name; typographic primes are accepted.
///
/// # Errors
///
/// [`NotationError::UnknownPiece`] if there is none.
pub fn piece(name: &str, puzzle: &Puzzle) -> Result<PieceId, NotationError> {
    let name = name.replace(['′', '’'], "'");
    let found = puzzle.pieces().find(|(_, piece)| piece.name == name);
    found.map(|(id, _)| id).ok_or_else(|| {
        let names: Vec<&str> = puzzle.pieces.iter().map(|p| p.name.as_str()).collect();
        NotationError::UnknownPiece {
            near: suggestion(&name, names.iter().copied()),
            known: abbreviated(&names),
            name,
        }
    })
}

/// The coordinates of a cell at the beginning of a text, and the rest of the text. `None` if the
/// text does not begin with a cell.
fn numbers(text: &str) -> Option<(Vec<i64>, &str)> {
    let (inside, after) = text.strip_prefix('(')?.split_once(')')?;
    // A trailing comma is allowed, as in RON.
    let inside = inside.trim_end();
    let inside = inside.strip_suffix(',').unwrap_or(inside);
    let numbers = inside
        .split(',')
        .map(|number| number.trim().parse().ok())
        .collect::<Option<Vec<i64>>>()?;
    Some((numbers, after))
}

fn cell(numbers: &[i64], puzzle: &Puzzle) -> Result<BoardCell, NotationError> {
    let cell = puzzle
        .lattice
        .cell(numbers)
        .map_err(|source| NotationError::Cell {
            numbers: numbers.iter().join(","),
            source,
        })?;
    let on_board = puzzle.board.index_of(cell);
    on_board.ok_or_else(|| NotationError::OffBoard {
        cell: numbers.iter().join(","),
    })
}

/// An example of a valid text: a piece of this puzzle on the first cells of its board.
fn example(puzzle: &Puzzle) -> String {
    let piece = puzzle.pieces.first().map_or("X", |piece| &piece.name);
    let cells = puzzle.board.indices().take(2);
    let cells = cells.map(|cell| super::cell(puzzle, cell)).join("");
    format!("{piece}@{cells}")
}
