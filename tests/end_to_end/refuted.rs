//! Puzzles without a solution are recognised before a long search.

use crate::program::run;

/// Refuted by a colouring: dominoes cover equal numbers of dark and light cells, but the board has 30 and 32.
const MUTILATED: &str = "puzzles/mutilated-chessboard.ron";

#[test]
fn puzzles_refuted_by_a_colouring_are_not_searched() {
    let reason = "error: there is no solution: coloured like a chessboard, \
        the board has 30 dark and 32 light cells: a difference of -2";
    for command in [
        &["count", MUTILATED, "--format", "json"][..],
        &["solve", MUTILATED],
        &["solve", MUTILATED, "--distinct", "--format", "jsonl"],
        &["explore", MUTILATED],
        &["starts", MUTILATED, "--givens", "1"],
    ] {
        let run = run(command);
        assert_eq!(run.status, 1, "{command:?}: {}", run.transcript());
        assert!(run.stderr.starts_with(reason), "{}", run.stderr);
    }
    let run = run(["count", MUTILATED, "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(answer["solutions"], 0);
    assert_eq!(answer["complete"], true);
    assert_eq!(answer["engine"], serde_json::Value::Null, "no engine ran");
}

/// Checks 29 pentacubes in a stepped pyramid: the whole tree has 183 nodes and no solution. With
/// the symmetries divided out by restrictions, the tree has more than a hundred million nodes.
#[test]
fn misleading_restrictions_cost_little() {
    for threads in ["1", "2"] {
        let file = "tests/puzzles/pentacubes-stepped-pyramid.ron";
        let run = run(["count", file, "--format", "json", "--threads", threads]);
        let answer: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(answer["solutions"], 0, "{}", run.transcript());
        assert_eq!(answer["complete"], true);
        assert_eq!(answer["restricted"], serde_json::json!([]));
    }
}
