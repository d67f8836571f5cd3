//! `grade` and `hint`: on puzzles of every lattice, in words and as JSON.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::program::{Run, root, run, scratch_folder, tilewright};

/// The files of `tests/challenges`, sorted.
fn challenge_files() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(root().join("tests/challenges"))
        .expect("there are challenges")
        .map(|entry| entry.expect("a file").file_name())
        .map(|name| format!("tests/challenges/{}", name.to_string_lossy()))
        .collect();
    names.sort();
    names
}

/// The outputs of several calls, for a snapshot.
fn transcripts(calls: &[&[&str]]) -> String {
    let mut seen = String::new();
    for call in calls {
        let transcript = run(*call).transcript();
        seen.push_str(&format!("$ tilewright {}\n{transcript}", call.join(" ")));
    }
    seen
}

#[test]
fn challenges_of_every_lattice_are_graded() {
    let mut seen = String::new();
    for file in challenge_files() {
        let run = run(["grade", &file]);
        assert_eq!(run.status, 0, "{}", run.transcript());
        seen.push_str(&run.stdout);
    }
    insta::assert_snapshot!("grades", seen);
}

/// Checks that the steps of a person end in the solution that a search finds.
#[test]
fn the_steps_of_a_grade_lead_to_the_solution() {
    for file in challenge_files() {
        let answer = run(["grade", &file, "--steps", "--format", "json"]).json();
        for challenge in answer["challenges"].as_array().expect("challenges") {
            let id = challenge["id"].as_str().expect("an id");
            let mut placed: Vec<&str> = Vec::new();
            let path = challenge["path"].as_array().expect("a path");
            for step in path {
                placed.extend(step["placed"].as_str());
            }
            let givens = challenge["givens"].as_array().expect("givens");
            placed.extend(givens.iter().filter_map(|given| given.as_str()));

            let hint = run(["hint", &file, "--id", id, "--solution", "--format", "json"]).json();
            let solution = hint["solution"].as_array().expect("a solution");
            let mut solution: Vec<&str> = solution.iter().filter_map(|p| p.as_str()).collect();
            placed.sort_unstable();
            solution.sort_unstable();
            assert_eq!(placed, solution, "{file} {id}");
            let steps = challenge["steps"].as_object().expect("steps");
            let sum: u64 = steps.values().filter_map(serde_json::Value::as_u64).sum();
            assert_eq!(usize::try_from(sum), Ok(path.len()));
        }
    }
}

/// Checks that following hint after hint solves a challenge, that every stage names cells, and that
/// the last stage names a placement.
#[test]
fn following_all_hints_solves_a_challenge() {
    for (file, id) in [
        ("kanoodle", "train"),
        ("kanoodle", "ship"),
        ("tetrasticks", "square"),
        ("soma", "cube"),
    ] {
        let file = format!("tests/challenges/{file}.ron");
        let mut after: Vec<String> = Vec::new();
        loop {
            let mut call = vec![
                "hint", &file, "--id", id, "--stage", "4", "--format", "json",
            ];
            for placed in &after {
                call.extend(["--after", placed]);
            }
            let answer = run(call).json();
            assert_eq!(answer["solutions"], "one");
            if answer["solved"] == true {
                break;
            }
            check_stages(&answer["hint"]["stages"]);
            let placed = answer["hint"]["placed"].as_str().expect("a placement");
            after.push(placed.to_owned());
        }
    }
}

/// Asserts that there are four stages, each with words and cells. The cells of each of the first three
/// lie within those of the stage before, and are not those of the answer, unless that is a single cell.
fn check_stages(stages: &serde_json::Value) {
    let stages = stages.as_array().expect("stages");
    assert_eq!(stages.len(), 4);
    let cells = |stage: &serde_json::Value| -> BTreeSet<String> {
        let cells = stage["cells"].as_array().expect("cells").iter();
        cells
            .map(|cell| cell.as_str().expect("a cell").to_owned())
            .collect()
    };
    let answer = cells(&stages[3]);
    let mut before: Option<BTreeSet<String>> = None;
    for stage in &stages[..3] {
        let now = cells(stage);
        assert!(!stage["text"].as_str().expect("a text").is_empty());
        assert!(!now.is_empty(), "{stage}");
        assert!(now != answer || answer.len() == 1, "{stage}");
        assert!(
            before.is_none_or(|before| now.is_subset(&before)),
            "{stage}"
        );
        before = Some(now);
    }
}

