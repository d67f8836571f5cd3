//! `design --solvable`: which choices have a solution, without counts.

use std::collections::BTreeSet;

use crate::program::{Run, json_lines, puzzle_file, run};

/// All rectangles that fit a square of side `n`, any number of each.
fn rectangles(n: usize) -> String {
    let sides = (1..=n).flat_map(|a| (a..=n).map(move |b| (a, b)));
    let pieces =
        sides.map(|(a, b)| format!("Piece(name: \"{a}x{b}\", cells: Rect({a}, {b}), copies: Any)"));
    let pieces: Vec<String> = pieces.collect();
    let pieces = pieces.join(", ");
    format!(
        "(title: \"Rectangles in a square\", lattice: Square, board: Rect({n}, {n}), pieces: [{pieces}])"
    )
}

fn design(puzzle: &str, more: &[&str]) -> Run {
    let (_folder, path) = puzzle_file(puzzle);
    run(["design", path.as_str()].iter().chain(more))
}

/// The pieces of each choice.
fn choices(run: &Run) -> BTreeSet<String> {
    let lines = json_lines(run);
    lines
        .iter()
        .map(|line| line["pieces"].to_string())
        .collect()
}

/// Checks OEIS A360629: 4, 21 and 192 sets of rectangles tile the squares of side 2, 3 and 4.
#[test]
fn sets_of_rectangles_that_tile_squares() {
    for (n, sets) in [(2, 4), (3, 21), (4, 192)] {
        let puzzle = rectangles(n);
        let solvable = design(&puzzle, &["--solvable", "--format", "jsonl"]);
        assert_eq!(choices(&solvable).len(), sets);
        assert_eq!(solvable.stdout.lines().count(), sets);
        let all = design(&puzzle, &["--format", "jsonl"]);
        assert_eq!(choices(&solvable), choices(&all));
    }
    let text = design(&rectangles(3), &["--solvable", "--limit", "3"]);
    insta::assert_snapshot!("solvable_rectangles", text.stdout);
    for threads in ["1", "3"] {
        let call = ["--solvable", "--limit", "3", "--threads", threads];
        assert_eq!(design(&rectangles(3), &call).stdout, text.stdout);
    }
}

/// Checks OEIS A129668: 11 lists of cubes fill a cube of side 4.
#[test]
fn lists_of_cubes_that_fill_a_cube() {
    let pieces =
        (1..=4).map(|n| format!("Piece(name: \"{n}\", cells: Box({n}, {n}, {n}), copies: Any)"));
    let pieces = pieces.collect::<Vec<_>>().join(", ");
    let puzzle =
        format!("(title: \"cubes\", lattice: Cube, board: Box(4, 4, 4), pieces: [{pieces}])");
    let solvable = design(&puzzle, &["--solvable", "--format", "csv"]);
    let expected = "solutions,distinct,distinct_rotations,1,2,3,4\n,,,0,0,0,1\n,,,0,8,0,0\n";
    assert!(solvable.stdout.starts_with(expected), "{}", solvable.stdout);
    assert_eq!(solvable.stdout.lines().count(), 12);
}

#[test]
fn choices_that_a_rule_allows_are_listed_without_counts() {
    let pool = r#"(title: "Tetrominoes and trominoes", lattice: Square, board: Rect(5, 4),
        pieces: [Set(of: Polyominoes(4), copies: (0, 2)), Set(of: Polyominoes(3), prefix: "3", copies: (0, 3))],
        givens: [(piece: "I", cells: Cells([(0, 0), (1, 0), (2, 0), (3, 0)]))])"#;
    for rule in [
        &[][..],
        &["--choose", "..5"],
        &["--different", "3", "--must", "T"],
        &["--never", "O,3I"],
    ] {
        let listed = |more: &[&str]| design(pool, &[rule, more, &["--format", "jsonl"]].concat());
        let all = listed(&[]);
        assert!(!choices(&all).is_empty(), "{rule:?}");
        assert_eq!(choices(&listed(&["--solvable"])), choices(&all), "{rule:?}");
        let links = listed(&["--solvable", "--engine", "links"]);
        assert_eq!(choices(&links), choices(&all), "{rule:?}");
    }
}

#[test]
fn what_needs_counts_does_not_go_with_solvable() {
    let mut messages = String::new();
    for call in [
        &["--solvable", "--solutions", "1"][..],
        &["--solvable", "--sort", "most"],
        &["--solvable", "--samples", "9"],
    ] {
        let run = design(&rectangles(2), call);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{call:?}");
        messages += &format!("$ design {}\n{}\n", call.join(" "), run.stderr);
    }
    insta::assert_snapshot!("solvable_refused", messages);
    let with_rank = rectangles(2).replace("pieces:", "design: (rank: { Number: 1 }), pieces:");
    let run = design(&with_rank, &["--solvable"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("--solvable does not make"),
        "{}",
        run.stderr
    );
}
