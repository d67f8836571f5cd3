//! Colourings: sums over the cells that the pieces cannot make.
//!
//! Give every cell of the board a number, its weight. A piece that is laid down
//! adds the weights of its cells, and in a solution all pieces together add
//! what the board adds. If each piece can make few sums, they may be shown
//! to miss the board's sum, whatever else happens: a chessboard without two
//! opposite corners has two more cells of one colour, a domino covers one of
//! each.
//!
//! Two searches look for such weights: one through the colourings that repeat
//! over the lattice (`pattern`), with all sums that the pieces can
//! make (`sums`); one through all weights whatever by which each piece makes
//! one sum only, modulo a small number (`algebra`).
//!
//! Source: S. W. Golomb, "Checkerboards and polyominoes", American
//! Mathematical Monthly 61 (1954), 675–682; and the sources in `algebra`.

mod algebra;
mod pattern;
mod sums;
mod tight;
mod words;

use std::collections::BTreeSet;

use tilewright_geometry::{BoardCell, Lattice};

use crate::cover::Instance;
use crate::cover::residual::Residual;
use crate::puzzle::{Copies, PieceId, Puzzle};
use pattern::{Classes, Pattern, all_classes};
use sums::{Summand, Sums, Value, Work};

pub use tight::{SumsByGroup, TightColouring, tight};
pub use words::names;

/// The most work for one colouring, in words of 64 sums.
const WORK: u64 = 2_000_000;

/// A number for every cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colouring {
    /// How the cells are told apart, to follow "the board is" …; empty if only
    /// a picture can tell.
    pub name: String,
    /// What cells of weight 1 are called, and those of −1.
    pub nouns: [&'static str; 2],
    /// The weight of each cell of the board, 0 for cells that givens cover.
    pub weights: Vec<i64>,
    /// Sums are taken modulo this number, if there is one.
    pub modulus: Option<u32>,
}

/// The sums that a piece may make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceSums {
    /// The piece.
    pub piece: PieceId,
    /// How many copies the givens leave.
    pub copies: Copies,
    /// What its placements sum to, from the least to the greatest.
    pub sums: Vec<i64>,
}

/// A proof by colouring that a puzzle has no solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// The colouring.
    pub colouring: Colouring,
    /// What the cells to be covered may sum to: one number, or several if
    /// cells are optional.
    pub board: Vec<i64>,
    /// What each piece may add.
    pub pieces: Vec<PieceSums>,
    /// What all pieces may add up to, where they cover as many cells as the
    /// board asks for.
    pub together: Vec<i64>,
    /// Both by how many cells are covered, where the pieces can make what the board has, though never with
    /// as many cells; else empty.
    pub by_cells: Vec<SumsOfCells>,
}

/// What the board and the pieces may sum to where so many cells are covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SumsOfCells {
    /// How many cells are covered.
    pub cells: u64,
    /// What the cells may sum to, from the least to the greatest.
    pub board: Vec<i64>,
    /// What all pieces may add up to; not one of these is a sum of the board.
    pub together: Vec<i64>,
}

/// An argument by one of the colourings that everybody knows, if there is one:
/// quick.
///
/// Cost: a few passes over the placements.
pub fn classical(instance: &Instance) -> Option<Argument> {
    let puzzle = instance.puzzle();
    let rest = Residual::of(instance);
    let classical = classical_classes(puzzle.lattice);
    area(puzzle, &rest).or_else(|| {
        classical.into_iter().find_map(|classes| {
            PlacementsByClass::of(puzzle, &rest, classes).unmet(Pattern::is_classical)
        })
    })
}

/// The classes of the colourings that everybody knows.
fn classical_classes(lattice: Lattice) -> Vec<Classes> {
    let most = 2 * lattice.table().kinds.len();
    all_classes(lattice)
        .take_while(|classes| classes.count() <= most)
        .collect()
}

/// The colouring that counts every cell: the argument that the pieces cannot
/// cover as many cells as there are.
fn area(puzzle: &Puzzle, rest: &Residual<'_>) -> Option<Argument> {
    let classes = all_classes(puzzle.lattice).next()?;
    PlacementsByClass::of(puzzle, rest, classes).unmet_by(&Pattern::area(classes))
}

/// An argument by any colouring that is tried, the simplest first. `stop` is
/// asked now and then.
///
/// Cost: some thousand colourings, each the work of what different placements
/// each piece has; then an elimination.
pub fn argument(instance: &Instance, stop: &dyn Fn() -> bool) -> Option<Argument> {
    let puzzle = instance.puzzle();
    classical(instance).or_else(|| {
        let rest = Residual::of(instance);
        all_classes(puzzle.lattice)
            .take_while(|_| !stop())
            .find_map(|classes| PlacementsByClass::of(puzzle, &rest, classes).unmet(|_| !stop()))
            .or_else(|| by_algebra(puzzle, &rest, stop))
    })
}

/// The placements of what is left, by how many cells of each class they have.
struct PlacementsByClass<'a> {
    puzzle: &'a Puzzle,
    rest: &'a Residual<'a>,
    classes: Classes,
    /// For each piece its placements' numbers of cells by class, distinct.
    pieces: Vec<BTreeSet<Vec<i64>>>,
    required: Vec<i64>,
    optional: Vec<i64>,
}

