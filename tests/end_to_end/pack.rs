//! `pack`: its output conforms to its schema, and every property of the schema has a description.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::json_schema::faults;
use crate::program::run;

fn schema() -> Value {
    run(["pack", "--schema"]).json()
}

#[test]
fn packs_conform_to_the_schema() {
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
    // The check detects faults.
    let mut wrong = run(["pack", "puzzles/scott.ron"]).json();
    wrong["version"] = 4.into();
    wrong["puzzles"][0]["board"]["cells"][3]["at"] = serde_json::json!([0, 0]);
    wrong["extra"] = true.into();
    let mut faults = faults(&schema, &wrong);
    faults.sort();
    let expected = [
        "/puzzles/0/board/cells/3/at: too short",
        "/version: 4 is none of [1,2,3]",
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
fn packs_are_reproducible() {
    let pack = |threads| {
        let arguments = ["pack", "tests/challenges/levels.ron", "--threads", threads];
        run(arguments).stdout
    };
    assert_eq!(pack("1"), pack("2"));
}

#[test]
fn puzzles_that_a_pack_cannot_contain_are_explained() {
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
    insta::assert_snapshot!("puzzles_that_a_pack_cannot_contain_are_explained", seen);
}

/// Checks that thousands of goals share one board, and that goals without solutions are left out.
#[test]
fn goals_can_share_one_board() {
    let schema = run(["pack", "--schema"]).json();
    // A board of 50 cells has 1,225 pairs of holes.
    let folder = TempDir::new().expect("a scratch folder");
    let file = folder.path().join("holes.ron");
    let text =
        "(lattice: Square, board: Rect(10, 5), pieces: [Set(of: Polyominoes(2), copies: 24)],
        goals: [Holes(count: 2)])";
    fs::write(&file, text).expect("a file");
    let packed = run(["pack", &file.to_string_lossy()]);
    let pack = packed.json();
    assert_eq!(faults(&schema, &pack), [""; 0]);
    assert_eq!(pack["version"], 3);
    assert_eq!(pack["puzzles"].as_array().map(Vec::len), Some(1));
    // If the two holes have the same colour, dominoes do not cover the board. If their colours differ,
    // dominoes cover it, because a closed path visits each of its cells once (R. E. Gomory).
    let goals = pack["goals"].as_array().expect("goals");
    let is_odd = |cell: u64| (cell % 10 + cell / 10) % 2 == 1;
    for goal in goals {
        let open: Vec<u64> = (goal["open"].as_array().expect("cells").iter())
            .map(|cell| cell.as_u64().expect("an index"))
            .collect();
        assert_ne!(is_odd(open[0]), is_odd(open[1]), "{goal}");
    }
    assert!((600..=625).contains(&goals.len()), "{}", goals.len());
    assert!(
        packed
            .stderr
            .contains("left out, because they have no solution"),
        "{}",
        packed.stderr
    );
    let refused = run(["pack", &file.to_string_lossy(), "--solutions", "1"]);
    assert_eq!(refused.status, 2);
    assert!(
        refused.stderr.contains("leave out --solutions"),
        "{}",
        refused.stderr
    );
}
