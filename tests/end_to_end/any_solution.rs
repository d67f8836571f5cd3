//! `solve --any`: one solution of a huge puzzle, determined by the seed.

use std::collections::BTreeSet;
#[cfg(unix)]
use std::{thread::sleep, time::Duration};

use crate::program::run;
#[cfg(unix)]
use crate::program::{interrupt, start};

/// Writes a puzzle to a file; returns its folder and its path.
fn file(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("puzzle.ron");
    std::fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("UTF-8").to_owned();
    (folder, path)
}

/// The numbers of pieces and of cells in a solution.
fn pieces_and_cells(line: &str) -> (usize, usize) {
    let solution: serde_json::Value = serde_json::from_str(line).expect("one JSON object");
    let pieces = solution["placements"].as_array().expect("placements");
    let cells = pieces
        .iter()
        .flat_map(|piece| piece["cells"].as_array().expect("cells"));
    let cells: BTreeSet<String> = cells.map(ToString::to_string).collect();
    (pieces.len(), cells.len())
}

#[test]
fn hexominoes_are_filled_alike_on_any_number_of_threads() {
    let path = "puzzles/giants/hexominoes-15x15.ron";
    let any = |threads: &str, seed: &str| {
        let arguments = [
            "solve", path, "--any", "--seed", seed, "-j", threads, "--format", "jsonl",
        ];
        let found = run(arguments);
        assert_eq!(found.status, 0, "{}", found.transcript());
        assert_eq!(
            found.stderr,
            "stopped after 1 solution, the requested number\n"
        );
        found.stdout
    };
    let alone = any("1", "1");
    assert_eq!(pieces_and_cells(&alone), (35, 210));
    for threads in ["2", "3"] {
        assert_eq!(any(threads, "1"), alone);
    }
    assert_ne!(any("2", "2"), alone);
}

#[test]
fn missing_solutions_are_proved() {
    // The first puzzle is refuted by a colouring, the second by a search.
    let refuted = "(lattice: Square, board: Rect(15, 14), pieces: [Set(of: Polyominoes(6))])";
    let searched = "(lattice: Square, board: Rect(3, 3), pieces: [Piece(name: \"L\", \
                    cells: Picture([\"#.\", \"##\"]), copies: 3)])";
    for (text, why) in [(refuted, "coloured like a chessboard"), (searched, "")] {
        let (_folder, path) = file(text);
        let none = run(["solve", "--any", &path]);
        assert_eq!(none.status, 1, "{}", none.transcript());
        assert_eq!(none.stdout, "");
        assert!(none.stderr.contains(why), "{}", none.stderr);
    }
}

#[test]
fn formats_show_the_solution() {
    let folder = tempfile::tempdir().expect("a folder");
    let [list, summary] = ["list.html", "summary.json"].map(|name| {
        let path = folder.path().join(name);
        path.to_str().expect("UTF-8").to_owned()
    });
    let found = run([
        "solve",
        "puzzles/giants/hexominoes-15x15.ron",
        "--any",
        "--format",
        "html",
        "-o",
        &list,
        "--summary",
        &summary,
    ]);
    assert_eq!(found.status, 0, "{}", found.transcript());
    assert!(
        std::fs::read_to_string(list)
            .expect("a list")
            .contains("<svg")
    );
    let summary = std::fs::read_to_string(summary).expect("a summary");
    let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
    assert_eq!(
        (&summary["solutions"], &summary["complete"]),
        (&1.into(), &false.into())
    );
}

#[test]
fn meaningless_options_are_refused() {
    let refused: [&[&str]; 7] = [
        &["--any", "--limit", "2"],
        &["--any", "--distinct"],
        &["--any", "--sort", "canonical"],
        &["--any", "--best", "2"],
        &["--any", "--checkpoint", "c"],
        &["--any", "--engine", "frontier"],
        &["--seed", "3"],
    ];
    for arguments in refused {
        let run = run(["solve", "puzzles/scott.ron"].iter().chain(arguments));
        assert_eq!(run.status, 2, "{}", run.transcript());
        assert_eq!(run.stdout, "");
    }
}

/// Checks that a solution with all 22 pentahexes is found in a fraction of a second, as for the
/// other large puzzles.
#[test]
fn pentahexes_are_filled() {
    let path = "puzzles/giants/pentahexes-10x11.ron";
    let found = run(["solve", "--any", path, "--format", "jsonl"]);
    assert_eq!(found.status, 0, "{}", found.transcript());
    assert_eq!(pieces_and_cells(&found.stdout), (22, 110));
}

#[test]
#[ignore = "five minutes"]
fn giants_are_filled() {
    for (name, expected) in [
        ("hexominoes-15x15", (35, 210)),
        ("heptominoes-20x38", (108, 756)),
        ("heptominoes-3-rectangles", (108, 756)),
        ("octiamonds-24x11", (66, 528)),
        ("octominoes-34x87", (369, 2952)),
    ] {
        let path = format!("puzzles/giants/{name}.ron");
        let found = run(["solve", "--any", &path, "--format", "jsonl"]);
        assert_eq!(found.status, 0, "{}", found.transcript());
        assert_eq!(pieces_and_cells(&found.stdout), expected, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_reports_it() {
    // In half a minute, the search neither finds a solution nor proves that there is none.
    let (_folder, path) = file(
        "(lattice: Square, board: Rect(25, 11), \
         pieces: [Set(of: Polyominoes(5), only: [\"Y\"], copies: (0, 99))])",
    );
    let child = start(&["solve", "--any", &path]);
    sleep(Duration::from_secs(2));
    let run = interrupt(child);
    assert_eq!(run.status, 130, "{}", run.transcript());
    assert!(
        run.stderr.contains("interrupted: incomplete"),
        "{}",
        run.stderr
    );
}
