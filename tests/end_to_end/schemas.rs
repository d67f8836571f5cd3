//! `schema`: the JSON output of every command conforms to its schema.

use std::collections::BTreeSet;
use std::fs;

use clap::{Command, CommandFactory};
use serde_json::Value;
use tempfile::TempDir;
use tilewright::surface::cli::args::Cli;
use tilewright::surface::cli::schemas;

use crate::json_schema::faults;
use crate::program::{Run, puzzle_file, run};

/// Calls that write one document or lines, with the name of the schema.
const CALLS: &[(&str, &str)] = &[
    ("check", "check puzzles/scott.ron --format json"),
    ("check", "check puzzles/calendar.ron --format json"),
    ("check", "check tests/bad/area-too-small.ron --format json"),
    (
        "count",
        "count puzzles/pentominoes-3x20.ron --format json --certificate",
    ),
    ("count", "count puzzles/scott.ron --format json --total"),
    (
        "count",
        "count puzzles/dissections-7x7.ron --format json --total",
    ),
    ("count", "count puzzles/growing-tray.ron --format json"),
    (
        "count",
        "count puzzles/series/dominoes-8xn.ron --for n=12..14 --format json",
    ),
    ("count", "count tests/bad/area-too-small.ron --format json"),
    (
        "count",
        "count puzzles/conditions/fault-free-dominoes.ron --format json",
    ),
    (
        "solve",
        "solve puzzles/pentominoes-3x20.ron --format jsonl -n 3",
    ),
    (
        "solve",
        "solve puzzles/pentominoes-3x20.ron --format jsonl --distinct --sort symmetry",
    ),
    ("cover", "cover tests/puzzles/matrix-3.dlx --format jsonl"),
    (
        "cover",
        "cover tests/puzzles/colours.dlx --format jsonl --count",
    ),
    (
        "cover",
        "cover tests/puzzles/costs.dlx --format jsonl --best 2",
    ),
    (
        "matrix",
        "matrix puzzles/pentominoes-3x20.ron --format json",
    ),
    (
        "matrix",
        "matrix puzzles/macmahon-squares-two-colours.ron --format json",
    ),
    (
        "profile",
        "profile puzzles/pentominoes-3x20.ron --format json",
    ),
    ("profile", "profile puzzles/scott.ron --format json"),
    (
        "estimate",
        "estimate puzzles/pentominoes-3x20.ron --samples 50 --format json",
    ),
    (
        "verify",
        "verify puzzles/pentominoes-3x20.ron --format json",
    ),
    ("generate", "generate polyominoes 4 --format json"),
    ("generate", "generate polyhexes 5 --count --format json"),
    (
        "explore",
        "explore puzzles/pentominoes-3x20.ron --unused --format json",
    ),
    (
        "starts",
        "starts puzzles/pentominoes-3x20.ron --givens 2 --format json",
    ),
    (
        "starts",
        "starts puzzles/pentominoes-3x20.ron --givens 2 --samples 20 --format json",
    ),
    (
        "challenges",
        "challenges puzzles/pentominoes-3x20.ron --count 2 --format json",
    ),
    (
        "challenges",
        "challenges puzzles/menagerie.ron --cards -n 2 --format json",
    ),
    ("grade", "grade tests/challenges/kanoodle.ron --format json"),
    (
        "grade",
        "grade puzzles/kanoodle-one-solution.ron --steps --format json",
    ),
    (
        "hint",
        "hint puzzles/kanoodle-one-solution.ron --format json",
    ),
    (
        "hint",
        "hint puzzles/kanoodle-one-solution.ron --stage 4 --solution --format json",
    ),
    ("unify", "unify puzzles/pentominoes-3x20.ron --format json"),
    (
        "unify",
        "unify puzzles/pentominoes-3x20.ron --by cells --format json",
    ),
    ("why", "why puzzles/mutilated-chessboard.ron --format json"),
    ("why", "why tests/bad/colouring.ron --format json"),
    ("why", "why tests/bad/cell-never-covered.ron --format json"),
    ("why", "why puzzles/pentominoes-3x20.ron --format json"),
    (
        "design",
        "design puzzles/pentominoes-5x6.ron --limit 3 --format jsonl",
    ),
    (
        "design",
        "design puzzles/pentominoes-5x6.ron --samples 9 --walks 100 --format jsonl",
    ),
    (
        "design",
        "design puzzles/pentominoes-5x6.ron --must X --never I --distinct 1 --limit 2 --format jsonl",
    ),
    ("pack", "pack puzzles/pentominoes-3x20.ron --solutions 2"),
];

/// The schema that the program prints.
fn schema(name: &str) -> Value {
    run(["schema", name]).json()
}

fn documents(run: &Run) -> Vec<Value> {
    let stream = serde_json::Deserializer::from_str(&run.stdout).into_iter();
    stream.map(|value| value.expect("JSON")).collect()
}

fn assert_fits(name: &str, call: &[&str]) {
    let run = run(call);
    assert!(
        run.status == 0 || run.status == 1,
        "{call:?}: {}",
        run.transcript()
    );
    let documents = documents(&run);
    assert!(!documents.is_empty(), "{call:?}: {}", run.transcript());
    let schema = schema(name);
    for document in documents {
        assert_eq!(faults(&schema, &document), [""; 0], "{call:?}");
    }
}

