//! Why a puzzle cannot work, found without searching.
//!
//! Four arguments, each a proof that there is no solution: the areas differ; a
//! piece has no placement; a cell is reached by no placement; a colouring of
//! the lattice gives the board a difference that the pieces can't make. The
//! first three are mistakes more often than puzzles ([`Obstacle::is_plain`]);
//! the last may be the point of a puzzle (the mutilated chessboard).

mod colouring;

use itertools::Itertools;
use tilewright_geometry::{BoardCell, Junctions};

use crate::cover::Instance;
use crate::cover::rest::Rest;
use crate::puzzle::{
    Diagnostic, PieceId, PlacementsError, Puzzle, Restriction, Span, placements_under,
};

pub use colouring::refutation;

/// A proof that a puzzle has no solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    /// The proof, told over the puzzle's file.
    pub diagnostic: Diagnostic,
    /// What kind of proof it is.
    pub kind: ObstacleKind,
    /// The cells that no placement reaches, if that is the proof.
    pub cells: Vec<BoardCell>,
}

/// The kinds of proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObstacleKind {
    /// The pieces cannot cover the board's area.
    Area,
    /// A piece that must be used has no placement.
    Unplaceable,
    /// No placement reaches a cell.
    Unreachable,
    /// A colouring cannot be met.
    Colouring,
}

impl Obstacle {
    /// Whether it can be seen without thinking about the whole puzzle: a
    /// mistake in the file, most likely, and no search is needed.
    pub fn is_plain(&self) -> bool {
        self.kind != ObstacleKind::Colouring
    }
}

/// All obstacles of a puzzle: the plain ones, or if there is none a colouring.
///
/// Cost: linear in the entries of the matrix, and for colourings the number of
/// pieces times the number of cells, in small sets.
pub fn obstacles(instance: &Instance) -> Vec<Obstacle> {
    let mut found = plain_obstacles(instance);
    if found.is_empty() {
        found.extend(colouring::unmet_colouring(instance));
    }
    found
}

/// The obstacles that can be seen without thinking about the whole puzzle.
///
/// Cost: linear in the entries of the matrix.
pub fn plain_obstacles(instance: &Instance) -> Vec<Obstacle> {
    let mut found = Vec::new();
    found.extend(unplaceable(instance));
    found.extend(area(instance));
    found.extend(unreachable_cells(instance));
    found
}

fn obstacle(kind: ObstacleKind, diagnostic: Diagnostic) -> Obstacle {
    Obstacle {
        diagnostic,
        kind,
        cells: Vec::new(),
    }
}

fn unplaceable(instance: &Instance) -> impl Iterator<Item = Obstacle> {
    let puzzle = instance.puzzle();
    let mut used = vec![false; puzzle.pieces.len()];
    for meaning in instance.meanings() {
        used[meaning.piece.index()] = true;
    }
    puzzle
        .pieces()
        .filter(move |(id, piece)| piece.copies.min > 0 && !used[id.index()])
        .map(|(id, piece)| {
            let at = puzzle.places.piece[id.index()];
            let diagnostic = match last_straw(puzzle, id) {
                Some(restriction) => Diagnostic::error(
                    format!(
                        "this restriction leaves the piece {} no placement",
                        piece.name
                    ),
                    restriction.span,
                    "",
                )
                .context(at, "this piece")
                .help("loosen this restriction or one before it"),
                None => Diagnostic::error(
                    format!("the piece {} has no placement on this board", piece.name),
                    at,
                    format!("{} cells, fits nowhere", piece.polyform.size()),
                )
                .context(puzzle.places.board, "on this board")
                .help("change the board, or leave the piece out"),
            };
            obstacle(ObstacleKind::Unplaceable, diagnostic)
        })
}

/// The restriction that, with those before it, leaves a piece without a
/// placement; none if the board does.
fn last_straw(puzzle: &Puzzle, piece: PieceId) -> Option<&Restriction> {
    let junctions = Junctions::of(&puzzle.board);
    let fits = |under: &[Restriction]| {
        placements_under(puzzle, &junctions, piece, under).is_ok_and(|found| !found.is_empty())
    };
    if !fits(&[]) {
        return None;
    }
    puzzle
        .restrictions
        .iter()
        .enumerate()
        .find(|(index, restriction)| {
            restriction.rule.concerns(piece) && !fits(&puzzle.restrictions[..=*index])
        })
        .map(|(_, restriction)| restriction)
}

/// Warnings about those of the restrictions, from the one at `first` on, that
/// remove no placement.
///
/// # Errors
///
/// [`PlacementsError`] if a piece has too many placements.
pub fn idle_restrictions(
    puzzle: &Puzzle,
    first: usize,
) -> Result<Vec<Diagnostic>, PlacementsError> {
    let junctions = Junctions::of(&puzzle.board);
    let mut found = Vec::new();
    for restriction in puzzle.restrictions.iter().skip(first) {
        let mut idle = true;
        for (piece, _) in puzzle.pieces() {
            if idle && restriction.rule.concerns(piece) {
                let alone = std::slice::from_ref(restriction);
                let count = |under: &[Restriction]| {
                    placements_under(puzzle, &junctions, piece, under).map(|found| found.len())
                };
                idle = count(alone)? == count(&[])?;
            }
        }
        if idle {
            found.push(
                Diagnostic::warning(
                    "this restriction removes no placement",
                    restriction.span,
                    "always holds",
                )
                .help("leave it out, or correct its cells"),
            );
        }
    }
    Ok(found)
}

