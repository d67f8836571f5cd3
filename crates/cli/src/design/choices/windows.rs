//! The smallest window of a board that the pieces of a choice cannot fill, although their sizes
//! would allow it.
//!
//! A *window* is the part of a board inside a box of coordinates, if it is connected. A player who
//! fills the board tidily from a corner gets stuck when such a window remains.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow::Break;

use tilewright_dlx::{Answer, Budget, ItemId, Problem, ProblemError, Solver, StopFlag};
use tilewright_geometry::{Board, BoardCell, Cell, Polyform, Sides};

use crate::cover::{Instance, InstanceError, ItemMeaning};
use crate::puzzle::{PieceId, PieceSet, Puzzle, Tray};
use crate::solve::SolveError;

/// The maximum number of boxes of coordinates in which windows are looked for. On boards with more,
/// the smallest window that cannot be filled is not searched for.
const MOST_BOXES: usize = 50_000;

/// The maximum number of nodes of all searches together. They take one or two seconds.
const NODES: u64 = 1 << 22;

/// The windows of a board, grouped by the number of their cells.
type Windows = BTreeMap<usize, Vec<Vec<BoardCell>>>;

/// The number of cells of the smallest window that a puzzle's pieces cannot fill although the sizes
/// of some of them add up to it. The pieces may be used up to their copies or left out. `None` if
/// all such windows can be filled, if the limits of work are reached, and in a tray with depth,
/// where the area of a piece depends on its orientation.
///
/// Cost: at most 50,000 boxes and four million nodes, a second or two.
pub(super) fn smallest_unsolvable(
    instance: &Instance,
    stop: &StopFlag,
) -> Result<Option<usize>, SolveError> {
    let puzzle = instance.puzzle();
    if puzzle.tray != Tray::Flat {
        return Ok(None);
    }
    let left = copies_left(puzzle);
    let sums = sums(puzzle, &left);
    let mut nodes = NODES;
    for window in windows(puzzle, stop)?.into_values().flatten() {
        stop.check()?;
        let required = window.iter();
        let required = required.filter(|cell| puzzle.board.is_required(**cell));
        if !sums[required.count()..=window.len()].contains(&true) {
            continue;
        }
        let problem = pose(instance, &left, &window).map_err(InstanceError::from)?;
        let mut is_filled = false;
        let solver = Solver::new(&problem).stop(stop);
        let answer = solver.budget(Budget::nodes(nodes)).for_each(&mut |_| {
            is_filled = true;
            Break(())
        })?;
        match answer {
            Answer::Known(report) if is_filled => {
                nodes = nodes.saturating_sub(report.profile.nodes());
            }
            Answer::Known(_) => return Ok(Some(window.len())),
            Answer::OutOfBudget(_) => return Ok(None),
            Answer::Stopped(_) => return Err(SolveError::Interrupted),
        }
    }
    Ok(None)
}

/// The number of copies of each piece, without givens. The number of copies of a tile is stored at
/// its first face.
fn copies_left(puzzle: &Puzzle) -> Vec<u32> {
    let mut left = vec![0; puzzle.pieces.len()];
    let givens = puzzle.givens_of_tiles();
    for (id, piece) in puzzle.first_faces() {
        left[id.index()] = piece.copies_of_tile().max - givens[id.index()];
    }
    left
}

/// For each number of cells, whether the sizes of some pieces add up to it.
fn sums(puzzle: &Puzzle, left: &[u32]) -> Vec<bool> {
    let cells = puzzle.board.cells().len();
    let mut sums = vec![false; cells + 1];
    sums[0] = true;
    for (piece, &copies) in puzzle.pieces.iter().zip(left) {
        let size = piece.polyform.size();
        for _ in 0..copies.min(u32::try_from(cells).unwrap_or(u32::MAX)) {
            for sum in (size..=cells).rev() {
                sums[sum] |= sums[sum - size];
            }
        }
    }
    sums
}

