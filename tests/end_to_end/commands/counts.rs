//! The output of `count`.

use std::fs;

use tempfile::TempDir;

use crate::program::{Run, json_lines, puzzle_file as file, run, tilewright};

#[test]
fn count_as_json_has_the_fields_of_the_design() {
    let answer = run([
        "count",
        "puzzles/scott.ron",
        "--certificate",
        "--engine",
        "bits",
        "--threads",
        "2",
        "--format",
        "json",
    ])
    .json();
    assert_eq!(answer["puzzle"], "Scott's pentominoes");
    assert_eq!(answer["options"], 1568);
    assert_eq!(answer["items"]["primary"], 72);
    assert_eq!(answer["items"]["secondary"], 0);
    assert_eq!(answer["solutions"], 520);
    assert_eq!(answer["distinct"], 65);
    assert_eq!(answer["distinct_rotations"], 130);
    assert_eq!(answer["engine"], "bits");
    assert!(answer["seconds"].is_number());
    assert!(answer["threads"].as_u64() <= Some(2));
    assert_eq!(answer["complete"], true);
    assert_eq!(answer["symmetries"], 8);
    assert_eq!(answer["by_symmetry"][0]["symmetry"], "none");
    assert_eq!(answer["by_symmetry"][0]["distinct"], 65);
    assert_eq!(answer["certificate"]["orbits"], 65);
    assert_eq!(answer["certificate"]["fixed"][0], 520);
    let words = answer["restricted"][0].as_str().expect("words");
    assert!(
        words.starts_with("X is kept to the upper left quarter"),
        "{words}"
    );
}

/// Checks puzzles with several boards. A square has 2 tilings, one up to symmetry. A box has 21
/// tilings by bars, 3 up to symmetry, so eight boxes have C(10, 8) = 45 multisets of them. Small
/// groups are listed; if the group is too large to list, as for eight boards, the solutions are
/// counted board by board.
#[test]
fn several_boards_are_counted_together() {
    let puzzle = |lattice: &str, boards: &[&str], piece: &str, copies: usize| {
        file(&format!(
            "(lattice: {lattice}, boards: [{}], pieces: [Piece(name: \"a\", cells: {piece}, copies: {copies})])",
            boards.join(", ")
        ))
    };
    for (boards, solutions) in [(3_usize, 8_u64), (4, 16), (8, 256), (20, 1 << 20)] {
        let (_folder, path) = puzzle(
            "Square",
            &vec!["Rect(2, 2)"; boards],
            "Rect(2, 1)",
            2 * boards,
        );
        let answer = run(["count", &path, "--format", "json"]).json();
        assert_eq!(answer["solutions"], solutions);
        assert_eq!(
            (&answer["distinct"], &answer["distinct_rotations"]),
            (&1.into(), &1.into())
        );
        let designed = run(["design", &path, "--distinct", "1..", "--format", "jsonl"]);
        let line = &json_lines(&designed)[0];
        assert_eq!(
            (&line["solutions"], &line["distinct"]),
            (&solutions.into(), &1.into())
        );
    }
    let (_folder, path) = puzzle("Cube", &["Box(2, 2, 2)"; 2], "Box(2, 2, 1)", 4);
    let answer = run(["count", &path, "--format", "json"]).json();
    assert_eq!(
        (&answer["solutions"], &answer["distinct"]),
        (&9.into(), &1.into())
    );
    let (_folder, path) = puzzle("Cube", &["Box(3, 3, 3)"; 8], "Box(3, 1, 1)", 72);
    let answer = run(["count", &path, "--format", "json"]).json();
    assert_eq!(answer["solutions"], 21_u64.pow(8));
    assert_eq!(answer["distinct"], 45);
    // A command that would list the symmetries reports that it cannot.
    let refused = run(["solve", &path, "--distinct"]);
    assert_eq!(refused.status, 2, "{}", refused.transcript());
    assert!(
        refused.stderr.contains("symmetries, too many to list"),
        "{}",
        refused.stderr
    );
}

