//! The order in which the cells of a board are swept.
//!
//! What a sweep costs grows with the number of cells that stand open at once,
//! so it goes along the longest side, with the shorter ones innermost. Boards
//! need not be boxes, so several orders are tried: the axes of the drawing
//! in every order, the steps of the lattice, and a greedy order, which winds
//! its way through arms and around holes. They are compared by what they are
//! likely to take ([`sweep_weight`]).
//!
//! On 44 published boards, of which all orders were tried (November 2026), the
//! one that is chosen took 1.4 times the work of the best one, and that with
//! the fewest cells open at once 2.1 times; up to 16 times, and 26. A sweep that
//! was given up after 400 million units of work counts three times as much.

use std::collections::BTreeSet;

use itertools::Itertools;
use tilewright_dlx::frontier::{greedy_order, sweep_weight};
use tilewright_dlx::{ItemId, Solver, StopFlag, Stopped};
use tilewright_geometry::BoardCell;

use crate::cover::Instance;
use crate::puzzle::Puzzle;

/// What is added to the weight of an order that does not go along an axis: it has
/// more states than its weight says, two or three times as many on boxes such as
/// 9 × 10, though far fewer on boards with arms and holes.
const ASKEW: f64 = 2.0;

/// Positions are compared in thousandths of a step between corners.
const SCALE: f64 = 1000.0;

/// The cells in the order of the sweep that is likely to take the least.
///
/// Cost: for each of a dozen directions, a sort of the cells and a pass over
/// the entries of the matrix; and some 10 ms for the greedy order, which is
/// left out where it would take longer.
///
/// # Errors
///
/// [`Stopped`].
pub fn order(instance: &Instance, stop: &StopFlag) -> Result<Vec<ItemId>, Stopped> {
    let problem = instance.problem();
    let weight = |order: &[ItemId]| {
        let options = problem.options().map(|option| problem.option_items(option));
        sweep_weight(problem.item_count(), order, options)
    };
    let (least, order) = best_direction(instance, stop, &weight)?;
    let Some(mut greedy) = greedy_order(problem, stop)? else {
        return Ok(order);
    };
    let cells: BTreeSet<ItemId> = order.iter().copied().collect();
    greedy.retain(|item| cells.contains(item));
    let is_better = weight(&greedy) + ASKEW < least;
    Ok(if is_better { greedy } else { order })
}

/// The cells in the direction of the sweep that is likely to take the least, as
/// [`order`] finds it by what placements cover; the pairs are those of neighbours.
/// That is a rougher measure, but it takes no longer if there are millions of
/// placements.
pub(crate) fn order_by_neighbours(
    instance: &Instance,
    pairs: &[(ItemId, ItemId)],
    stop: &StopFlag,
) -> Result<Vec<ItemId>, Stopped> {
    let pairs: Vec<[ItemId; 2]> = pairs.iter().map(|&(one, other)| [one, other]).collect();
    let weight = |order: &[ItemId]| {
        let pairs = pairs.iter().map(|pair| &pair[..]);
        sweep_weight(instance.problem().item_count(), order, pairs)
    };
    Ok(best_direction(instance, stop, &weight)?.1)
}

/// The direction of the least weight, with that weight.
#[expect(clippy::expect_used, reason = "an invariant of lattices")]
fn best_direction(
    instance: &Instance,
    stop: &StopFlag,
    weight: &dyn Fn(&[ItemId]) -> f64,
) -> Result<(f64, Vec<ItemId>), Stopped> {
    let puzzle = instance.puzzle();
    let cells: Vec<(ItemId, [i64; 3])> = puzzle
        .board
        .indices()
        .map(|cell| (instance.cells()[cell.index()], position(puzzle, cell)))
        .collect();
    let mut best: Option<(f64, Vec<ItemId>)> = None;
    for (direction, axes) in directions(puzzle) {
        stop.check()?;
        let key = |at: &[i64; 3]| axes.map(|axis| dot(axis, *at));
        let order: Vec<ItemId> = cells
            .iter()
            .sorted_by_cached_key(|(_, at)| key(at))
            .map(|(item, _)| *item)
            .collect();
        stop.check()?;
        let weight = weight(&order)
            + match direction {
                Direction::Upright => 0.0,
                Direction::Slanted => ASKEW,
            };
        if best.as_ref().is_none_or(|(least, _)| weight < *least) {
            best = Some((weight, order));
        }
    }
    Ok(best.expect("invariant: a lattice has directions to sweep in"))
}

