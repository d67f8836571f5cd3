//! `explore`: the solution space in words, as JSON, in a session, in a file.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use serde_json::json;
use tempfile::TempDir;

use crate::program::{Run, missing_as_on_unix, run, tilewright};

/// Runs a session with these input lines.
fn session(arguments: &[&str], lines: &[u8]) -> Run {
    let mut child = tilewright()
        .arg("explore")
        .args(arguments)
        .arg("--interactive")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(lines).expect("it reads");
    drop(stdin);
    child.wait_with_output().expect("it ends").into()
}

#[test]
fn kanoodle_is_the_same_on_any_number_of_threads_and_from_a_file() {
    let folder = TempDir::new().expect("a scratch folder");
    let file = folder.path().join("kanoodle.diagram");
    let file = file.to_str().expect("UTF-8");
    let explore = |more: &[&str]| {
        let arguments = [&["explore", "puzzles/kanoodle.ron"], more].concat();
        let run = run(arguments);
        assert_eq!(run.status, 0, "{}", run.transcript());
        run.stdout
    };
    let plain = explore(&["--threads", "1"]);
    assert_eq!(explore(&["--threads", "3"]), plain);
    assert_eq!(explore(&["--diagram", file]), plain);
    assert!(fs::metadata(file).is_ok(), "the diagram is kept");
    assert_eq!(explore(&["--diagram", file]), plain);
    insta::assert_snapshot!("explore_kanoodle", plain);
}

/// Checks that puzzles of every lattice have maps, and facts that hold in all solutions.
#[test]
fn every_lattice_has_its_maps() {
    let mut seen = String::new();
    for arguments in [
        &[
            "puzzles/scott.ron",
            "--with",
            "X@(1,2)",
            "--without",
            "P@(0,0)",
        ][..],
        &["puzzles/hexiamonds-arrow-d.ron"],
        &[
            "puzzles/welded-tetrasticks-4x4.ron",
            "--heat",
            "X",
            "--heat",
            "T",
        ],
        &["puzzles/soma-cube.ron", "--heat", "T"],
        &["puzzles/mutilated-chessboard.ron"],
        &["puzzles/dominoes-8x8.ron"],
    ] {
        let run = run(["explore"].iter().chain(arguments));
        seen.push_str(&format!("$ tilewright explore {}\n", arguments.join(" ")));
        seen.push_str(&run.transcript());
    }
    insta::assert_snapshot!("explore_lattices", seen);
}

#[test]
fn json_has_the_numbers() {
    let answer = run([
        "explore",
        "puzzles/kanoodle.ron",
        "--format",
        "json",
        "--heat",
        "Gray",
        "--unused",
    ])
    .json();
    assert_eq!(answer["solutions"], 371_020);
    assert_eq!(answer["distinct"], 92_755);
    assert_eq!(answer["placements"], 1789);
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    let unused = answer["unused"].as_array().expect("a list").len() as u64;
    assert_eq!(number(&answer["used"]) + unused, 1789);
    // Gray covers five cells in each solution.
    let density = answer["pieces"][0]["density"].as_array().expect("a list");
    assert_eq!(density.iter().map(number).sum::<u64>(), 5 * 371_020);
    assert_eq!(answer["cells"][11], json!([0, 1]));
    let filtered = run([
        "explore",
        "puzzles/kanoodle.ron",
        "--format",
        "json",
        "--with",
        "Gray@(2,1)",
    ])
    .json();
    assert_eq!(filtered["distinct"], json!(null));
    assert_eq!(filtered["with"], json!(["Gray@(2,1)"]));
    // The density at (2, 1), the 14th cell in reading order.
    assert_eq!(filtered["solutions"], density[11 + 2]);
    assert_eq!(filtered["all_solutions"], 371_020);
}

/// Checks that the map of each piece draws all cells, and that a puzzle without solutions has no
/// picture.
#[test]
fn svg_has_a_map_for_each_piece() {
    let count = |text: &str, what: &str| text.matches(what).count();
    for (file, pieces, cells) in [
        ("kanoodle", 12, 55),
        ("hexiamonds-arrow-d", 12, 72),
        ("welded-tetrasticks-4x4", 10, 40),
        ("soma-cube", 7, 27),
        ("dominoes-8x8", 1, 64),
    ] {
        let run = run(["explore", &format!("puzzles/{file}.ron"), "--format", "svg"]);
        assert_eq!(run.status, 0, "{}", run.transcript());
        assert_eq!(
            count(&run.stdout, "class=\"heat\""),
            pieces * cells,
            "{file}"
        );
        assert!(run.stdout.starts_with("<?xml") && run.stdout.ends_with("</svg>\n"));
    }
    let none = run([
        "explore",
        "puzzles/hexiamonds-arrow-b.ron",
        "--format",
        "svg",
    ]);
    assert_eq!((none.status, none.stdout.as_str()), (1, ""));
}

