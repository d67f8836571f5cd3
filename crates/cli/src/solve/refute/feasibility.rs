//! Obstacles: reasons why a puzzle has no solution, found without a search.
//!
//! There are four kinds of proof: the areas differ; a piece has no placement; no placement reaches
//! a cell; a colouring gives the board a sum that the pieces cannot make. The first three are
//! usually mistakes ([`Obstacle::is_plain`]). The last may be the point of a puzzle, as in the
//! mutilated chessboard.

mod colouring;
mod wording;

use std::ops::RangeInclusive;

use tilewright_geometry::BoardCell;

use crate::cover::Instance;
use crate::cover::residual::ResidualPuzzle;
use crate::puzzle::{PieceId, PlacementsError, Puzzle, Restriction, placements_under};
use crate::solve::refute::colouring::{Argument, classical};

pub(crate) use colouring::argument_within;
pub use colouring::refutation;

/// A proof that a puzzle has no solution.
///
/// [`message`](Self::message) is one line of text; [`diagnostic`](Self::diagnostic) points into the
/// puzzle's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// The pieces cannot cover the board's area.
    Area {
        /// The minimum and maximum number of cells to cover.
        board: RangeInclusive<u128>,
        /// The minimum and maximum number of cells that all pieces cover together.
        pieces: RangeInclusive<u128>,
    },
    /// A required piece has no placement.
    Unplaceable {
        /// The piece without a placement.
        piece: PieceId,
        /// The index of the restriction that, together with those before it, removes the last
        /// placement; `None` if the piece has none on the board.
        restriction: Option<usize>,
    },
    /// No placement covers any of these cells.
    Unreachable {
        /// The required cells that stay empty.
        cells: Vec<BoardCell>,
    },
    /// The givens leave no placement of a required piece.
    UnplaceableBesideGivens {
        /// The piece for which the givens leave no placement.
        piece: PieceId,
    },
    /// The givens leave no placement that covers any of these cells.
    UnreachableBesideGivens {
        /// The required cells that stay empty.
        cells: Vec<BoardCell>,
    },
    /// The pieces cannot make the sum that a colouring gives the board.
    Colouring(Argument),
}

impl Obstacle {
    /// Whether the obstacle concerns single pieces, single cells or the area. The cause is then
    /// most likely a mistake in the file.
    pub fn is_plain(&self) -> bool {
        !matches!(self, Self::Colouring(_))
    }

    /// The cells that no placement reaches, if that is the proof; otherwise empty.
    pub fn cells(&self) -> &[BoardCell] {
        match self {
            Self::Unreachable { cells } | Self::UnreachableBesideGivens { cells } => cells,
            _ => &[],
        }
    }
}

/// All obstacles found in a puzzle: those that [are plain](Obstacle::is_plain), or a colouring if
/// there are none.
///
/// Cost: linear in the entries of the matrix; for colourings one operation on a small set for each
/// piece and each cell.
pub fn obstacles(instance: &Instance) -> Vec<Obstacle> {
    let mut found = plain_obstacles(instance);
    if found.is_empty() {
        found.extend(classical(instance).map(Obstacle::Colouring));
    }
    found
}

/// The obstacles that concern single pieces, single cells or the area.
///
/// Cost: linear in the entries of the matrix.
pub fn plain_obstacles(instance: &Instance) -> Vec<Obstacle> {
    let mut found = Vec::new();
    found.extend(unplaceable(instance));
    found.extend(area(instance));
    found.extend(unreachable_cells(instance));
    found
}

fn unplaceable(instance: &Instance) -> impl Iterator<Item = Obstacle> {
    let puzzle = instance.puzzle();
    let tiles = puzzle.tiles();
    let mut used = vec![false; puzzle.pieces.len()];
    for meaning in instance.meanings() {
        used[tiles[meaning.piece.index()].index()] = true;
    }
    puzzle
        .pieces()
        .filter(move |(id, piece)| {
            tiles[id.index()] == *id && piece.copies_of_tile().min > 0 && !used[id.index()]
        })
        .map(|(piece, _)| Obstacle::Unplaceable {
            piece,
            restriction: last_straw(puzzle, piece),
        })
}

/// The index of the first restriction that, together with those before it, leaves a piece without a
/// placement. `None` if the piece has none even without restrictions.
fn last_straw(puzzle: &Puzzle, piece: PieceId) -> Option<usize> {
    let junctions = puzzle.junctions();
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
            restriction.concerns(piece) && !fits(&puzzle.restrictions[..=*index])
        })
        .map(|(index, _)| index)
}

