//! From a puzzle to its exact cover problem, and back from options to
//! placements.
//!
//! Items, in this order (ties of the search go to the left, so the order is
//! part of the meaning):
//!
//! 1. every required cell, in reading order, primary;
//! 2. every piece, in the file's order, primary: covered as often as it has
//!    copies, once for most;
//! 3. every optional cell, secondary;
//! 4. every junction, secondary.
//!
//! One option per placement. Source: Knuth, "Dancing Links" (2000), the
//! sections on pentominoes and on tetrasticks (junctions).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use itertools::Itertools;
use rayon::prelude::*;
use thiserror::Error;
use tilewright_dlx::{ItemId, OptionId, Problem, ProblemError};
use tilewright_geometry::{
    BoardCell, Junctions, Placement, ProjectionError, placements, projected_placements,
};

use crate::puzzle::{Copies, PieceId, Puzzle, Restriction, Rule, Tray};

/// The most cells that the placements of a puzzle may have together.
///
/// Each becomes a link of twelve bytes and stands in the placement too; at the
/// limit a puzzle takes about a gigabyte.
pub const MAX_ENTRIES: usize = 30_000_000;

/// Why a puzzle has no exact cover problem.
#[derive(Debug, Error)]
pub enum MatrixError {
    /// The placements have more than [`MAX_ENTRIES`] cells together.
    #[error(
        "the pieces have too many placements on this board: \
         together they cover more than {MAX_ENTRIES} cells, the limit"
    )]
    TooManyPlacements,
    /// The board is no tray with depth.
    #[error(transparent)]
    Projection(#[from] ProjectionError),
    /// The problem refused an item or an option.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// What an option stands for.
#[derive(Debug, Clone)]
pub struct Meaning {
    /// The piece.
    pub piece: PieceId,
    /// Where it lies.
    pub placement: Placement,
}

/// A puzzle's exact cover problem and the meaning of its options.
#[derive(Debug, Clone)]
pub struct Matrix {
    /// The problem.
    pub problem: Problem,
    /// What each option stands for, by option.
    pub meanings: Vec<Meaning>,
    /// The options of the puzzle's givens, in the file's order.
    pub givens: Vec<OptionId>,
    /// The piece that needs no item, because the number of its copies follows
    /// from the area of the board.
    pub implied: Option<PieceId>,
    /// The board's junctions.
    pub junctions: Junctions,
}

/// What is left of [`MAX_ENTRIES`], shared by all pieces.
struct Budget(AtomicUsize);

impl Budget {
    fn new() -> Self {
        Self(AtomicUsize::new(MAX_ENTRIES))
    }

    fn take(&self, entries: usize) -> Result<(), MatrixError> {
        let take = |left: usize| left.checked_sub(entries);
        match self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
        {
            Ok(_) => Ok(()),
            Err(_) => Err(MatrixError::TooManyPlacements),
        }
    }
}

/// Every placement of one piece on the puzzle's board that its restrictions
/// allow.
///
/// # Errors
///
/// [`MatrixError`] if they have more than [`MAX_ENTRIES`] cells together.
pub fn piece_placements(
    puzzle: &Puzzle,
    junctions: &Junctions,
    piece: PieceId,
) -> Result<Vec<Placement>, MatrixError> {
    placements_under(puzzle, junctions, piece, &puzzle.restrictions)
}

/// Every placement of one piece on the puzzle's board that these restrictions
/// allow, the puzzle's own not asked.
///
/// # Errors
///
/// [`MatrixError`] if they have more than [`MAX_ENTRIES`] cells together.
pub fn placements_under(
    puzzle: &Puzzle,
    junctions: &Junctions,
    piece: PieceId,
    restrictions: &[Restriction],
) -> Result<Vec<Placement>, MatrixError> {
    placements_within(puzzle, junctions, piece, restrictions, &Budget::new())
}

fn placements_within(
    puzzle: &Puzzle,
    junctions: &Junctions,
    id: PieceId,
    restrictions: &[Restriction],
    budget: &Budget,
) -> Result<Vec<Placement>, MatrixError> {
    let piece = puzzle.piece(id);
    let rules: Vec<&Rule> = restrictions
        .iter()
        .map(|restriction| &restriction.rule)
        .filter(|rule| rule.concerns(id))
        .collect();
    let mut orientations = piece.polyform.orientations(piece.sides);
    orientations.retain(|shape| rules.iter().all(|rule| rule.allows_orientation(shape)));
    let found = match puzzle.tray {
        Tray::Flat => placements(&puzzle.board, junctions, &orientations),
        Tray::Projected { layers } => projected_placements(&puzzle.board, &orientations, layers)?,
    };
    found
        .filter(|placement| rules.iter().all(|rule| rule.allows_cells(&placement.cells)))
        .map(|placement| {
            budget.take(placement.cells.len() + 1)?;
            Ok(placement)
        })
        .collect()
}

/// The part of a piece's copies that an item stands for.
#[derive(Debug, Clone, Copy)]
struct Demand {
    piece: PieceId,
    /// The given that the item stands for, or none for the copies left.
    given: Option<usize>,
    copies: Copies,
}

impl Matrix {
    /// Builds the exact cover problem of `puzzle`.
    ///
    /// A given becomes an item with one option, so that every search takes
    /// it. Placements are found piece by piece, in parallel, and joined in
    /// the order of the pieces.
    ///
    /// Cost: time and memory linear in the number of entries (placements
    /// times cells of each).
    ///
    /// # Errors
    ///
    /// [`MatrixError`] if the placements exceed [`MAX_ENTRIES`].
    pub fn build(puzzle: &Puzzle) -> Result<Self, MatrixError> {
        let junctions = Junctions::of(&puzzle.board);
        let budget = Budget::new();
        let placements: Vec<Vec<Placement>> = (0..puzzle.pieces.len())
            .into_par_iter()
            .map(|index| {
                let piece = piece_id(index);
                placements_within(puzzle, &junctions, piece, &puzzle.restrictions, &budget)
            })
            .collect::<Result<_, _>>()?;

        let demands = demands(puzzle);
        let implied = implied_demand(puzzle, &demands, &placements);
        let mut items = Items::new(puzzle, &junctions, &demands, implied)?;
        let mut meanings = Vec::new();
        let mut givens = vec![None; puzzle.givens.len()];
        for (index, demand) in demands.iter().enumerate() {
            for placement in &placements[demand.piece.index()] {
                if let Some(given) = demand.given
                    && placement.cells.as_ref() != puzzle.givens[given].cells.as_slice()
                {
                    continue;
                }
                let option = items.add_option(index, placement)?;
                meanings.push(Meaning {
                    piece: demand.piece,
                    placement: placement.clone(),
                });
                if let Some(given) = demand.given {
                    givens[given] = Some(option);
                }
            }
        }
        Ok(Self {
            problem: items.problem,
            meanings,
            givens: givens.into_iter().flatten().collect(),
            implied: implied.map(|index| demands[index].piece),
            junctions,
        })
    }

    /// What an option stands for.
    pub fn meaning(&self, option: OptionId) -> &Meaning {
        &self.meanings[option.index()]
    }
}

fn piece_id(index: usize) -> PieceId {
    PieceId(u32::try_from(index).unwrap_or(u32::MAX))
}

/// What is asked of each piece: each given once, then the copies left.
fn demands(puzzle: &Puzzle) -> Vec<Demand> {
    let mut demands = Vec::new();
    for (piece, what) in puzzle.pieces() {
        let givens = puzzle.givens.iter().positions(|given| given.piece == piece);
        let mut left = what.copies;
        for given in givens {
            demands.push(Demand {
                piece,
                given: Some(given),
                copies: Copies::ONE,
            });
            left = Copies {
                min: left.min.saturating_sub(1),
                max: left.max.saturating_sub(1),
            };
        }
        if left.max > 0 {
            demands.push(Demand {
                piece,
                given: None,
                copies: left,
            });
        }
    }
    demands
}

/// The demand, if any, that the area of the board fulfils by itself.
///
/// With n copies of a piece of s cells, the other pieces between their bounds
/// and no cell optional, n·s is what the others leave of the board; if that
/// keeps n between the bounds, the search need not count copies. Only one
/// demand can be left to the area: two could trade copies; and none that has
/// a twin of equal size and copies, which a symmetry of the puzzle may send it
/// to. An ordinary piece keeps its item, which guides the search.
fn implied_demand(
    puzzle: &Puzzle,
    demands: &[Demand],
    placements: &[Vec<Placement>],
) -> Option<usize> {
    if puzzle.board.optional_count() > 0 {
        return None;
    }
    let area = puzzle.board.required_count() as u64;
    let size = |demand: &Demand| {
        placements[demand.piece.index()]
            .iter()
            .map(|placement| placement.cells.len() as u64)
            .minmax()
            .into_option()
    };
    let others = |skipped: usize| -> Option<(u64, u64)> {
        let (mut least, mut most) = (0_u64, 0_u64);
        for (index, demand) in demands.iter().enumerate() {
            if index == skipped {
                continue;
            }
            let (low, high) = size(demand)?;
            least = least.checked_add(low.checked_mul(demand.copies.min.into())?)?;
            most = most.checked_add(high.checked_mul(demand.copies.max.into())?)?;
        }
        Some((least, most))
    };
    demands
        .iter()
        .enumerate()
        .filter(|(_, demand)| demand.given.is_none() && demand.copies != Copies::ONE)
        .filter(|(index, demand)| {
            !demands.iter().enumerate().any(|(other, twin)| {
                other != *index && twin.copies == demand.copies && size(twin) == size(demand)
            })
        })
        .sorted_by_key(|(_, demand)| std::cmp::Reverse(demand.copies.max))
        .find(|(index, demand)| {
            let (Some((low, high)), Some((least, most))) = (size(demand), others(*index)) else {
                return false;
            };
            low == high
                && area.saturating_sub(least) / low <= demand.copies.max.into()
                && area.saturating_sub(most).div_ceil(low) >= demand.copies.min.into()
        })
        .map(|(index, _)| index)
}

/// The problem while it is built, with the items by what they stand for.
struct Items {
    problem: Problem,
    cells: Vec<ItemId>,
    demands: Vec<Option<ItemId>>,
    junctions: Vec<ItemId>,
}

impl Items {
    fn new(
        puzzle: &Puzzle,
        junctions: &Junctions,
        demands: &[Demand],
        implied: Option<usize>,
    ) -> Result<Self, ProblemError> {
        let mut problem = Problem::new();
        let board = &puzzle.board;
        let mut cells = BTreeMap::new();
        let required = |cell: &BoardCell| board.is_required(*cell);
        let name = |cell: BoardCell| puzzle.lattice.coordinates(board.cell(cell)).to_string();
        for cell in board.indices().filter(required) {
            cells.insert(cell, problem.add_primary(name(cell))?);
        }
        let mut demand_items = Vec::with_capacity(demands.len());
        for (index, demand) in demands.iter().enumerate() {
            if Some(index) == implied {
                demand_items.push(None);
                continue;
            }
            let piece = puzzle.piece(demand.piece);
            let name = match demand.given {
                Some(given) if piece.copies.max > 1 => format!("{}@{}", piece.name, given + 1),
                _ => piece.name.clone(),
            };
            let Copies { min, max } = demand.copies;
            demand_items.push(Some(problem.add_bounded(name, min..=max)?));
        }
        for cell in board.indices().filter(|cell| !required(cell)) {
            cells.insert(cell, problem.add_secondary(name(cell))?);
        }
        let junctions = junctions
            .ids()
            .filter_map(|id| junctions.vertex(id))
            .map(|vertex| {
                let at = puzzle.lattice.vertex_coordinates(vertex);
                problem.add_secondary(format!("+{at}"))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self {
            problem,
            cells: cells.into_values().collect(),
            demands: demand_items,
            junctions,
        })
    }

    fn add_option(
        &mut self,
        demand: usize,
        placement: &Placement,
    ) -> Result<OptionId, ProblemError> {
        let cells = placement.cells.iter().map(|cell| self.cells[cell.index()]);
        let junctions = placement
            .junctions
            .iter()
            .map(|j| self.junctions[j.index()]);
        let items: Vec<ItemId> = self.demands[demand]
            .into_iter()
            .chain(cells)
            .chain(junctions)
            .collect();
        self.problem.add_option(&items)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use tilewright_dlx::Links;

    use super::*;
    use crate::puzzle::{Source, load};

    fn matrix(text: &str) -> Matrix {
        let puzzle = load(&Source::new("test", text)).unwrap();
        Matrix::build(&puzzle).unwrap()
    }

    fn solutions(text: &str) -> u64 {
        let matrix = matrix(text);
        let links = Links::new(&matrix.problem).given(&matrix.givens).unwrap();
        links
            .run(&mut |_: &[OptionId]| ControlFlow::Continue(()))
            .solutions
    }

    fn dominoes_and_monominoes(side: u32, dominoes: &str, monominoes: &str, more: &str) -> u64 {
        solutions(&format!(
            r#"(lattice: Square, board: Rect({side}, {side}), pieces: [
                Piece(name: "D", cells: Rect(2, 1), copies: {dominoes}),
                Piece(name: "M", cells: Rect(1, 1), copies: {monominoes}),
            ] {more})"#
        ))
    }

    /// Matchings of the n × n grid (OEIS A028420): every set of disjoint
    /// dominoes, the rest of the cells filled one by one.
    #[test]
    fn none_to_many_copies_give_each_solution_once() {
        for (side, matchings) in [(1, 1), (2, 7), (3, 131), (4, 10_012)] {
            assert_eq!(
                dominoes_and_monominoes(side, "(0, 8)", "(0, 16)", ""),
                matchings
            );
        }
    }

    /// Of the 66 pairs of the 12 edges of a 3 × 3 grid, 22 share a vertex:
    /// one at each corner, three at each side, six in the middle.
    #[test]
    fn an_exact_number_of_copies() {
        assert_eq!(dominoes_and_monominoes(3, "2", "5", ""), 44);
        assert_eq!(dominoes_and_monominoes(3, "(2, 2)", "(0, 9)", ""), 44);
        assert_eq!(dominoes_and_monominoes(3, "2", "4", ""), 0);
    }

    /// With one domino in a corner, 8 of the 12 edges are left for the other.
    #[test]
    fn a_given_uses_up_one_copy() {
        let given = r#", givens: [(piece: "D", cells: Rect(2, 1))]"#;
        assert_eq!(dominoes_and_monominoes(3, "2", "5", given), 8);
        assert_eq!(dominoes_and_monominoes(3, "1", "7", given), 1);
    }

    /// Domino tilings of the 2n × 2n board (OEIS A004003).
    #[test]
    fn copies_that_the_area_forces_need_no_item() {
        for (side, tilings) in [(2, 2), (4, 36), (6, 6728)] {
            let text = format!(
                r#"(lattice: Square, board: Rect({side}, {side}), pieces: [
                    Piece(name: "D", cells: Rect(2, 1), copies: {}),
                ])"#,
                side * side / 2
            );
            let matrix = matrix(&text);
            assert_eq!(matrix.problem.primary_count(), side * side);
            assert!(matrix.implied.is_some());
            assert_eq!(solutions(&text), tilings);
        }
    }

    #[test]
    fn sets_with_names_in_common_take_a_prefix() {
        let text = "(lattice: Square, board: Rect(5, 8), pieces: [
            Set(of: Polyominoes(4), prefix: \"4\"), Set(of: Polyominoes(5), only: [\"I\", \"L\"])])";
        let puzzle = load(&Source::new("test", text)).unwrap();
        let names: Vec<&str> = puzzle.pieces.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["4I", "4L", "4O", "4S", "4T", "I", "L"]);
    }

    #[test]
    fn two_pieces_that_could_trade_copies_keep_an_item() {
        let matrix = matrix(
            r#"(lattice: Square, board: Rect(4, 4), pieces: [
                Piece(name: "D", cells: Rect(2, 1), copies: (0, 8)),
                Piece(name: "Q", cells: Rect(2, 2), copies: (0, 4)),
            ])"#,
        );
        // D follows from Q: an item for Q, none for D.
        assert_eq!(matrix.problem.primary_count(), 17);
    }

    #[test]
    fn optional_cells_and_junctions_are_secondary() {
        let matrix = matrix(
            r"(lattice: Stick, board: Union([Rect(2, 2), Optional(Shift((2, 0), Rect(1, 2)))]),
                pieces: [Set(of: Polysticks(1), copies: (0, 20))])",
        );
        // 12 required sticks and the piece; 5 optional sticks and the two
        // inner vertices of 3 × 2 squares.
        assert_eq!(matrix.problem.primary_count(), 13);
        assert_eq!(matrix.problem.secondary_count(), 7);
    }
}
