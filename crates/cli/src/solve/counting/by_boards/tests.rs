//! Compares counts of puzzles with several boards, made board by board, with counts that list all elements of
//! the group.

use proptest::prelude::*;
use tilewright_dlx::{Distinct, StopFlag};

use super::*;
use crate::cover::orbits::PuzzleSymmetry;
use crate::puzzle::Puzzle;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::counting::CountTask;

fn instance(text: &str) -> Instance {
    Instance::new(Puzzle::from_ron(text).expect(text)).expect(text)
}

fn counted(instance: &Instance) -> Option<BoardsCount> {
    by_boards(instance, &RunContext::silent()).unwrap()
}

/// The numbers of all solutions, of orbits and of orbits under rotations, and the order of the group: computed
/// board by board, and computed with a list of the group's elements. `None` if the boards cannot be counted
/// separately.
fn both_ways(text: &str) -> Option<(BoardsCount, (CountResult, usize))> {
    let instance = instance(text);
    let group = PuzzleSymmetry::of(&instance).unwrap();
    let distinct = Distinct::new(instance.problem(), &group.symmetries).unwrap();
    let monitor = RunContext::silent();
    let task = CountTask::new(&instance, &group, &distinct, &monitor);
    let count = task.count(&mut CheckpointFile::nothing()).unwrap();
    Some((counted(&instance)?, (count, group.order())))
}

fn check(text: &str) -> bool {
    let Some((boards, (count, order))) = both_ways(text) else {
        return false;
    };
    let numbers = |count: &CountResult| {
        [&count.solutions, &count.distinct, &count.distinct_rotations].map(Clone::clone)
    };
    assert_eq!(numbers(&boards.count), numbers(&count), "{text}");
    if count.solutions.exact() != Some(&BigUint::ZERO) {
        assert_eq!(boards.order, order.into(), "{text}");
    }
    true
}

#[test]
fn boards_are_counted_as_their_group_is_element_by_element() {
    for text in [
        "(lattice: Square, boards: [Rect(2, 2), Rect(2, 2), Rect(2, 2)], pieces: [Piece(name: \"a\", cells: Rect(2, 1), copies: 6)])",
        "(lattice: Square, boards: [Rect(3, 2), Rect(2, 2), Rect(2, 3)], pieces: [Set(of: Polyominoes(2), copies: (0, 9)), Set(of: Polyominoes(1), copies: (0, 3), prefix: \"1\"), Set(of: Polyominoes(3), copies: (0, 2), prefix: \"3\")])",
        // Each board is filled by one one-sided piece, and the two pieces are mirror images.
        "(lattice: Square, boards: [Picture([\"##.\", \".##\"]), Picture([\".##\", \"##.\"])], pieces: [Set(of: Polyominoes(4), sides: OneSided, copies: (0, 2))])",
        "(lattice: Square, boards: [Rect(4, 2), Rect(4, 2)], pieces: [Set(of: Polyominoes(4), sides: OneSided, copies: (0, 3))])",
        // The puzzle has no mirror image of this one-sided piece, so no board is reflected.
        "(lattice: Square, boards: [Rect(3, 2), Rect(3, 2), Rect(2, 2)], pieces: [Set(of: Polyominoes(3), copies: (0, 6)), Piece(name: \"1\", cells: Rect(1, 1), copies: (0, 6)), Piece(name: \"J\", cells: Picture([\"###\", \"#..\"]), sides: OneSided, copies: (0, 2))])",
        "(lattice: Square, boards: [Rect(3, 2), Rect(3, 2)], pieces: [Set(of: Polyominoes(2), sides: Fixed, copies: (0, 6))])",
        "(lattice: Square, boards: [Rect(3, 2), Rect(3, 2)], pieces: [Set(of: Polyominoes(2), copies: 6)], givens: [(piece: \"I\", cells: Rect(2, 1))])",
        "(lattice: Square, boards: [Rect(4, 2), Rect(4, 2)], pieces: [Set(of: Polyominoes(2), copies: Any), Set(of: Polyominoes(4), copies: (0, 2), prefix: \"4\")], conditions: [Apart(by: Name)])",
        "(lattice: Triangle, boards: [Hexagon(1), Hexagon(1)], pieces: [Set(of: Polyiamonds(2), copies: (0, 6)), Set(of: Polyiamonds(3), copies: (0, 6), prefix: \"3\")])",
        "(lattice: Stick, boards: [Rect(1, 1), Rect(1, 1), Rect(2, 1)], pieces: [Set(of: Polysticks(2), copies: (0, 9)), Set(of: Polysticks(1), copies: (0, 3), prefix: \"1\")])",
        "(lattice: Hexagon, boards: [Hexagon(2), Hexagon(2)], pieces: [Set(of: Polyhexes(2), copies: (0, 9)), Set(of: Polyhexes(1), copies: 2, prefix: \"1\")])",
        "(lattice: Cube, boards: [Box(2, 2, 1), Box(2, 2, 1)], pieces: [Set(of: Polycubes(2), copies: (0, 9)), Set(of: Polycubes(1), copies: (0, 4), prefix: \"1\")])",
    ] {
        assert!(check(text), "{text}");
    }
}