/// Checks six kinds of rectangles on a board of 56 × 56. Preparations before the search count
/// against the memory limit, and the message says how much memory they need.
#[test]
fn preparations_count_against_the_memory_limit() {
    let pieces = [
        (28, 14, 2),
        (27, 14, 1),
        (20, 18, 2),
        (20, 14, 2),
        (10, 4, 1),
        (32, 10, 2),
    ];
    let pieces: Vec<String> = (pieces.iter())
        .map(|(w, h, copies)| {
            format!("Piece(name: \"{w}x{h}\", cells: Rect({w}, {h}), copies: (0, {copies}))")
        })
        .collect();
    let (_folder, path) = file(&format!(
        "(lattice: Square, board: Rect(56, 56), pieces: [{}])",
        pieces.join(", ")
    ));
    let refused = |memory: &str| {
        let run = run(["count", &path, "--memory", memory]);
        assert_eq!(run.status, 2, "{}", run.transcript());
        run.stderr
    };
    let problem = refused("100MiB");
    assert!(
        problem.contains("error: the problem needs about 1"),
        "{problem}"
    );
    assert!(
        problem.contains("but only 100 MiB of memory are allowed: allow more with `--memory`"),
        "{problem}"
    );
    for command in [
        &["solve", "-n", "1"][..],
        &["explore"],
        &["unify"],
        &["starts", "--givens", "1"],
        &["why"],
        &["viewer"],
        &["challenges"],
        &["design"],
    ] {
        let run = run(command.iter().chain(&[path.as_str(), "--memory", "100MiB"]));
        assert_eq!(run.status, 2, "{}", run.transcript());
        let refusal = "error: the problem needs about 1";
        assert!(run.stderr.contains(refusal), "{}", run.transcript());
    }
    let symmetries = refused("140MiB");
    assert!(
        symmetries
            .contains("error: the problem, its symmetries and the cases of a search need about 1"),
        "{symmetries}"
    );
    assert!(
        symmetries.contains("or count all solutions without the distinct ones (`--total`)"),
        "{symmetries}"
    );
}

/// Checks the memory of a search with cases. Forecasts once built the problems of all cases
/// together, which took 380 MB with a limit of 100 MiB.
#[cfg(target_os = "linux")]
#[test]
fn cases_of_a_search_are_in_memory_one_at_a_time() {
    let names = [
        ("A", "14, 7", 3),
        ("C", "10, 9", 2),
        ("D", "10, 7", 2),
        ("E", "5, 2", 1),
        ("G", "16, 5", 2),
    ];
    let pieces = names.map(|(name, size, copies)| {
        format!("Piece(name: \"{name}\", cells: Rect({size}), copies: {copies})")
    });
    let (_folder, path) = file(&format!(
        "(lattice: Square, board: Rect(28, 28), pieces: [{}])",
        pieces.join(", ")
    ));
    let limited = "ulimit -v 350000; exec \"$0\" count \"$1\" --memory 100MiB --threads 1";
    let program = tilewright().get_program().to_owned();
    let run: Run = std::process::Command::new("sh")
        .args(["-c", limited])
        .arg(program)
        .arg(&path)
        .output()
        .expect("a shell")
        .into();
    assert_eq!(run.status, 1, "{}", run.transcript());
}

/// Checks Figure 13 of Knuth, "Dancing Links" (2000): three solutions, two of them symmetric.
#[test]
fn symmetric_solutions_are_classified() {
    let answer = run([
        "count",
        "puzzles/welded-tetrasticks-4x4.ron",
        "--format",
        "json",
    ])
    .json();
    assert_eq!(answer["solutions"], 16);
    assert_eq!(answer["distinct"], 3);
    assert_eq!(answer["distinct_rotations"], 4);
    let by_symmetry = answer["by_symmetry"].as_array().expect("a list");
    let count = |name: &str| {
        by_symmetry
            .iter()
            .find(|entry| entry["symmetry"] == name)
            .map(|entry| entry["distinct"].clone())
    };
    assert_eq!(count("none"), Some(1.into()));
    assert_eq!(by_symmetry.len(), 2);
    let list = run(["solve", "--distinct", "puzzles/welded-tetrasticks-4x4.ron"]);
    assert_eq!(list.stdout.matches("solution ").count(), 3);
    assert_eq!(list.stdout.matches("symmetric: ").count(), 2);
}

#[test]
fn a_certificate_is_made_on_request() {
    let file = "puzzles/pentominoes-3x20.ron";
    for engine in ["auto", "links", "bits", "frontier"] {
        let count = ["count", file, "--engine", engine, "--format", "json"];
        let answer = run(count).json();
        assert_eq!(answer["certificate"], serde_json::Value::Null);
        assert_eq!(answer["solutions"], 8);
        assert_eq!(answer["distinct"], 2);
        let certified = run(count.iter().chain(&["--certificate"])).json();
        assert_eq!(certified["certificate"]["fixed"][0], 8);
        assert_eq!(certified["certificate"]["orbits"], 2);
        assert_eq!(certified["distinct"], 2);
    }
}