impl<'a> PlacementsByClass<'a> {
    fn of(puzzle: &'a Puzzle, rest: &'a Residual<'a>, classes: Classes) -> Self {
        let class_of: Vec<usize> = puzzle
            .board
            .cells()
            .iter()
            .map(|cell| classes.of(*cell))
            .collect();
        let count = |cells: &mut dyn Iterator<Item = BoardCell>, counts: &mut [i64]| {
            counts.fill(0);
            for cell in cells {
                counts[class_of[cell.index()]] += 1;
            }
        };
        // Placements are many, and different counts few.
        let mut counts = vec![0; classes.count()];
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
        Self {
            puzzle,
            rest,
            classes,
            pieces,
            required: sorted(true),
            optional: sorted(false),
        }
    }

    /// The first of the patterns wanted that the pieces cannot meet.
    fn unmet(&self, wanted: impl Fn(&Pattern) -> bool) -> Option<Argument> {
        Pattern::all(self.classes)
            .filter(wanted)
            .find_map(|pattern| self.unmet_by(&pattern))
    }

    fn unmet_by(&self, pattern: &Pattern) -> Option<Argument> {
        let (pieces, board, together) = self.sums(pattern)?;
        let missed = board.areas().all(|area| {
            let wanted: BTreeSet<i64> = board.at(area).collect();
            together.at(area).all(|sum| !wanted.contains(&sum))
        });
        missed.then(|| self.argument(pattern, pieces, &board, &together))
    }

    /// The sums of the pieces, of the board and of all pieces together.
    fn sums(&self, pattern: &Pattern) -> Option<(Vec<PieceSums>, Sums, Sums)> {
        let value = |counts: &Vec<i64>| -> Value {
            let area: i64 = counts.iter().sum();
            let terms = counts.iter().zip(&pattern.weights);
            (
                area.unsigned_abs(),
                terms.map(|(n, weight)| n * weight).sum(),
            )
        };
        let mut summands = Vec::new();
        let mut pieces = Vec::new();
        for (left, sorted) in self.rest.pieces.iter().zip(&self.pieces) {
            let values: BTreeSet<Value> = sorted.iter().map(value).collect();
            let sums: BTreeSet<i64> = values.iter().map(|(_, sum)| *sum).collect();
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
        let mut work = Work(WORK);
        let together = Sums::of(&summands, &mut work)?;
        let mut cells = vec![Summand {
            copies: Copies::ONE,
            values: vec![value(&self.required)],
        }];
        for (class, count) in self.optional.iter().enumerate() {
            if let Some(max) = u32::try_from(*count).ok().filter(|count| *count > 0) {
                cells.push(Summand {
                    copies: Copies { min: 0, max },
                    values: vec![(1, pattern.weights[class])],
                });
            }
        }
        Some((pieces, Sums::of(&cells, &mut work)?, together))
    }

    fn argument(
        &self,
        pattern: &Pattern,
        pieces: Vec<PieceSums>,
        board: &Sums,
        together: &Sums,
    ) -> Argument {
        let mut weights = vec![0; self.puzzle.board.cells().len()];
        for cell in &self.rest.cells {
            let class = self.classes.of(self.puzzle.board.cell(*cell));
            weights[cell.index()] = pattern.weights[class];
        }
        let distinct = |sums: &mut dyn Iterator<Item = i64>| -> Vec<i64> {
            let sums: BTreeSet<i64> = sums.collect();
            sums.into_iter().collect()
        };
        let asked = distinct(&mut board.areas().flat_map(|area| board.at(area)));
        let made = if pattern.is_area() {
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
                name: pattern.name(),
                nouns: pattern.nouns(),
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

fn by_algebra(puzzle: &Puzzle, rest: &Residual<'_>, stop: &dyn Fn() -> bool) -> Option<Argument> {
    let found = algebra::unmet(puzzle, rest, stop)?;
    let modulus = i64::from(found.modulus);
    let weights: Vec<i64> = found.weights.into_iter().map(i64::from).collect();
    let sum = |cells: &[BoardCell]| -> i64 {
        let weights = cells.iter().map(|cell| weights[cell.index()]);
        weights.sum::<i64>() % modulus
    };
    let pieces: Vec<PieceSums> = rest
        .pieces
        .iter()
        .map(|left| {
            let cells = left
                .placements
                .iter()
                .map(|placement| sum(&placement.cells));
            let sums: BTreeSet<i64> = cells.collect();
            PieceSums {
                piece: left.piece,
                copies: left.copies,
                sums: sums.into_iter().collect(),
            }
        })
        .collect();
    // Each piece makes one sum, and 0 if its copies vary.
    let together = pieces
        .iter()
        .filter_map(|piece| Some(piece.sums.first()? * i64::from(piece.copies.min)))
        .sum::<i64>();
    Some(Argument {
        board: vec![sum(&rest.cells)],
        pieces,
        together: vec![together % modulus],
        by_cells: Vec::new(),
        colouring: Colouring {
            name: String::new(),
            nouns: ["", ""],
            weights,
            modulus: Some(found.modulus),
        },
    })
}
