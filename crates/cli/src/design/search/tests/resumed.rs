//! Searches that resume from a checkpoint.

use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tilewright_dlx::Fingerprint;

use super::*;
use crate::design::choices::ChoiceRule;
use crate::puzzle::Requirement;
use crate::solve::checkpoint::Identity;

/// A requirement that also concerns symmetry, so it rejects some candidates whose numbers of
/// solutions it allows.
fn symmetric() -> Requirement {
    Requirement::All(vec![
        Requirement::Distinct("1..2".parse().unwrap()),
        Requirement::Symmetric,
    ])
}

fn checkpoint(folder: &TempDir) -> CheckpointFile {
    let identity = Identity {
        command: "search".to_owned(),
        problem: Fingerprint([7; 32]),
        engine: None,
    };
    let path = folder.path().join("kept");
    CheckpointFile::open(&path, Duration::ZERO, &identity, None).unwrap()
}

/// Checks that a search stopped after every round has the same result as an uninterrupted search.
#[test]
fn searches_go_on_from_every_round() {
    let rule = ChoiceRule::default();
    let wanted = symmetric();
    for (puzzle, boards) in tasks() {
        let search = LocalSearch {
            boards: boards.as_ref(),
            steps: 100,
            designs: 3,
            ..search(&puzzle, &rule, &wanted)
        };
        let mut nothing = CheckpointFile::nothing();
        let silent = on_threads(1, &StopFlag::new());
        let whole = search.run(&silent, &mut nothing, &mut |_| {});
        let whole = whole.unwrap();
        let folder = TempDir::new().unwrap();
        for run in 0.. {
            let stop = StopFlag::new();
            let monitor = on_threads(1 + run % 3, &stop);
            // Runs of one search may have different limits of steps.
            let steps = search.steps + (run as u64 % 2);
            let search = LocalSearch { steps, ..search };
            let mut kept = checkpoint(&folder);
            let report = search.run(&monitor, &mut kept, &mut |_| stop.set());
            let report = report.unwrap();
            if !report.is_interrupted {
                assert_eq!(report, whole);
                break;
            }
        }
    }
}

/// Checks that a forged checkpoint with a correct checksum is refused.
#[test]
fn checkpoints_that_no_search_comes_to_are_refused() {
    let square = Lattice::Square;
    let puzzle = pool(square, &rectangle(square, 5, 4).unwrap(), 0, 3..=5, 1);
    let (rule, wanted) = (ChoiceRule::default(), symmetric());
    let search = LocalSearch {
        steps: 2000,
        designs: 3,
        ..search(&puzzle, &rule, &wanted)
    };
    let folder = TempDir::new().unwrap();
    let run = |search: &LocalSearch<'_>, rounds: usize| {
        let stop = StopFlag::new();
        let mut heard = 0;
        let monitor = on_threads(1, &stop);
        search.run(&monitor, &mut checkpoint(&folder), &mut |_| {
            heard += 1;
            if heard == rounds {
                stop.set();
            }
        })
    };
    assert!(run(&search, 3).unwrap().is_interrupted);
    let kept: Value = checkpoint(&folder).state().unwrap().unwrap();
    let place = kept["chains"][0]["best"].clone();
    let with = |path: &str, value: Value| {
        let mut state = kept.clone();
        *state.pointer_mut(path).unwrap() = value;
        state
    };
    let in_place = |at: usize, region: Value| {
        let mut place = place.clone();
        place[at] = region;
        place
    };
    let huge = json!(u64::MAX);
    let damaged = [
        with("/chains", json!([])),
        with("/chains/7/round", huge.clone()),
        with("/chains/0/round", json!(1_u64 << 40)),
        with("/chains/3/steps", huge.clone()),
        with("/chains/3/steps", json!(52)),
        with("/chains/3/cooled", json!(1001)),
        with("/chains/2/refused", json!([{"copies": [1], "off": []}])),
        with(
            "/chains/2/refused",
            json!([{"copies": vec![2; 19], "off": []}]),
        ),
        with("/chains/2/here", json!([])),
        with("/chains/2/here", json!(vec![Some(0); 20])),
        with("/chains/2/here", json!(vec![Some(65535); 20])),
        with("/chains/2/here", json!(vec![Some(65534); 20])),
        with("/chains/2/here", json!(vec![Option::<u16>::None; 20])),
        with("/chains/2/best", in_place(0, Value::Null)),
        with("/chains/2/best", in_place(0, json!(65535))),
        with("/chains/2/best", in_place(0, place[19].clone())),
        with("/designs", json!([vec![Some(0); 20]])),
        with("/designs", json!([kept["chains"][1]["best"]])),
        with("/begun", json!(-1)),
    ];
    for state in damaged {
        let mut file = checkpoint(&folder);
        file.keep_state(&state).unwrap();
        drop(file);
        let error = run(&search, 1).unwrap_err();
        assert!(
            error.to_string().starts_with("cannot continue from"),
            "{state}"
        );
    }
    // A search with fewer steps than the checkpoint is refused.
    checkpoint(&folder).keep_state(&kept).unwrap();
    let fewer = LocalSearch {
        steps: kept["begun"].as_u64().unwrap(),
        ..search
    };
    let error = run(&fewer, 1).unwrap_err().to_string();
    assert!(error.starts_with("the checkpoint is at step "), "{error}");
    assert!(run(&search, 0).is_ok());
}