/// The least and the most cells that the pieces cover together.
fn covered_area(instance: &Instance) -> (u128, u128) {
    let puzzle = instance.puzzle();
    let mut sizes: Vec<Option<(usize, usize)>> = vec![None; puzzle.pieces.len()];
    for meaning in instance.meanings() {
        let size = meaning.placement.cells.len();
        let known = &mut sizes[meaning.piece.index()];
        *known = Some(known.map_or((size, size), |(a, b)| (a.min(size), b.max(size))));
    }
    puzzle
        .pieces()
        .map(|(id, piece)| {
            let own = piece.polyform.size();
            let (least, most) = sizes[id.index()].unwrap_or((own, own));
            (
                least as u128 * u128::from(piece.copies.min),
                most as u128 * u128::from(piece.copies.max),
            )
        })
        .fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1))
}

fn area(instance: &Instance) -> Option<Obstacle> {
    let puzzle = instance.puzzle();
    let required = puzzle.board.required_count() as u128;
    let optional = puzzle.board.optional_count() as u128;
    let (least, most) = covered_area(instance);
    if most >= required && least <= required + optional {
        return None;
    }
    let range = |low: u128, high: u128| {
        if low == high {
            format!("{low} cells")
        } else {
            format!("{low} to {high} cells")
        }
    };
    let board = range(required, required + optional);
    let pieces = range(least, most);
    let help = if most < required {
        format!("{} cells would stay empty", required - most)
    } else {
        format!("{} cells too many", least - required - optional)
    };
    Some(obstacle(
        ObstacleKind::Area,
        Diagnostic::error(
            format!("the areas differ: the board has {board}, the pieces cover {pieces}"),
            puzzle.places.board,
            board,
        )
        .context(puzzle.places.pieces, pieces)
        .help(help),
    ))
}

/// What the givens leave no room for: pieces and cells. Nothing if there are
/// no givens.
///
/// Cost: linear in the entries of the matrix.
pub fn beside_givens(instance: &Instance) -> Vec<Obstacle> {
    let puzzle = instance.puzzle();
    let rest = Rest::of(instance);
    let (Some(first), Some(last)) = (puzzle.places.givens.first(), puzzle.places.givens.last())
    else {
        return Vec::new();
    };
    let givens = Span::new(first.start, last.end);
    let mut reached = vec![true; puzzle.board.cells().len()];
    for cell in &rest.cells {
        reached[cell.index()] = false;
    }
    let mut found = Vec::new();
    for left in &rest.pieces {
        for cell in left
            .placements
            .iter()
            .flat_map(|placement| &placement.cells)
        {
            reached[cell.index()] = true;
        }
        if left.placements.is_empty() && left.copies.min > 0 {
            let name = &puzzle.piece(left.piece).name;
            found.push(obstacle(
                ObstacleKind::Unplaceable,
                Diagnostic::error(
                    format!("the givens leave no room for the piece {name}"),
                    givens,
                    "",
                ),
            ));
        }
    }
    let missed = required_but(puzzle, &reached);
    if let Some(cells) = these_cells(puzzle, &missed) {
        let subject = format!("the givens leave no placement that covers {cells}");
        found.push(Obstacle {
            diagnostic: Diagnostic::error(subject, givens, ""),
            kind: ObstacleKind::Unreachable,
            cells: missed,
        });
    }
    found
}

/// The required cells that are not reached.
fn required_but(puzzle: &Puzzle, reached: &[bool]) -> Vec<BoardCell> {
    let board = &puzzle.board;
    board
        .indices()
        .filter(|cell| board.is_required(*cell) && !reached[cell.index()])
        .collect()
}

/// `the cell (0,1)`, `these 2 cells: (0,1) (1,1)`; none if there is none.
fn these_cells(puzzle: &Puzzle, cells: &[BoardCell]) -> Option<String> {
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
        0 => None,
        1 => Some(format!("the cell {names}")),
        count => Some(format!("these {count} cells: {names}")),
    }
}

fn unreachable_cells(instance: &Instance) -> Option<Obstacle> {
    let puzzle = instance.puzzle();
    let board = &puzzle.board;
    let mut reached = vec![false; board.cells().len()];
    for meaning in instance.meanings() {
        for cell in &meaning.placement.cells {
            reached[cell.index()] = true;
        }
    }
    let missed = required_but(puzzle, &reached);
    let subject = format!("no placement covers {}", these_cells(puzzle, &missed)?);
    let help = if puzzle.restrictions.is_empty() {
        "take the cells off the board, make them optional, or add a piece that fits"
    } else {
        "loosen the restrictions, take the cells off the board, or make them optional"
    };
    Some(Obstacle {
        diagnostic: Diagnostic::error(subject, puzzle.places.board, "").help(help),
        kind: ObstacleKind::Unreachable,
        cells: missed,
    })
}
