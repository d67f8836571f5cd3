//! `unify`: the fewest clues, verified by counting a puzzle file that contains them.

use std::fs;

use tempfile::TempDir;

use crate::program::{Run, root, run, tilewright};

/// The number of solutions of a puzzle of the collection with more fields.
fn solutions_with(puzzle: &str, fields: &str) -> String {
    let folder = TempDir::new().expect("a scratch folder");
    let text = fs::read_to_string(root().join("puzzles").join(puzzle)).expect("it ships");
    let (rest, _) = text
        .split_once("    expect:")
        .expect("it expects something");
    let path = folder.path().join(puzzle);
    fs::write(&path, format!("{rest}{fields}\n)")).expect("a file");
    let output = tilewright()
        .args(["count", "--format", "json"])
        .arg(path)
        .output()
        .expect("the program starts");
    Run::from(output).json()["solutions"].to_string()
}

/// The text that a run offers for the puzzle's file.
fn offered(run: &Run) -> String {
    let from = run
        .stdout
        .find("\ngivens: [")
        .or_else(|| run.stdout.find("\nrestrict: ["));
    run.stdout[from.expect("something to add")..].to_owned()
}

/// Checks that the clues offered for Kanoodle leave one solution. The unit tests check the number
/// of clues by brute force.
#[test]
fn offered_clues_leave_one_solution() {
    for by in ["givens", "cells"] {
        let run = run(["unify", "puzzles/kanoodle.ron", "--by", by]);
        assert_eq!(run.status, 0, "{}", run.transcript());
        assert_eq!(solutions_with("kanoodle.ron", &offered(&run)), "1", "{by}");
    }
}

/// Checks the result of L. Pachter and P. Kim, "Forcing matchings on square grids", *Discrete
/// Mathematics* 190 (1998): n edges force a matching of the grid of 2n × 2n.
#[test]
fn forced_matchings_of_square_grids() {
    let folder = TempDir::new().expect("a scratch folder");
    for n in 1..=2 {
        let path = folder.path().join(format!("{n}.ron"));
        let text = format!(
            "(lattice: Square, board: Rect({0}, {0}), pieces: [Set(of: Polyominoes(2), copies: {1})])",
            2 * n,
            2 * n * n,
        );
        fs::write(&path, text).expect("a file");
        let output = tilewright()
            .args(["unify", "--format", "json"])
            .arg(path)
            .output()
            .expect("the program starts");
        let answer = Run::from(output).json();
        assert_eq!(
            answer["clues"].as_array().map(Vec::len),
            Some(n),
            "{answer}"
        );
        assert_eq!(
            (&answer["proved"], &answer["chosen"]),
            (&true.into(), &"fewest".into())
        );
    }
}

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    let with = |threads: &str| {
        run([
            "unify",
            "puzzles/soma-cube.ron",
            "--by",
            "cells",
            "-j",
            threads,
        ])
    };
    let one = with("1");
    for threads in ["2", "3"] {
        assert_eq!(with(threads).stdout, one.stdout);
    }
    insta::assert_snapshot!("soma_by_cells", one.transcript());
}

#[test]
fn impossible_requests_are_explained() {
    let folder = TempDir::new().expect("a scratch folder");
    let dominoes =
        "(lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: 4)])";
    for (name, text) in [
        ("dominoes.ron", dominoes),
        (
            "large.ron",
            &dominoes
                .replace("Rect(4, 2)", "Rect(12, 12)")
                .replace('4', "72"),
        ),
        (
            "one.ron",
            "(lattice: Square, board: Rect(3, 1), pieces: [Piece(name: \"A\", cells: Rect(3, 1))])",
        ),
        (
            "none.ron",
            "(lattice: Square, board: Rect(4, 4), pieces: [Piece(name: \"A\", cells: Rect(3, 3)), \
             Piece(name: \"B\", cells: Cells([(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (2, 2)]))])",
        ),
        (
            "areas.ron",
            "(lattice: Square, board: Rect(3, 1), pieces: [Piece(name: \"A\", cells: Rect(2, 1))])",
        ),
        // Whether the optional cell is covered depends on the number of copies of A.
        (
            "optional.ron",
            "(lattice: Square, board: Union([Rect(2, 1), Optional(Shift((2, 0), Rect(1, 1)))]), \
             pieces: [Piece(name: \"A\", cells: Rect(1, 1), copies: (1, 2)), \
             Piece(name: \"B\", cells: Rect(2, 1), copies: (0, 1))])",
        ),
    ] {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let mut seen = String::new();
    for arguments in [
        &["dominoes.ron"][..],
        &["dominoes.ron", "--solution", "3"],
        &[
            "dominoes.ron",
            "--solution",
            "I@(0,0)(0,1)",
            "--solution",
            "I@(3,0)(3,1)",
        ],
        &["dominoes.ron", "--by", "cells"],
        &["dominoes.ron", "--solution", "0"],
        &["dominoes.ron", "--solution", "6"],
        &["dominoes.ron", "--solution", "6", "--solution", "7"],
        &["dominoes.ron", "--solution", "I@(0,0)(1,1)"],
        &[
            "dominoes.ron",
            "--solution",
            "I@(0,0)(1,0)",
            "--solution",
            "I@(1,0)(2,0)",
        ],
        &["dominoes.ron", "--by", "colours"],
        &["large.ron", "--memory", "200kB", "--solution", "1"],
        &[
            "optional.ron",
            "--by",
            "cells",
            "--solution",
            "B@(1,0)(2,0)",
        ],
        &["one.ron"],
        &["none.ron"],
        &["areas.ron"],
        &["missing.ron"],
    ] {
        let output = tilewright()
            .current_dir(folder.path())
            .arg("unify")
            .args(arguments)
            .output()
            .expect("the program starts");
        seen.push_str(&format!(
            "$ tilewright unify {}\n{}",
            arguments.join(" "),
            Run::from(output).transcript()
        ));
    }
    insta::assert_snapshot!(seen);
}
