//! The order in which a sweep covers the cells of a board.
//!
//! The cost of a sweep grows with the number of cells that are open at the same time. A sweep
//! therefore goes along the longest side, with the shorter sides innermost. Boards need not be
//! boxes, so several orders are tried: the axes of the drawing in every order, oblique directions,
//! and a greedy order, which winds through arms and around holes. They are compared by their
//! predicted cost ([`sweep_weight`]).
//!
//! Measured on 44 published boards with all orders (November 2026), relative to the work of the
//! best order: the chosen order took 1.4 times as much (at most 16 times), and the order with the
//! fewest cells open at once 2.1 times as much (at most 26 times). A sweep that was stopped after
//! 400 million units of work was entered as three times that work.

use std::collections::BTreeSet;

use itertools::Itertools;
use tilewright_dlx::frontier::{greedy_order, sweep_weight};
use tilewright_dlx::{ItemId, Solver, StopFlag, Stopped};
use tilewright_geometry::BoardCell;
use tilewright_geometry::compact::set_of;

use crate::cover::Instance;
use crate::puzzle::Puzzle;

/// A penalty for orders that are not along an axis, added to the logarithm of their predicted cost.
/// On boxes such as 9 × 10 they have two or three times as many states as predicted. On boards with
/// arms and holes they have far fewer states than orders along an axis.
const ASKEW: f64 = 2.0;

/// Positions are stored as integers: coordinates in corner units times this factor, rounded.
const SCALE: f64 = 1000.0;

/// The cells in the order of the sweep with the lowest predicted cost.
///
/// Cost: for each of a dozen directions, a sort of the cells and a pass over the entries of the
/// matrix. The greedy order takes about 10 ms and is skipped if it would take longer.
///
/// # Errors
///
/// [`Stopped`] if `stop` is set.
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
    let cells: BTreeSet<ItemId> = set_of(order.iter().copied());
    greedy.retain(|item| cells.contains(item));
    let is_better = weight(&greedy) + ASKEW < least;
    Ok(if is_better { greedy } else { order })
}

/// The cells in the order of a sweep in the direction with the lowest cost, as predicted from pairs of
/// neighbouring cells. [`order`] predicts it from the cells of placements instead. Neighbours predict less
/// precisely, but the time does not grow with the number of placements.
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

/// The smallest weight of a direction, and the order of the cells for this direction. `weight` gives the logarithm
/// of the predicted cost of an order.
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
                SweepDirection::Upright => 0.0,
                SweepDirection::Slanted => ASKEW,
            };
        if best.as_ref().is_none_or(|(least, _)| weight < *least) {
            best = Some((weight, order));
        }
    }
    Ok(best.expect("invariant: a lattice has directions to sweep in"))
}

/// For each direction of a sweep that is tried, the cells in the order of that sweep.
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

#[derive(Clone, Copy)]
enum SweepDirection {
    /// The sweep moves along an axis of the drawing.
    Upright,
    /// The sweep moves in a direction oblique to the axes.
    Slanted,
}

/// The middle of a cell as drawn: its coordinates in corner units, times [`SCALE`], rounded.
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

/// The directions that are tried, each with the outermost axis first: the axes in every order, and
/// in the plane also oblique directions, for boards with oblique sides.
fn directions(puzzle: &Puzzle) -> Vec<(SweepDirection, [[i64; 3]; 3])> {
    const AXES: [[i64; 3]; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let mut directions = Vec::new();
    for order in AXES.into_iter().permutations(3) {
        if let [a, b, c] = order[..] {
            directions.push((SweepDirection::Upright, [a, b, c]));
        }
    }
    if puzzle.lattice.dimensions() == 2 {
        // Unit vectors at multiples of 15 degrees, in thousandths.
        const TURNS: [[i64; 2]; 5] = [[966, 259], [866, 500], [707, 707], [500, 866], [259, 966]];
        for [x, y] in TURNS {
            for [x, y] in [[x, y], [x, -y]] {
                let axes = [[x, y, 0], [-y, x, 0], AXES[2]];
                directions.push((SweepDirection::Slanted, axes));
            }
        }
    }
    directions
}

impl Instance {
    /// A solver for questions about all solutions. It sweeps in the order that suits the board
    /// ([`order`]).
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
    /// let count = instance.solver().count()?.known().expect("the stop flag is not set");
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
        // This stop flag is never set.
        match order(self, &StopFlag::new()) {
            Ok(order) => solver
                .order(&order)
                .expect("invariant: an order of the problem's own items"),
            Err(_) => solver,
        }
    }
}
