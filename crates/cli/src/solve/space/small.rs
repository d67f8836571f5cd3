//! Small puzzles of every kind with few enough solutions to list, for tests.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use tilewright_dlx::{Links, OptionId};

use super::Space;
use crate::cover::Instance;
use crate::puzzle::{Source, load};
use crate::solve::resources::Resources;
use crate::solve::search::RunContext;

/// Puzzles with all lattices, trays with depth, several copies, bounds, optional cells, junctions,
/// givens, pieces left over, no solution, and exactly one solution.
pub(crate) const PUZZLES: [&str; 18] = [
    "lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(4), only: [\"L\", \"T\", \"O\"], copies: (0, 4))]",
    "lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(2), copies: 8)]",
    "lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(5), copies: (0, 2))], givens: [(piece: \"P\", cells: Picture([\"##\", \"##\", \"#.\"]))]",
    "lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(4), sides: OneSided, only: [\"L\", \"J\"], copies: 2)]",
    "lattice: Square, board: Union([Rect(3, 3), Optional(Shift((3, 0), Rect(1, 3))), Optional(Shift((-1, 0), Rect(1, 3)))]), pieces: [Set(of: Polyominoes(3), copies: (1, 3))]",
    "lattice: Square, board: Union([Rect(2, 2), Optional(Shift((4, 0), Rect(3, 2)))]), pieces: [Set(of: Polyominoes(2), copies: (2, 4)), Set(of: Polyominoes(3), copies: (0, 2), prefix: \"3\")]",
    "lattice: Square, board: Rect(4, 3), pieces: [Piece(name: \"A\", cells: Rect(3, 1)), Piece(name: \"B\", cells: Rect(3, 1)), Piece(name: \"C\", cells: Rect(3, 2))]",
    "lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(4))]",
    "lattice: Square, board: Rect(3, 1), pieces: [Piece(name: \"A\", cells: Rect(3, 1))]",
    "lattice: Triangle, board: Hexagon(2), pieces: [Set(of: Polyiamonds(4), copies: (0, 4))]",
    "lattice: Triangle, board: Rhombus(4, 3), pieces: [Set(of: Polyiamonds(4), sides: OneSided, copies: (0, 3))]",
    "lattice: Stick, board: Rect(2, 2), pieces: [Set(of: Polysticks(2), copies: (0, 6))]",
    "lattice: Stick, board: Rect(3, 3), pieces: [Set(of: Polysticks(3), copies: (0, 2))]",
    "lattice: Cube, board: Box(3, 2, 2), pieces: [Set(of: Polycubes(3), copies: (0, 4))]",
    "lattice: Cube, board: Box(2, 2, 2), pieces: [Set(of: Polycubes(2), copies: 4)]",
    "lattice: Cube, tray: Projected(layers: 2), board: Rect(3, 3), pieces: [Set(of: Polycubes(2), copies: (0, 1)), Set(of: Polycubes(4), copies: (0, 1), prefix: \"4\"), Piece(name: \"Q\", cells: Picture([\"##\", \"##\", \"\", \"#.\", \"..\"]), copies: (0, 2))]",
    "lattice: Tetrakis, board: Rect(3, 2), pieces: [MacMahonSquares(2)], conditions: [Matching]",
    "lattice: Square, board: Rect(4, 2), pieces: [Piece(name: \"A\", cells: Rect(2, 1), colors: [\"a\", \"b\"], back: [\"c\", \"a\"], copies: (1, 3)), Piece(name: \"B\", cells: Rect(2, 1), colors: [\"b\", \"c\"], copies: (0, 2))], conditions: [Meeting([(\"a\", \"b\"), (\"b\", \"c\"), (\"c\", \"c\")])]",
];

pub(crate) fn instance(text: &str) -> Instance {
    let puzzle = load(&Source::new("small", format!("({text})"))).expect(text);
    Instance::new(puzzle.puzzle).expect(text)
}

/// The solution space, built on one thread.
pub(crate) fn space(instance: &Instance) -> Space<'_> {
    let resources = Resources {
        engine: None,
        threads: NonZeroUsize::MIN,
        memory: Some(1 << 28),
        notes: None,
    };
    Space::build(instance, &RunContext::silent().with(resources)).expect("a small diagram")
}

/// All solutions, listed by the engine `links`.
pub(crate) fn solutions(instance: &Instance) -> BTreeSet<BTreeSet<OptionId>> {
    let mut found = BTreeSet::new();
    Links::new(instance.problem()).run(&mut |solution: &[OptionId]| {
        found.insert(solution.iter().copied().collect());
        ControlFlow::Continue(())
    });
    found
}

/// The number of sets of `size` placements in the solutions, not counting givens. A set counts once for each
/// solution that contains it.
pub(crate) fn choices(text: &str, size: usize) -> usize {
    let instance = instance(text);
    let sets = |solution: &BTreeSet<OptionId>| {
        let free = solution.len() - instance.givens().len();
        (0..size).fold(1, |sets, i| sets * free.saturating_sub(i) / (i + 1))
    };
    solutions(&instance).iter().map(sets).sum()
}
