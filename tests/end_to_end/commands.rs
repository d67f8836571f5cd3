//! The output of commands, which is reproducible byte for byte.

#[path = "commands/counts.rs"]
mod counts;
#[path = "commands/lists.rs"]
mod lists;
#[path = "commands/pictures.rs"]
mod pictures;
#[path = "commands/series.rs"]
mod series;

use std::fs;
use std::io::Read;
use std::process::Stdio;

use tempfile::TempDir;

use crate::program::{Run, run, tilewright};

#[test]
fn estimates_are_reproducible_and_near() {
    let file = "puzzles/pentominoes-3x20.ron";
    let estimate = |seed: &str| {
        let call = [
            "estimate",
            file,
            "--samples",
            "5000",
            "--seed",
            seed,
            "--format",
            "json",
        ];
        run(call).json()
    };
    let (first, again, other) = (estimate("7"), estimate("7"), estimate("8"));
    assert_eq!(first["nodes"], again["nodes"]);
    assert_eq!(first["levels"], again["levels"]);
    assert_ne!(first["nodes"], other["nodes"]);
    let profile = run(["profile", file, "--whole", "--format", "json"]).json();
    let nodes = profile["nodes"].as_f64().expect("a number");
    for answer in [first, other] {
        let mean = answer["nodes"]["mean"].as_f64().expect("a number");
        let error = answer["nodes"]["standard_error"]
            .as_f64()
            .expect("a number");
        assert!(
            (mean - nodes).abs() < 5.0 * error,
            "{mean} ± {error}, not {nodes}"
        );
        let least = answer["at_least"]["nodes"].as_f64().expect("a number");
        assert!(
            least <= nodes && least > nodes / 10.0,
            "at least {least} of {nodes}"
        );
    }
}

#[test]
fn verify_reports_every_difference() {
    let folder = TempDir::new().expect("a scratch folder");
    let good = "(lattice: Square, board: Rect(4, 4), pieces: [
        Set(of: Polyominoes(2), copies: 8)], expect: (options: 24, solutions: 36, distinct: 9))";
    fs::write(folder.path().join("good.ron"), good).expect("a file");
    let verify = |folder: &TempDir| -> Run {
        tilewright()
            .arg("verify")
            .arg(folder.path())
            .args(["--format", "json"])
            .output()
            .expect("the program starts")
            .into()
    };
    let run = verify(&folder);
    assert_eq!(run.json()["differences"], 0);
    let bad = good
        .replace("36", "35")
        .replace("distinct: 9", "distinct: 8");
    fs::write(folder.path().join("bad.ron"), bad).expect("a file");
    let run = verify(&folder);
    assert_eq!(run.status, 1, "{}", run.transcript());
    let answer: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(answer["differences"], 2);
    assert_eq!(answer["puzzles"], 2);
    let text: Run = tilewright()
        .arg("verify")
        .arg(folder.path())
        .output()
        .expect("the program starts")
        .into();
    assert_eq!(text.stdout.matches("differs").count(), 2, "{}", text.stdout);
    assert!(
        text.stdout.ends_with("2 of 6 numbers differ\n"),
        "{}",
        text.stdout
    );
}

#[test]
#[ignore = "slow: what would take long is forecast for seconds"]
fn slow_puzzles_are_left_out_unless_requested() {
    let run = run(["verify", "puzzles/one-sided-pentominoes-9x10.ron"]);
    assert_eq!(run.status, 0);
    assert!(
        run.stdout.contains("left out, because its search is slow"),
        "{}",
        run.stdout
    );
}

#[test]
fn the_matrix_solves_to_the_same_count() {
    let folder = TempDir::new().expect("a scratch folder");
    let problem = folder.path().join("problem.dlx");
    for (puzzle, solutions) in [
        ("puzzles/pentominoes-3x20.ron", "8\n"),
        ("puzzles/welded-tetrasticks-4x4.ron", "16\n"),
        ("tests/puzzles/scott-x-at-23.ron", "19\n"),
    ] {
        let matrix = run(["matrix", puzzle]);
        assert_eq!(matrix.status, 0);
        fs::write(&problem, &matrix.stdout).expect("a file");
        let cover = tilewright()
            .args(["cover", "--count"])
            .arg(&problem)
            .output()
            .expect("the program starts");
        assert_eq!(
            String::from_utf8_lossy(&cover.stdout),
            solutions,
            "{puzzle}"
        );
    }
}

