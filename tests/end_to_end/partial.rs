//! Numbers are reported as exact, as lower bounds or as unknown. "Unknown" is never reported as "no".

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{Run, run, tilewright};

/// A puzzle with few options that takes hours to count.
#[cfg(unix)]
const LONG: &str = "puzzles/one-sided-pentominoes-9x10.ron";

/// Runs the program in a folder. Paths of puzzles of the collection are made absolute.
fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    let whole = |argument: &&str| {
        let path = crate::program::root().join(argument);
        let known = argument.starts_with("puzzles/") && path.exists();
        if known {
            path.into_os_string()
        } else {
            argument.into()
        }
    };
    let output = tilewright()
        .current_dir(folder)
        .args(arguments.iter().map(whole))
        .output();
    output.expect("the program starts").into()
}

/// Interrupts a run that would take hours. On a busy machine the signal can arrive before the program
/// handles it. Then the run is started again and interrupted later.
#[cfg(unix)]
fn interrupted(arguments: &[&str]) -> Run {
    interrupted_when(arguments, |_| true)
}

/// Interrupts a run. It is also started again if it has not made enough progress.
#[cfg(unix)]
fn interrupted_when(arguments: &[&str], is_far_enough: impl Fn(&Run) -> bool) -> Run {
    use std::process::Stdio;
    use std::time::Duration;

    for wait in [500, 2_000, 8_000, 32_000] {
        let child = tilewright()
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(wait));
        let run = crate::program::interrupt(child);
        if run.status == 130 && is_far_enough(&run) {
            return run;
        }
        assert!([-1, 130].contains(&run.status), "{}", run.transcript());
    }
    panic!("the program never listens for signals: {arguments:?}");
}

/// The exact cover problem of [`LONG`], in a file.
#[cfg(unix)]
fn long_problem(folder: &Path) -> String {
    let path = folder.join("long.dlx");
    let path = path.to_str().expect("UTF-8").to_owned();
    let written = run(["matrix", LONG, "-o", &path]);
    assert_eq!(written.status, 0, "{}", written.transcript());
    path
}

#[cfg(unix)]
#[test]
fn an_interrupted_count_of_covers_is_a_lower_bound() {
    let folder = TempDir::new().expect("a folder");
    let problem = long_problem(folder.path());
    let text = interrupted(&["cover", &problem, "--count", "--engine", "bits"]);
    assert!(
        text.stdout.starts_with("at least "),
        "{}",
        text.transcript()
    );
    assert_eq!(text.stdout.lines().count(), 1);
}

/// Checks that an interrupted matrix is not written: a part of the options would be another
/// problem, which a reader could not distinguish from the whole one.
#[cfg(unix)]
#[test]
fn an_interrupted_matrix_is_not_written() {
    let folder = TempDir::new().expect("a folder");
    let puzzle = folder.path().join("large.ron");
    let text = "(lattice: Square, board: Rect(250, 250), pieces: [Set(of: Polyominoes(4), copies: (0, 65536))])";
    fs::write(&puzzle, text).expect("a file");
    let puzzle = puzzle.to_str().expect("UTF-8");
    let path = folder.path().join("large.dlx");
    let path = path.to_str().expect("UTF-8");
    let run = interrupted(&["matrix", puzzle, "-o", path]);
    assert_eq!((&*run.stdout, &*run.stderr), ("", "interrupted\n"));
    let files = fs::read_dir(folder.path()).expect("a folder");
    assert_eq!(files.count(), 1, "the puzzle alone");
}

