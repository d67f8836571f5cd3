//! What has no solution is not searched for long.

use crate::program::run;

/// A colouring shows it: 62 cells, of which dominoes cover as many dark as light
/// ones.
const MUTILATED: &str = "puzzles/mutilated-chessboard.ron";

#[test]
fn what_a_colouring_refutes_is_not_searched() {
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

/// 29 pentacubes in a stepped pyramid: the whole tree has 183 nodes and no solution.
/// What is left of it when its symmetries are divided out by restrictions has a hundred
/// million and more.
#[test]
fn restrictions_that_lead_astray_cost_little() {
    for threads in ["1", "2"] {
        let file = "tests/puzzles/pentacubes-stepped-pyramid.ron";
        let run = run(["count", file, "--format", "json", "--threads", threads]);
        let answer: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(answer["solutions"], 0, "{}", run.transcript());
        assert_eq!(answer["complete"], true);
        assert_eq!(answer["restricted"], serde_json::json!([]));
    }
}
