//! Colourings: a difference between dark and light cells that the pieces cannot
//! make.
//!
//! Source: Golomb, "Polyominoes", as used in Knuth, "Dancing
//! Links" (2000), "A failed experiment".

use std::collections::BTreeSet;

use itertools::Itertools;
use tilewright_geometry::{BoardCell, Cell, Lattice};

use super::{Obstacle, ObstacleKind, obstacle};
use crate::matrix::Matrix;
use crate::puzzle::{Diagnostic, PieceId, Puzzle, Severity};

/// A way to give every cell +1 or −1, and what the two are called.
struct Colouring {
    name: &'static str,
    plus: &'static str,
    minus: &'static str,
    weight: fn(Lattice, Cell) -> i64,
}

fn parity(number: i32) -> i64 {
    if number.rem_euclid(2) == 0 { 1 } else { -1 }
}

const CHECKERED: Colouring = Colouring {
    name: "coloured like a chessboard",
    plus: "dark",
    minus: "light",
    weight: |lattice, cell| {
        let (at, _) = lattice.offset_and_kind(cell);
        parity(at.x) * parity(at.y) * parity(at.z)
    },
};
const COLUMNS: Colouring = Colouring {
    name: "with every other column dark",
    plus: "dark",
    minus: "light",
    weight: |lattice, cell| parity(lattice.offset_and_kind(cell).0.x),
};
const ROWS: Colouring = Colouring {
    name: "with every other row dark",
    plus: "dark",
    minus: "light",
    weight: |lattice, cell| parity(lattice.offset_and_kind(cell).0.y),
};
const LAYERS: Colouring = Colouring {
    name: "with every other layer dark",
    plus: "dark",
    minus: "light",
    weight: |lattice, cell| parity(lattice.offset_and_kind(cell).0.z),
};
const POINTING: Colouring = Colouring {
    name: "coloured by where the triangles point",
    plus: "down",
    minus: "up",
    weight: |lattice, cell| kind_weight(lattice, cell),
};
const LYING: Colouring = Colouring {
    name: "sorted by direction",
    plus: "horizontal",
    minus: "vertical",
    weight: |lattice, cell| kind_weight(lattice, cell),
};

fn kind_weight(lattice: Lattice, cell: Cell) -> i64 {
    let (_, kind) = lattice.offset_and_kind(cell);
    if kind.index() == 0 { 1 } else { -1 }
}

fn colourings(lattice: Lattice) -> &'static [Colouring] {
    const PLANE: &[Colouring] = &[CHECKERED, COLUMNS, ROWS];
    const SPACE: &[Colouring] = &[CHECKERED, COLUMNS, ROWS, LAYERS];
    match lattice {
        Lattice::Square => PLANE,
        Lattice::Cube => SPACE,
        Lattice::Triangle => &[POINTING],
        Lattice::Stick => &[LYING],
    }
}

/// The first colouring that the pieces cannot meet.
///
/// A solution gives every piece one of the differences (dark less light cells)
/// that its placements show; if no choice of them adds up to the board's, there
/// is none. Says nothing where cells are optional: they may even things out.
pub(super) fn unmet_colouring(puzzle: &Puzzle, matrix: &Matrix) -> Option<Obstacle> {
    if puzzle.board.optional_count() > 0 {
        return None;
    }
    colourings(puzzle.lattice)
        .iter()
        .find_map(|colouring| unmet(puzzle, matrix, colouring))
}

fn unmet(puzzle: &Puzzle, matrix: &Matrix, colouring: &Colouring) -> Option<Obstacle> {
    let weight = |cell: &BoardCell| (colouring.weight)(puzzle.lattice, puzzle.board.cell(*cell));
    let (mut dark, mut light) = (0_i64, 0_i64);
    for cell in puzzle.board.indices() {
        *(if weight(&cell) > 0 {
            &mut dark
        } else {
            &mut light
        }) += 1;
    }
    let wanted = dark - light;
    let mut differences: Vec<BTreeSet<i64>> = vec![BTreeSet::new(); puzzle.pieces.len()];
    for meaning in &matrix.meanings {
        let difference = meaning.placement.cells.iter().map(weight).sum();
        differences[meaning.piece.index()].insert(difference);
    }
    let reachable = sums(puzzle, &differences)?;
    if reachable.contains(&wanted) {
        return None;
    }
    let makes = match (reachable.first(), reachable.last()) {
        (Some(low), Some(high)) if low == high => format!("of {low}"),
        (Some(low), Some(high)) if (*low..=*high).contains(&wanted) => {
            let step = reachable.iter().tuple_windows().map(|(a, b)| b - a).min();
            format!("from {low} to {high} in steps of {}", step.unwrap_or(1))
        }
        (Some(low), Some(high)) => format!("from {low} to {high}"),
        _ => return None,
    };
    Some(obstacle(
        ObstacleKind::Colouring,
        Diagnostic {
            severity: Severity::Error,
            ..Diagnostic::error(
                format!(
                    "there is no solution: {}, the board has {dark} {} and {light} {} cells, \
                     a difference of {wanted}",
                    colouring.name, colouring.plus, colouring.minus
                ),
                puzzle.places.board,
                format!("a difference of {wanted}"),
            )
            .context(
                puzzle.places.pieces,
                format!("together make a difference {makes}"),
            )
        },
    ))
}

/// All sums of the pieces' differences, each taken as often as the piece may
/// be used; none if that is too much work to be worth it.
fn sums(puzzle: &Puzzle, differences: &[BTreeSet<i64>]) -> Option<BTreeSet<i64>> {
    const MAX_STEPS: usize = 20_000_000;
    let mut steps = 0_usize;
    let mut reachable = BTreeSet::from([0_i64]);
    for (id, piece) in puzzle.pieces() {
        let own: &BTreeSet<i64> = &differences[PieceId::index(id)];
        let mut total = BTreeSet::new();
        if piece.copies.min == 0 {
            total.extend(&reachable);
        }
        for copy in 1..=piece.copies.max {
            steps = steps.checked_add(reachable.len() * own.len())?;
            if steps > MAX_STEPS {
                return None;
            }
            reachable = reachable
                .iter()
                .cartesian_product(own)
                .map(|(sum, difference)| sum + difference)
                .collect();
            if copy >= piece.copies.min {
                total.extend(&reachable);
            }
        }
        reachable = total;
    }
    Some(reachable)
}