#[cfg(unix)]
#[test]
fn the_last_line_of_an_interrupted_list_reports_it() {
    let folder = TempDir::new().expect("a folder");
    let problem = long_problem(folder.path());
    for arguments in [&["cover", &problem][..], &["solve", LONG]] {
        let list = interrupted_when(arguments, |list| !list.stdout.is_empty());
        let last = list.stdout.lines().last().expect("a line");
        assert!(
            last.starts_with("interrupted after ") && last.ends_with(": there may be more"),
            "{last}"
        );
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_comparison_is_not_reported() {
    let arguments = ["verify", LONG, "--slow", "--engine", "bits"];
    let text = interrupted(&arguments);
    let last = text.stdout.lines().last().expect("a line");
    assert_eq!(
        last,
        "interrupted, 1 puzzle not compared: nothing was compared"
    );
    let json = interrupted(&[&arguments[..], &["--format", "json"]].concat());
    let answer: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(answer["complete"], false);
    assert_eq!(answer["puzzles"], 0);
    assert_eq!(answer["interrupted"], json!(["one-sided-pentominoes-9x10"]));
}

#[cfg(unix)]
#[test]
fn an_interrupted_profile_is_marked_as_partial() {
    let text = interrupted(&["profile", LONG]);
    assert!(text.stdout.contains("\nso far "), "{}", text.transcript());
    assert!(!text.stdout.contains("total"), "{}", text.transcript());
    assert!(text.stdout.contains("\ninterrupted: "));
}

#[cfg(unix)]
#[test]
fn an_interrupted_count_of_polyforms_is_a_lower_bound() {
    for sides in ["free", "fixed"] {
        let arguments = ["generate", "polycubes", "30", "--count", "--sides", sides];
        let text = interrupted(&arguments);
        let number = text.stdout.trim_end().strip_prefix("at least ");
        assert!(
            number.is_some_and(|number| number.parse::<u64>().is_ok_and(|number| number > 0)),
            "{}",
            text.transcript()
        );
        let json = interrupted(&[&arguments[..], &["--format", "json"]].concat());
        let answer: Value = serde_json::from_str(&json.stdout).expect("JSON");
        assert_eq!(answer["complete"], false, "{sides}");
    }
    let whole = run([
        "generate",
        "polyominoes",
        "5",
        "--count",
        "--format",
        "json",
    ])
    .json();
    assert_eq!(
        (&whole["count"], &whole["complete"]),
        (&json!(12), &json!(true))
    );
}

/// Checks that goals are not reported as valid unless they were examined.
#[cfg(unix)]
#[test]
fn an_interrupted_check_reports_the_goals_examined() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("many.ron");
    let text =
        "(lattice: Square, board: Rect(12, 12), goals: [Holes(count: 2, within: Rect(12, 8))],
        pieces: [Set(of: Polyominoes(4), copies: (0, 40))])";
    fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let says_something = |run: &Run| !run.stdout.is_empty();
    let words = interrupted_when(&["check", path], says_something);
    let last = words.stdout.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("interrupted: ") && last.ends_with(" of 4,560 goals checked"),
        "{}",
        words.transcript()
    );
    assert!(!words.stdout.contains("  ok "), "{}", words.transcript());
    let json = interrupted_when(&["check", path, "--format", "json"], says_something);
    let answer: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(answer["complete"], false);
    assert!(answer["goals"]["checked"].as_u64() < Some(4_560));
}

/// Checks that each number has a state, also for each goal.
#[cfg(unix)]
#[test]
fn an_interrupted_count_of_goals_reports_which_were_counted() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("goals.ron");
    let text = r#"(lattice: Square, board: Rect(9, 10),
        pieces: [Set(of: Polyominoes(5), sides: OneSided)],
        goals: [
            Goal(name: "easy", board: Rect(5, 3), only: ["V", "U", "X"]),
            Goal(name: "hard"),
        ])"#;
    fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let arguments = ["count", path, "--threads", "1", "--engine", "bits"];
    let words = interrupted(&arguments);
    assert!(
        words
            .stdout
            .contains("  goals        2, of which 1 were counted\n")
            && words.stdout.contains("  solutions    at least "),
        "{}",
        words.transcript()
    );
    let json = interrupted(&[&arguments[..], &["--format", "json"]].concat());
    let answer: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(answer["complete"], false);
    assert_eq!(answer["counted"], 1);
    assert_eq!(answer["states"]["solutions"], "at least");
    assert_eq!(answer["goals"][0]["solutions"], 0);
    assert!(answer["goals"][0].get("states").is_none());
    let hard = answer["goals"][1].get("states");
    assert!(hard.is_some_and(|states| states["solutions"] != "exact"));
}

