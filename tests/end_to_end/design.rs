//! `design`: all choices of pieces, and those that meet requirements.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{Run, json_lines as lines, puzzle_file as file, root, run};

fn design(puzzle: &str, more: &[&str]) -> Run {
    let file = root().join("puzzles").join(format!("{puzzle}.ron"));
    let file = file.to_str().expect("UTF-8").to_owned();
    run(["design", file.as_str()].iter().chain(more))
}

/// A calendar with two months and three days; the months are in the first row.
const CALENDAR: &str = r#"(
    title: "A small calendar", lattice: Square, board: Minus(Rect(4, 3), Cells([(2, 0), (3, 0)])),
    pieces: [Set(of: Polyominoes(3), copies: (0, 1)), Piece(name: "i", cells: Rect(2, 1), copies: (0, 2)),
        Piece(name: "o", cells: Rect(1, 1), copies: (0, 1))],
    goals: [Each(of: [Rows((0, 0), ["Jan Feb"]), Rows((0, 1), ["1 2 3"])])],
)"#;

#[test]
fn six_of_the_twelve_pentominoes_are_counted() {
    let text = design("pentominoes-5x6", &["--limit", "5"]);
    assert_eq!(text.status, 0, "{}", text.transcript());
    insta::assert_snapshot!("design_pentominoes_5x6", text.stdout);
    // Published numbers: 172 choices, 2,164 solutions.
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
fn eleven_of_the_one_sided_pentominoes_are_counted() {
    // Two independent programs found 27,682 of 31,824 choices and 3,155,802 solutions.
    let text = design("one-sided-pentominoes-5x11", &["-n", "1"]);
    assert!(
        text.stdout.contains("27,682 of 31,824 have a solution"),
        "{}",
        text.transcript()
    );
    assert!(text.stdout.contains("solutions  3,155,802"));
    let few = design(
        "one-sided-pentominoes-5x11",
        &[
            "--one-of-mirrors",
            "--must",
            "F,X",
            "--never",
            "I",
            "--distinct",
            "1..",
        ],
    );
    insta::assert_snapshot!("design_one_of_mirrors", few.stdout);
}

#[test]
fn a_written_choice_has_the_reported_numbers() {
    let folder = TempDir::new().expect("a scratch folder");
    let to = folder.path().join("best");
    let to = to.to_str().expect("UTF-8");
    let call = [
        "--must",
        "X",
        "-n",
        "12",
        "--format",
        "jsonl",
        "--write",
        to,
        "--distinct",
        "1..",
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

/// Checks that distinct solutions are not counted unless requested, because finding symmetric
/// solutions can take longer than counting all solutions.
#[test]
fn distinct_solutions_are_counted_only_on_request() {
    let plain = design("pentominoes-5x6", &["-n", "2"]);
    assert!(
        plain.stdout.contains("solutions  pieces"),
        "{}",
        plain.transcript()
    );
    let line = &lines(&design(
        "pentominoes-5x6",
        &["-n", "1", "--format", "jsonl"],
    ))[0];
    assert_eq!(line["distinct"], Value::Null);
    let asked: [&[&str]; 3] = [
        &["--distinct", "1.."],
        &["--measure", "distinct"],
        &["--rank", "distinct=1"],
    ];
    for call in asked {
        let call = [call, &["-n", "1", "--format", "jsonl"]].concat();
        let line = &lines(&design("pentominoes-5x6", &call))[0];
        assert!(line["distinct"].is_u64(), "{call:?}: {line}");
    }
    let all = design("pentominoes-5x6", &["--distinct", "1.."]);
    assert!(all.stdout.contains("172 of 924"), "{}", all.transcript());
    assert!(!all.stdout.contains("wanted"), "{}", all.transcript());
}

/// Checks that twelve pentominoes, each once, form a pool to choose from if the board has room for
/// six.
#[test]
fn pieces_that_do_not_fit_together_are_a_pool() {
    let puzzle = |copies: &str| {
        format!(
            r#"(title: "t", lattice: Square, board: Rect(6, 5), pieces: [Set(of: Polyominoes(5){copies})])"#
        )
    };
    let of = |copies: &str, more: &[&str]| {
        let (_folder, path) = file(&puzzle(copies));
        run(["design", path.as_str()].iter().chain(more))
    };
    for more in [&["-n", "3"][..], &["--must", "X", "--never", "I"]] {
        let (fixed, pool) = (of("", more), of(", copies: (0, 1)", more));
        assert_eq!(fixed.stdout, pool.stdout);
        assert_eq!(fixed.status, 0, "{}", fixed.transcript());
        assert!(
            fixed.stderr.contains("each may be left out"),
            "{}",
            fixed.stderr
        );
    }
    let none = of(", copies: (0, 1), only: [\"I\", \"L\"]", &[]);
    assert!(
        none.stdout
            .contains("0 of 0 have a solution: none covers as many cells"),
        "{}",
        none.transcript()
    );
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

/// Checks that names from a puzzle do not become formulas in a spreadsheet, neither in cells nor in
/// the header.
#[test]
fn tables_hold_no_formulas() {
    let (_folder, path) = file(
        r#"(title: "t", lattice: Square, board: Rect(2, 1),
            pieces: [Piece(name: "+SUM(1)", cells: Rect(2, 1))],
            goals: [Goal(name: "=HYPERLINK(\"http://example.org/\")"), Goal(name: "@SUM(1)")])"#,
    );
    let table = |more: &[&str]| {
        let call = ["design", &path, "--each-goal", "--format", "csv"];
        run(call.iter().chain(more)).stdout
    };
    let safe = table(&[]);
    assert!(safe.starts_with("goal,solutions,distinct,distinct_rotations,'+SUM(1)\n"));
    assert!(safe.contains("\n\"'=HYPERLINK(\"\"http"), "{safe}");
    assert!(safe.contains("\n'@SUM(1),1,"), "{safe}");
    assert_eq!(table(&["--raw"]), safe.replace('\'', ""));
    let call = ["solve", &path, "--goal", "@SUM(1)", "--format", "csv"];
    assert!(run(call).stdout.starts_with("number,'+SUM(1)\n"));
    assert!(
        run(call.iter().chain(&["--raw"]))
            .stdout
            .starts_with("number,+SUM(1)\n")
    );
}

#[test]
fn choices_over_goals_agree_with_each_goal() {
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

/// The pieces of the lines, for comparison.
fn pieces(run: &Run) -> Vec<String> {
    lines(run)
        .iter()
        .map(|line| line["pieces"].to_string())
        .collect()
}

/// The solutions of a choice on 6 × 5 cells: the piece at each cell, row by row.
fn drawn(path: &str) -> Vec<Vec<Vec<String>>> {
    let listed = run(["solve", path, "--format", "jsonl"]);
    let solutions = lines(&listed);
    let solutions = solutions.iter().filter(|line| line["type"] == "solution");
    solutions
        .map(|solution| {
            let mut rows = vec![vec![String::new(); 6]; 5];
            for placement in solution["placements"].as_array().expect("placements") {
                for cell in placement["cells"].as_array().expect("cells") {
                    let at = |axis: usize| {
                        usize::try_from(cell[axis].as_u64().expect("a number"))
                            .expect("a small one")
                    };
                    rows[at(1)][at(0)] = placement["piece"].to_string();
                }
            }
            rows
        })
        .collect()
}

#[test]
fn appearances_agree_with_pictures() {
    let folder = TempDir::new().expect("a scratch folder");
    let to = folder.path().join("all");
    let to = to.to_str().expect("UTF-8");
    let all = design(
        "pentominoes-5x6",
        &["-n", "0", "--format", "jsonl", "--write", to],
    );
    // These properties are computed from the solutions alone.
    let is_fault_free = |rows: &[Vec<String>]| {
        let across = (1..5).all(|y| (0..6).any(|x| rows[y - 1][x] == rows[y][x]));
        let down = (1..6).all(|x| (0..5).any(|y| rows[y][x - 1] == rows[y][x]));
        across && down
    };
    let has_crossroads = |rows: &[Vec<String>]| {
        let at = |x: usize, y: usize| {
            let around = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
            let four: BTreeSet<&String> = around.iter().map(|&(x, y)| &rows[y][x]).collect();
            four.len() == 4
        };
        (0..4).any(|y| (0..5).any(|x| at(x, y)))
    };
    let mut expected: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (number, choice) in (1..).zip(pieces(&all)) {
        let solutions = drawn(&format!("{to}/{number:03}.ron"));
        assert!(!solutions.is_empty());
        for (call, holds) in [
            (
                "--every fault-free",
                solutions.iter().all(|rows| is_fault_free(rows)),
            ),
            (
                "--some fault-free",
                solutions.iter().any(|rows| is_fault_free(rows)),
            ),
            (
                "--every no-crossroads",
                !solutions.iter().any(|rows| has_crossroads(rows)),
            ),
            (
                "--some no-crossroads",
                !solutions.iter().all(|rows| has_crossroads(rows)),
            ),
        ] {
            let of = expected.entry(call).or_default();
            if holds {
                of.push(choice.clone());
            }
        }
    }
    for (call, expected) in expected {
        let options: Vec<&str> = ["-n", "0", "--format", "jsonl"]
            .into_iter()
            .chain(call.split(' '))
            .collect();
        let found = design("pentominoes-5x6", &options);
        assert_eq!(pieces(&found), expected, "{call}");
    }
}

#[test]
fn a_file_can_state_requirements() {
    let pool =
        "lattice: Square, board: Rect(6, 5), pieces: [Set(of: Polyominoes(5), copies: (0, 1))]";
    let asked = |design: &str| {
        let (_folder, path) = file(&format!("({pool}, design: {design})"));
        run(["design", &path, "--format", "jsonl"])
    };
    for (written, options) in [
        (
            "(must: [\"X\"], never: [\"I\"])",
            &["--must", "X", "--never", "I"][..],
        ),
        (
            "(wanted: All([Solutions((5, 12)), Distinct(\"2..\")]))",
            &["--solutions", "5..12", "--distinct", "2.."],
        ),
        (
            "(wanted: Symmetric, choose: 6, different: 6)",
            &["--symmetric"],
        ),
        ("(wanted: UniqueStart)", &["--unique-start"]),
        (
            "(wanted: Not(Not(SomeSolution(FaultFree))))",
            &["--some", "fault-free"],
        ),
        (
            "(wanted: Any([Distinct(1), Pieces(7)]))",
            &["--distinct", "1"],
        ),
    ] {
        let options: Vec<&str> = ["--format", "jsonl"]
            .iter()
            .chain(options)
            .copied()
            .collect();
        let (written, called) = (asked(written), design("pentominoes-5x6", &options));
        assert_eq!(written.status, called.status, "{}", written.transcript());
        assert_eq!(written.stdout, called.stdout);
    }
    let mut messages = String::new();
    for wrong in [
        "(must: [\"Q\"])",
        "(wanted: Solutions((7, 2)))",
        "(wanted: Distinct(\"few\"))",
        "(wanted: Pretty)",
        "(chose: 6)",
    ] {
        let stderr = asked(wrong).stderr;
        for line in stderr.lines() {
            // The folder's name differs in each run.
            let place = line.find("pool.ron").filter(|_| line.contains("-->"));
            messages += &place.map_or(line.to_owned(), |at| format!("--> {}", &line[at..]));
            messages += "\n";
        }
    }
    insta::assert_snapshot!("design_field_refused", messages);
}

#[test]
fn impossible_requirements_are_refused() {
    let (_folder, path) = file(CALENDAR);
    let mut messages = String::new();
    let calls: [&[&str]; 7] = [
        &["--every-goal", "--draw", "all.svg"],
        &["--must", "Q"],
        &["--never", "I,L,i,o"],
        &["--distinct", "1"],
        &["--choose", "5..2"],
        &["--goal", "Jan 1", "--must", "I", "--never", "I"],
        &["--solutions", "1000.."],
    ];
    for call in calls {
        let run = run(["design", path.as_str()].iter().chain(call));
        messages += &format!(
            "$ design {}\n{}{}\nstatus {}\n\n",
            call.join(" "),
            run.stdout,
            run.stderr,
            run.status
        );
    }
    insta::assert_snapshot!("design_refused", messages);
}

/// Checks that an interrupted run prints nothing, because no partial result is of use.
#[cfg(unix)]
#[test]
fn an_interrupted_run_prints_nothing() {
    let set = |size| format!("Set(of: Polyominoes({size}), prefix: \"{size}\", copies: (0, 1))");
    let pieces = [set(3), set(4), set(5)].join(", ");
    let (_folder, path) = file(&format!(
        "(lattice: Square, board: Rect(10, 9), pieces: [{pieces}])"
    ));
    let child = crate::program::start(&["design", &path]);
    std::thread::sleep(std::time::Duration::from_secs(2));
    let run = crate::program::interrupt(child);
    assert_eq!(run.status, 130, "{}", run.transcript());
    assert_eq!(run.stdout, "");
}

/// Pieces of three to five cells, each at most once, on 5 × 4.
const POOL: &str = r#"(title: "A small tray", lattice: Square, board: Rect(5, 4),
    pieces: [Set(of: Polyominoes(3), prefix: "3", copies: (0, 1)),
        Set(of: Polyominoes(4), prefix: "4", copies: (0, 1)), Set(of: Polyominoes(5), copies: (0, 1))],
    design: (wanted: Distinct(1)))"#;

#[test]
fn a_search_meets_the_requirements() {
    let (folder, path) = file(POOL);
    let call = [
        "design",
        path.as_str(),
        "--search",
        "--choose",
        "5",
        "-n",
        "3",
    ];
    let text = run(call);
    assert_eq!(text.status, 0, "{}", text.transcript());
    insta::assert_snapshot!("design_search", text.stdout);
    // The choices found are among all choices, with the same numbers.
    let to = folder.path().join("found");
    let to = to.to_str().expect("UTF-8");
    let json = ["--format", "jsonl", "--write", to];
    let found = lines(&run(call.iter().chain(&json)));
    assert_eq!(found.len(), 3);
    let all = lines(&run([
        "design", &path, "--choose", "5", "--format", "jsonl",
    ]));
    for (number, line) in (1..).zip(&found) {
        let same = |other: &&Value| other["pieces"] == line["pieces"];
        let other = all.iter().find(same).expect("a matching choice");
        assert_eq!(line["solutions"], other["solutions"]);
        assert_eq!(line["distinct"], 1);
        let count = run(["count", &format!("{to}/{number}.ron"), "--format", "json"]).json();
        assert_eq!(count["distinct"], 1);
    }
    insta::assert_snapshot!(
        "design_search_puzzle",
        fs::read_to_string(format!("{to}/1.ron")).expect("a puzzle")
    );
    for threads in ["1", "4"] {
        let again = run(call.iter().chain(&["--threads", threads]));
        assert_eq!(again.stdout, text.stdout);
        let other = run(call.iter().chain(&["--threads", threads, "--seed", "1"]));
        assert_eq!(other.status, 0);
        assert_ne!(other.stdout, text.stdout);
    }
}

/// Checks that the number of different pieces can be required separately from the number of pieces.
#[test]
fn pieces_can_be_required_to_differ() {
    let (_folder, path) = file(&POOL.replace("(0, 1)", "(0, 2)"));
    let of = |more: &[&str]| {
        let call = [
            "design",
            path.as_str(),
            "--choose",
            "5",
            "--format",
            "jsonl",
        ];
        lines(&run(call.iter().chain(more)))
    };
    let kinds = |line: &Value| line["pieces"].as_object().expect("pieces").len();
    let all = of(&[]);
    for (range, least, most) in [("4", 4, 4), ("..3", 0, 3), ("5..", 5, 5)] {
        let among = |line: &&Value| (least..=most).contains(&kinds(line));
        let expected: Vec<Value> = all.iter().filter(among).cloned().collect();
        assert_eq!(of(&["--different", range]), expected);
        let found = of(&["--different", range, "--search"]);
        assert!((least..=most).contains(&kinds(&found[0])));
    }
}

/// Checks that the nearest choice is printed if none meets the requirements.
#[test]
fn an_unsuccessful_search_reports_it() {
    let (_folder, path) = file(POOL);
    let call = [
        "design",
        path.as_str(),
        "--search",
        "--solutions",
        "3",
        "--steps",
        "500",
    ];
    let text = run(call);
    assert_eq!(text.status, 1, "{}", text.transcript());
    insta::assert_snapshot!("design_search_none", text.stdout);
    let json = lines(&run(call.iter().chain(&["--format", "jsonl"])));
    assert_eq!(json[0]["wanted"], false);
}

#[test]
fn impossible_searches_are_refused() {
    let mut messages = String::new();
    let twins = POOL.replace(
        "Set(of: Polyominoes(3), prefix: \"3\"",
        "Piece(name: \"l\", cells: Rect(1, 5)",
    );
    for (text, call) in [
        (POOL, &["--sort", "most"][..]),
        (POOL, &["--choose", "9"]),
        (&twins, &[]),
        (CALENDAR, &[]),
        (CALENDAR, &["--every-goal"]),
    ] {
        let (_folder, path) = file(text);
        let run = run(["design", path.as_str(), "--search"].iter().chain(call));
        // Leaves out the warning about twins, which contains the folder's name.
        let error = run.stderr.find("error").map_or("", |at| &run.stderr[at..]);
        messages += &format!(
            "$ design --search {}\n{error}status {}\n\n",
            call.join(" "),
            run.status
        );
    }
    let (_folder, path) = file(POOL);
    let run = run(["design", path.as_str(), "--seed", "3"]);
    messages += &format!("$ design --seed 3\n{}status {}\n", run.stderr, run.status);
    insta::assert_snapshot!("design_search_refused", messages);
}

/// Checks that an interrupted search prints the nearest choice so far, and the number of steps.
#[cfg(unix)]
#[test]
fn an_interrupted_search_prints_the_nearest() {
    let (_folder, path) = file(POOL);
    let steps = u64::MAX.to_string();
    let child = crate::program::start(&[
        "design",
        &path,
        "--search",
        "--solutions",
        "3",
        "--steps",
        &steps,
        "--format",
        "jsonl",
    ]);
    std::thread::sleep(std::time::Duration::from_secs(4));
    let run = crate::program::interrupt(child);
    assert_eq!(run.status, 130, "{}", run.transcript());
    assert_eq!(lines(&run)[0]["wanted"], false);
    assert!(
        run.stderr.contains("interrupted: after "),
        "{}",
        run.transcript()
    );
}

/// Stops a search by a signal and kills it repeatedly, with different numbers of threads. Checks
/// that it ends with the bytes of an uninterrupted search.
#[cfg(unix)]
#[test]
fn a_search_resumes_from_a_checkpoint() {
    let (folder, path) = file(POOL);
    let kept = folder.path().join("kept");
    let kept = kept.to_str().expect("UTF-8");
    let of = |steps: &'static str, more: &[&str]| {
        let call = [
            "design",
            path.as_str(),
            "--search",
            "--solutions",
            "3",
            "--steps",
            steps,
        ];
        let call = call.iter().chain(more).copied().map(str::to_owned);
        call.collect::<Vec<String>>()
    };
    let keep = ["--checkpoint", kept, "--checkpoint-every", "1ms"];
    let start = |call: &[String]| {
        let call: Vec<&str> = call.iter().map(String::as_str).collect();
        crate::program::start(&call)
    };
    let child = start(&of("1000000000", &keep));
    std::thread::sleep(std::time::Duration::from_secs(2));
    let stopped = crate::program::interrupt(child);
    assert_eq!(stopped.status, 130, "{}", stopped.transcript());
    assert!(
        stopped
            .stderr
            .contains("run the same command again to continue")
    );
    for more in [&["--seed", "1"][..], &["-n", "2"], &["--choose", "5"]] {
        let other = run(of("8000", &[&keep[..], more].concat()));
        assert!(other.stderr.contains("is from another command"));
    }
    let fewer = run(of("1", &keep));
    assert!(fewer.stderr.contains("the checkpoint is at step "));
    fs::remove_file(kept).expect("a checkpoint");

    let whole = run(of("8000", &[]));
    assert_eq!(whole.status, 1, "{}", whole.transcript());
    for round in 0..6_u64 {
        let threads = (1 + round % 3).to_string();
        let mut child = start(&of("8000", &[&keep[..], &["--threads", &threads]].concat()));
        std::thread::sleep(std::time::Duration::from_millis(80 + 20 * round));
        child.kill().expect("it runs, or has ended");
        child.wait().expect("it has ended");
    }
    let ended = run(of("8000", &keep));
    assert_eq!(ended.stdout, whole.stdout, "{}", ended.transcript());
    assert_eq!(ended.status, 1);
    assert!(
        !fs::exists(kept).expect("a folder"),
        "the checkpoint is left"
    );
}
