//! Finds a set of cells that the pieces cannot all cover, or weights with the same effect: the
//! pieces cannot reach the board's sum, even if each copy takes its placement with the largest sum.
//!
//! Sets of cells at regular distances are tried first: "every other cell of every other row". Then
//! linear programming decides whether any weights are a proof. They exist exactly if the puzzle has no
//! solution even when placements may be used in fractions (the lemma of Farkas). The weights are
//! rounded to integers and their sums are computed exactly, so a proof does not depend on the
//! precision of the linear program.
//!
//! Source: J. Farkas, "Theorie der einfachen Ungleichungen", Journal für die reine und angewandte
//! Mathematik 124 (1902), 1–27.

use itertools::Itertools;
use tilewright_geometry::BoardCell;
use tilewright_geometry::compact::CompactSort;

use super::argument::Argument;
use super::by_class::{Label, unmet_weights};
use super::simplex::{Column, LinearProgram};
use crate::cover::residual::ResidualPuzzle;
use crate::puzzle::Puzzle;

/// The largest distance, along an axis, between consecutive cells of a regular set.
const MOST_DISTANCE: i32 = 4;

/// The largest number of rows of a linear program: cells and pieces.
const MOST_ROWS: usize = 600;

/// The dual values of the linear program are multiplied by at most this number before they are rounded to
/// integer weights.
const MOST_DENOMINATOR: u32 = 12;

/// The cost of each copy missing from the required minimum, in cells: more than a piece of usual
/// size covers.
const COPY_PRICE: f64 = 64.0;

/// A proof by a set of cells or by weights whose sum the pieces cannot reach; `None` if none is found. `stop`
/// is checked for each set and each pivot.
///
/// Cost: a pass over the placements for each of at most 1,000 sets; then a linear program with a
/// row for each cell and piece and a column for each placement.
pub(super) fn unmet(
    puzzle: &Puzzle,
    rest: &ResidualPuzzle<'_>,
    stop: &dyn Fn() -> bool,
) -> Option<Argument> {
    let counts = Counts { puzzle, rest };
    regular_sets(puzzle)
        .take_while(|_| !stop())
        .filter(|set| counts.exceeds(&set.weights))
        .find_map(|set| unmet_weights(puzzle, rest, &set.weights, set.label()))
        .or_else(|| {
            [CellSlack::Free, CellSlack::Priced]
                .into_iter()
                .find_map(|slack| counts.by_linear_program(slack, stop))
        })
}

/// The cells with a given remainder of each coordinate, modulo the distance along that axis.
struct RegularSet {
    distances: [i32; 3],
    dimensions: usize,
    /// 1 for the cells of the set, 0 for the others.
    weights: Vec<i64>,
}

impl RegularSet {
    fn label(&self) -> Label {
        let every = |axis: usize, noun: &str| match self.distances[axis] {
            1 => None,
            2 => Some(format!("every other {noun}")),
            3 => Some(format!("every third {noun}")),
            _ => Some(format!("every fourth {noun}")),
        };
        let cells = every(0, "cell").unwrap_or_else(|| "all cells".to_owned());
        let layer = every(2, "layer").filter(|_| self.dimensions > 2);
        let parts = [Some(cells), every(1, "row"), layer];
        Label {
            name: format!("with {} dark", parts.into_iter().flatten().join(" of ")),
            nouns: ["dark", "light"],
        }
    }
}

/// The regular sets with distances from 1 to [`MOST_DISTANCE`] along each axis. At least two of the
/// distances exceed 1: the other sets are classes of the colourings in `pattern`. Empty if the
/// lattice has several kinds of cells.
fn regular_sets(puzzle: &Puzzle) -> impl Iterator<Item = RegularSet> {
    let lattice = puzzle.lattice;
    let dimensions = lattice.dimensions();
    let depth = if dimensions > 2 { MOST_DISTANCE } else { 1 };
    let depth = if lattice.table().kinds.len() == 1 {
        depth
    } else {
        0
    };
    let places: Vec<[i32; 3]> = (puzzle.board.cells().iter())
        .map(|cell| {
            let (at, _) = lattice.offset_and_kind(*cell);
            [at.x, at.y, at.z]
        })
        .collect();
    let mut all: Vec<[i32; 3]> = (1..=depth)
        .cartesian_product(1..=MOST_DISTANCE)
        .cartesian_product(1..=MOST_DISTANCE)
        .map(|((z, y), x)| [x, y, z])
        .filter(|distances| distances.iter().filter(|distance| **distance > 1).count() > 1)
        .collect();
    all.compact_sort_by_key(|distances| distances.iter().product::<i32>());
    all.into_iter()
        .flat_map(|distances| {
            let [x, y, z] = distances.map(|distance| 0..distance);
            let remainders = x.cartesian_product(y).cartesian_product(z);
            remainders.map(move |((x, y), z)| (distances, [x, y, z]))
        })
        .map(move |(distances, remainders)| RegularSet {
            distances,
            dimensions,
            weights: (places.iter())
                .map(|place| {
                    let is_in = (0..3)
                        .all(|axis| place[axis].rem_euclid(distances[axis]) == remainders[axis]);
                    i64::from(is_in)
                })
                .collect(),
        })
}

