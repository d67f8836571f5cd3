//! Several threads find a first solution as soon as a single thread, and react to signals meanwhile.

use std::process::Child;
#[cfg(unix)]
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::{Run, root, run, start};

/// 29 optional pentacubes in a 5 × 5 × 5 box; 35 hexominoes on a square with a hole. The search tree is so
/// wide at the top that naming all its parts takes hours.
const WIDE: [(&str, &str); 2] = [
    (
        "pentacubes-5x5x5.ron",
        "(lattice: Cube, board: Box(5, 5, 5), pieces: [Set(of: Polycubes(5), copies: (0, 1))])",
    ),
    (
        "hexominoes-15x15.ron",
        "(lattice: Square, board: Minus(Rect(15, 15), Shift((5, 6), Rect(5, 3))), \
         pieces: [Set(of: Polyominoes(6))])",
    ),
];

/// Writes a puzzle to a file in a folder, which is removed when it is dropped.
fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("UTF-8").to_owned();
    (folder, path)
}

/// Waits for the end of a run. Kills it after the limit, and then returns `None`.
fn within(mut child: Child, limit: Duration) -> Option<Run> {
    let begun = Instant::now();
    while begun.elapsed() < limit {
        if child.try_wait().expect("a status").is_some() {
            return Some(child.wait_with_output().expect("the output").into());
        }
        sleep(Duration::from_millis(10));
    }
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    None
}

#[test]
fn two_threads_find_the_first_solution_as_soon_as_one() {
    let (_folder, path) = file(WIDE[0].0, WIDE[0].1);
    let first = |threads: &str| {
        let child = start(&["solve", &path, "--limit", "1", "--threads", threads]);
        let limit = Duration::from_secs(60);
        let found = within(child, limit).expect("a solution within a minute");
        assert_eq!(found.status, 0, "{}", found.transcript());
        found.stdout
    };
    let alone = first("1");
    assert!(alone.contains("solution 1"), "{alone}");
    for threads in ["2", "3"] {
        assert_eq!(first(threads), alone);
    }
}

#[test]
#[cfg(unix)]
fn a_search_on_two_threads_reacts_to_signals_from_the_first_second() {
    for (name, text) in WIDE {
        for signal in ["-INT", "-TERM"] {
            let (_folder, path) = file(name, text);
            let child = start(&["solve", &path, "--threads", "2", "-o", "/dev/null"]);
            sleep(Duration::from_secs(1));
            let sent = Command::new("kill")
                .args([signal, &child.id().to_string()])
                .status()
                .expect("kill runs");
            assert!(sent.success());
            let run = within(child, Duration::from_secs(30)).expect("it ends");
            assert!(matches!(run.status, 130 | -1), "{}", run.transcript());
        }
    }
}

#[test]
fn ten_thousand_threads_are_too_many() {
    let puzzle = "puzzles/scott.ron";
    assert!(root().join(puzzle).exists());
    let begun = Instant::now();
    let many = run([
        "count",
        puzzle,
        "--engine",
        "frontier",
        "--threads",
        "10000",
    ]);
    assert_eq!(many.status, 0, "{}", many.transcript());
    // This took 51 s before there was a limit.
    assert!(begun.elapsed() < Duration::from_secs(20));
    let notes = |run: &Run| run.stderr.matches("note: ").count();
    assert_eq!(notes(&many), 1, "{}", many.stderr);
    assert!(
        many.stderr.contains("10000 would not be faster"),
        "{}",
        many.stderr
    );
    let few = run(["solve", puzzle, "--threads", "1"]);
    let many = run(["solve", puzzle, "--threads", "10000"]);
    assert_eq!(few.stdout, many.stdout);
    assert_eq!(notes(&few), 0, "{}", few.stderr);
}
