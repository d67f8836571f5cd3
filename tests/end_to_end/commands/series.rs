//! `count --for`: a count for each value of a parameter.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::program::{run, tilewright};

const FILE: &str = "puzzles/series/dominoes-8xn.ron";

/// Dominoes on 8 × n, OEIS A028470.
const DOMINOES: [u64; 8] = [1, 34, 153, 2245, 14_824, 167_089, 1_292_697, 12_988_816];

#[test]
fn a_series_is_a_table_json_or_a_b_file() {
    let table = run(["count", FILE, "--for", "n=1..8"]);
    assert_eq!(table.status, 0, "{}", table.transcript());
    insta::assert_snapshot!(table.stdout);
    let lines = run(["count", FILE, "--for", "n=1..8", "--b-file"]);
    let expected: Vec<String> = (1..)
        .zip(DOMINOES)
        .map(|(n, count)| format!("{n} {count}"))
        .collect();
    assert_eq!(lines.stdout.lines().collect::<Vec<_>>(), expected);
    let distinct = run(["count", FILE, "--for", "n=1..4", "--b-file=distinct"]);
    assert_eq!(distinct.stdout, "1 1\n2 21\n3 46\n4 658\n");
    let json = run([
        "count", FILE, "--for", "n=3..4", "--total", "--format", "json",
    ])
    .json();
    assert_eq!(json["parameter"], "n");
    assert_eq!(json["terms"][1]["value"], 4);
    assert_eq!(json["terms"][1]["solutions"], 2245);
    assert_eq!(json["complete"], true);
}

#[test]
fn a_name_without_values_uses_the_value_in_the_file() {
    let alone = run(["count", FILE, "--total", "--format", "json"]).json();
    assert_eq!(alone["solutions"], DOMINOES[7]);
}

#[test]
fn mistakes_in_series_are_explained() {
    let mut messages = String::new();
    for arguments in [
        &["count", FILE, "--for", "m=1..3"][..],
        &["count", "puzzles/scott.ron", "--for", "n=1..3"],
        &["count", FILE, "--for", "n=0..3"],
        &["count", FILE, "--for", "n=4..3"],
        &["count", FILE, "--for", "n"],
        &["count", FILE, "--for", "n=1..9999999"],
        &["count", FILE, "--b-file"],
    ] {
        let run = run(arguments);
        assert_eq!(run.status, 2, "{}", run.transcript());
        messages.push_str(&run.transcript());
        messages.push('\n');
    }
    insta::assert_snapshot!(messages);
}

/// Compares the count of 8 × 100 with one that was computed independently, by a transfer matrix
/// over broken profiles.
#[test]
fn a_hundred_terms_are_exact() {
    let last = run(["count", FILE, "--for", "n=100", "--b-file"]);
    assert_eq!(
        last.stdout,
        "100 8248087270181984101158202949905574850261612661382452980217870073310682246893247895\
         0831981372929\n"
    );
}

/// Checks that the program ends when its reader closes the pipe. The series is too long for a test
/// to wait for its end.
#[test]
fn a_closed_pipe_ends_the_series() {
    let mut program = tilewright()
        .args(["count", FILE, "--for", "n=1..1000000", "--b-file"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stdout = program.stdout.take().expect("a pipe");
    let mut lines = BufReader::new(stdout).lines();
    let first = lines.next().expect("a line").expect("text");
    assert_eq!(first, "1 1");
    drop(lines);
    let status = program.wait().expect("the program ends");
    assert_eq!(status.code(), Some(0));
}