#[test]
fn every_hint_of_a_deck_leads_to_a_placement() {
    check_decks_of("2");
}

#[test]
#[ignore = "slow: a minute"]
fn every_hint_of_a_large_deck_leads_to_a_placement() {
    check_decks_of("48");
}

/// Deals `count` challenges of each of seven puzzles. Asserts that each hint of a challenge has words and
/// cells at every stage, and a placement.
fn check_decks_of(count: &str) {
    let folder = scratch_folder();
    for (puzzle, goal) in [
        ("kanoodle", None),
        ("iq-fit", None),
        ("calendar", Some("Oct 6")),
        ("soma-cube", None),
        ("hexiamonds-rhombus", None),
        ("tetrasticks-4x4-fhjloprwxy", None),
        ("scott", None),
    ] {
        let deck = folder.path().join(format!("{puzzle}.ron"));
        let deck = deck.to_str().expect("UTF-8");
        let file = format!("puzzles/{puzzle}.ron");
        let mut call = vec!["challenges", &*file, "--count", count, "-o", deck];
        call.extend(goal.iter().flat_map(|goal| ["--goal", goal]));
        let made = run(call);
        assert_eq!(made.status, 0, "{}", made.transcript());
        let answer = run(["grade", deck, "--steps", "--format", "json"]).json();
        let challenges = answer["challenges"].as_array().expect("challenges");
        assert!(!challenges.is_empty());
        for challenge in challenges {
            let path = challenge["path"].as_array().expect("a path");
            assert!(!path.is_empty());
            for step in path {
                assert!(step["placed"].is_string());
                check_stages(&step["stages"]);
            }
        }
    }
}

#[test]
fn a_grade_lists_its_steps() {
    let seen = transcripts(&[
        &[
            "grade",
            "tests/challenges/kanoodle.ron",
            "--id",
            "train",
            "--steps",
        ],
        &[
            "grade",
            "tests/challenges/kanoodle.ron",
            "--id",
            "bus",
            "--steps",
        ],
        &[
            "grade",
            "tests/challenges/hexiamonds.ron",
            "--id",
            "rhombus",
            "--steps",
        ],
        &[
            "grade",
            "tests/challenges/tetrasticks.ron",
            "--id",
            "square",
            "--steps",
        ],
        &[
            "grade",
            "tests/challenges/soma.ron",
            "--id",
            "cube",
            "--steps",
        ],
        &[
            "grade",
            "tests/challenges/iq-fit.ron",
            "--id",
            "hard",
            "--steps",
        ],
    ]);
    insta::assert_snapshot!("steps", seen);
}

