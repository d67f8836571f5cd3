//! The number of threads changes only the running time.

use crate::program::{Run, root, run};

/// Puzzles that take half a second and more to count.
const SLOW: [&str; 16] = [
    "aztec-diamonds",
    "calendar",
    "calendar-f",
    "dissections-7x7",
    "dudeney",
    "macmahon-squares",
    "macmahon-triangles",
    "obeirne-hexagon",
    "obeirne-hexagon-by-colour",
    "one-sided-pentominoes-5x18",
    "one-sided-pentominoes-6x15",
    "one-sided-pentominoes-9x10",
    "solid-pentominoes-3x4x5",
    "tetrasticks-5x5-without-j",
    "tetrasticks-aztec-diamond",
    "y-pentominoes-15x15",
];

/// The puzzles of `puzzles/` that are counted faster.
fn quick() -> Vec<String> {
    let mut quick: Vec<String> = std::fs::read_dir(root().join("puzzles"))
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            path.extension().is_some_and(|ending| ending == "ron") && !SLOW.contains(&&*stem)
        })
        .map(|path| path.display().to_string())
        .collect();
    quick.sort();
    assert!(quick.len() > 20, "{quick:?}");
    quick
}

/// The output of a run without its running time and threads.
fn of_no_run(run: &Run) -> String {
    let mut answer: serde_json::Value =
        serde_json::from_str(&run.stdout).expect("stdout is one JSON document");
    let mut left_out = vec![&mut answer];
    while let Some(value) = left_out.pop() {
        match value {
            serde_json::Value::Object(fields) => {
                fields.remove("seconds");
                fields.remove("threads");
                left_out.extend(fields.values_mut());
            }
            serde_json::Value::Array(values) => left_out.extend(values),
            _ => {}
        }
    }
    answer.to_string()
}

/// Checks that neither the engine nor the restrictions depend on the number of threads.
#[test]
fn counts_are_the_same_on_any_number_of_threads() {
    // To save time, only every other puzzle is counted.
    for (number, puzzle) in quick().into_iter().step_by(2).enumerate() {
        let count = |threads| {
            let memory = ["--memory", "1GB"];
            let on = ["count", &puzzle, "--format", "json", "--threads", threads];
            of_no_run(&run(on.iter().chain(&memory)))
        };
        let one = count("1");
        let threads = ["2", "3", "8"][number % 3];
        assert_eq!(count(threads), one, "{puzzle} on {threads} threads");
    }
}

/// Checks that text on stdout does not contain running times, which are printed on stderr.
#[test]
fn text_output_is_the_same_on_any_number_of_threads() {
    let file = "puzzles/pentominoes-6x10.ron";
    for command in [
        &["count", file][..],
        &["count", "puzzles/scott.ron", "--certificate"],
        &["explore", "puzzles/scott.ron"],
        &["starts", "puzzles/scott.ron", "--givens", "1"],
        &["unify", "puzzles/scott.ron"],
        &["why", "puzzles/mutilated-chessboard.ron"],
        &["verify", "puzzles/scott.ron", "--format", "json"],
        &[
            "challenges",
            "puzzles/soma-cube.ron",
            "--count",
            "2",
            "--format",
            "text",
        ],
    ] {
        let on = |threads| {
            let run = run(command.iter().chain(&["--threads", threads]));
            assert_eq!(run.status, 0, "{}", run.transcript());
            match command.last() {
                Some(&"json") => of_no_run(&run),
                _ => run.stdout,
            }
        };
        let one = on("1");
        assert_eq!(on("3"), one, "{command:?} on three threads");
    }
}

#[test]
fn running_times_are_printed_on_stderr() {
    let run = run(["count", "puzzles/scott.ron", "-j", "2", "--engine", "bits"]);
    assert!(!run.stdout.contains("engine"), "{run:?}");
    let message = run.stderr.trim_end();
    assert!(message.starts_with("counted in "), "{message}");
    assert!(
        message.ends_with(" thread (engine: bits)") || message.ends_with(" threads (engine: bits)"),
        "{message}"
    );
}
