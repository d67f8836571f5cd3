//! Random puzzles whose pieces have coloured cells.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use itertools::Itertools;
use tilewright_geometry::{Cell, Lattice};

use super::random::{TestRng, lattices, listed, sized};

const COLORS: [&str; 4] = ["red", "blue", "green", "black"];

/// A board dissected into pieces with coloured cells, and a condition on colours that the dissection meets.
pub(super) fn colored(rng: &mut TestRng) -> String {
    let mut lattices = lattices();
    // Balls are excluded: some of their rotations do not preserve the lattice, which leaves colours undefined.
    lattices.retain(|lattice| *lattice != Lattice::Ball);
    let lattice = lattices[rng.below(lattices.len())];
    let board = sized(lattice, rng);
    let cut = cut(lattice, &board, rng);
    let (colors, condition) = painted(lattice, &board, &cut, rng);
    let crossing = if lattice.table().crossing.is_none() {
        "crossing: Allowed, "
    } else {
        ""
    };
    let sides = ["Free", "OneSided", "Fixed"][rng.below(3)];
    let mut text = format!(
        "(lattice: {lattice:?}, {crossing}board: {}, pieces: [",
        listed(lattice, &board)
    );
    let pieces = cut
        .iter()
        .map(|(cell, piece)| (*piece, *cell))
        .into_group_map();
    for (piece, cells) in pieces.into_iter().sorted() {
        let copies = ["1", "1", "1", "(0, 1)", "(1, 2)"][rng.below(5)];
        let shown = cells.iter().map(|cell| colors[cell]).collect_vec();
        write!(
            text,
            "Piece(name: \"P{piece}\", cells: {}, colors: {shown:?}, sides: {sides}, copies: {copies}), ",
            listed(lattice, &cells)
        )
        .unwrap();
    }
    write!(text, "], conditions: [{condition}]").unwrap();
    if rng.below(3) == 0 {
        let cell = board[rng.below(board.len())];
        let color = colors[&cell];
        write!(
            text,
            ", restrict: [Colored(color: {color:?}, cells: {})]",
            listed(lattice, &[cell])
        )
        .unwrap();
    }
    text + ")"
}

/// A dissection into connected pieces of 1 to 4 cells: the piece of each cell.
fn cut(lattice: Lattice, board: &[Cell], rng: &mut TestRng) -> BTreeMap<Cell, usize> {
    let mut cut: BTreeMap<Cell, usize> = BTreeMap::new();
    for piece in 0..board.len() {
        let free = board.iter().copied().filter(|cell| !cut.contains_key(cell));
        let Some(first) = free.collect_vec().into_iter().next() else {
            break;
        };
        let mut cells = vec![first];
        cut.insert(first, piece);
        for _ in 0..rng.below(4) {
            let near = cells.iter().flat_map(|cell| lattice.neighbours(*cell));
            let near = near.filter(|cell| board.contains(cell) && !cut.contains_key(cell));
            let near = near.sorted().collect_vec();
            if near.is_empty() {
                break;
            }
            let cell = near[rng.below(near.len())];
            cut.insert(cell, piece);
            cells.push(cell);
        }
    }
    cut
}

/// The colours of cells, and a condition that they meet.
fn painted(
    lattice: Lattice,
    board: &[Cell],
    cut: &BTreeMap<Cell, usize>,
    rng: &mut TestRng,
) -> (BTreeMap<Cell, &'static str>, String) {
    let across = |cell: Cell| {
        let near = lattice.neighbours(cell);
        near.filter(move |other| cut.get(other).is_some_and(|piece| *piece != cut[&cell]))
    };
    let mut colors: BTreeMap<Cell, &str> = BTreeMap::new();
    let kind = rng.below(3);
    for &cell in board {
        let near = across(cell).filter_map(|other| colors.get(&other).copied());
        let near: BTreeSet<&str> = near.collect();
        let other = COLORS.into_iter().find(|color| !near.contains(color));
        let color = match kind {
            0 => other.unwrap_or("white"),
            _ => COLORS[rng.below(3)],
        };
        colors.insert(cell, color);
    }
    if kind == 1 {
        // All cells that touch across pieces get the same colour.
        loop {
            let pair = board.iter().find_map(|&cell| {
                let other = across(cell).find(|other| colors[other] < colors[&cell])?;
                Some((cell, colors[&other]))
            });
            let Some((cell, color)) = pair else { break };
            colors.insert(cell, color);
        }
        return (colors, "Matching".to_owned());
    }
    let mut met: BTreeSet<[&str; 2]> = BTreeSet::new();
    for &cell in board {
        met.extend(across(cell).map(|other| [colors[&cell], colors[&other]]));
    }
    let differ = met.iter().all(|[one, other]| one != other);
    if differ && rng.below(2) == 0 {
        return (colors, "Differing".to_owned());
    }
    // Some pairs are listed in one order, some in both orders.
    let listed = met
        .iter()
        .filter(|[one, other]| one <= other || rng.below(2) == 0);
    let listed = listed
        .map(|[one, other]| format!("({one:?}, {other:?})"))
        .join(", ");
    (colors, format!("Meeting([{listed}])"))
}
