//! Copies, givens and secondary items, compared with known counts.

use std::ops::ControlFlow;

use tilewright_dlx::Links;

use super::*;
use crate::cover::Instance;
use crate::puzzle::{Source, load};

fn instance(text: &str) -> Instance {
    let puzzle = load(&Source::new("test", text)).unwrap().puzzle;
    Instance::new(puzzle).unwrap()
}

fn solutions(text: &str) -> u64 {
    let instance = instance(text);
    let links = Links::new(instance.problem())
        .given(instance.givens())
        .unwrap();
    links
        .run(&mut |_: &[OptionId]| ControlFlow::Continue(()))
        .solutions
}

fn dominoes_and_monominoes(side: u32, dominoes: &str, monominoes: &str, more: &str) -> u64 {
    solutions(&format!(
        r#"(lattice: Square, board: Rect({side}, {side}), pieces: [
            Piece(name: "D", cells: Rect(2, 1), copies: {dominoes}),
            Piece(name: "M", cells: Rect(1, 1), copies: {monominoes}),
        ] {more})"#
    ))
}

/// Checks the number of matchings of the n × n grid (OEIS A028420): every set of disjoint dominoes,
/// with a monomino on each other cell.
#[test]
fn none_to_many_copies_give_each_solution_once() {
    for (side, matchings) in [(1, 1), (2, 7), (3, 131), (4, 10_012)] {
        assert_eq!(
            dominoes_and_monominoes(side, "(0, 8)", "(0, 16)", ""),
            matchings
        );
    }
}

/// Two dominoes can be laid on 3 × 3 cells in 44 ways. They are pairs of the 12 edges of a grid
/// with 9 vertices. Of the 66 pairs, 22 share a vertex: one at each corner, three at each side, six
/// in the middle.
#[test]
fn an_exact_number_of_copies() {
    assert_eq!(dominoes_and_monominoes(3, "2", "5", ""), 44);
    assert_eq!(dominoes_and_monominoes(3, "(2, 2)", "(0, 9)", ""), 44);
    assert_eq!(dominoes_and_monominoes(3, "2", "4", ""), 0);
}

/// With one domino given in a corner, 8 of the 12 edges remain for the other domino.
#[test]
fn a_given_uses_up_one_copy() {
    let given = r#", givens: [(piece: "D", cells: Rect(2, 1))]"#;
    assert_eq!(dominoes_and_monominoes(3, "2", "5", given), 8);
    assert_eq!(dominoes_and_monominoes(3, "1", "7", given), 1);
}

/// Checks the number of domino tilings of the 2n × 2n board (OEIS A004003), counted without an item
/// for the dominoes.
#[test]
fn copies_that_the_area_forces_need_no_item() {
    for (side, tilings) in [(2, 2), (4, 36), (6, 6728)] {
        let text = format!(
            r#"(lattice: Square, board: Rect({side}, {side}), pieces: [
                Piece(name: "D", cells: Rect(2, 1), copies: {}),
            ])"#,
            side * side / 2
        );
        let instance = instance(&text);
        assert_eq!(instance.problem().primary_count(), side * side);
        assert!(instance.implied().is_some());
        assert_eq!(solutions(&text), tilings);
    }
}

#[test]
fn sets_with_names_in_common_take_a_prefix() {
    let text = "(lattice: Square, board: Rect(5, 8), pieces: [
        Set(of: Polyominoes(4), prefix: \"4\"), Set(of: Polyominoes(5), only: [\"I\", \"L\"])])";
    let puzzle = load(&Source::new("test", text)).unwrap().puzzle;
    let names: Vec<&str> = puzzle.pieces.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["4I", "4L", "4O", "4S", "4T", "I", "L"]);
}

#[test]
fn two_pieces_that_could_trade_copies_keep_an_item() {
    let instance = instance(
        r#"(lattice: Square, board: Rect(4, 4), pieces: [
            Piece(name: "D", cells: Rect(2, 1), copies: (0, 8)),
            Piece(name: "Q", cells: Rect(2, 2), copies: (0, 4)),
        ])"#,
    );
    // The number of Q determines that of D, so only Q has an item.
    assert_eq!(instance.problem().primary_count(), 17);
}

#[test]
fn optional_cells_and_junctions_are_secondary() {
    let instance = instance(
        r"(lattice: Stick,
            board: Union([Rect(2, 2), Optional(Minus(Shift((2, 0), Rect(1, 2)), Rect(2, 2)))]),
            pieces: [Set(of: Polysticks(1), copies: (0, 20))])",
    );
    // Primary: 12 required sticks and the piece. Secondary: 5 optional sticks and the two inner
    // vertices of 3 × 2 squares.
    assert_eq!(instance.problem().primary_count(), 13);
    assert_eq!(instance.problem().secondary_count(), 7);
}

/// Checks that a stop ends the listing of millions of placements early.
#[test]
fn a_stop_ends_the_making_of_a_problem() {
    let text =
        "(lattice: Cube, board: Box(30, 30, 30), pieces: [Set(of: Polycubes(4), copies: Any)])";
    let stop = StopFlag::new();
    stop.set();
    let stopped = Instance::new_until(Puzzle::from_ron(text).unwrap(), &stop);
    assert!(matches!(stopped, Err(InstanceError::Stopped(_))));
}
