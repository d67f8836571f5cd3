//! `design`: every choice of pieces, and those that are wanted.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{Run, root, run};

fn design(puzzle: &str, more: &[&str]) -> Run {
    let file = root().join("puzzles").join(format!("{puzzle}.ron"));
    let file = file.to_str().expect("UTF-8").to_owned();
    run(["design", file.as_str()].iter().chain(more))
}

/// The lines of `--format jsonl`.
fn lines(run: &Run) -> Vec<Value> {
    let lines = run.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// A puzzle file in a folder of its own.
fn file(text: &str) -> (TempDir, String) {
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("pool.ron");
    fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("UTF-8").to_owned();
    (folder, path)
}

/// A calendar of two months and three days: the months in the first row.
const CALENDAR: &str = r#"(
    title: "A small calendar", lattice: Square, board: Minus(Rect(4, 3), Cells([(2, 0), (3, 0)])),
    pieces: [Set(of: Polyominoes(3), copies: (0, 1)), Piece(name: "i", cells: Rect(2, 1), copies: (0, 2)),
        Piece(name: "o", cells: Rect(1, 1), copies: (0, 1))],
    goals: [Each(of: [Rows((0, 0), ["Jan Feb"]), Rows((0, 1), ["1 2 3"])])],
)"#;

#[test]
fn six_of_the_twelve_pentominoes() {
    let text = design("pentominoes-5x6", &["--limit", "5"]);
    assert_eq!(text.status, 0, "{}", text.transcript());
    insta::assert_snapshot!("design_pentominoes_5x6", text.stdout);
    // Published: 172 choices, 2,164 solutions.
    let all = lines(&design("pentominoes-5x6", &["--format", "jsonl"]));
    assert_eq!(all.len(), 172);
    let solutions = |line: &Value| line["solutions"].as_u64().expect("a number");
    assert_eq!(all.iter().map(solutions).sum::<u64>(), 2164);
    for threads in ["1", "3"] {
        let again = design("pentominoes-5x6", &["--limit", "5", "--threads", threads]);
        assert_eq!(again.stdout, text.stdout);
    }
}

#[test]
fn eleven_of_the_one_sided_pentominoes() {
    // Two independent programs: 27,682 of 31,824 choices, 3,155,802 solutions.
    let text = design("one-sided-pentominoes-5x11", &["-n", "1"]);
    assert!(
        text.stdout.contains("27,682 of 31,824 have a solution"),
        "{}",
        text.transcript()
    );
    assert!(text.stdout.contains("solutions  3,155,802"));
    let few = design(
        "one-sided-pentominoes-5x11",
        &["--one-of-mirrors", "--must", "F,X", "--never", "I"],
    );
    insta::assert_snapshot!("design_one_of_mirrors", few.stdout);
}

#[test]
fn a_choice_that_is_written_has_the_numbers_it_was_said_to_have() {
    let folder = TempDir::new().expect("a scratch folder");
    let to = folder.path().join("best");
    let to = to.to_str().expect("UTF-8");
    let call = [
        "--must", "X", "-n", "12", "--format", "jsonl", "--write", to,
    ];
    let listed = lines(&design("pentominoes-5x6", &call));
    assert_eq!(listed.len(), 12);
    for (number, choice) in (1..).zip(&listed) {
        let file = format!("{to}/{number:02}.ron");
        let count = run(["count", &file, "--format", "json"]).json();
        for field in ["solutions", "distinct", "distinct_rotations"] {
            assert_eq!(choice[field], count[field], "{file}");
        }
    }
}

#[test]
fn tables_have_a_column_for_each_piece() {
    let table = design(
        "pentominoes-5x6",
        &[
            "--format",
            "csv",
            "--distinct",
            "..2",
            "-n",
            "5",
            "--sort",
            "most",
        ],
    );
    insta::assert_snapshot!("design_csv", table.stdout);
}

#[test]
fn choices_over_goals_are_those_of_every_goal() {
    let (_folder, path) = file(CALENDAR);
    let all = run(["design", &path, "--format", "jsonl"]);
    let every = run(["design", &path, "--format", "jsonl", "--every-goal"]);
    let mut expected: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for goal in ["Jan 1", "Jan 2", "Jan 3", "Feb 1", "Feb 2", "Feb 3"] {
        for line in lines(&run(["design", &path, "--format", "jsonl", "--goal", goal])) {
            let of = expected.entry(line["pieces"].to_string()).or_default();
            of.0 += 1;
            of.1 += line["solutions"].as_u64().expect("a number");
        }
    }
    let found = |run: &Run| -> BTreeMap<String, (u64, u64)> {
        let number = |value: &Value| value.as_u64().expect("a number");
        let of = |line: &Value| (number(&line["goals"]["solved"]), number(&line["solutions"]));
        lines(run)
            .iter()
            .map(|line| (line["pieces"].to_string(), of(line)))
            .collect()
    };
    assert_eq!(found(&all), expected);
    expected.retain(|_, (goals, _)| *goals == 6);
    assert!(!expected.is_empty());
    assert_eq!(found(&every), expected);
    insta::assert_snapshot!("design_calendar", run(["design", &path]).stdout);
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let (_folder, path) = file(CALENDAR);
    let mut said = String::new();
    let calls: [&[&str]; 6] = [
        &["--must", "Q"],
        &["--never", "I,L,i,o"],
        &["--distinct", "1"],
        &["--choose", "5..2"],
        &["--goal", "Jan 1", "--must", "I", "--never", "I"],
        &["--solutions", "1000.."],
    ];
    for call in calls {
        let run = run(["design", path.as_str()].iter().chain(call));
        said += &format!(
            "$ design {}\n{}{}\nstatus {}\n\n",
            call.join(" "),
            run.stdout,
            run.stderr,
            run.status
        );
    }
    insta::assert_snapshot!("design_refused", said);
}
