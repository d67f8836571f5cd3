//! Sorts placements by the number of their cells in each class, and computes the sums that they can make for
//! given weights of the classes.

use std::collections::BTreeSet;
use std::ops::BitOr;

use tilewright_geometry::BoardCell;
use tilewright_geometry::compact::{CompactSort, set_of};

use super::argument::{Argument, Colouring, PieceSums, SumsOfCells};
use super::sums::{AreaSums, PlacementSum, Summand, WorkLeft};
use crate::cover::residual::ResidualPuzzle;
use crate::puzzle::{Copies, Puzzle};

/// The maximum work for one colouring, as a number of 64-bit words that are processed. Sets of sums
/// consist of such words, with one bit for each sum.
const WORK: u64 = 2_000_000;

/// The maximum number of copies of a piece for the quick test of a colouring.
const MOST_COPIES: u32 = 64;

/// The words for a colouring: its name and its nouns, as in [`Colouring`].
pub(super) struct Label {
    pub(super) name: String,
    pub(super) nouns: [&'static str; 2],
}

impl Label {
    pub(super) const AREA: Self = Self {
        name: String::new(),
        nouns: ["", ""],
    };
}

/// The placements that the givens leave possible, grouped by their number of cells in each class.
pub(super) struct PlacementsByClass<'a> {
    rest: &'a ResidualPuzzle<'a>,
    /// The class of each cell of the board.
    class_of: Vec<usize>,
    /// For each piece, the different ways in which its placements divide their cells among the
    /// classes: the number of cells in each class.
    pieces: Vec<BTreeSet<Vec<i64>>>,
    required: Vec<i64>,
    optional: Vec<i64>,
}

impl<'a> PlacementsByClass<'a> {
    pub(super) fn of(puzzle: &Puzzle, rest: &'a ResidualPuzzle<'a>, class_of: Vec<usize>) -> Self {
        let count = |cells: &mut dyn Iterator<Item = BoardCell>, counts: &mut [i64]| {
            counts.fill(0);
            for cell in cells {
                counts[class_of[cell.index()]] += 1;
            }
        };
        // Many placements have the same numbers of cells in the classes, so only different numbers are kept.
        let classes = class_of.iter().max().map_or(0, |last| last + 1);
        let mut counts = vec![0; classes];
        let pieces = rest.pieces.iter().map(|left| {
            let mut different = BTreeSet::new();
            for placement in &left.placements {
                count(&mut placement.cells.iter().copied(), &mut counts);
                if !different.contains(counts.as_slice()) {
                    different.insert(counts.clone());
                }
            }
            different
        });
        let pieces = pieces.collect();
        let marked = |required: bool| {
            let cells = rest.cells.iter().copied();
            cells.filter(move |cell| puzzle.board.is_required(*cell) == required)
        };
        let mut sorted = |required| {
            count(&mut marked(required), &mut counts);
            counts.clone()
        };
        let (required, optional) = (sorted(true), sorted(false));
        Self {
            rest,
            class_of,
            pieces,
            required,
            optional,
        }
    }

    /// A proof with these weights of the classes, if the pieces cannot make the board's sum.
    pub(super) fn unmet(&self, weights: &[i64], label: impl FnOnce() -> Label) -> Option<Argument> {
        if self.is_met_by_masks(weights) {
            return None;
        }
        let (pieces, board, together) = self.sums(weights)?;
        let missed = board.areas().all(|area| {
            let wanted: BTreeSet<i64> = set_of(board.at(area));
            together.at(area).all(|sum| !wanted.contains(&sum))
        });
        missed.then(|| self.argument(weights, label(), pieces, &board, &together))
    }

