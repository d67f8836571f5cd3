//! `pack`: what it writes is what its schema says, and every property of the schema is described.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::json_schema::faults;
use crate::program::run;

fn schema() -> Value {
    run(["pack", "--schema"]).json()
}

#[test]
fn packs_are_what_the_schema_says() {
    let schema = schema();
    for arguments in [
        &["tests/challenges/levels.ron", "--solutions", "3"][..],
        &["tests/challenges/hexiamonds.ron"],
        &["tests/challenges/iq-fit.ron"],
        &["tests/challenges/soma.ron"],
        &["tests/challenges/tetrasticks.ron"],
        &["tests/cards/menagerie.ron"],
        &[
            "puzzles/calendar.ron",
            "--goal",
            "Oct 6",
            "--solutions",
            "2",
        ],
        &["puzzles/pentominoes-four-holes.ron"],
        &["puzzles/balls/kanoodle-pyramid.ron"],
        &["puzzles/macmahon-squares.ron", "--solutions", "2"],
        &["puzzles/two-sided-heart.ron"],
    ] {
        let pack = run(["pack"].iter().chain(arguments)).json();
        assert_eq!(faults(&schema, &pack), [""; 0], "{arguments:?}");
    }
    // The check finds what is wrong.
    let mut wrong = run(["pack", "puzzles/scott.ron"]).json();
    wrong["version"] = 3.into();
    wrong["puzzles"][0]["board"]["cells"][3]["at"] = serde_json::json!([0, 0]);
    wrong["extra"] = true.into();
    let mut faults = faults(&schema, &wrong);
    faults.sort();
    let expected = [
        "/puzzles/0/board/cells/3/at: too short",
        "/version: 3 is none of [1,2]",
        ": the unknown extra",
    ];
    assert_eq!(faults, expected);
}

#[test]
fn pictures_are_named_in_the_pack() {
    let folder = TempDir::new().expect("a scratch folder");
    for (format, sign) in [("svg", "<?xml"), ("png", "\u{fffd}PNG"), ("tikz", "% ")] {
        let images = folder.path().join(format);
        let run = run([
            "pack",
            "tests/challenges/kanoodle.ron",
            "--image-format",
            format,
            "--images",
            &images.to_string_lossy(),
        ]);
        let pack = run.json();
        let challenges = pack["challenges"].as_array().expect("challenges");
        for challenge in challenges {
            for key in ["picture", "solution_picture"] {
                let name = challenge[key].as_str().expect("a name");
                let bytes = fs::read(images.join(name)).expect("a picture");
                assert!(String::from_utf8_lossy(&bytes).starts_with(sign), "{name}");
            }
        }
        let written = fs::read_dir(&images).expect("the folder").count();
        assert_eq!(written, 2 * challenges.len());
    }
}

#[test]
fn the_same_pack_every_time() {
    let pack = |threads| {
        let arguments = ["pack", "tests/challenges/levels.ron", "--threads", threads];
        run(arguments).stdout
    };
    assert_eq!(pack("1"), pack("2"));
}

#[test]
fn what_a_pack_cannot_hold_is_told() {
    let mut seen = String::new();
    for arguments in [
        &["puzzles/wrapped/dominoes-klein-bottle-6x6.ron"][..],
        &["puzzles/scott.ron", "--images", "nowhere"],
        &["tests/challenges/kanoodle.ron", "--goal", "x"],
        &["puzzles/scott.ron", "--image-format", "png"],
        &["puzzles/scott.ron", "--schema"],
    ] {
        let run = run(["pack"].iter().chain(arguments));
        assert_eq!(run.status, 2, "{arguments:?}");
        seen.push_str(&format!(
            "$ tilewright pack {}\n{}",
            arguments.join(" "),
            run.transcript()
        ));
    }
    insta::assert_snapshot!("what_a_pack_cannot_hold_is_told", seen);
}