#[test]
fn a_hint_comes_in_stages() {
    let kanoodle = ["hint", "tests/challenges/kanoodle.ron", "--id", "train"];
    let at = |stage: &'static str| [&kanoodle[..], &["--stage", stage]].concat();
    let blue = "Blue@(3,2)(0,3)(1,3)(2,3)(3,3)";
    let pink = "Pink@(10,1)(10,2)(10,3)(10,4)(9,2)";
    let calls: Vec<Vec<&str>> = vec![
        kanoodle.to_vec(),
        at("2"),
        at("3"),
        at("4"),
        // The number of a challenge in its file.
        vec!["hint", "tests/challenges/kanoodle.ron", "--id", "1"],
        [&at("2")[..], &["--after", blue]].concat(),
        [&at("4")[..], &["--skip", "2"]].concat(),
        [&kanoodle[..], &["--skip", "99"]].concat(),
        [&kanoodle[..], &["--solution", "--after", blue]].concat(),
        // A placement that no solution contains.
        [&kanoodle[..], &["--after", blue, "--after", pink]].concat(),
        [&at("4")[..], &["--format", "json"]].concat(),
        [&kanoodle[..], &["--after", pink, "--format", "json"]].concat(),
        vec!["hint", "tests/challenges/iq-fit.ron", "--stage", "4"],
        vec!["hint", "tests/challenges/tetrasticks.ron", "--stage", "2"],
        // Several solutions, then none.
        vec![
            "hint",
            "puzzles/kanoodle.ron",
            "--after",
            "Green@(0,0)(1,0)(1,1)(2,1)(3,1)",
        ],
        vec!["hint", "puzzles/mutilated-chessboard.ron"],
        // There are four solutions, all images of a single one.
        vec!["hint", "puzzles/kanoodle-one-solution.ron"],
    ];
    let calls: Vec<&[&str]> = calls.iter().map(Vec::as_slice).collect();
    insta::assert_snapshot!("hints", transcripts(&calls));
}

/// Writes a puzzle, and runs a command on it.
fn on(folder: &Path, text: &str, arguments: &[&str]) -> Run {
    fs::write(folder.join("tray.ron"), text).expect("a file");
    let output = tilewright()
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the program starts");
    output.into()
}

#[test]
fn small_trays_with_copies_and_optional_cells() {
    let folder = TempDir::new().expect("a scratch folder");
    let mut seen = String::new();
    for (text, arguments) in [
        // Two copies with two places.
        (
            r#"(lattice: Square, board: Union([Rect(2, 2), Shift((3, 0), Rect(2, 2))]), pieces: [
                Piece(name: "O", cells: Rect(2, 2), copies: 2)])"#,
            &["grade", "tray.ron", "--steps"][..],
        ),
        // The optional cell must stay empty, because all pieces are used.
        (
            r#"(lattice: Square, board: Union([Rect(3, 2), Optional(Shift((3, 0), Rect(1, 2)))]), pieces: [
                Piece(name: "O", cells: Rect(2, 2)), Piece(name: "I", cells: Rect(2, 1))],
                givens: [(piece: "I", cells: Rect(1, 2))])"#,
            &["grade", "tray.ron", "--steps"],
        ),
        // All pieces are given.
        (
            r#"(lattice: Square, board: Rect(2, 2), pieces: [
                Piece(name: "O", cells: Rect(2, 2))],
                givens: [(piece: "O", cells: Rect(2, 2))])"#,
            &["hint", "tray.ron"],
        ),
        (
            r#"(lattice: Square, board: Rect(2, 2), pieces: [
                Piece(name: "O", cells: Rect(2, 2))],
                givens: [(piece: "O", cells: Rect(2, 2))])"#,
            &["grade", "tray.ron"],
        ),
        // Two placements that exclude each other, each in a solution.
        (
            r#"(lattice: Square, board: Rect(3, 2), pieces: [
                Piece(name: "D", cells: Rect(2, 1), copies: 3)])"#,
            &[
                "hint",
                "tray.ron",
                "--after",
                "D@(0,0)(1,0)",
                "--after",
                "D@(1,1)(2,1)",
            ],
        ),
    ] {
        let run = on(folder.path(), text, arguments);
        seen.push_str(&format!(
            "$ tilewright {}\n{}",
            arguments.join(" "),
            run.transcript()
        ));
    }
    insta::assert_snapshot!("small_trays", seen);
}

