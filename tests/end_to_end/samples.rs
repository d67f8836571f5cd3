//! `design --samples`: a random sample of the choices is counted, and numbers for all choices are estimated.

use std::collections::BTreeSet;

use crate::program::{json_lines, puzzle_file, root, run};

/// Three pentominoes fill 3 × 5: 7 of the 220 choices do, in 28 ways.
const POOL: &str = r#"(title: "Three pentominoes on 3 × 5", lattice: Square, board: Rect(5, 3),
    pieces: [Set(of: Polyominoes(5), copies: (0, 1))])"#;

fn design(more: &[&str]) -> crate::program::Run {
    let (_folder, path) = puzzle_file(POOL);
    run(["design", path.as_str()].iter().chain(more))
}

#[test]
fn a_sample_of_choices_is_counted_as_all_are() {
    let lines = |run: &crate::program::Run| -> BTreeSet<String> {
        run.stdout.lines().map(str::to_owned).collect()
    };
    let all = lines(&design(&["--format", "jsonl"]));
    let call = ["--samples", "100", "--seed", "5", "--format", "jsonl"];
    let some = design(&call);
    assert!(lines(&some).is_subset(&all) && lines(&some).len() > 1);
    for threads in ["1", "3"] {
        let again = design(&[&call[..], &["--threads", threads]].concat());
        assert_eq!(again.stdout, some.stdout);
    }
    // A sample of 220 has all choices.
    let whole = design(&["--samples", "220", "--format", "jsonl"]);
    assert_eq!(lines(&whole), all);
    let text = design(&["--samples", "220", "--limit", "1", "--distinct", "1"]);
    insta::assert_snapshot!("samples_all", text.stdout);
    let text = design(&[
        "--samples",
        "100",
        "--seed",
        "5",
        "--limit",
        "3",
        "--distinct",
        "1",
    ]);
    insta::assert_snapshot!("samples_some", text.stdout);
}

/// Estimates all 220 choices. They have about 28 solutions.
#[test]
fn a_sample_of_choices_is_estimated() {
    let call = ["--samples", "220", "--walks", "200", "--seed", "4"];
    let text = design(&call);
    insta::assert_snapshot!("samples_estimated", text.stdout);
    for threads in ["1", "3"] {
        let again = design(&[&call[..], &["--threads", threads]].concat());
        assert_eq!(again.stdout, text.stdout);
    }
    let lines = json_lines(&design(&[&call[..], &["--format", "jsonl"]].concat()));
    assert_eq!(lines.len(), 220);
    let sum: f64 = lines
        .iter()
        .map(|line| line["estimate"]["mean"].as_f64().unwrap())
        .sum();
    let squares = lines
        .iter()
        .map(|line| line["estimate"]["standard_error"].as_f64().unwrap().powi(2));
    let error = squares.sum::<f64>().sqrt();
    assert!((sum - 28.0).abs() < 5.0 * error, "{sum} {error}");
    let table = design(&[&call[..], &["--format", "csv", "--limit", "1"]].concat());
    assert!(
        table
            .stdout
            .starts_with("solutions,standard_error,F,I,L,P,N,T,U,V,W,X,Y,Z\n")
    );
}

#[test]
fn impossible_samples_are_refused() {
    let mut messages = String::new();
    for call in [
        &["--samples", "1"][..],
        &["--samples", "9", "--different", "3"],
        &["--samples", "9", "--choose", "9"],
        &["--samples", "9", "--search"],
        &["--samples", "9", "--checkpoint", "kept"],
        &["--walks", "100"],
        &["--samples", "9", "--walks", "19"],
        &["--samples", "9", "--walks", "100", "--distinct", "1"],
    ] {
        let run = design(call);
        messages += &format!(
            "$ design {}\n{}status {}\n\n",
            call.join(" "),
            run.stderr,
            run.status
        );
    }
    let calendar = root().join("puzzles/calendar.ron");
    let calendar = run([
        "design",
        calendar.to_str().expect("UTF-8"),
        "--samples",
        "9",
    ]);
    messages += &format!(
        "$ design --samples 9\n{}status {}\n",
        calendar.stderr, calendar.status
    );
    insta::assert_snapshot!("samples_refused", messages);
}
