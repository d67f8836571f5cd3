//! Lists of solutions: their lines, their order, their bytes.

use std::fs;

use tempfile::TempDir;

use crate::program::{run, tilewright};

/// Checks Knuth's maximally symmetric solutions: Scott's problem, Figure 1 (36 and 30); the
/// one-sided 3 × 30, Figure 9 (51 and 48).
#[test]
fn the_most_symmetric_solutions() {
    for (puzzle, scores) in [
        ("scott", [36, 30]),
        ("one-sided-pentominoes-3x30", [51, 48]),
    ] {
        let file = format!("puzzles/{puzzle}.ron");
        let list = run([
            "solve",
            "--distinct",
            "--best",
            "1",
            "--format",
            "jsonl",
            &file,
        ]);
        let line = list.stdout.lines().next().expect("a line");
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let mut found =
            ["horizontal", "vertical"].map(|name| line["scores"][name].as_u64().expect("a score"));
        found.sort_unstable();
        found.reverse();
        assert_eq!(found, scores, "{puzzle}");
    }
}

#[test]
fn sorted_lists_begin_with_the_best() {
    let file = "puzzles/pentominoes-3x20.ron";
    let sorted = run(["solve", file, "--sort", "symmetry", "--format", "jsonl"]);
    let ranks: Vec<(u64, u64)> = sorted
        .stdout
        .lines()
        .filter_map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let a = line["scores"]["horizontal"].as_u64()?;
            let b = line["scores"]["vertical"].as_u64()?;
            Some((a.max(b), a.min(b)))
        })
        .collect();
    assert_eq!(ranks.len(), 8);
    assert!(ranks.is_sorted_by(|a, b| a >= b), "{ranks:?}");
    let best = run(["solve", file, "--best", "3", "--format", "jsonl"]);
    let lines = |text: &str| text.lines().take(3).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(&best.stdout), lines(&sorted.stdout));
    let sticks = run(["solve", "--best", "1", "puzzles/welded-tetrasticks-4x4.ron"]);
    assert_eq!(sticks.status, 2);
    assert!(
        sticks.stderr.contains("symmetry scores count edges"),
        "{}",
        sticks.stderr
    );
}

#[test]
fn solve_as_json_lines() {
    let folder = TempDir::new().expect("a scratch folder");
    let summary = folder.path().join("summary.json").display().to_string();
    let puzzle = "puzzles/pentominoes-3x20.ron";
    let run = run(["solve", puzzle, "--format", "jsonl", "--summary", &summary]);
    assert_eq!(run.status, 0);
    let lines: Vec<serde_json::Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("every line is JSON"))
        .collect();
    // Every line has the same fields, so programs that read JSON lines as a table accept it.
    assert_eq!(lines.len(), 8);
    for (number, line) in lines.iter().enumerate() {
        assert_eq!(line["type"], "solution");
        assert_eq!(line["number"], number + 1);
        let placements = line["placements"].as_array().expect("placements");
        assert_eq!(placements.len(), 12);
        let cells: usize = placements
            .iter()
            .map(|p| p["cells"].as_array().map_or(0, Vec::len))
            .sum();
        assert_eq!(cells, 60);
    }
    assert_eq!(
        fs::read_to_string(&summary).expect("a summary"),
        "{\"type\":\"summary\",\"solutions\":8,\"complete\":true}\n"
    );
}

#[test]
fn summaries_record_how_a_list_ended() {
    let folder = TempDir::new().expect("a scratch folder");
    let summary = folder.path().join("summary.json").display().to_string();
    for (arguments, status, expected) in [
        (
            &["solve", "puzzles/pentominoes-3x20.ron", "-n", "3"][..],
            0,
            r#""solutions":3,"complete":false"#,
        ),
        (
            &["solve", "puzzles/pentominoes-3x20.ron", "-n", "0"],
            0,
            r#""solutions":0,"complete":false"#,
        ),
        (
            &["solve", "puzzles/hexiamonds-arrow-b.ron"],
            1,
            r#""solutions":0,"complete":true"#,
        ),
        (
            &["cover", "tests/puzzles/matrix-3.dlx", "--format", "jsonl"],
            0,
            r#""solutions":1,"complete":true"#,
        ),
    ] {
        let run = run(arguments.iter().chain(&["--summary", &summary]));
        assert_eq!(run.status, status, "{}", run.transcript());
        assert!(!run.stdout.contains("summary"), "{}", run.stdout);
        let written = fs::read_to_string(&summary).expect("a summary");
        assert!(written.contains(expected), "{written}");
    }
}

