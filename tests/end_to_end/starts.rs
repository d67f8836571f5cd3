//! `starts`: the number of starts, and which of them leave the fewest and the most solutions.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{Run, root, run};

fn starts(puzzle: &str, more: &[&str]) -> Run {
    let file = format!("puzzles/{puzzle}.ron");
    run(["starts", file.as_str()].iter().chain(more))
}

/// The number of solutions of a puzzle with more givens, by a search.
fn searched(puzzle: &str, start: &Value) -> Value {
    let text =
        fs::read_to_string(root().join(format!("puzzles/{puzzle}.ron"))).expect("it is there");
    let givens: Vec<String> = start
        .as_array()
        .expect("a list")
        .iter()
        .map(|placement| {
            let (piece, cells) = placement
                .as_str()
                .expect("a text")
                .split_once('@')
                .expect("an @");
            let cells = cells.replace(")(", "), (");
            format!("(piece: {piece:?}, cells: Cells([{cells}]))")
        })
        .collect();
    let (head, tail) = text
        .split_once("    expect:")
        .expect("it expects something");
    assert!(!tail.contains("givens"));
    let folder = TempDir::new().expect("a scratch folder");
    let file = folder.path().join("start.ron");
    fs::write(
        &file,
        format!("{head}    givens: [{}],\n)", givens.join(", ")),
    )
    .expect("a file");
    let file = file.to_str().expect("UTF-8");
    run(["count", file, "--engine", "bits", "--format", "json"]).json()["solutions"].clone()
}

#[test]
fn kanoodle_has_no_start_of_one_with_one_solution() {
    let run = starts("kanoodle", &["-k", "1"]);
    assert_eq!(run.status, 0, "{}", run.transcript());
    insta::assert_snapshot!("starts_kanoodle_1", run.stdout);
}

#[test]
fn kanoodle_has_starts_of_two_with_one_solution() {
    let one = starts("kanoodle", &["-k", "2", "--threads", "1"]);
    assert_eq!(one.status, 0, "{}", one.transcript());
    insta::assert_snapshot!("starts_kanoodle_2", one.stdout);
    let three = starts("kanoodle", &["-k", "2", "--threads", "3"]);
    assert_eq!(three.stdout, one.stdout);
}

/// Checks that a search with the start as givens finds the same number of solutions.
#[test]
fn a_search_confirms_the_extremes() {
    for (puzzle, givens) in [("kanoodle", "2"), ("scott", "2"), ("pentominoes-5x12", "3")] {
        let answer = starts(puzzle, &["-k", givens, "--format", "json"]).json();
        assert_eq!(answer["method"], "exact");
        for name in ["fewest", "most"] {
            let extreme = &answer[name];
            for start in extreme["starts"].as_array().expect("a list") {
                assert_eq!(
                    searched(puzzle, start),
                    extreme["solutions"],
                    "{puzzle}: {start}"
                );
            }
        }
    }
}

/// Checks that the result depends only on the seed, and that the estimate is near the exact number.
#[test]
fn random_starts_depend_only_on_the_seed() {
    let drawn = |more: &[&str]| {
        starts(
            "kanoodle",
            &[&["-k", "3", "--samples", "400"], more].concat(),
        )
        .stdout
    };
    let plain = drawn(&[]);
    assert_eq!(drawn(&["--threads", "3"]), plain);
    assert_ne!(drawn(&["--seed", "2"]), plain);
    insta::assert_snapshot!("starts_kanoodle_3_drawn", plain);
    let answer = starts(
        "kanoodle",
        &["-k", "3", "--samples", "400", "--format", "json"],
    )
    .json();
    assert_eq!(answer["method"], "sampled");
    let number = |value: &Value| value.as_f64().expect("a number");
    let distinct = &answer["starts"]["distinct"];
    // 3,884,532 starts: listed, and counted by another program from a list of all solutions.
    let off = (number(&distinct["mean"]) - 3_884_532.0).abs();
    assert!(
        off < 4.0 * number(&distinct["standard_error"]),
        "{distinct}"
    );
}

/// Checks triangles, sticks, cubes, and squares with a given and optional pieces; then refused
/// calls.
#[test]
fn starts_of_other_puzzles_are_counted() {
    let folder = TempDir::new().expect("a scratch folder");
    let file = format!("{}/bounds.ron", folder.path().display());
    let text = "(
        title: \"Bounds\",
        lattice: Square,
        board: Rect(4, 4),
        pieces: [Set(of: Polyominoes(4), only: [\"L\", \"T\", \"O\"], copies: (0, 4)), Set(of: Polyominoes(2), copies: (0, 2))],
        givens: [(piece: \"L\", cells: Cells([(0, 0), (0, 1), (0, 2), (1, 2)]))],
    )";
    fs::write(
        &file,
        text.replace("Polyominoes(2), ", "Polyominoes(2), prefix: \"2\", "),
    )
    .expect("a file");
    let file = file.as_str();
    let mut seen = String::new();
    for arguments in [
        &["puzzles/hexiamonds-arrow-d.ron", "-k", "1", "--show", "1"][..],
        &[
            "puzzles/welded-tetrasticks-4x4.ron",
            "-k",
            "2",
            "--show",
            "1",
        ],
        &[
            "puzzles/solid-pentominoes-2x3x10.ron",
            "-k",
            "2",
            "--show",
            "0",
        ],
        &[file, "-k", "1"],
        &[file, "-k", "2", "--show", "1"],
        &[file, "-k", "9"],
        &["puzzles/mutilated-chessboard.ron", "-k", "2"],
        &["puzzles/kanoodle.ron", "-k", "0"],
        &["puzzles/kanoodle.ron", "-k", "13"],
        &["puzzles/kanoodle.ron"],
        &[
            "puzzles/kanoodle.ron",
            "-k",
            "2",
            "--exact",
            "--samples",
            "5",
        ],
        &["puzzles/kanoodle.ron", "-k", "2", "--samples", "1"],
    ] {
        let run = run(["starts"].iter().chain(arguments));
        seen.push_str(&format!("$ tilewright starts {}\n", arguments.join(" ")));
        seen.push_str(&run.transcript());
    }
    let folder = folder.path().to_str().expect("UTF-8");
    insta::assert_snapshot!("starts_others", seen.replace(folder, "…"));
}