/// The cells in every order that is tried.
pub(crate) fn sorted_cells(puzzle: &Puzzle) -> impl Iterator<Item = Vec<BoardCell>> {
    let cells: Vec<(BoardCell, [i64; 3])> = puzzle
        .board
        .indices()
        .map(|cell| (cell, position(puzzle, cell)))
        .collect();
    directions(puzzle).into_iter().map(move |(_, axes)| {
        let key = |at: &[i64; 3]| axes.map(|axis| dot(axis, *at));
        let sorted = cells.iter().sorted_by_cached_key(|(_, at)| key(at));
        sorted.map(|(cell, _)| *cell).collect()
    })
}

/// How a sweep goes over the board.
#[derive(Clone, Copy)]
enum Direction {
    /// Along an axis of the drawing.
    Upright,
    /// Askew.
    Slanted,
}

/// The middle of a cell as drawn.
#[expect(clippy::cast_possible_truncation, reason = "boards are small")]
fn position(puzzle: &Puzzle, cell: BoardCell) -> [i64; 3] {
    let lattice = puzzle.lattice;
    let steps = f64::from(lattice.drawing().unit);
    let middle = lattice.centre(puzzle.board.cell(cell));
    middle.map(|part| (part * steps * SCALE).round() as i64)
}

fn dot(axis: [i64; 3], at: [i64; 3]) -> i64 {
    (0..3).map(|i| axis[i] * at[i]).sum()
}

/// The directions tried, the outermost first: the axes in every order, and in
/// the plane the diagonals, which suit boards that lie askew.
fn directions(puzzle: &Puzzle) -> Vec<(Direction, [[i64; 3]; 3])> {
    const AXES: [[i64; 3]; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let mut directions = Vec::new();
    for order in AXES.into_iter().permutations(3) {
        if let [a, b, c] = order[..] {
            directions.push((Direction::Upright, [a, b, c]));
        }
    }
    if puzzle.lattice.dimensions() == 2 {
        // Unit vectors at multiples of 15 degrees, in thousandths.
        const TURNS: [[i64; 2]; 5] = [[966, 259], [866, 500], [707, 707], [500, 866], [259, 966]];
        for [x, y] in TURNS {
            for [x, y] in [[x, y], [x, -y]] {
                let axes = [[x, y, 0], [-y, x, 0], AXES[2]];
                directions.push((Direction::Slanted, axes));
            }
        }
    }
    directions
}

impl Instance {
    /// Questions about all solutions: a solver that sweeps in the order that suits the board.
    ///
    /// Cost: a dozen sorts of the cells, and as many passes over the problem.
    ///
    /// # Examples
    ///
    /// ```
    /// use tilewright::cover::Instance;
    /// use tilewright::puzzle::{Piece, Puzzle};
    /// use tilewright_geometry::{Board, Lattice, rectangle};
    ///
    /// // The twelve pentominoes in a rectangle of 3 × 20.
    /// let square = Lattice::Square;
    /// let puzzle = Puzzle::builder(square)
    ///     .board(Board::new(square, rectangle(square, 20, 3)?, [])?)
    ///     .pieces(Piece::all_of_size(square, 5)?)
    ///     .build()?;
    /// let instance = Instance::new(puzzle)?;
    /// let count = instance.solver().count()?.known().expect("nobody stops it");
    /// assert_eq!(count.solutions, 8_u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[expect(
        clippy::expect_used,
        clippy::missing_panics_doc,
        reason = "an invariant of orders"
    )]
    pub fn solver(&self) -> Solver<'_> {
        let solver = Solver::new(self.problem());
        // Nobody sets the flag.
        match order(self, &StopFlag::new()) {
            Ok(order) => solver
                .order(&order)
                .expect("invariant: an order of the problem's own items"),
            Err(_) => solver,
        }
    }
}