/// The expected numbers: each of eight squares has two tilings, one up to symmetry; a 3 × 3 × 3 box
/// has 21 tilings by bars.
#[test]
fn eight_boards_are_counted_in_a_moment() {
    let trays = |boards: usize| {
        let boards_text = vec!["Rect(2, 2)"; boards].join(", ");
        let text = format!(
            "(lattice: Square, boards: [{boards_text}], pieces: [Piece(name: \"a\", cells: Rect(2, 1), copies: {})])",
            2 * boards
        );
        counted(&instance(&text)).unwrap()
    };
    let eight = trays(8);
    assert_eq!(eight.count.solutions, Known::Exact(256_u32.into()));
    assert_eq!(eight.count.distinct, Known::Exact(1_u32.into()));
    assert_eq!(eight.count.distinct_rotations, Known::Exact(1_u32.into()));
    // Each square contributes all its eight motions to the group, although four of them map each tiling to
    // itself.
    assert_eq!(eight.order, BigUint::from(8_u32).pow(8) * 40_320_u32);
    assert_eq!(trays(20).count.distinct, Known::Exact(1_u32.into()));
    let boxes = "(lattice: Cube, boards: [Box(3,3,3), Box(3,3,3), Box(3,3,3), Box(3,3,3), Box(3,3,3), Box(3,3,3), Box(3,3,3), Box(3,3,3)],
        pieces: [Piece(name: \"a\", cells: Box(3, 1, 1), copies: 72)])";
    let boxes = counted(&instance(boxes)).unwrap().count;
    let one = "(lattice: Cube, board: Box(3,3,3), pieces: [Piece(name: \"a\", cells: Box(3, 1, 1), copies: 9)])";
    let one = instance(one);
    let group = one.symmetry(&StopFlag::new()).unwrap();
    let count = one.solver().count_distinct(&group.symmetries);
    let count = count.unwrap().known().unwrap();
    assert_eq!(boxes.solutions, Known::Exact(count.solutions.pow(8)));
    // Up to symmetry, a solution is a multiset of eight tilings of one box.
    let multisets = (0..8_u32).fold(BigUint::from(1_u32), |product, at| {
        product * (&count.distinct + at) / (at + 1)
    });
    assert_eq!(boxes.distinct, Known::Exact(multisets));
}

const FAMILIES: [(&str, &[&str], &str, u32); 5] = [
    (
        "Square",
        &[
            "Rect(2, 2)",
            "Rect(3, 1)",
            "Rect(1, 3)",
            "Picture([\"##\", \"#.\"])",
            "Picture([\".#\", \"##\"])",
            "Picture([\"#?\", \"##\"])",
            "Picture([\"##.\", \".##\"])",
            "Picture([\".##\", \"##.\"])",
        ],
        "Polyominoes",
        4,
    ),
    (
        "Triangle",
        &["Rhombus(1, 1)", "Rhombus(2, 1)", "Rhombus(1, 2)"],
        "Polyiamonds",
        4,
    ),
    (
        "Hexagon",
        &["Rect(2, 1)", "Rect(2, 2)", "Rect(3, 1)"],
        "Polyhexes",
        3,
    ),
    (
        "Stick",
        &["Rect(1, 1)", "Rect(2, 1)", "Rect(1, 2)"],
        "Polysticks",
        3,
    ),
    (
        "Cube",
        &["Box(2, 1, 1)", "Box(1, 2, 1)", "Box(2, 2, 1)"],
        "Polycubes",
        3,
    ),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Checks two or three random boards of any family, with free, one-sided or fixed pieces.
    #[test]
    fn random_boards_are_counted_as_their_group_is(
        family in 0..FAMILIES.len(),
        chosen in proptest::collection::vec(0_usize..8, 2..=3),
        sides in proptest::sample::select(vec!["Free", "OneSided", "Fixed"]),
        most in 1_u32..=4,
    ) {
        let (lattice, boards, pieces, largest) = FAMILIES[family];
        let boards: Vec<&str> = chosen.iter().map(|at| boards[at % boards.len()]).collect();
        let boards = boards.join(", ");
        let sets = (1..=largest).map(|size| format!(
            "Set(of: {pieces}({size}), sides: {sides}, copies: (0, {most}), prefix: \"{size}\")"
        ));
        let sets: Vec<String> = sets.collect();
        let sets = sets.join(", ");
        let text = format!("(lattice: {lattice}, boards: [{boards}], pieces: [{sets}])");
        let puzzle = Puzzle::from_ron(&text);
        prop_assume!(puzzle.is_ok());
        let isometries = puzzle.as_ref().map_or(0, |puzzle| puzzle.board.symmetries_at_most());
        prop_assume!(isometries <= 800);
        // `check` returns false if the boards cannot be counted separately, for example because they can use too
        // many different sets of pieces.
        prop_assume!(check(&text));
    }
}
