//! `pack`: what it writes is what its schema says, and every property of the schema is described.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::run;

fn schema() -> Value {
    run(["pack", "--schema"]).json()
}

/// What is wrong with a value, by the few keywords that the schema uses.
fn check(schema: &Value, rule: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    let mut fault = |what: &str| faults.push(format!("{at}: {what}"));
    if let Some(types) = rule.get("type") {
        let is = |name: &Value| match name.as_str().expect("a name") {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "null" => value.is_null(),
            other => panic!("the type {other}"),
        };
        let fits = match types.as_array() {
            Some(several) => several.iter().any(is),
            None => is(types),
        };
        if !fits {
            return fault("another type");
        }
    }
    let length = value.as_array().map_or(0, Vec::len) as u64;
    for (keyword, what) in rule.as_object().expect("a rule") {
        match keyword.as_str() {
            "$ref" => {
                let name = what.as_str().expect("a reference").replace("#/$defs/", "");
                check(schema, &schema["$defs"][name], value, at, faults);
            }
            "properties" => {
                for (name, value) in value.as_object().expect("an object") {
                    match what.get(name) {
                        Some(rule) => check(schema, rule, value, &format!("{at}/{name}"), faults),
                        None => faults.push(format!("{at}: the unknown {name}")),
                    }
                }
            }
            "required" => {
                for name in what.as_array().expect("a list") {
                    if value.get(name.as_str().expect("a name")).is_none() {
                        faults.push(format!("{at}: no {name}"));
                    }
                }
            }
            "items" => {
                for (index, value) in value.as_array().into_iter().flatten().enumerate() {
                    check(schema, what, value, &format!("{at}/{index}"), faults);
                }
            }
            "minItems" if value.is_array() && length < what.as_u64().expect("a number") => {
                faults.push(format!("{at}: too short"));
            }
            "maxItems" if length > what.as_u64().expect("a number") => {
                faults.push(format!("{at}: too long"));
            }
            "minimum" if value.as_f64() < what.as_f64() => faults.push(format!("{at}: too small")),
            "maximum" if value.as_f64() > what.as_f64() => faults.push(format!("{at}: too great")),
            "enum" if !what.as_array().expect("a list").contains(value) => {
                faults.push(format!("{at}: {value} is none of {what}"));
            }
            "const" if what != value => faults.push(format!("{at}: {value} is not {what}")),
            "pattern" => {
                let text = value.as_str().expect("a text");
                let fits = match what.as_str() {
                    Some("^[0-9]+$") => text.bytes().all(|byte| byte.is_ascii_digit()),
                    Some("^#[0-9a-f]{6}$") => text.len() == 7 && text.starts_with('#'),
                    other => panic!("the pattern {other:?}"),
                };
                if !fits {
                    faults.push(format!("{at}: {text:?} is not {what}"));
                }
            }
            "type"
            | "description"
            | "additionalProperties"
            | "$schema"
            | "$defs"
            | "title"
            | "minItems"
            | "maxItems"
            | "minimum"
            | "maximum"
            | "enum"
            | "const" => {}
            other => panic!("the keyword {other}"),
        }
    }
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
    ] {
        let pack = run(["pack"].iter().chain(arguments)).json();
        let mut faults = Vec::new();
        check(&schema, &schema, &pack, "", &mut faults);
        faults.truncate(5);
        assert_eq!(faults, [""; 0], "{arguments:?}");
    }
    // The check finds what is wrong.
    let mut wrong = run(["pack", "puzzles/scott.ron"]).json();
    wrong["version"] = 2.into();
    wrong["puzzles"][0]["board"]["cells"][3]["at"] = serde_json::json!([0, 0]);
    wrong["extra"] = true.into();
    let mut faults = Vec::new();
    check(&schema, &schema, &wrong, "", &mut faults);
    faults.sort();
    let expected = [
        "/puzzles/0/board/cells/3/at: too short",
        "/version: 2 is not 1",
        ": the unknown extra",
    ];
    assert_eq!(faults, expected);
}

/// Every property says what it is, and no definition goes unused.
#[test]
fn the_schema_describes_everything() {
    fn look(value: &Value, at: &str) {
        for (name, rule) in value["properties"].as_object().into_iter().flatten() {
            let described = rule["description"].as_str().is_some_and(|d| d.len() > 8);
            assert!(described, "{at}/{name}");
        }
        if let Some(object) = value.as_object() {
            for (name, value) in object {
                look(value, &format!("{at}/{name}"));
            }
        }
    }
    let schema = schema();
    look(&schema, "");
    let text = schema.to_string();
    for name in schema["$defs"].as_object().expect("definitions").keys() {
        assert!(text.contains(&format!("#/$defs/{name}\"")), "{name}");
    }
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
        &["puzzles/macmahon-squares.ron"][..],
        &["puzzles/wrapped/dominoes-klein-bottle-6x6.ron"],
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