#[test]
fn a_space_without_solutions_gives_status_1() {
    for arguments in [
        &["puzzles/hexiamonds-arrow-b.ron"][..],
        &[
            "puzzles/kanoodle.ron",
            "--with",
            "Gray@(0,1)",
            "--with",
            "Red@(0,0)(1,1)",
        ],
    ] {
        let run = run(["explore"].iter().chain(arguments));
        assert_eq!(run.status, 1, "{}", run.transcript());
        assert!(run.stdout.contains("solutions    0"), "{}", run.stdout);
    }
}

#[test]
fn a_session_answers_line_by_line() {
    let lines = b"help\n\
        with Gray@(2,1)\n\
        heat Gray\n\
        wiht Gray@(2,1)\n\
        with Gray@(0,0)\n\
        with Purple@(0,0)(1,0)(2,0)(3,0)\n\
        filters\n\
        overview\n\
        solution 1897\n\
        solution 1898\n\
        undo\n\
        \n\
        undo now\n\
        clear\n\
        undo\n\
        count\n\
        heat Gry\n\
        solution one\n\
        unused Gray\n\
        \xff\xfe\n\
        quit\n\
        count\n";
    let run = session(&["puzzles/kanoodle.ron"], lines);
    assert_eq!(run.status, 0);
    insta::assert_snapshot!("explore_session", run.transcript());
}

#[test]
fn a_session_ends_with_its_input_and_survives_an_endless_line() {
    let mut lines = vec![b'x'; 1 << 20];
    lines.extend(b"\ncount");
    let run = session(&["puzzles/soma-cube.ron", "--with", "T@(0,0,0)"], &lines);
    assert_eq!(run.status, 0);
    insta::assert_snapshot!("explore_session_long_line", run.transcript());
}

#[test]
fn files_that_are_no_diagrams_of_the_puzzle_are_refused() {
    let folder = TempDir::new().expect("a scratch folder");
    let explore = |puzzle: &str, name: &str| {
        let path = format!("{}/{name}", folder.path().display());
        let run: Run = tilewright()
            .args(["explore", puzzle, "--diagram"])
            .arg(path)
            .output()
            .expect("the program starts")
            .into();
        // The folder's name differs from run to run.
        let shown = run.transcript();
        (
            run,
            shown.replace(folder.path().to_str().expect("UTF-8"), "…"),
        )
    };
    let (made, _) = explore("puzzles/soma-cube.ron", "soma");
    assert_eq!(made.status, 0);
    let bytes = fs::read(folder.path().join("soma")).expect("it is there");
    let write = |name: &str, bytes: &[u8]| {
        fs::write(folder.path().join(name), bytes).expect("a file");
    };
    write("cut", &bytes[..bytes.len() / 2]);
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 1;
    write("changed", &changed);
    write("empty", b"");
    write("text", b"(lattice: Square)");
    fs::create_dir(folder.path().join("folder")).expect("a folder");
    let mut seen = String::new();
    for (puzzle, name) in [
        ("puzzles/scott.ron", "soma"),
        ("puzzles/soma-cube.ron", "cut"),
        ("puzzles/soma-cube.ron", "changed"),
        ("puzzles/soma-cube.ron", "empty"),
        ("puzzles/soma-cube.ron", "text"),
        ("puzzles/soma-cube.ron", "folder"),
        ("puzzles/soma-cube.ron", "no/such/folder"),
    ] {
        let (run, shown) = explore(puzzle, name);
        assert_eq!(run.status, 2, "{shown}");
        seen.push_str(&shown);
    }
    assert_eq!(
        fs::read(folder.path().join("soma")).expect("it is there"),
        bytes,
        "a file of another puzzle is not written over"
    );
    insta::assert_snapshot!("explore_bad_diagrams", missing_as_on_unix(&seen));
}

#[test]
fn wrong_calls_are_explained() {
    let mut seen = String::new();
    for arguments in [
        &["--with", "Gray"][..],
        &["--with", "Grey@(1,1)"],
        &["--without", "Gray@(11,0)"],
        &["--with", "Gray@(0,0)"],
        &["--heat", "Grau"],
        &["--case", "none"],
        &["--interactive", "--format", "json"],
        &["--memory", "1MB"],
    ] {
        let run = run(["explore", "puzzles/kanoodle.ron"].iter().chain(arguments));
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.transcript());
        seen.push_str(&format!("$ explore {}\n", arguments.join(" ")));
        seen.push_str(&run.transcript());
    }
    insta::assert_snapshot!("explore_wrong_calls", seen);
}