/// Checks 9356 solutions, which take more than one mebibyte, so they are sorted on disk.
#[test]
fn a_list_is_sorted_in_little_memory() {
    for order in ["canonical", "symmetry"] {
        let puzzle = "puzzles/pentominoes-6x10.ron";
        let list = |more: &[&str]| {
            let sort = ["solve", puzzle, "--format", "jsonl", "--sort", order];
            let run = run(sort.iter().chain(more));
            assert_eq!(run.status, 0, "{}", run.stderr);
            run.stdout
        };
        let whole = list(&[]);
        assert_eq!(whole.lines().count(), 9356);
        assert!(list(&["--memory", "1MiB"]) == whole, "{order}");
        let first = list(&["--memory", "1MiB", "--limit", "100"]);
        assert_eq!(first.lines().count(), 100);
        assert!(whole.starts_with(&first), "{order}");
    }
    let mut messages = String::new();
    for (order, memory) in [("canonical", "1kB"), ("similarity", "1MiB")] {
        let puzzle = "puzzles/pentominoes-6x10.ron";
        let refused = run(["solve", puzzle, "--sort", order, "--memory", memory]);
        assert_eq!(refused.status, 2, "{}", refused.stderr);
        messages += &refused.stderr;
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn a_list_in_a_file_has_the_bytes_of_one_on_stdout() {
    let folder = TempDir::new().expect("a scratch folder");
    let file = folder.path().join("list.txt");
    let puzzle = "puzzles/pentominoes-3x20.ron";
    let shown = run(["solve", puzzle]);
    let written = tilewright()
        .args(["solve", puzzle, "-o"])
        .arg(&file)
        .output()
        .expect("the program starts");
    assert!(written.stdout.is_empty());
    assert_eq!(fs::read_to_string(&file).expect("the list"), shown.stdout);
}

/// Checks that every cell of a table agrees with the line of JSON.
#[test]
fn a_table_agrees_with_lines_of_json() {
    let puzzle = "(lattice: Square, board: Rect(4, 3), pieces: [
        Piece(name: \"a\\\"b\", cells: Picture([\"##\"]), copies: (0, 3)),
        Piece(name: \"number\", cells: Picture([\"###\"]), copies: 2)])";
    let (_folder, file) = crate::program::puzzle_file(puzzle);
    for more in [&[][..], &["--distinct"], &["--best", "3"]] {
        let list = |format: &str| {
            let call = ["solve", file.as_str(), "--format", format];
            run(call.into_iter().chain(more.iter().copied())).stdout
        };
        let (table, lines) = (list("csv"), list("jsonl"));
        let head = table.lines().next().expect("a head");
        let names = "number,\"a\"\"b 1\",\"a\"\"b 2\",\"a\"\"b 3\",number 1,number 2";
        let further = head.strip_prefix(names).expect("the columns");
        assert_eq!(
            further,
            match more {
                [] => "",
                ["--distinct"] => ",symmetry",
                _ => ",horizontal,vertical",
            }
        );
        assert_eq!(table.lines().count(), lines.lines().count() + 1);
        for (row, line) in table.lines().skip(1).zip(lines.lines()) {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert!(row.starts_with(&format!("{},", line["number"])), "{row}");
            let placements = line["placements"].as_array().expect("a list");
            let cells = placements.iter().map(|placed| {
                let cells = placed["cells"].as_array().expect("a list").iter();
                let cells = cells.map(|cell| format!("({},{})", cell[0], cell[1]));
                cells.collect::<String>()
            });
            let cells: Vec<String> = cells.collect();
            let in_row: Vec<&str> = row
                .split('"')
                .filter(|part| part.starts_with('('))
                .collect();
            assert_eq!(in_row, cells);
        }
    }
}
