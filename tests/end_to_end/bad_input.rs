//! Every kind of bad input ends with a message and an exit status, never with a panic.
//!
//! `tests/bad/*.ron` has one mistake in each file; the messages are snapshots.

use std::fs;

use tempfile::TempDir;

use crate::program::{root, run, tilewright};

/// The files of `tests/bad`, sorted.
fn bad_files() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(root().join("tests/bad"))
        .expect("there are bad files")
        .map(|entry| {
            entry
                .expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn every_mistake_is_explained() {
    for name in bad_files() {
        let run = run(["check", &format!("tests/bad/{name}")]);
        assert!(matches!(run.status, 1 | 2), "{name}: {}", run.transcript());
        // The message contains the file, the line number, the column, and the text of the line.
        assert!(
            run.stderr.contains(&format!("--> tests/bad/{name}:")),
            "{name}: {}",
            run.stderr
        );
        let stem = name.trim_end_matches(".ron");
        insta::assert_snapshot!(format!("bad_{stem}"), run.transcript());
    }
}

#[test]
fn doubtful_input_gives_a_warning() {
    let file = "tests/warned/two-pieces-of-one-shape.ron";
    let mut seen = String::new();
    for arguments in [
        &["check", file][..],
        &["check", file, "--format", "json"],
        &["solve", file, "-n", "1"],
    ] {
        let run = run(arguments);
        assert_eq!(run.status, 0, "{}", run.transcript());
        seen.push_str(&run.transcript());
    }
    let counted = run(["count", file]);
    let warning = "warning: these pieces have the same shape: A, B, C";
    assert!(counted.stderr.contains(warning), "{}", counted.stderr);
    insta::assert_snapshot!("doubtful_input_gives_a_warning", seen);
}

/// Checks that the warning appears once for any number of cases, also if a reason is printed in
/// addition to a count.
#[test]
fn equal_shapes_give_one_warning() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("cases.ron").display().to_string();
    let bar =
        |name: &str, length: u32| format!("Piece(name: \"{name}\", cells: Rect({length}, 1))");
    let pieces = [bar("A", 2), bar("B", 2), bar("C", 1)].join(", ");
    let case = |name: &str, cell: &str| {
        format!("(name: \"{name}\", restrict: [Covers(piece: \"C\", cells: Cells([{cell}]))])")
    };
    let cases = [case("one", "(0, 0)"), case("two", "(2, 0)")].join(", ");
    let text =
        format!("(lattice: Square, board: Rect(5, 1), pieces: [{pieces}], cases: [{cases}])");
    fs::write(&path, text).expect("a file");
    for command in ["profile", "check", "count", "solve", "estimate"] {
        let run = run([command, &path]);
        assert_eq!(run.status, 0, "{}", run.transcript());
        let warnings = run
            .stderr
            .matches("these pieces have the same shape")
            .count();
        assert_eq!(warnings, 1, "{}", run.transcript());
    }
}

/// Checks that pieces of a puzzle in the collection differ in shape, unless equal shapes are
/// intended.
#[test]
fn puzzles_of_the_collection_give_no_warnings() {
    for entry in fs::read_dir(root().join("puzzles")).expect("there are puzzles") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|ending| ending != "ron") {
            continue;
        }
        let source = tilewright::puzzle::Source::load(&path).expect("it can be read");
        let Ok(file) = tilewright::puzzle::load(&source) else {
            // Files of challenges are next to the puzzles.
            continue;
        };
        let twins = tilewright::reason::twins::twins(&file.puzzle, &file.cases);
        assert!(twins.is_empty(), "{}: {twins:?}", path.display());
    }
}

/// Puzzles that take over a second to build until they exceed the limit. Only the test of messages
/// reads them, with `check`.
const TOO_LARGE: [&str; 4] = [
    "boards-polyforms-too-many.ron",
    "boards-sub-boards-too-many.ron",
    "growing-too-many-cells.ron",
    "set-size-huge.ron",
];

#[test]
fn every_command_survives_every_mistake() {
    const COMMANDS: [&str; 8] = [
        "show", "count", "solve", "profile", "matrix", "explore", "grade", "hint",
    ];
    let mut files = bad_files();
    files.retain(|name| !TOO_LARGE.contains(&name.as_str()));
    for (number, name) in files.into_iter().enumerate() {
        let file = format!("tests/bad/{name}");
        let check = run(["check", &file]).status;
        // All commands read an invalid puzzle the same way, so each file is tested with one of eight
        // commands.
        for (at, command) in COMMANDS.into_iter().enumerate() {
            if check == 2 && !(number + at).is_multiple_of(8) {
                continue;
            }
            let status = run([command, &file]).status;
            let sound = check == 1;
            match command {
                // A valid puzzle can be drawn and written, solvable or not.
                "show" | "matrix" if sound => assert_eq!(status, 0, "{command} {name}"),
                // The command counts the nodes of a search, which is possible here.
                "profile" if name == "colouring.ron" => {
                    assert_eq!(status, 0, "{command} {name}");
                }
                // Only one case is impossible, and these commands use the whole puzzle.
                "count" | "solve" | "explore" if name == "case-leaves-nothing.ron" => {
                    assert_eq!(status, 0, "{command} {name}");
                }
                _ => assert_eq!(status, check, "{command} {name}"),
            }
        }
    }
}