/// The windows of a board. If all positions on the board are equivalent, only one window of each
/// shape. Empty if there are more than [`MOST_BOXES`] boxes of coordinates.
fn windows(puzzle: &Puzzle, stop: &StopFlag) -> Result<Windows, SolveError> {
    let board = &puzzle.board;
    let mut is_given = vec![false; board.cells().len()];
    for cell in puzzle.givens.iter().flat_map(|given| &given.cells) {
        is_given[cell.index()] = true;
    }
    let places = board.indices().filter(|cell| !is_given[cell.index()]);
    let places = places.map(|cell| {
        let coordinates = board.lattice().coordinates(board.cell(cell));
        (cell, coordinates.to_vec())
    });
    let places: Vec<(BoardCell, Vec<i32>)> = places.collect();
    let is_alike =
        puzzle.givens.is_empty() && puzzle.restrictions.is_empty() && board.optional_count() == 0;
    let sides = is_alike
        .then(|| PieceSet::new(puzzle, stop).map(|set| set.sides(puzzle)))
        .transpose()?;
    let (mut seen, mut shapes) = (BTreeSet::new(), BTreeSet::new());
    let mut windows = Windows::new();
    for (from, to) in boxes(&places).unwrap_or_default() {
        stop.check()?;
        let inside = places.iter().filter(|(_, at)| {
            let axes = at.iter().zip(from.iter().zip(&to));
            axes.into_iter()
                .all(|(at, (from, to))| (from..=to).contains(&at))
        });
        let window: Vec<BoardCell> = inside.map(|(cell, _)| *cell).collect();
        if seen.insert(window.clone())
            && let Some(form) = form(board, &window)
            && sides.is_none_or(|sides: Sides| shapes.insert(form.canonical(sides)))
        {
            windows.entry(window.len()).or_default().push(window);
        }
    }
    Ok(windows)
}

/// The opposite corners of all boxes bounded by coordinates of cells. `None` if there are too many.
fn boxes(places: &[(BoardCell, Vec<i32>)]) -> Option<Vec<(Vec<i32>, Vec<i32>)>> {
    let axes = places.first().map_or(0, |(_, at)| at.len());
    let mut boxes = vec![(Vec::new(), Vec::new())];
    for axis in 0..axes {
        let along = places.iter().map(|(_, at)| at[axis]);
        let along: Vec<i32> = along.collect::<BTreeSet<i32>>().into_iter().collect();
        let ranges =
            (0..along.len()).flat_map(|from| (from..along.len()).map(move |to| (from, to)));
        let ranges: Vec<(i32, i32)> = ranges.map(|(from, to)| (along[from], along[to])).collect();
        if boxes.len().saturating_mul(ranges.len()) > MOST_BOXES {
            return None;
        }
        let longer = |(from, to): &(Vec<i32>, Vec<i32>), range: (i32, i32)| {
            let with = |corner: &[i32], at: i32| [corner, &[at]].concat();
            (with(from, range.0), with(to, range.1))
        };
        let boxes_of = boxes
            .iter()
            .flat_map(|corners| ranges.iter().map(move |range| longer(corners, *range)));
        boxes = boxes_of.collect();
    }
    Some(boxes)
}

/// The cells of a window as a polyform. `None` if they are not connected.
fn form(board: &Board, window: &[BoardCell]) -> Option<Polyform> {
    let cells: Vec<Cell> = window.iter().map(|cell| board.cell(*cell)).collect();
    Polyform::new(board.lattice(), cells).ok()
}

