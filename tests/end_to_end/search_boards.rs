//! `design --search` that also searches for a board.

use std::fs;

use serde_json::Value;

use crate::program::{Run, json_lines as lines, puzzle_file as file, run};

/// A tray of 18 to 20 cells, all optional except the middle one, and pieces of three to five cells.
const TRAY: &str = r#"(title: "A tray of any shape", lattice: Square,
    board: Picture(["?????", "?????", "??#??", "?????", "?????"]),
    pieces: [Set(of: Polyominoes(3), prefix: "3", copies: (0, 1)),
        Set(of: Polyominoes(4), prefix: "4", copies: (0, 1)), Set(of: Polyominoes(5), copies: (0, 1))],
    design: (wanted: Distinct(1), choose: 5, boards: SubBoards(cells: (18, 20), symmetry: Rotation(2))))"#;

/// The cells of a line's board.
fn board(line: &Value) -> Vec<(i64, i64)> {
    let of = |cell: &Value, axis: usize| cell[axis].as_i64().expect("a number");
    let cells = line["board"].as_array().expect("a board").iter();
    cells.map(|cell| (of(cell, 0), of(cell, 1))).collect()
}

#[test]
fn a_search_finds_boards() {
    let (folder, path) = file(TRAY);
    let call = ["design", path.as_str(), "--search", "-n", "3"];
    let text = run(call);
    assert_eq!(text.status, 0, "{}", text.transcript());
    insta::assert_snapshot!("search_boards", text.stdout);
    for threads in ["1", "3"] {
        let again = run(call.iter().chain(&["--threads", threads]));
        assert_eq!(again.stdout, text.stdout);
    }
    let to = folder.path().join("found");
    let to = to.to_str().expect("UTF-8");
    let picture = folder.path().join("found.svg");
    let picture = picture.to_str().expect("UTF-8");
    let more = ["--format", "jsonl", "--write", to, "--draw", picture];
    let found = lines(&run(call.iter().chain(&more)));
    assert_eq!(found.len(), 3);
    for (number, line) in (1..).zip(&found) {
        let board = board(line);
        // The line agrees with the file written for its board, counted by another engine.
        let path = format!("{to}/{number}.ron");
        let count = run(["count", &path, "--engine", "links", "--format", "json"]).json();
        for field in ["solutions", "distinct", "distinct_rotations"] {
            assert_eq!(line[field], count[field], "{path}");
        }
        assert_eq!(line["distinct"], 1);
        let solved = lines(&run(["solve", &path, "--limit", "1", "--format", "jsonl"]));
        let solution = solved.iter().find(|line| line["type"] == "solution");
        let placements = solution.expect("a solution")["placements"].clone();
        let cells = placements.as_array().expect("placements").iter();
        let cells = cells.flat_map(|placed| placed["cells"].as_array().expect("cells").clone());
        assert_eq!(cells.count(), board.len());
        // The right number of cells, including the middle one, symmetric under a half turn.
        assert!((18..=20).contains(&board.len()) && board.contains(&(2, 2)));
        assert!(board.iter().all(|&(x, y)| board.contains(&(4 - x, 4 - y))));
        let pieces = line["pieces"].as_object().expect("pieces");
        assert_eq!(pieces.values().filter_map(Value::as_u64).sum::<u64>(), 5);
    }
    insta::assert_snapshot!(
        "search_boards_puzzle",
        fs::read_to_string(format!("{to}/1.ron")).expect("a puzzle")
    );
    let drawn = fs::read_to_string(picture).expect("a picture");
    assert!(drawn.matches("2 solutions, 1 distinct").count() >= 3);
    let table = run(call.iter().chain(&["--format", "csv"]));
    insta::assert_snapshot!("search_boards_csv", table.stdout);
}

/// Kills a search repeatedly. Checks that it ends with the bytes of an uninterrupted search.
#[cfg(unix)]
#[test]
fn a_search_for_boards_resumes_from_a_checkpoint() {
    let (folder, path) = file(TRAY);
    let kept = folder.path().join("kept");
    let kept = kept.to_str().expect("UTF-8");
    // Five different pieces on a board with a half turn have an even number of solutions, so none matches.
    let call = [
        "design",
        &path,
        "--search",
        "--solutions",
        "1",
        "--some",
        "no-crossroads",
    ];
    let call = [&call[..], &["--steps", "1500"]].concat();
    let keep = [
        &call[..],
        &["--checkpoint", kept, "--checkpoint-every", "1ms"],
    ]
    .concat();
    let whole = run(&call);
    for round in 0..4_u64 {
        let threads = (1 + round % 2).to_string();
        let mut child = crate::program::start(&[&keep[..], &["--threads", &threads]].concat());
        std::thread::sleep(std::time::Duration::from_millis(80 + 40 * round));
        child.kill().expect("it runs, or has ended");
        child.wait().expect("it has ended");
    }
    let ended = run(&keep);
    assert_eq!(ended.stdout, whole.stdout, "{}", ended.transcript());
    assert_eq!(ended.status, whole.status);
}

#[test]
fn boards_that_cannot_be_searched_are_refused() {
    let mut messages = String::new();
    let searched = |text: &str, more: &[&str]| -> Run {
        let (_folder, path) = file(text);
        run(["design", path.as_str()].iter().chain(more))
    };
    let with = |boards: &str| TRAY.replace("cells: (18, 20), symmetry: Rotation(2)", boards);
    for (text, more) in [
        (TRAY.to_owned(), &[][..]),
        (with("cells: 26"), &["--search"]),
        (with("cells: 18, symmetry: Rotation(3)"), &["--search"]),
    ] {
        let run = searched(&text, more);
        messages += &format!(
            "$ design {}\n{}status {}\n\n",
            more.join(" "),
            run.stderr,
            run.status
        );
    }
    for boards in [
        "cells: (9, 7)",
        "cells: 18, symmetry: Diagonal",
        "symmetry: Full",
    ] {
        let run = searched(&with(boards), &["--search"]);
        // Leaves out the folder's name.
        let lines = run.stderr.lines().filter(|line| !line.contains("-->"));
        let lines: Vec<&str> = lines.collect();
        messages += &format!("{}\nstatus {}\n\n", lines.join("\n"), run.status);
    }
    insta::assert_snapshot!("search_boards_refused", messages);
}