/// The cost of covering a required cell more than once. It bounds the weights from below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CellSlack {
    /// There is no cost: weights are at least 0.
    Free,
    /// It costs as much to cover a cell once too often as to leave it uncovered: weights are at least −1.
    Priced,
}

struct Counts<'a> {
    puzzle: &'a Puzzle,
    rest: &'a ResidualPuzzle<'a>,
}

impl Counts<'_> {
    fn is_required(&self, cell: BoardCell) -> bool {
        self.puzzle.board.is_required(cell)
    }

    /// Whether the board's sum exceeds the largest sum of all pieces together. Computed exactly.
    fn exceeds(&self, weights: &[i64]) -> bool {
        let of_cell = |cell: &BoardCell| weights[cell.index()];
        let board: i64 = (self.rest.cells.iter())
            .map(|cell| {
                let most = if self.is_required(*cell) { i64::MAX } else { 0 };
                of_cell(cell).min(most)
            })
            .sum();
        let pieces = self.rest.pieces.iter().map(|left| {
            let sums = left.placements.iter();
            let sums = sums.map(|placement| placement.cells.iter().map(of_cell).sum::<i64>());
            // A piece without a placement is an obstacle of another kind if it must be used.
            let most = sums.max().unwrap_or(0);
            let copies = if most > 0 {
                left.copies.max
            } else {
                left.copies.min
            };
            most.saturating_mul(copies.into())
        });
        board > pieces.fold(0, i64::saturating_add)
    }

    /// A proof by weights that are found by a linear program and rounded to small integers. `None` if the
    /// program has more than [`MOST_ROWS`] rows, or if no rounded weights are a proof.
    fn by_linear_program(&self, slack: CellSlack, stop: &dyn Fn() -> bool) -> Option<Argument> {
        let rows = self.rest.cells.len() + 2 * self.rest.pieces.len();
        if rows > MOST_ROWS {
            return None;
        }
        let duals = self.program(slack).duals(stop)?;
        let weights = (1..=MOST_DENOMINATOR)
            .map(|denominator| self.rounded(&duals, denominator))
            .find(|weights| self.exceeds(weights))?;
        let weights = self.smaller(weights, stop);
        let label = Label {
            name: "with the cells coloured as drawn".to_owned(),
            nouns: ["dark", "light"],
        };
        unmet_weights(self.puzzle, self.rest, &weights, label)
    }

    fn program(&self, slack: CellSlack) -> LinearProgram {
        let mut program = LinearProgram {
            right_sides: Vec::new(),
            unit_costs: Vec::new(),
            columns: Vec::new(),
        };
        let mut row_of = vec![None; self.puzzle.board.cells().len()];
        for cell in &self.rest.cells {
            let row = program.right_sides.len();
            row_of[cell.index()] = Some(row);
            program.right_sides.push(1.0);
            let is_required = self.is_required(*cell);
            program.unit_costs.push(if is_required { 1.0 } else { 0.0 });
            if is_required {
                program.columns.push(Column {
                    cost: if slack == CellSlack::Free { 0.0 } else { 1.0 },
                    entries: vec![(row, -1.0)],
                });
            }
        }
        for left in &self.rest.pieces {
            // Rows for the maximum number of copies, then for the minimum.
            let most = program.right_sides.len();
            program.right_sides.push(left.copies.max.into());
            program.unit_costs.push(0.0);
            let least = (left.copies.min > 0).then_some(most + 1);
            if let Some(least) = least {
                program.right_sides.push(left.copies.min.into());
                program.unit_costs.push(COPY_PRICE);
                program.columns.push(Column {
                    cost: 0.0,
                    entries: vec![(least, -1.0)],
                });
            }
            for placement in &left.placements {
                let cells = placement
                    .cells
                    .iter()
                    .filter_map(|cell| row_of[cell.index()]);
                let rows = cells.chain([most]).chain(least);
                program.columns.push(Column {
                    cost: 0.0,
                    entries: rows.map(|row| (row, 1.0)).collect(),
                });
            }
        }
        program
    }

    /// The dual values of the cells times `denominator`, rounded.
    #[expect(clippy::cast_possible_truncation, reason = "weights are −12 to 12")]
    fn rounded(&self, duals: &[f64], denominator: u32) -> Vec<i64> {
        let mut weights = vec![0; self.puzzle.board.cells().len()];
        for (cell, dual) in self.rest.cells.iter().zip(duals) {
            weights[cell.index()] = (dual * f64::from(denominator)).round() as i64;
        }
        weights
    }

    /// Brings the weights closer to 0, one at a time, as long as they remain a proof. A weight
    /// becomes 0 if possible; otherwise it changes by 1.
    fn smaller(&self, mut weights: Vec<i64>, stop: &dyn Fn() -> bool) -> Vec<i64> {
        loop {
            let mut is_changed = false;
            for cell in &self.rest.cells {
                let before = weights[cell.index()];
                for next in [0, before - before.signum()] {
                    if next == before || stop() {
                        break;
                    }
                    weights[cell.index()] = next;
                    if self.exceeds(&weights) {
                        is_changed = true;
                        break;
                    }
                    weights[cell.index()] = before;
                }
            }
            if !is_changed {
                return weights;
            }
        }
    }
}