/// Checks that a count of 0 gives status 1, and that a reason found without a search is printed, or
/// that the message suggests `why`.
#[test]
fn a_puzzle_without_solutions_gives_status_1() {
    let folder = TempDir::new().expect("a folder");
    let row =
        "lattice: Square, board: Rect(3, 1), pieces: [Set(of: Polyominoes(2), copies: (0, 3))]";
    for (name, text) in [
        (
            "some.ron",
            format!("({row}, goals: [Holes(count: 1), Goal(name: \"whole\")])"),
        ),
        (
            "no.ron",
            format!("({row}, goals: [Goal(name: \"whole\"), Goal(name: \"again\")])"),
        ),
        ("none.dlx", "a b c\na b\nb c\n".to_owned()),
    ] {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let chessboard = "puzzles/mutilated-chessboard.ron";
    let arrow = "puzzles/hexiamonds-arrow-b.ron";
    for (arguments, status, message) in [
        (&["count", chessboard][..], 1, "coloured like a chessboard"),
        (&["count", arrow], 1, "hexiamonds-arrow-b.ron` says why"),
        (&["count", arrow, "--total"], 1, "` says why"),
        (&["solve", arrow], 1, "` says why"),
        (&["cover", "none.dlx", "--count"], 1, ""),
        // One goal has a solution.
        (&["count", "some.ron"], 0, "says why a goal is impossible"),
        (&["count", "no.ron"], 1, "says why a goal is impossible"),
        // The file expects 0 solutions.
        (&["verify", chessboard], 0, ""),
    ] {
        let run = run_in(folder.path(), arguments);
        assert_eq!(run.status, status, "{}", run.transcript());
        assert!(run.stderr.contains(message), "{}", run.transcript());
    }
}

/// Checks that `--total` counts all solutions, and that the numbers of distinct ones remain
/// unknown.
#[test]
fn a_total_is_counted_alone() {
    let text = run(["count", "puzzles/scott.ron", "--total"]);
    assert_eq!(text.status, 0, "{}", text.transcript());
    assert!(text.stdout.contains("  solutions    520\n"));
    for word in ["distinct", "by rotation", "symmetry", "searched"] {
        assert!(!text.stdout.contains(word), "{}", text.transcript());
    }
    for engine in ["links", "bits", "frontier", "auto"] {
        let more = ["--total", "--format", "json", "--engine", engine];
        let answer = run([&["count", "puzzles/scott.ron"][..], &more].concat()).json();
        assert_eq!(answer["solutions"], 520, "{engine}");
        for unknown in ["distinct", "distinct_rotations", "symmetries"] {
            assert_eq!(answer[unknown], Value::Null, "{engine}: {unknown}");
        }
        assert_eq!(
            answer["states"],
            json!({"solutions": "exact", "distinct": "unknown", "distinct_rotations": "unknown"})
        );
        assert_eq!(answer["complete"], true, "{engine}");
    }
    // Two methods certify the total.
    let certified = run(["count", "puzzles/scott.ron", "--total", "--certificate"]);
    assert!(
        certified.stdout.contains("  certificate  520, by "),
        "{}",
        certified.transcript()
    );
    // Totals of goals.
    let file = "tests/puzzles/half-days.ron";
    let goals = run(["count", file, "--total", "--format", "json"]).json();
    assert_eq!(goals["solutions"], 37);
    assert_eq!(goals["distinct"], Value::Null);
    assert_eq!(goals["complete"], true);
    assert_eq!(goals["goals"][0]["states"]["distinct"], "unknown");
}

#[test]
fn the_checkpoint_of_a_total_is_removed_at_the_end() {
    let folder = TempDir::new().expect("a folder");
    let count = |more: &[&str]| {
        let arguments = ["count", "puzzles/scott.ron", "--checkpoint", "ck"];
        run_in(folder.path(), &[&arguments[..], more].concat())
    };
    let whole = count(&["--total", "--checkpoint-every", "0s"]);
    assert_eq!(whole.status, 0, "{}", whole.transcript());
    assert!(whole.stdout.contains("  solutions    520\n"));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

/// Checks that the last sheet of an interrupted list says that the list was interrupted, in
/// addition to the message on stderr.
#[cfg(unix)]
#[test]
fn an_interrupted_sheet_reports_that_there_may_be_more() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("sheet.svg");
    let path = path.to_str().expect("UTF-8");
    let puzzle = "puzzles/one-sided-pentominoes-9x10.ron";
    for command in [
        &["solve", puzzle, "--format", "svg", "-o", path][..],
        &[
            "draw", puzzle, "--what", "sheet", "--format", "svg", "-o", path,
        ],
    ] {
        interrupted_when(command, |_| {
            fs::read_dir(folder.path()).is_ok_and(|mut sheets| sheets.next().is_some())
        });
        let page = |number: usize| folder.path().join(format!("sheet-{number}.svg"));
        let last = (1..10_000)
            .take_while(|number| page(*number).exists())
            .last();
        let last = last.map_or_else(|| path.into(), page);
        let text = fs::read_to_string(last).expect("a sheet");
        assert!(text.contains("interrupted"), "{command:?}");
    }
}
