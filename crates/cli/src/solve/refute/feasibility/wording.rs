//! Obstacles as text: as one line, and as a diagnostic on the puzzle's file.

use std::ops::RangeInclusive;

use itertools::Itertools;
use tilewright_geometry::{BoardCell, meets_itself};

use super::Obstacle;
use crate::puzzle::{Diagnostic, Puzzle, Span, Spans};
use crate::solve::refute::colouring::Argument;

impl Obstacle {
    /// The obstacle in one line, without a full stop.
    pub fn message(&self, puzzle: &Puzzle) -> String {
        match self {
            Self::Area { board, pieces } => format!(
                "the areas differ: the board has {}, the pieces cover {}",
                cell_range(board),
                cell_range(pieces)
            ),
            Self::Unplaceable { piece, restriction } => {
                let name = &puzzle.piece(*piece).name;
                match restriction {
                    Some(_) => format!("this restriction leaves no placement of the piece {name}"),
                    None => format!("the piece {name} has no placement on this board"),
                }
            }
            Self::Unreachable { cells } => {
                format!("no placement covers {}", these_cells(puzzle, cells))
            }
            Self::UnplaceableBesideGivens { piece } => format!(
                "the givens leave no room for the piece {}",
                puzzle.piece(*piece).name
            ),
            Self::UnreachableBesideGivens { cells } => format!(
                "the givens leave no placement that covers {}",
                these_cells(puzzle, cells)
            ),
            Self::Colouring(Argument {
                colouring, board, ..
            }) => format!("there is no solution: {}", colouring.board(puzzle, board)),
        }
    }

    /// The obstacle as a diagnostic on the puzzle's file. `spans` contains the positions of the
    /// puzzle's parts in the file.
    pub fn diagnostic(&self, puzzle: &Puzzle, spans: &Spans) -> Diagnostic {
        let error =
            |span: Span, label: String| Diagnostic::error(self.message(puzzle), span, label);
        match self {
            Self::Area { board, pieces } => {
                let help = if pieces.end() < board.start() {
                    let few = cells(board.start() - pieces.end());
                    format!(
                        "add pieces of {few} in all, take {few} from the board, or let cells stay \
                         empty: `Optional(…)`, or `?` in a picture"
                    )
                } else {
                    let many = cells(pieces.start() - board.end());
                    format!(
                        "leave out pieces of {many} in all, allow fewer copies, or add {many} to \
                         the board"
                    )
                };
                error(spans.board, cell_range(board))
                    .context(spans.pieces, cell_range(pieces))
                    .help(help)
            }
            Self::Unplaceable { piece, restriction } => {
                let at = spans.piece[piece.index()];
                if let Some(restriction) = restriction {
                    error(spans.restrictions[*restriction], String::new())
                        .context(at, "this piece")
                        .help("loosen this restriction or one before it")
                } else {
                    let piece = puzzle.piece(*piece);
                    let size = piece.polyform.size();
                    let orientations = piece.polyform.orientations(piece.sides);
                    let help = if meets_itself(&puzzle.board, &orientations) {
                        "the piece is so large that it overlaps itself around the board; let the \
                         board wrap after more steps"
                    } else {
                        "change the piece or the board, or leave the piece out"
                    };
                    error(at, format!("{size} cells, fits nowhere"))
                        .context(spans.board, "on this board")
                        .help(help)
                }
            }
            Self::Unreachable { .. } => {
                let help = if puzzle.restrictions.is_empty() {
                    "remove the cells from the board, make them optional, or add a piece that fits"
                } else {
                    "loosen the restrictions, remove the cells from the board, or make them \
                     optional"
                };
                error(spans.board, String::new()).help(help)
            }
            Self::UnplaceableBesideGivens { .. } | Self::UnreachableBesideGivens { .. } => {
                error(all_of(&spans.givens), String::new())
            }
            Self::Colouring(argument) => {
                let colouring = &argument.colouring;
                let together = format!("together make {}", argument.together_words());
                let diagnostic = error(spans.board, colouring.wanted(&argument.board))
                    .context(spans.pieces, together);
                if colouring.modulus.is_some() {
                    diagnostic.help("`tilewright why` draws the numbers")
                } else if !argument.by_cells.is_empty() {
                    diagnostic.help("`tilewright why` shows both by the number of covered cells")
                } else {
                    let asked = colouring.wanted(&argument.board);
                    diagnostic.help(format!(
                        "the pieces together never make {asked}; `tilewright why` shows it"
                    ))
                }
            }
        }
    }
}

/// The span from the start of the first given to the end of the last.
#[expect(
    clippy::expect_used,
    reason = "an invariant of obstacles next to givens"
)]
fn all_of(givens: &[Span]) -> Span {
    let ends = givens.first().zip(givens.last());
    let (first, last) = ends.expect("invariant: such an obstacle is of a puzzle with givens");
    Span::new(first.start, last.end)
}

/// A number of cells as text: `1 cell`, `3 cells`.
fn cells(count: u128) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} cell{plural}")
}

/// A range of numbers of cells as text: `3 cells`, `3 to 5 cells`.
fn cell_range(range: &RangeInclusive<u128>) -> String {
    let (low, high) = (range.start(), range.end());
    if low == high {
        cells(*low)
    } else {
        format!("{low} to {high} cells")
    }
}

/// Cells as text: `the cell (0,1)`, `these 2 cells: (0,1) (1,1)`.
fn these_cells(puzzle: &Puzzle, cells: &[BoardCell]) -> String {
    const SHOWN: usize = 12;
    let mut names = cells
        .iter()
        .take(SHOWN)
        .map(|cell| format!("({})", puzzle.lattice.coordinates(puzzle.board.cell(*cell))))
        .join(" ");
    if cells.len() > SHOWN {
        names.push_str(" …");
    }
    match cells.len() {
        1 => format!("the cell {names}"),
        count => format!("these {count} cells: {names}"),
    }
}