    /// Whether the pieces can make the board's sum, in a case that is decided quickly: every cell must be covered,
    /// every piece has a fixed number of copies, and the sums are small. Most colourings end here.
    ///
    /// Bit 64 + s of a mask represents the sum s. Sums beyond the mask are left out, so `false` says nothing.
    fn is_met_by_masks(&self, weights: &[i64]) -> bool {
        const ZERO: i64 = 64;
        let sum = |counts: &[i64]| -> i64 {
            let terms = counts.iter().zip(weights);
            terms.map(|(count, weight)| count * weight).sum()
        };
        let mut area = 0_i64;
        let mut together = 1_u128 << ZERO;
        for (left, sorted) in self.rest.pieces.iter().zip(&self.pieces) {
            let Some(first) = sorted.first() else {
                return false;
            };
            if left.copies.min != left.copies.max || left.copies.max > MOST_COPIES {
                return false;
            }
            area += i64::from(left.copies.max) * first.iter().sum::<i64>();
            let bit = |counts: &Vec<i64>| {
                let at = u32::try_from(ZERO + sum(counts)).ok();
                at.and_then(|at| 1_u128.checked_shl(at)).unwrap_or(0)
            };
            let sums = sorted.iter().map(bit).fold(0, BitOr::bitor);
            for _ in 0..left.copies.max {
                together = sums_of(together, sums);
            }
        }
        let wanted = u32::try_from(ZERO + sum(&self.required)).ok();
        let made = wanted.and_then(|wanted| together.checked_shr(wanted));
        self.optional.iter().all(|count| *count == 0)
            && area == self.required.iter().sum::<i64>()
            && made.is_some_and(|made| made & 1 == 1)
    }

    /// The sums of each piece, of the board, and of all pieces together. `None` if a required piece has no
    /// placement, or if computing the sums takes more than [`WORK`].
    pub(super) fn sums(&self, weights: &[i64]) -> Option<(Vec<PieceSums>, AreaSums, AreaSums)> {
        let value = |counts: &Vec<i64>| -> PlacementSum {
            let area: i64 = counts.iter().sum();
            let terms = counts.iter().zip(weights);
            (
                area.unsigned_abs(),
                terms.map(|(n, weight)| n * weight).sum(),
            )
        };
        let mut summands = Vec::new();
        let mut pieces = Vec::new();
        for (left, sorted) in self.rest.pieces.iter().zip(&self.pieces) {
            let values: BTreeSet<PlacementSum> = set_of(sorted.iter().map(value));
            let sums: BTreeSet<i64> = set_of(values.iter().map(|(_, sum)| *sum));
            pieces.push(PieceSums {
                piece: left.piece,
                copies: left.copies,
                sums: sums.into_iter().collect(),
            });
            if values.is_empty() && left.copies.min == 0 {
                continue;
            }
            summands.push(Summand {
                copies: left.copies,
                values: values.into_iter().collect(),
            });
        }
        let mut work = WorkLeft(WORK);
        let together = AreaSums::of(&summands, &mut work)?;
        let mut cells = vec![Summand {
            copies: Copies::ONE,
            values: vec![value(&self.required)],
        }];
        for (class, count) in self.optional.iter().enumerate() {
            if let Some(max) = u32::try_from(*count).ok().filter(|count| *count > 0) {
                cells.push(Summand {
                    copies: Copies { min: 0, max },
                    values: vec![(1, weights[class])],
                });
            }
        }
        Some((pieces, AreaSums::of(&cells, &mut work)?, together))
    }

