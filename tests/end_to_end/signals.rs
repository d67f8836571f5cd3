//! Ctrl-C: what was found is printed, and said to be incomplete.
#![cfg(unix)]

use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::program::{Run, interrupt, tilewright};

fn start(arguments: &[&str]) -> Child {
    tilewright()
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Interrupts a search that would take years, once it is under way, on a busy
/// machine too.
fn interrupt_later(child: Child) -> Run {
    sleep(Duration::from_secs(2));
    interrupt(child)
}

#[test]
fn an_interrupted_count_says_what_it_found() {
    let child = start(&[
        "count",
        "puzzles/one-sided-pentominoes-9x10.ron",
        "--format",
        "json",
    ]);
    let run = interrupt_later(child);
    assert_eq!(run.status, 130, "{}", run.transcript());
    let answer: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(answer["complete"], false);
    assert!(answer["solutions"].is_u64());
    assert!(
        run.stderr.contains("interrupted: incomplete"),
        "{}",
        run.stderr
    );
}

#[test]
fn an_interrupted_list_ends_with_a_whole_line() {
    let child = start(&[
        "solve",
        "puzzles/iq-fit.ron",
        "--format",
        "jsonl",
        "-o",
        "/dev/null",
    ]);
    let run = interrupt_later(child);
    assert_eq!(run.status, 130, "{}", run.transcript());
    assert!(
        run.stderr.contains("interrupted: incomplete"),
        "{}",
        run.stderr
    );

    // The whole list on stdout: a reader that drains it sees whole lines.
    let child = start(&[
        "solve",
        "puzzles/one-sided-pentominoes-9x10.ron",
        "--format",
        "jsonl",
    ]);
    let run = interrupt_later(child);
    assert_eq!(run.status, 130, "{}", run.transcript());
    let last = run.stdout.lines().last().expect("a line");
    let last: serde_json::Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(last["number"], run.stdout.lines().count());
    let said = last["number"].to_string();
    let digits: String = run.stderr.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, said, "every solution found was printed");
}
