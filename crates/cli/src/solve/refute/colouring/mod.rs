//! Colourings: proofs by sums over the cells that the pieces cannot make.
//!
//! Every cell of the board has a number, its weight. A placed piece adds the weights of its cells,
//! and in a solution all pieces together add up to the sum of the board. If each piece can make
//! only few sums, together they may always miss the board's sum. An example is a chessboard without
//! two opposite corners: it has two more cells of one colour, while a domino covers one of each.
//!
//! Three searches look for such weights. One tries the colourings that repeat over the lattice
//! (`pattern`), with all sums that the pieces can make (`sums`). The second looks for sets of cells
//! that the pieces cannot all cover (`counting`). The third solves for weights with which each
//! piece makes a single sum modulo a small number (`algebra`).
//!
//! Source: S. W. Golomb, "Checkerboards and polyominoes", American Mathematical Monthly 61 (1954),
//! 675–682; and the sources in `algebra`.

mod algebra;
mod argument;
mod by_class;
mod counting;
mod pattern;
mod simplex;
mod sums;
mod tight;
mod words;

use std::collections::BTreeSet;

use tilewright_geometry::compact::set_of;
use tilewright_geometry::{BoardCell, Lattice};

use crate::cover::Instance;
use crate::cover::residual::ResidualPuzzle;
use crate::puzzle::Puzzle;
use by_class::{Label, PlacementsByClass};
use pattern::{Classes, ColouringPattern, all_classes};

pub use argument::{Argument, Colouring, PieceSums, SumsOfCells};
pub use tight::{SumsByGroup, TightColouring, tight};
pub use words::names;

/// A proof by one of the classical colourings, if there is one.
///
/// Cost: a few passes over the placements.
pub fn classical(instance: &Instance) -> Option<Argument> {
    let puzzle = instance.puzzle();
    let rest = ResidualPuzzle::of(instance);
    let classical = classical_classes(puzzle.lattice);
    area(puzzle, &rest).or_else(|| {
        classical.into_iter().find_map(|classes| {
            unmet_pattern(puzzle, &rest, classes, ColouringPattern::is_classical)
        })
    })
}

/// The divisions of the cells into at most twice as many classes as the lattice has kinds of cells.
fn classical_classes(lattice: Lattice) -> Vec<Classes> {
    let most = 2 * lattice.table().kinds.len();
    all_classes(lattice)
        .take_while(|classes| classes.count() <= most)
        .collect()
}

/// A proof that the pieces cannot cover the required number of cells, by the colouring with weight
/// 1 everywhere. `None` if they can.
fn area(puzzle: &Puzzle, rest: &ResidualPuzzle<'_>) -> Option<Argument> {
    let alike = vec![0; puzzle.board.cells().len()];
    PlacementsByClass::of(puzzle, rest, alike).unmet(&[1], || Label::AREA)
}

/// A proof by the first pattern that `is_tried` accepts and whose sum the pieces cannot make; `None` if there
/// is no such pattern.
fn unmet_pattern(
    puzzle: &Puzzle,
    rest: &ResidualPuzzle<'_>,
    classes: Classes,
    is_tried: impl Fn(&ColouringPattern) -> bool,
) -> Option<Argument> {
    let placements = PlacementsByClass::of(puzzle, rest, classes.of_cells(&puzzle.board));
    ColouringPattern::all(classes)
        .filter(is_tried)
        .find_map(|pattern| placements.unmet(&pattern.weights, || pattern.label()))
}

/// A proof by any kind of colouring, the simplest kinds first; `None` if no colouring is a proof. `stop` is
/// checked between colourings.
///
/// Cost: tests of some thousand colourings, each linear in the number of different ways in which
/// placements divide their cells among the classes; then an elimination.
pub fn argument(instance: &Instance, stop: &dyn Fn() -> bool) -> Option<Argument> {
    let puzzle = instance.puzzle();
    classical(instance).or_else(|| {
        let rest = ResidualPuzzle::of(instance);
        all_classes(puzzle.lattice)
            .take_while(|_| !stop())
            .find_map(|classes| unmet_pattern(puzzle, &rest, classes, |_| !stop()))
            .or_else(|| counting::unmet(puzzle, &rest, stop))
            .or_else(|| by_algebra(puzzle, &rest, stop))
    })
}

fn by_algebra(
    puzzle: &Puzzle,
    rest: &ResidualPuzzle<'_>,
    stop: &dyn Fn() -> bool,
) -> Option<Argument> {
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
            let sums: BTreeSet<i64> = set_of(cells);
            PieceSums {
                piece: left.piece,
                copies: left.copies,
                sums: sums.into_iter().collect(),
            }
        })
        .collect();
    // All placements of a piece have the same sum, which is 0 if the number of its copies varies.
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