    pub(super) fn argument(
        &self,
        by_class: &[i64],
        label: Label,
        pieces: Vec<PieceSums>,
        board: &AreaSums,
        together: &AreaSums,
    ) -> Argument {
        let mut weights = vec![0; self.class_of.len()];
        for cell in &self.rest.cells {
            weights[cell.index()] = by_class[self.class_of[cell.index()]];
        }
        let distinct = |sums: &mut dyn Iterator<Item = i64>| -> Vec<i64> {
            let sums: BTreeSet<i64> = set_of(sums);
            sums.into_iter().collect()
        };
        let asked = distinct(&mut board.areas().flat_map(|area| board.at(area)));
        let made = if label.name.is_empty() {
            distinct(&mut together.areas().flat_map(|area| together.at(area)))
        } else {
            distinct(&mut board.areas().flat_map(|area| together.at(area)))
        };
        let by_cells = if asked.iter().any(|sum| made.contains(sum)) {
            let all = board.areas().map(|cells| SumsOfCells {
                cells,
                board: board.at(cells).collect(),
                together: together.at(cells).collect(),
            });
            all.filter(|sums| !sums.together.is_empty()).collect()
        } else {
            Vec::new()
        };
        Argument {
            colouring: Colouring {
                name: label.name,
                nouns: label.nouns,
                weights,
                modulus: None,
            },
            board: asked,
            pieces,
            together: made,
            by_cells,
        }
    }
}

/// The mask of the sums of all pairs of a number of the first mask and one of the second. Bit 64 + s represents s;
/// sums from -64 to 63 are kept.
fn sums_of(first: u128, mut second: u128) -> u128 {
    let mut sums = 0;
    while second != 0 {
        let bit = second.trailing_zeros();
        sums |= if bit < 64 {
            first >> (64 - bit)
        } else {
            first << (bit - 64)
        };
        second &= second - 1;
    }
    sums
}

/// A proof with these weights of the board's cells, if the pieces cannot make the board's sum.
pub(super) fn unmet_weights(
    puzzle: &Puzzle,
    rest: &ResidualPuzzle<'_>,
    weights: &[i64],
    label: Label,
) -> Option<Argument> {
    let mut different = weights.to_vec();
    different.compact_sort();
    different.dedup();
    let classes = weights
        .iter()
        .map(|weight| different.partition_point(|other| other < weight));
    PlacementsByClass::of(puzzle, rest, classes.collect()).unmet(&different, || label)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cover::Instance;
    use crate::puzzle::{Source, load};

    fn puzzle(text: &str) -> Instance {
        let text = format!("(lattice: Square, {text})");
        Instance::new(load(&Source::new("test.ron", &text)).unwrap().puzzle).unwrap()
    }

    proptest! {
        /// Checks that the full computation confirms each board sum that the quick test says the pieces can make.
        #[test]
        fn the_quick_test_is_never_wrong(
            weights in prop::collection::vec(-3_i64..4, 4),
            classes in prop::collection::vec(0_usize..4, 20),
            set in 0_usize..4,
        ) {
            let instance = puzzle([
                "board: Rect(5, 4), pieces: [Set(of: Polyominoes(4))]",
                "board: Rect(5, 4), pieces: [Piece(name: \"D\", cells: Rect(2, 1), copies: 10)]",
                "board: Rect(4, 5), pieces: [Piece(name: \"I\", cells: Rect(5, 1), copies: 4)]",
                "board: Rect(5, 4), pieces: [Set(of: Polyominoes(5), only: [\"L\", \"P\", \"Y\", \"V\"])]",
            ][set]);
            let rest = ResidualPuzzle::of(&instance);
            let placements = PlacementsByClass::of(instance.puzzle(), &rest, classes);
            let weights = &weights[..placements.required.len()];
            if placements.is_met_by_masks(weights) {
                let (_, board, together) = placements.sums(weights).unwrap();
                let met = board.areas().any(|area| {
                    board.at(area).any(|sum| together.at(area).any(|made| made == sum))
                });
                prop_assert!(met);
            }
        }
    }

    #[test]
    fn masks_add_each_pair_of_sums() {
        let mask = |sums: &[i64]| sums.iter().fold(0, |mask, sum| mask | 1_u128 << (64 + sum));
        assert_eq!(sums_of(mask(&[0]), mask(&[-2, 2])), mask(&[-2, 2]));
        assert_eq!(
            sums_of(mask(&[-60, 1]), mask(&[-5, 3])),
            mask(&[-57, -4, 4])
        );
        assert_eq!(sums_of(mask(&[63]), mask(&[1])), 0);
    }
}