#[test]
fn cover_lists_the_options_chosen() {
    insta::assert_snapshot!(run(["cover", "tests/puzzles/matrix-3.dlx"]).transcript());
    insta::assert_snapshot!(
        "cover_lists_json_lines",
        run(["cover", "tests/puzzles/matrix-3.dlx", "--format", "jsonl"]).transcript()
    );
    insta::assert_snapshot!(
        "cover_lists_colours",
        run(["cover", "tests/puzzles/colours.dlx"]).transcript()
    );
}

#[test]
fn cover_finds_the_cheapest() {
    let costs = "tests/puzzles/costs.dlx";
    let mut seen = String::new();
    for arguments in [
        &["cover", costs, "--best", "2"][..],
        &["cover", costs, "--best", "9", "--format", "jsonl"],
        &["cover", costs, "--best", "1", "--preprocess"],
        &["cover", costs, "--best", "0"],
        &["cover", costs, "--best", "1", "--engine", "bits"],
        &["cover", costs, "--best", "1", "--count"],
        &["cover", costs],
    ] {
        seen.push_str(&run(arguments).transcript());
    }
    insta::assert_snapshot!(seen);
}

#[test]
fn generated_pieces_read_back() {
    let folder = TempDir::new().expect("a scratch folder");
    let file = folder.path().join("again.ron");
    for (family, size, lattice, board) in [
        ("polyominoes", "5", "Square", "Rect(20, 3)"),
        ("polyiamonds", "6", "Triangle", "Rhombus(6, 6)"),
        ("polysticks", "3", "Stick", "Rect(3, 3)"),
        ("polycubes", "3", "Cube", "Box(3, 3, 3)"),
    ] {
        let generated = run(["generate", family, size, "--format", "ron"]);
        assert_eq!(generated.status, 0);
        let own = format!(
            "(lattice: {lattice}, board: {board}, pieces: [\n{}])",
            generated.stdout
        );
        let set = family.replacen('p', "P", 1);
        let named =
            format!("(lattice: {lattice}, board: {board}, pieces: [Set(of: {set}({size}))])");
        let options = |text: &str| {
            fs::write(&file, text).expect("a file");
            let output = tilewright()
                .args(["matrix"])
                .arg(&file)
                .output()
                .expect("the program starts");
            assert!(
                output.status.success(),
                "{}",
                String::from_utf8_lossy(&output.stderr)
            );
            let text = String::from_utf8(output.stdout).expect("UTF-8");
            text.lines()
                .filter(|line| !line.starts_with('|'))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(options(&own), options(&named), "{family} {size}");
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = tilewright()
        .args(["solve", "puzzles/scott.ron"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = [0; 64];
    let mut stdout = child.stdout.take().expect("a pipe");
    stdout.read_exact(&mut first).expect("a beginning");
    drop(stdout);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn the_help_is_complete() {
    let mut text = run(["--help"]).stdout;
    for command in [
        "check", "show", "draw", "count", "solve", "profile", "matrix", "cover", "generate",
        "estimate", "verify", "cut", "print",
    ] {
        text.push_str(&format!("\n$ tilewright {command} --help\n"));
        text.push_str(&run([command, "--help"]).stdout);
    }
    insta::assert_snapshot!(text);
}

/// Checks that the faces of a tile count as one piece for the user if they can lie in one place.
#[test]
fn tiles_are_counted_and_not_their_faces() {
    let puzzle = "puzzles/two-sided-heart.ron";
    let shown = run(["show", puzzle]);
    assert!(
        shown.stdout.contains("\npieces: 6, 48 faces in all\n"),
        "{}",
        shown.stdout
    );
    let checked = run(["check", puzzle]);
    assert!(
        checked.stdout.contains(": F 9, L 9, P 3, V 2, W 20, Y 3\n"),
        "{}",
        checked.stdout
    );
}
