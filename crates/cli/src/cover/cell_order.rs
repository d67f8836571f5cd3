//! The order in which the cells of a board are swept.
//!
//! What a sweep costs grows with the number of cells that stand open at once,
//! so it goes along the longest side, with the shorter ones innermost. Boards
//! need not be boxes, so several directions are tried: the axes of the drawing
//! in every order, and the steps of the lattice.

use itertools::Itertools;
use tilewright_dlx::{ItemId, Problem, StopFlag, Stopped};
use tilewright_geometry::BoardCell;

use crate::cover::Instance;
use crate::puzzle::Puzzle;

/// Positions are compared in thousandths of a step between corners.
const SCALE: f64 = 1000.0;

/// The cells in the order of the sweep that keeps the fewest of them open; but
/// askew only if that keeps a fifth fewer open than along the axes (November
/// 2026: with one cell fewer open, slanting sweeps have twice the states on
/// 6 × 10, and nearly three times on 9 × 10).
///
/// Cost: for each of a dozen directions, a sort of the cells and a pass over
/// the entries of the matrix.
///
/// # Errors
///
/// [`Stopped`].
pub fn order(instance: &Instance, stop: &StopFlag) -> Result<Vec<ItemId>, Stopped> {
    let problem = instance.problem();
    best_order(instance, stop, |order| {
        let options = problem.options().map(|option| problem.option_items(option));
        most_open(problem, order, options)
    })
}

/// The cells in the order of the sweep that keeps the fewest neighbours of
/// covered cells open, as [`order`] does for what placements cover; the pairs
/// are those of neighbours. That is a rougher measure, but it takes no longer
/// if there are millions of placements.
pub(crate) fn order_by_neighbours(
    instance: &Instance,
    pairs: &[(ItemId, ItemId)],
    stop: &StopFlag,
) -> Result<Vec<ItemId>, Stopped> {
    let pairs: Vec<[ItemId; 2]> = pairs.iter().map(|&(one, other)| [one, other]).collect();
    best_order(instance, stop, |order| {
        most_open(
            instance.problem(),
            order,
            pairs.iter().map(|pair| &pair[..]),
        )
    })
}

/// The cells in the order of the sweep that keeps the fewest of them open.
#[expect(clippy::expect_used, reason = "an invariant of lattices")]
fn best_order(
    instance: &Instance,
    stop: &StopFlag,
    most_open: impl Fn(&[ItemId]) -> usize,
) -> Result<Vec<ItemId>, Stopped> {
    let puzzle = instance.puzzle();
    let cells: Vec<(ItemId, [i64; 3])> = puzzle
        .board
        .indices()
        .map(|cell| (instance.cells()[cell.index()], position(puzzle, cell)))
        .collect();
    let mut best: Option<(usize, Vec<ItemId>)> = None;
    for (direction, axes) in directions(puzzle) {
        stop.check()?;
        let key = |at: &[i64; 3]| axes.map(|axis| dot(axis, *at));
        let order: Vec<ItemId> = cells
            .iter()
            .sorted_by_cached_key(|(_, at)| key(at))
            .map(|(item, _)| *item)
            .collect();
        let weight = match direction {
            Direction::Upright => 4,
            Direction::Slanted => 5,
        };
        stop.check()?;
        let open = most_open(&order) * weight;
        if best.as_ref().is_none_or(|(least, _)| open < *least) {
            best = Some((open, order));
        }
    }
    let (_, order) = best.expect("invariant: a lattice has directions to sweep in");
    Ok(order)
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

/// How many cells stand open at once at most, when they are covered in this
/// order: those after the one to be covered that stand in a set with an
/// earlier cell.
fn most_open<'s>(
    problem: &Problem,
    order: &[ItemId],
    sets: impl Iterator<Item = &'s [ItemId]>,
) -> usize {
    let mut place = vec![usize::MAX; problem.item_count()];
    for (at, item) in order.iter().enumerate() {
        place[item.index()] = at;
    }
    // From which step on each cell is open.
    let mut from: Vec<usize> = (0..order.len()).collect();
    for set in sets {
        let places = set
            .iter()
            .map(|item| place[item.index()])
            .filter(|at| *at < order.len());
        let Some(first) = places.clone().min() else {
            continue;
        };
        for at in places {
            from[at] = from[at].min(first);
        }
    }
    let mut changes = vec![0_isize; order.len() + 1];
    for (at, &first) in from.iter().enumerate() {
        changes[first] += 1;
        changes[at] -= 1;
    }
    let open = changes.iter().scan(0_isize, |open, change| {
        *open += change;
        Some(open.unsigned_abs())
    });
    open.max().unwrap_or(0)
}