#[test]
fn answers_conform_to_their_schemas() {
    for (name, call) in CALLS {
        assert_fits(name, &call.split(' ').collect::<Vec<_>>());
    }
    let (_folder, many) = puzzle_file(
        "(title: \"many\", lattice: Square, board: Rect(12, 12), pieces: [Set(of: Polyominoes(2), copies: 72)])",
    );
    assert_fits("count", &["count", &many, "--format", "json"]);
    // The check detects faults.
    let mut wrong = run(["count", &many, "--total", "--format", "json"]).json();
    assert!(wrong["solutions_text"].is_string(), "beyond 2^53");
    wrong["solutions_text"] = "1e9".into();
    wrong["states"]["solutions"] = "perhaps".into();
    wrong["options"] = (-1).into();
    let found = faults(&schema("count"), &wrong);
    assert_eq!(found.len(), 3, "{found:?}");
}

#[test]
fn files_written_with_a_list_conform_to_their_schemas() {
    let folder = TempDir::new().expect("a scratch folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (summary, burr, kept) = (
        path("summary.json"),
        path("soma.xmpuzzle"),
        path("kept.jsonl"),
    );
    let read = |path: &str| -> Vec<Value> {
        let text = fs::read_to_string(path).expect("a file");
        let lines = text.lines();
        lines
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    };
    run([
        "solve",
        "puzzles/pentominoes-3x20.ron",
        "--summary",
        &summary,
    ]);
    assert_eq!(
        faults(&schema("solve-summary"), &read(&summary)[0]),
        [""; 0]
    );
    run([
        "export",
        "puzzles/soma-cube.ron",
        "-o",
        &burr,
        "--solutions",
        "2",
    ]);
    run(["import", &burr, "--assemblies", &kept]);
    assert_eq!(read(&kept).len(), 2);
    for line in read(&kept) {
        assert_eq!(faults(&schema("solve"), &line), [""; 0]);
    }
    for (name, call) in [
        (
            "cut",
            vec!["cut", "puzzles/pentominoes-3x20.ron", "-o", "x.svg"],
        ),
        (
            "print",
            vec!["print", "puzzles/soma-cube.ron", "-o", "x.stl"],
        ),
    ] {
        let output = path(call[3]);
        assert_fits(name, &[call[0], call[1], "-o", &output, "--format", "json"]);
    }
}

#[test]
fn answers_of_campaigns_conform_to_their_schemas() {
    let folder = TempDir::new().expect("a scratch folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for (name, options) in [("count", &[][..]), ("solve", &["--list"])] {
        let campaign = path(name);
        let new = [
            "campaign",
            "new",
            "puzzles/pentominoes-3x20.ron",
            "-o",
            &campaign,
        ];
        let made = run(new.iter().chain(options));
        assert_eq!(made.status, 0, "{}", made.transcript());
        let status = ["campaign", "status", &campaign, "--format", "json"];
        assert_fits("campaign-status", &status);
        assert_eq!(run(["campaign", "run", &campaign]).status, 0);
        assert_fits("campaign-status", &status);
        assert_fits(name, &["campaign", "merge", &campaign, "--format", "json"]);
    }
}

/// Checks that every property has a description, that no definition is unused, and that every
/// schema is tested.
#[test]
fn schemas_describe_everything() {
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
    let held: BTreeSet<&str> = CALLS.iter().map(|(name, _)| *name).collect();
    let separate = ["campaign-status", "cut", "print", "solve-summary"];
    for each in schemas::all() {
        let schema: Value = serde_json::from_str(each.text).expect("JSON");
        look(&schema, each.name);
        for name in schema["$defs"]
            .as_object()
            .into_iter()
            .flat_map(|defs| defs.keys())
        {
            assert!(
                each.text.contains(&format!("#/$defs/{name}\"")),
                "{}: {name}",
                each.name
            );
        }
        assert!(
            held.contains(each.name) || separate.contains(&each.name),
            "{}",
            each.name
        );
    }
}

/// Checks that every command with JSON output has a schema.
#[test]
fn no_command_writes_json_without_a_schema() {
    fn look(command: &Command, words: &str, without: &mut Vec<String>) {
        let writes_json = command.get_arguments().any(|argument| {
            let mut values = argument.get_possible_values().into_iter();
            argument.get_long() == Some("format")
                && values.any(|value| value.get_name().starts_with("json"))
        });
        let has_one = schemas::all().iter().any(|schema| schema.name == words);
        if writes_json && !has_one {
            without.push(words.to_owned());
        }
        for below in command.get_subcommands() {
            let words = format!("{words}-{}", below.get_name());
            look(below, words.trim_start_matches('-'), without);
        }
    }
    let mut without = Vec::new();
    look(&Cli::command(), "", &mut without);
    // `campaign merge` writes the output of `count`, `solve` and `design`.
    assert_eq!(without, ["campaign-merge"]);
}

#[test]
fn schemas_are_listed_and_found_by_words() {
    let list = run(["schema"]);
    insta::assert_snapshot!("schemas_are_listed_and_found_by_words", list.stdout);
    let words = run(["schema", "campaign", "status"]);
    assert_eq!(words.stdout, run(["schema", "campaign-status"]).stdout);
    let unknown = run(["schema", "nothing"]);
    insta::assert_snapshot!("an_unknown_schema", unknown.transcript());
}