/// The exact cover problem of a window: the givens stay in place, and each piece may be used as
/// often as it has copies left.
fn pose(instance: &Instance, left: &[u32], window: &[BoardCell]) -> Result<Problem, ProblemError> {
    let (whole, puzzle) = (instance.problem(), instance.puzzle());
    let mut is_in = vec![false; puzzle.board.cells().len()];
    let given = puzzle.givens.iter().flat_map(|given| &given.cells);
    for cell in given.chain(window) {
        is_in[cell.index()] = true;
    }
    let mut problem = Problem::new();
    // On the whole board this piece needs no item, because its copies follow from the area. In a
    // window they do not.
    let mut implied = None;
    if let Some(piece) = instance.implied().filter(|piece| left[piece.index()] > 0) {
        let name = puzzle.piece(piece).name.as_str();
        let item = problem.add_bounded(name, 0..=left[piece.index()])?;
        implied = Some((piece, item));
    }
    let mut items: Vec<Option<ItemId>> = Vec::with_capacity(whole.item_count());
    for item in whole.items() {
        let name = whole.item_name(item);
        items.push(match (instance.item(item), whole.bounds(item)) {
            (ItemMeaning::Cell(cell), _) if !is_in[cell.index()] => None,
            // Conditions concern whole boards and are dropped.
            (ItemMeaning::Constraint(_), _) => None,
            (ItemMeaning::Piece(piece), _) => match left[piece.index()] {
                0 => None,
                copies => Some(problem.add_bounded(name, 0..=copies)?),
            },
            (_, Some(bounds)) => Some(problem.add_bounded(name, bounds)?),
            (_, None) => Some(problem.add_secondary(name)?),
        });
    }
    let mut entries = Vec::new();
    for option in whole.options() {
        let meaning = instance.meaning(option);
        let mut cells = meaning.placement.cells.iter();
        if !cells.all(|cell| is_in[cell.index()]) {
            continue;
        }
        let own = whole.option_items(option).iter();
        entries.clear();
        entries.extend(own.filter_map(|item| items[item.index()]));
        let is_implied =
            |(piece, _): &(PieceId, ItemId)| *piece == meaning.piece && meaning.given.is_none();
        entries.extend(implied.filter(is_implied).map(|(_, item)| item));
        problem.add_option(&entries)?;
    }
    Ok(problem)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tilewright_dlx::OptionId;
    use tilewright_geometry::{Lattice, rectangle};

    use super::super::tests::pools;
    use super::*;
    use crate::puzzle::Piece;

    /// Whether placements can cover the required cells. Tries all combinations.
    fn is_filled(
        instance: &Instance,
        required: &[BoardCell],
        options: &[OptionId],
        left: &mut [u32],
        taken: &mut BTreeSet<ItemId>,
        covered: &mut BTreeSet<BoardCell>,
    ) -> bool {
        let Some(first) = required.iter().find(|cell| !covered.contains(cell)) else {
            return true;
        };
        for &option in options {
            let meaning = instance.meaning(option);
            let (piece, cells) = (meaning.piece.index(), &meaning.placement.cells);
            let items = instance.problem().option_items(option).iter();
            let junctions =
                items.filter(|item| matches!(instance.item(**item), ItemMeaning::Junction(_)));
            let junctions: Vec<ItemId> = junctions.copied().collect();
            let is_free = cells.contains(first)
                && left[piece] > 0
                && !cells.iter().any(|cell| covered.contains(cell))
                && !junctions.iter().any(|item| taken.contains(item));
            if !is_free {
                continue;
            }
            left[piece] -= 1;
            taken.extend(&junctions);
            covered.extend(cells.iter().copied());
            let filled = is_filled(instance, required, options, left, taken, covered);
            left[piece] += 1;
            taken.retain(|item| !junctions.contains(item));
            covered.retain(|cell| !cells.contains(cell));
            if filled {
                return true;
            }
        }
        false
    }

    /// The total sizes of all selections of pieces. `left` bounds the copies of each piece.
    fn all_sums(puzzle: &Puzzle, left: &[u32]) -> BTreeSet<usize> {
        let mut sums = BTreeSet::from([0]);
        for (piece, &copies) in puzzle.pieces.iter().zip(left) {
            let sizes = (0..=copies as usize).map(|copies| copies * piece.polyform.size());
            let sizes: Vec<usize> = sizes.collect();
            sums = sums
                .iter()
                .flat_map(|sum| sizes.iter().map(move |size| sum + size))
                .collect();
        }
        sums
    }

    /// The result of `smallest_unsolvable` by its definition: tries every box, every sum and every
    /// way to fill the box.
    fn by_force(instance: &Instance) -> Option<usize> {
        let puzzle = instance.puzzle();
        let board = &puzzle.board;
        let left = copies_left(puzzle);
        let sums = all_sums(puzzle, &left);
        let given = |cell: &BoardCell| puzzle.givens.iter().any(|given| given.cells.contains(cell));
        let free: Vec<BoardCell> = board.indices().filter(|cell| !given(cell)).collect();
        let at = |cell: BoardCell| board.lattice().coordinates(board.cell(cell)).to_vec();
        let axes = free.first().map_or(0, |cell| at(*cell).len());
        let range = |axis: usize| {
            let along = free.iter().map(|cell| at(*cell)[axis]);
            let (least, most) = (along.clone().min().unwrap(), along.max().unwrap());
            (least..=most).flat_map(move |from| (from..=most).map(move |to| (from, to)))
        };
        let given_junctions: BTreeSet<ItemId> = (instance.problem().options())
            .filter(|option| instance.meaning(*option).given.is_some())
            .flat_map(|option| instance.problem().option_items(option).to_vec())
            .filter(|item| matches!(instance.item(*item), ItemMeaning::Junction(_)))
            .collect();
        let mut least = None;
        for sides in itertools::Itertools::multi_cartesian_product((0..axes).map(range)) {
            let is_in = |cell: &&BoardCell| {
                let at = at(**cell);
                at.iter()
                    .zip(&sides)
                    .all(|(at, (from, to))| (from..=to).contains(&at))
            };
            let window: Vec<BoardCell> = free.iter().filter(is_in).copied().collect();
            let required = window.iter().filter(|cell| board.is_required(**cell));
            let required: Vec<BoardCell> = required.copied().collect();
            if form(board, &window).is_none()
                || sums.range(required.len()..=window.len()).next().is_none()
            {
                continue;
            }
            let inside = instance.problem().options().filter(|option| {
                let meaning = instance.meaning(*option);
                meaning.given.is_none()
                    && meaning
                        .placement
                        .cells
                        .iter()
                        .all(|cell| window.contains(cell))
            });
            let inside: Vec<OptionId> = inside.collect();
            let (mut left, mut taken) = (left.clone(), given_junctions.clone());
            let mut covered = BTreeSet::new();
            if !is_filled(
                instance,
                &required,
                &inside,
                &mut left,
                &mut taken,
                &mut covered,
            ) {
                least = Some(least.map_or(window.len(), |least: usize| least.min(window.len())));
            }
        }
        least
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]

        #[test]
        fn windows_are_those_of_all_boxes(
            puzzle in pools().prop_filter_map("no board", |puzzle| puzzle),
        ) {
            // Each piece has its maximum number of copies. Together the pieces may have more or
            // fewer cells than the board, since only windows are filled here.
            let copies: Vec<u32> = puzzle.pieces.iter().map(|piece| piece.copies.max).collect();
            let instance = Instance::new(puzzle.chosen(&copies)).unwrap();
            let found = smallest_unsolvable(&instance, &StopFlag::new()).unwrap();
            prop_assert_eq!(found, by_force(&instance));
        }
    }

    /// Checks that the size of the smallest unfillable window is unknown for a board with more
    /// boxes than the limit.
    #[test]
    fn large_boards_are_not_looked_at() {
        let square = Lattice::Square;
        let board = Board::new(square, rectangle(square, 30, 30).unwrap(), []).unwrap();
        let bar = Piece::new(
            "i",
            Polyform::new(square, rectangle(square, 5, 1).unwrap()).unwrap(),
        );
        let puzzle = Puzzle::builder(square)
            .board(board)
            .piece(bar.unwrap().with_copies(180..=180).unwrap());
        let instance = Instance::new(puzzle.build().unwrap()).unwrap();
        let found = smallest_unsolvable(&instance, &StopFlag::new()).unwrap();
        assert_eq!(found, None);
    }
}