#[test]
fn files_that_are_no_puzzles_are_refused() {
    let folder = TempDir::new().expect("a scratch folder");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("folder.ron")).expect("a folder");
    fs::write(path("binary.ron"), [0xff, 0xfe, 0x00, 0x41]).expect("a file");
    fs::File::create(path("huge.ron"))
        .and_then(|file| file.set_len(100 << 20))
        .expect("a sparse file of 100 MB");
    let mut seen = String::new();
    for name in ["missing.ron", "folder.ron", "binary.ron", "huge.ron"] {
        let output = tilewright()
            .current_dir(folder.path())
            .args(["count", name])
            .output()
            .expect("the program starts");
        let run = crate::program::Run::from(output);
        assert_eq!(run.status, 2, "{}", run.transcript());
        seen.push_str(&run.transcript());
    }
    insta::assert_snapshot!("files_that_are_no_puzzles_are_refused", seen);
}

#[test]
fn mistakes_in_exact_cover_problems_are_explained() {
    let folder = TempDir::new().expect("a scratch folder");
    let mut seen = String::new();
    for (name, text) in [
        ("empty", ""),
        ("comment-only", "| nothing\n"),
        ("colour-of-primary", "a b | c\na:red c\n"),
        ("colour-without-name", "a b | c\na c:\n"),
        ("colour-twice", "a b | c\na c:red:green\n"),
        ("unknown-item", "a b\na c\n"),
        ("item-twice", "a b a\n"),
        ("item-twice-in-option", "a b\na a\n"),
        ("bar-twice", "a | b | c\n"),
        ("bounds-reversed", "3:2|a b\na b\n"),
        ("bounds-zero", "0:0|a b\na b\n"),
        ("bounds-no-number", "x:2|a b\na b\n"),
        ("bounds-huge", "1:99999999999|a b\na b\n"),
        ("secondary-only", "a | b\nb\n"),
        ("bounds-on-secondary", "a | 1:2|b\na b\n"),
        ("bar-in-option", "a b\na|b\n"),
        ("cost-no-number", "a b\na b |1.5\n"),
        ("costs-too-large", "a b\na |4000000000 b |4000000000\n"),
    ] {
        let file = format!("{name}.dlx");
        fs::write(folder.path().join(&file), text).expect("a file");
        let output = tilewright()
            .current_dir(folder.path())
            .args(["cover", &file])
            .output()
            .expect("the program starts");
        let run = crate::program::Run::from(output);
        assert_eq!(run.status, 2, "{name}: {}", run.transcript());
        seen.push_str(&run.transcript());
    }
    insta::assert_snapshot!("mistakes_in_exact_cover_problems_are_explained", seen);
}

#[test]
fn wrong_calls_are_explained() {
    let mut seen = String::new();
    for arguments in [
        &["cuont", "puzzles/scott.ron"][..],
        &["count"],
        &["count", "puzzles/scott.ron", "--format", "xml"],
        &["solve", "puzzles/scott.ron", "--limit", "-1"],
        &["profile", "puzzles/scott.ron", "--case", "X at 32"],
        &["profile", "puzzles/kanoodle.ron", "--case", "X at 23"],
        &[
            "profile",
            "puzzles/scott.ron",
            "--case",
            "X at 23",
            "--whole",
        ],
        &["profile", "tests/puzzles/matrix-3.dlx", "--case", "X at 23"],
        &["estimate", "puzzles/scott.ron", "--samples", "1"],
        &["estimate", "puzzles/scott.ron", "--for", "5"],
        &["verify", "tests/end_to_end"],
        &["generate", "polyominoes", "0"],
        &["generate", "polyominoes", "99"],
        &["generate", "polyominoes", "14"],
        &["generate", "pentominoes", "5"],
        &[
            "campaign",
            "new",
            "puzzles/scott.ron",
            "-o",
            "x",
            "--parts",
            "0",
        ],
        &[
            "booklet",
            "puzzles/scott.ron",
            "--format",
            "html",
            "--bleed",
            "3mm",
        ],
    ] {
        let run = run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.transcript());
        seen.push_str(&format!(
            "$ tilewright {}\n{}",
            arguments.join(" "),
            run.transcript()
        ));
    }
    insta::assert_snapshot!("wrong_calls_are_explained", seen);
}

#[test]
fn an_unwritable_output_is_reported() {
    let run = run([
        "solve",
        "puzzles/scott.ron",
        "-n",
        "1",
        "-o",
        "no/such/folder/out.txt",
    ]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("cannot write no/such/folder/out.txt"),
        "{}",
        run.stderr
    );
}