/// The indices of the restrictions that remove no placement. The first `skipped` are not checked.
///
/// # Errors
///
/// [`PlacementsError`] if a piece has too many placements.
pub fn idle_restrictions(puzzle: &Puzzle, skipped: usize) -> Result<Vec<usize>, PlacementsError> {
    let junctions = puzzle.junctions();
    let mut found = Vec::new();
    for (index, restriction) in puzzle.restrictions.iter().enumerate().skip(skipped) {
        let mut idle = true;
        for (piece, _) in puzzle.pieces() {
            if idle && restriction.concerns(piece) {
                let alone = std::slice::from_ref(restriction);
                let count = |under: &[Restriction]| {
                    placements_under(puzzle, &junctions, piece, under).map(|found| found.len())
                };
                idle = count(alone)? == count(&[])?;
            }
        }
        if idle {
            found.push(index);
        }
    }
    Ok(found)
}

/// The minimum and maximum number of cells that the pieces cover together.
pub(crate) fn covered_area(instance: &Instance) -> (u128, u128) {
    let puzzle = instance.puzzle();
    let mut sizes: Vec<Option<(usize, usize)>> = vec![None; puzzle.pieces.len()];
    for meaning in instance.meanings() {
        let size = meaning.placement.cells.len();
        let known = &mut sizes[meaning.piece.index()];
        *known = Some(known.map_or((size, size), |(a, b)| (a.min(size), b.max(size))));
    }
    let tiles = puzzle.pieces().filter(|(_, piece)| piece.is_first_face());
    tiles
        .map(|(id, piece)| {
            // All faces of a tile have the same size.
            let own = piece.polyform.size();
            let (least, most) = sizes[id.index()].unwrap_or((own, own));
            let copies = piece.copies_of_tile();
            (
                least as u128 * u128::from(copies.min),
                most as u128 * u128::from(copies.max),
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
    Some(Obstacle::Area {
        board: required..=required + optional,
        pieces: least..=most,
    })
}

/// The pieces and cells for which the givens leave no placement. Empty if there are no givens.
///
/// Cost: linear in the entries of the matrix.
pub fn beside_givens(instance: &Instance) -> Vec<Obstacle> {
    let puzzle = instance.puzzle();
    if puzzle.givens.is_empty() {
        return Vec::new();
    }
    let rest = ResidualPuzzle::of(instance);
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
            found.push(Obstacle::UnplaceableBesideGivens { piece: left.piece });
        }
    }
    let cells = required_but(puzzle, &reached);
    if !cells.is_empty() {
        found.push(Obstacle::UnreachableBesideGivens { cells });
    }
    found
}

fn required_but(puzzle: &Puzzle, reached: &[bool]) -> Vec<BoardCell> {
    let board = &puzzle.board;
    board
        .indices()
        .filter(|cell| board.is_required(*cell) && !reached[cell.index()])
        .collect()
}

/// Obstacles for cells that no placement reaches. A separate obstacle lists those cells that a piece
/// could cover if not all of its copies were givens.
fn unreachable_cells(instance: &Instance) -> Vec<Obstacle> {
    let puzzle = instance.puzzle();
    let mut reached = vec![false; puzzle.board.cells().len()];
    for meaning in instance.meanings() {
        for cell in &meaning.placement.cells {
            reached[cell.index()] = true;
        }
    }
    let unreached = required_but(puzzle, &reached);
    if unreached.is_empty() {
        return Vec::new();
    }
    for cell in reached_by_given_pieces(puzzle) {
        reached[cell.index()] = true;
    }
    let (beside_givens, cells) =
        (unreached.into_iter()).partition::<Vec<_>, _>(|cell| reached[cell.index()]);
    let mut found = Vec::new();
    if !cells.is_empty() {
        found.push(Obstacle::Unreachable { cells });
    }
    if !beside_givens.is_empty() {
        found.push(Obstacle::UnreachableBesideGivens {
            cells: beside_givens,
        });
    }
    found
}

/// The cells that could be covered by pieces all of whose copies are givens, if such a piece had a further copy.
fn reached_by_given_pieces(puzzle: &Puzzle) -> Vec<BoardCell> {
    let junctions = puzzle.junctions();
    let (tiles, givens) = (puzzle.tiles(), puzzle.givens_of_tiles());
    let mut cells = Vec::new();
    for (id, _) in puzzle.pieces() {
        let tile = tiles[id.index()];
        let most = puzzle.piece(tile).copies_of_tile().max;
        if givens[tile.index()] < most {
            continue;
        }
        // If a piece has too many placements to store, none of them is considered.
        let placements = placements_under(puzzle, &junctions, id, &puzzle.restrictions);
        let placements = placements.unwrap_or_default();
        cells.extend(
            placements
                .iter()
                .flat_map(|placement| placement.cells.iter().copied()),
        );
    }
    cells
}