#[test]
fn wrong_calls_of_grade_and_hint() {
    let kanoodle = "tests/challenges/kanoodle.ron";
    let calls: &[&[&str]] = &[
        &["grade", "puzzles/kanoodle.ron", "--id", "train"],
        &["grade", kanoodle, "--case", "X"],
        &["grade", kanoodle, "--id", "tram"],
        &["grade", kanoodle, "--id", "0"],
        &["hint", "tests/challenges/levels.ron", "--id", "13"],
        &["grade", kanoodle, "--steps"],
        &["grade", kanoodle, "--with", "Gray@(1,0)(1,1)(2,1)"],
        &["hint", kanoodle],
        &["hint", kanoodle, "--id", "train", "--stage", "5"],
        &["hint", kanoodle, "--id", "train", "--after", "Blue@(3,2)"],
        &[
            "hint",
            kanoodle,
            "--id",
            "bus",
            "--after",
            "Gray@(1,1)(2,1)(3,1)",
            "--after",
            "Red@(1,1)(2,1)(3,1)(2,2)(3,2)",
        ],
        &[
            "hint",
            kanoodle,
            "--id",
            "bus",
            "--after",
            "White@(9,4)(10,4)(10,3)",
        ],
        &[
            "grade",
            "puzzles/tetrasticks-5x5-without-h.ron",
            "--with",
            "I@(0,1,0)(1,1,0)(2,1,0)(3,1,0)",
            "--with",
            "V@(1,0,1)(1,1,1)",
        ],
        &[
            "grade",
            "puzzles/tetrasticks-5x5-without-h.ron",
            "--with",
            "I@(0,1,0)(1,1,0)(2,1,0)(3,1,0)",
            "--with",
            "V@(1,0,1)(1,1,1)(1,2,0)(2,2,0)",
        ],
    ];
    for call in calls {
        assert_eq!(run(*call).status, 2, "{call:?}");
    }
    insta::assert_snapshot!("wrong_calls_of_grade_and_hint", transcripts(calls));
}

#[test]
fn ungradable_challenges_are_explained() {
    let folder = TempDir::new().expect("a scratch folder");
    let several = run(["grade", "puzzles/kanoodle.ron"]);
    let none = run(["grade", "puzzles/mutilated-chessboard.ron"]);
    let large = on(
        folder.path(),
        r#"(lattice: Square, board: Rect(100, 100), pieces: [
            Piece(name: "D", cells: Rect(2, 1), copies: 5000)])"#,
        &["grade", "tray.ron"],
    );
    let kanoodle = root().join("puzzles/kanoodle.ron");
    fs::copy(kanoodle, folder.path().join("kanoodle.ron")).expect("a copy");
    let empty = on(
        folder.path(),
        r#"(puzzle: "kanoodle.ron", challenges: [])"#,
        &["hint", "tray.ron"],
    );
    assert_eq!(
        [several.status, none.status, large.status, empty.status],
        [1, 1, 2, 2]
    );
    let runs = [several, none, large, empty];
    let seen: String = runs.iter().map(Run::transcript).collect();
    insta::assert_snapshot!("not_graded", seen);
}

/// Checks that wrong ratings in a file are reported.
#[test]
fn stated_ratings_are_checked() {
    let folder = TempDir::new().expect("a scratch folder");
    fs::write(
        folder.path().join("strip.ron"),
        r#"(lattice: Square, board: Rect(5, 1), pieces: [
            Piece(name: "A", cells: Rect(2, 1)), Piece(name: "B", cells: Rect(3, 1))])"#,
    )
    .expect("a file");
    let run = on(
        folder.path(),
        r#"(title: "Strips", puzzle: "strip", challenges: [
            (id: "a", givens: [(piece: "A", cells: Rect(2, 1))], rating: 1.0, grade: Easy),
            (id: "b", givens: [(piece: "B", cells: Rect(3, 1))], rating: 7.5),
            (id: "c", givens: [(piece: "B", cells: Shift((2, 0), Rect(3, 1)))], grade: Expert),
            (id: "d", givens: []),
        ])"#,
        &["grade", "tray.ron"],
    );
    assert_eq!(run.status, 1, "{}", run.transcript());
    insta::assert_snapshot!("stated_ratings", run.transcript());
}