#[test]
fn a_case_is_counted_by_its_name() {
    let count = |command: &[&str]| {
        let run = run(command
            .iter()
            .chain(&["--format", "json", "puzzles/scott.ron"]));
        run.json()["solutions"].clone()
    };
    assert_eq!(count(&["count", "--case", "X at 24"]), 20);
    let wrong = run(["count", "--case", "X at 25", "puzzles/scott.ron"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.stderr.contains("did you mean"), "{}", wrong.stderr);
}

/// Checks 54 items with two options each: 2^54 solutions, more than a double represents exactly.
#[test]
fn counts_beyond_doubles_are_text_too() {
    let folder = TempDir::new().expect("a scratch folder");
    let file = folder.path().join("switches.dlx");
    let names: Vec<String> = (0..54).map(|switch| format!("s{switch}")).collect();
    let options = names.iter().map(|name| format!("{name}\n{name}\n"));
    let text = names.join(" ") + "\n" + &options.collect::<String>();
    fs::write(&file, text).expect("written");
    let count = run([
        "cover",
        &file.display().to_string(),
        "--count",
        "--engine",
        "frontier",
        "--format",
        "jsonl",
    ]);
    assert!(
        count
            .stdout
            .contains(r#""solutions":18014398509481984,"solutions_text":"18014398509481984""#),
        "{}",
        count.transcript()
    );
}

#[test]
fn a_puzzle_without_solutions_gives_status_1() {
    let solve = run(["solve", "puzzles/hexiamonds-arrow-b.ron"]);
    assert_eq!((solve.status, solve.stdout.as_str()), (1, ""));
    let count = run([
        "count",
        "puzzles/hexiamonds-arrow-b.ron",
        "--format",
        "json",
    ]);
    assert_eq!(count.status, 1, "{}", count.transcript());
    assert!(count.stdout.contains("\"solutions\":0,"));
}

/// Checks that symmetric solutions are recognised by the puzzle's symmetries, which `--total` does
/// not divide out.
#[test]
fn symmetric_solutions_of_goals_are_counted_without_symmetries_too() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("goals.ron");
    let text = r#"(lattice: Square, board: Rect(6, 6), pieces: [Set(of: Polyominoes(2), copies: Any)],
        conditions: [Symmetric("half turn")], goals: [Goal(name: "whole")])"#;
    fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("a path");
    for arguments in [&["count", file][..], &["count", file, "--total"]] {
        let answer = run(arguments.iter().chain(&["--format", "json"])).json();
        assert_eq!(answer["goals"][0]["solutions"], 120, "{arguments:?}");
    }
    let alone = run([
        "count", file, "--goal", "whole", "--total", "--format", "json",
    ])
    .json();
    assert_eq!(
        (&alone["solutions"], &alone["distinct"]),
        (&120.into(), &serde_json::Value::Null)
    );
}

/// Checks that a placement of many cells is named by three of them.
#[test]
fn restrictions_fit_a_line() {
    let folder = tempfile::TempDir::new().expect("a scratch folder");
    let file = folder.path().join("large.ron");
    let text = "(lattice: Square, board: Rect(20, 19), pieces: [Piece(name: \"B\", cells: Rect(20, 18)), Piece(name: \"C\", cells: Rect(20, 1))])";
    std::fs::write(&file, text).expect("a file");
    let plain = run(["count", &file.to_string_lossy()]);
    assert_eq!(plain.status, 0, "{}", plain.transcript());
    // Without -v the output has no words that require knowledge of exact covers.
    for word in ["searched", "restricted", "items", "engine"] {
        assert!(!plain.stdout.contains(word), "{}", plain.transcript());
    }
    let run = run(["count", "-v", &file.to_string_lossy()]);
    assert_eq!(run.status, 0, "{}", run.transcript());
    let restricted = "  searched     B lies on (0,0) (1,0) (2,0) and 357 more cells\n";
    assert!(run.stdout.contains(restricted), "{}", run.transcript());
}

/// Checks that a restriction of the file is named, and that restrictions of the search are not.
#[test]
fn restrictions_of_the_file_are_named() {
    let scott = ["count", "puzzles/scott.ron"];
    let case = ["count", "puzzles/scott.ron", "--case", "X at 23"];
    for (arguments, is_restricted) in [(&scott[..], false), (&case[..], true)] {
        let run = run(arguments);
        assert_eq!(run.status, 0, "{}", run.transcript());
        let line = "\n  restricted   by `restrict` in the file\n";
        assert_eq!(
            run.stdout.contains(line),
            is_restricted,
            "{}",
            run.transcript()
        );
    }
}
