//! Command-line conventions: completions, manual pages, quiet runs, environment variables, tables.

use std::fs;

use tempfile::TempDir;

use crate::program::{Run, run, tilewright};

/// Commands that the help lists, one of them with subcommands.
const SOME_COMMANDS: [&str; 4] = ["count", "solve", "campaign", "completions"];

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(["completions", shell]);
        assert_eq!((script.status, script.stderr.as_str()), (0, ""), "{shell}");
        for name in SOME_COMMANDS {
            assert!(script.stdout.contains(name), "{shell}: {name}");
        }
        assert!(script.stdout.contains("checkpoint-every"), "{shell}");
    }
    assert_eq!(run(["completions", "tcsh"]).status, 2);
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = TempDir::new().expect("a scratch folder");
    let pages = folder.path().join("man1");
    let written = tilewright().args(["man", "-o"]).arg(&pages).output();
    assert!(written.expect("the program starts").status.success());
    for name in SOME_COMMANDS {
        let page = fs::read_to_string(pages.join(format!("tilewright-{name}.1")));
        let page = page.expect("a page");
        assert_eq!(page, run(["man", name]).stdout);
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
    }
    let below = run(["man", "campaign", "new"]);
    assert!(below.stdout.contains("TILEWRIGHT-CAMPAIGN-NEW"));
    assert!(pages.join("tilewright-campaign-new.1").is_file());
    let program = fs::read_to_string(pages.join("tilewright.1")).expect("a page");
    assert!(program.contains("Exit status"), "the end of the help");
    assert_eq!(run(["man", "nothing"]).status, 2);
}

#[test]
fn a_quiet_run_prints_only_warnings_and_errors() {
    let count = ["count", "puzzles/pentominoes-3x20.ron"];
    let (loud, quiet) = (run(count), run(count.into_iter().chain(["--quiet"])));
    assert_eq!(loud.stdout, quiet.stdout);
    assert!(!loud.stderr.is_empty());
    assert_eq!(quiet.stderr, "");
    let list = ["solve", "puzzles/pentominoes-3x20.ron", "-n", "1", "-q"];
    assert_eq!(run(list).stderr, "");
    let missing = run(["count", "no-such-file.ron", "-q"]);
    assert_eq!(missing.status, 2);
    assert!(missing.stderr.contains("there is no such file"));
    let both = run(count.into_iter().chain(["--quiet", "--verbose"]));
    assert_eq!(both.status, 2);
}

#[test]
fn the_environment_replaces_missing_options() {
    let call = |threads: &str, arguments: &[&str]| {
        let mut command = tilewright();
        command.env("TILEWRIGHT_THREADS", threads).args(arguments);
        command.output().expect("the program starts")
    };
    let count = ["count", "puzzles/pentominoes-3x20.ron"];
    let one = call("1", &count);
    assert!(String::from_utf8_lossy(&one.stderr).contains("on 1 thread ("));
    assert_eq!(call("none", &count).status.code(), Some(2));
    let named = ["count", "puzzles/pentominoes-3x20.ron", "-j", "1"];
    assert!(call("1000", &named).status.success());
}

/// Checks that tables can be written as Parquet, if the program was built with that feature.
/// Otherwise checks that a message says how to build it.
#[test]
fn tables_are_written_as_parquet_too() {
    let mut refused = String::new();
    for call in [
        "solve puzzles/pentominoes-3x20.ron",
        "grade tests/challenges/levels.ron",
        "starts puzzles/pentominoes-3x20.ron --givens 2",
        "explore puzzles/pentominoes-3x20.ron",
        "challenges puzzles/pentominoes-3x20.ron -n 2",
        "challenges puzzles/menagerie.ron --cards -n 2",
        "design puzzles/pentominoes-5x6.ron --must X --never I",
    ] {
        let folder = TempDir::new().expect("a scratch folder");
        let path = folder.path().join("table.parquet");
        let mut command = tilewright();
        command
            .args(call.split(' '))
            .args(["--format", "parquet", "-q", "-o"]);
        let run: Run = command.arg(&path).output().expect("it starts").into();
        if cfg!(feature = "parquet") {
            assert_eq!(run.status, 0, "{}", run.transcript());
            let bytes = fs::read(path).expect("a table");
            assert!(
                bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"),
                "{call}"
            );
        } else {
            assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{call}");
            assert!(!path.exists());
            assert!(refused.is_empty() || refused == run.stderr, "{call}");
            refused = run.stderr;
        }
    }
    if !cfg!(feature = "parquet") {
        insta::assert_snapshot!("no_parquet", refused);
    }
}

/// Checks that lists can be written as spreadsheet tables.
#[test]
fn answers_can_be_tables() {
    let mut seen = String::new();
    for call in [
        "grade tests/challenges/levels.ron",
        "starts puzzles/pentominoes-3x20.ron --givens 2",
        "starts puzzles/pentominoes-3x20.ron --givens 2 --samples 20",
        "explore puzzles/pentominoes-3x20.ron",
        "challenges puzzles/pentominoes-3x20.ron -n 2",
        "challenges puzzles/menagerie.ron --cards -n 2",
    ] {
        let table = run(call.split(' ').chain(["--format", "csv", "--quiet"]));
        assert_eq!(table.status, 0, "{}", table.transcript());
        let mut lines = table.stdout.lines();
        let columns = |line: &str| {
            let quoted: Vec<&str> = line.split('"').step_by(2).collect();
            quoted.concat().matches(',').count()
        };
        let head = lines.next().expect("names");
        assert!(
            lines.clone().all(|line| columns(line) == columns(head)),
            "{call}"
        );
        let rest = lines.clone().count().saturating_sub(3);
        let first: Vec<&str> = lines.take(3).collect();
        seen += &format!("$ {call}\n{head}\n{}\n+ {rest}\n", first.join("\n"));
    }
    insta::assert_snapshot!("answers_can_be_tables", seen);
}
