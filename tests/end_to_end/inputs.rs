//! Inputs: regular files of limited size, and stdin if the call says so.

use std::fs::{self, File};
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::{Run, root, run, tilewright};

/// Waits for the end of a run. Kills it and panics after a minute.
fn within_a_minute(mut child: Child, what: &str) -> Run {
    let begun = Instant::now();
    while child.try_wait().expect("it can be waited for").is_none() {
        if begun.elapsed() > Duration::from_secs(60) {
            child.kill().expect("it can be killed");
            panic!("{what}: no answer within a minute");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("it has ended").into()
}

fn start(command: &mut Command) -> Child {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Runs the program; `FILE` is replaced by a path.
#[cfg(unix)]
fn with_file(arguments: &[&str], path: &str) -> Run {
    let arguments = arguments.iter().map(|argument| match *argument {
        "FILE" => path,
        other => other,
    });
    let arguments: Vec<&str> = arguments.collect();
    let mut command = tilewright();
    command.args(&arguments);
    within_a_minute(start(&mut command), &arguments.join(" "))
}

/// Each option that takes a file, and each kind of file.
#[cfg(unix)]
const READERS: [&[&str]; 8] = [
    &["check", "FILE"],
    &["cover", "FILE"],
    &["grade", "FILE"],
    &["booklet", "FILE", "--format", "html"],
    &[
        "booklet",
        "puzzles/soma-cube.ron",
        "--texts",
        "FILE",
        "--format",
        "html",
    ],
    &["draw", "puzzles/soma-cube.ron", "--font", "FILE"],
    &["viewer", "puzzles/soma-cube.ron", "--challenges", "FILE"],
    &[
        "explore",
        "puzzles/soma-cube.ron",
        "--memory",
        "64MiB",
        "--diagram",
        "FILE",
    ],
];

/// Other commands that read a puzzle; one kind of file is enough for them.
#[cfg(unix)]
const COMMANDS: [&str; 12] = [
    "show", "count", "solve", "profile", "matrix", "hint", "estimate", "starts", "unify", "why",
    "verify", "cut",
];

#[cfg(unix)]
#[test]
fn paths_that_are_no_files_are_refused() {
    let folder = TempDir::new().expect("a scratch folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let made = Command::new("mkfifo").arg(at("pipe")).status();
    assert!(made.expect("mkfifo runs").success());
    let _socket = std::os::unix::net::UnixListener::bind(at("socket")).expect("a socket");
    fs::create_dir(at("folder")).expect("a folder");
    // A sparse file of 100 MiB, more than any limit.
    let huge = File::create(at("huge")).and_then(|file| file.set_len(100 << 20));
    huge.expect("a sparse file");
    for (path, what) in [
        ("/dev/zero".to_owned(), "it is a device, not a file"),
        (at("pipe"), "it is a pipe, not a file"),
        (at("socket"), "it is a socket, not a file"),
        (at("folder"), "it is a directory, not a file"),
        (at("huge"), "is too large: it has more than "),
        (at("missing"), "there is no such file"),
    ] {
        for reader in READERS {
            if path.ends_with("missing") && reader.contains(&"--diagram") {
                // A diagram that does not exist is created, so its absence is no error.
                continue;
            }
            let run = with_file(reader, &path);
            assert_eq!(run.status, 2, "{reader:?} {path}: {}", run.transcript());
            assert!(
                run.stderr.contains(what),
                "{reader:?} {path}: {}",
                run.stderr
            );
            assert!(
                run.stderr.contains(&path),
                "{reader:?} {path}: {}",
                run.stderr
            );
        }
    }
    for command in COMMANDS {
        let more: &[&str] = match command {
            "cut" => &["-o", "x.svg"],
            "starts" => &["--givens", "1"],
            _ => &[],
        };
        let run = with_file(&[&[command, "FILE"], more].concat(), &at("pipe"));
        assert_eq!(run.status, 2, "{command}: {}", run.transcript());
        assert!(
            run.stderr.contains("it is a pipe"),
            "{command}: {}",
            run.stderr
        );
    }
}

/// Checks that the puzzle of a file of challenges is read in the same way, and is never stdin.
#[cfg(unix)]
#[test]
fn the_puzzle_of_challenges_is_a_file() {
    let folder = TempDir::new().expect("a scratch folder");
    for (puzzle, what) in [
        ("/dev/zero", "it is a device"),
        (".", "it is a directory"),
        ("-", "there is no such file"),
    ] {
        let text = format!("(puzzle: {puzzle:?}, challenges: [])");
        fs::write(folder.path().join("deck.ron"), text).expect("a file");
        let mut command = tilewright();
        command
            .current_dir(folder.path())
            .args(["grade", "deck.ron"]);
        let run = within_a_minute(start(&mut command), puzzle);
        assert_eq!(run.status, 2, "{}", run.transcript());
        assert!(run.stderr.contains(what), "{}", run.stderr);
    }
}

/// Runs the program with a file as its stdin.
fn from_stdin(arguments: &[&str], file: &str) -> Run {
    let stdin = File::open(root().join(file)).expect("the file is there");
    let mut command = tilewright();
    command
        .args(arguments)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    within_a_minute(child, &arguments.join(" "))
}

#[test]
fn a_hyphen_means_stdin() {
    let puzzle = "puzzles/scott.ron";
    for command in ["show", "matrix", "check"] {
        let named = run([command, puzzle]);
        let piped = from_stdin(&[command, "-"], puzzle);
        assert_eq!(piped.status, named.status, "{}", piped.transcript());
        assert_eq!(piped.stdout, named.stdout, "{command}");
    }
    let problem = "tests/puzzles/matrix-3.dlx";
    let piped = from_stdin(&["cover", "-"], problem);
    assert_eq!(piped.stdout, run(["cover", problem]).stdout);
    // In messages stdin is `<stdin>`; a puzzle without a title is called `stdin`.
    let wrong = from_stdin(&["check", "-"], "tests/bad/unknown-field.ron");
    assert!(wrong.stderr.contains("--> <stdin>:"), "{}", wrong.stderr);
    let nameless = from_stdin(&["show", "-"], "tests/bad/area-too-small.ron");
    assert!(
        nameless.stdout.starts_with("stdin\n"),
        "{}",
        nameless.stdout
    );
}

#[test]
fn stdin_is_read_once_and_within_limits() {
    let mut seen = String::new();
    for arguments in [
        &["booklet", "-", "--texts", "-", "--format", "html"][..],
        &["explore", "-", "--interactive"],
        &["challenges", "-"],
    ] {
        let run = from_stdin(arguments, "puzzles/soma-cube.ron");
        assert_eq!(run.status, 2, "{}", run.transcript());
        seen.push_str(&format!("$ {}\n{}", arguments.join(" "), run.transcript()));
    }
    let mut command = tilewright();
    command
        .args(["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // At the limit the program stops reading, and the pipe breaks.
    while stdin.write_all(&[b' '; 1 << 12]).is_ok() {}
    let run = within_a_minute(child, "check -");
    seen.push_str(&format!("$ check - < /dev/zero\n{}", run.transcript()));
    insta::assert_snapshot!("stdin_is_read_once_and_within_limits", seen);
}

#[test]
fn files_of_another_kind_are_recognised() {
    let folder = TempDir::new().expect("a scratch folder");
    let at = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("a file");
    };
    let puzzle = fs::read_to_string(root().join("puzzles/soma-cube.ron")).expect("a puzzle");
    let deck = fs::read_to_string(root().join("tests/challenges/soma.ron")).expect("a deck");
    let problem = fs::read_to_string(root().join("tests/puzzles/matrix-3.dlx")).expect("a problem");
    at("puzzle.ron", &puzzle);
    at(
        "deck.ron",
        &deck.replace("../../puzzles/soma-cube.ron", "puzzle.ron"),
    );
    at("cut-off.ron", &deck[..deck.len() / 2]);
    at(
        "texts.ron",
        "(challenges: \"Aufgaben\", solutions: \"Lösungen\")",
    );
    at("problem.dlx", &problem);
    at("empty.ron", " \n");
    at("word.ron", "hello");
    let mut seen = String::new();
    for arguments in [
        &["show", "deck.ron"][..],
        &["show", "cut-off.ron"],
        &["grade", "cut-off.ron"],
        &["count", "texts.ron"],
        &["booklet", "texts.ron"],
        &["count", "problem.dlx"],
        &["cover", "puzzle.ron"],
        &["cover", "deck.ron"],
        &["viewer", "puzzle.ron", "--challenges", "puzzle.ron"],
        &["viewer", "puzzle.ron", "--challenges", "empty.ron"],
        &[
            "booklet",
            "puzzle.ron",
            "--format",
            "html",
            "--texts",
            "empty.ron",
        ],
        &[
            "booklet",
            "puzzle.ron",
            "--format",
            "html",
            "--texts",
            "puzzle.ron",
        ],
        &[
            "booklet",
            "puzzle.ron",
            "--format",
            "html",
            "--texts",
            "deck.ron",
        ],
        &[
            "booklet",
            "puzzle.ron",
            "--format",
            "html",
            "--texts",
            "word.ron",
        ],
        &["draw", "puzzle.ron", "--font", "puzzle.ron"],
        &["explore", "puzzle.ron", "--diagram", "puzzle.ron"],
    ] {
        let mut command = tilewright();
        command.current_dir(folder.path()).args(arguments);
        let run = within_a_minute(start(&mut command), &arguments.join(" "));
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.transcript());
        seen.push_str(&format!("$ {}\n{}", arguments.join(" "), run.transcript()));
    }
    insta::assert_snapshot!("files_of_another_kind_are_recognised", seen);
}

/// Checks a problem that is too large: it is refused before it is built, and the message says how
/// much memory it needs.
#[test]
fn a_check_respects_its_memory_limit() {
    let folder = TempDir::new().expect("a scratch folder");
    let file = folder.path().join("many.ron");
    let text =
        "(lattice: Square, board: Rect(60, 60), pieces: [Set(of: Polyominoes(6), copies: Any)])";
    fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("UTF-8");
    let refused = run(["check", file, "--memory", "32MiB"]);
    assert_eq!(refused.status, 2, "{}", refused.transcript());
    assert_eq!(
        refused.stderr,
        "error: the problem needs about 130 MiB, but only 32 MiB of memory are allowed: allow more with `--memory`\n"
    );
    assert_eq!(refused.stdout, "");
}
