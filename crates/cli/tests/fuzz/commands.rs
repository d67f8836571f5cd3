//! Commands on damaged files: the output has no control characters for terminals, and no command panics.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use tempfile::TempDir;
use tilewright::support::label::is_unprintable;

use crate::budget::run;
use crate::damage;
use crate::files::{root, texts};
use crate::generate;
use crate::tape::{Tape, tapes};

/// The time limit for a command. If it takes longer, the output up to then is checked.
const PATIENCE: Duration = Duration::from_secs(2);

/// The commands to run on a puzzle, with their options.
const ON_PUZZLES: [&[&str]; 15] = [
    &["check", "random.ron"],
    &["check", "random.ron", "--format", "json"],
    &["show", "random.ron"],
    &["count", "random.ron"],
    &["count", "random.ron", "--format", "json"],
    &["solve", "random.ron", "--limit", "3"],
    &["solve", "random.ron", "--limit", "3", "--format", "jsonl"],
    &["solve", "random.ron", "--limit", "3", "--format", "html"],
    &["matrix", "random.ron"],
    &["draw", "random.ron"],
    &["profile", "random.ron"],
    &["estimate", "random.ron", "--samples", "10"],
    &["why", "random.ron", "--for", "1s"],
    &["hint", "random.ron"],
    &["grade", "random.ron"],
];

/// The commands to run on challenges of a puzzle, with their options.
const ON_CHALLENGES: [&[&str]; 4] = [
    &["grade", "random.ron"],
    &["grade", "random.ron", "--format", "json"],
    &["hint", "random.ron"],
    &["booklet", "random.ron", "--format", "html"],
];

/// The commands to run on an exact cover problem, with their options.
const ON_PROBLEMS: [&[&str]; 4] = [
    &["cover", "random.dlx", "--limit", "3"],
    &["cover", "random.dlx", "--limit", "3", "--format", "jsonl"],
    &["cover", "random.dlx", "--count"],
    &["profile", "random.dlx"],
];

/// Runs the program without colours; returns its exit status, if it ended in time, and its output.
fn printed(folder: &Path, arguments: &[&str]) -> (Option<ExitStatus>, Vec<u8>) {
    let (out, err) = (folder.join("stdout"), folder.join("stderr"));
    let create = |path: &Path| File::create(path).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .current_dir(folder)
        .args(arguments)
        .args(["--color", "never"])
        .stdin(Stdio::null())
        .stdout(create(&out))
        .stderr(create(&err))
        .spawn()
        .expect("the program starts");
    let started = Instant::now();
    let status = loop {
        match child.try_wait().expect("it can be asked") {
            Some(status) => break Some(status),
            None if started.elapsed() > PATIENCE => {
                child.kill().expect("killed");
                child.wait().expect("it ends");
                break None;
            }
            None => sleep(Duration::from_millis(2)),
        }
    };
    let read = |path: &Path| fs::read(path).expect("what was printed");
    (status, [read(&out), read(&err)].concat())
}

/// The first unprintable character other than a line feed, with the text before it; `None` if there
/// is none.
fn unprintable(printed: &[u8], ended: bool) -> Option<String> {
    let text = match std::str::from_utf8(printed) {
        Ok(text) => text,
        // A killed program may stop in the middle of a character.
        Err(error) if !ended && error.error_len().is_none() => return None,
        Err(error) => return Some(error.to_string()),
    };
    let found = text.find(|character| is_unprintable(character) && character != '\n')?;
    let around = text[..found].chars().rev().take(40);
    let before: String = around.collect::<Vec<char>>().into_iter().rev().collect();
    Some(format!(
        "{:?} after {before:?}",
        text[found..].chars().next()
    ))
}

#[test]
fn commands_print_nothing_that_a_terminal_obeys() {
    let puzzles = ["puzzles", "tests/puzzles"].map(texts).concat();
    // The largest puzzle is left out, because it would take most of the time.
    let mut challenges = texts("tests/challenges");
    challenges.retain(|text| !text.contains("iq-fit"));
    let problems = ["a b c | s t\na b s\nc t\na c\nb t s\n".to_owned()];
    let words = damage::words(puzzles.iter().chain(&challenges).map(String::as_str));
    // Challenges refer to their puzzle relative to their folder.
    let folder = TempDir::new().expect("a folder");
    let tests = folder.path().join("tests");
    fs::create_dir(&tests).expect("a folder");
    for (from, to) in [("puzzles", "puzzles"), ("tests/puzzles", "tests/puzzles")] {
        copied(&root().join(from), &folder.path().join(to));
    }
    let place = tests.join("challenges");
    fs::create_dir(&place).expect("a folder");
    let tally = run("commands", 60, &(tapes(), tapes()), |(one, two), tally| {
        let mut tape = Tape::new(&two);
        let (good, calls, name) = match tape.below(8) {
            0 | 1 => (
                tape.pick(&challenges).clone(),
                &ON_CHALLENGES[..],
                "random.ron",
            ),
            2 => (problems[0].clone(), &ON_PROBLEMS[..], "random.dlx"),
            3 | 4 => (tape.pick(&puzzles).clone(), &ON_PUZZLES[..], "random.ron"),
            _ => {
                let puzzle = generate::puzzle(&mut Tape::new(&one));
                (puzzle.to_string(), &ON_PUZZLES[..], "random.ron")
            }
        };
        // Half of the files are undamaged, because those produce more output.
        let text = if tape.once_in(2) {
            good
        } else {
            damage::text(&mut tape, &good, &words)
        };
        let mut bytes = text.into_bytes();
        if tape.once_in(10) {
            // Insert a byte that is not valid UTF-8, or an escape character.
            let at = tape.below(bytes.len() + 1);
            bytes.insert(at, *tape.pick(&[0x9b, 0xff, 0xc3, 0x1b]));
        }
        fs::write(place.join(name), &bytes).expect("a file");
        let call = *tape.pick(calls);
        let (status, printed) = printed(&place, call);
        let what = || format!("{call:?}: {:.3000}", String::from_utf8_lossy(&bytes));
        prop_assert_eq!(unprintable(&printed, status.is_some()), None, "{}", what());
        let code = status.map(|status| status.code());
        prop_assert!(
            matches!(code, None | Some(Some(0..=2))),
            "{:?}: {}",
            code,
            what()
        );
        tally.add(match code {
            None => "killed",
            Some(Some(0)) => "done",
            Some(Some(1)) => "no",
            Some(_) => "refused",
        });
        Ok(())
    });
    // Enough of the files must be accepted, so that commands print answers and not only errors.
    let accepted = tally.of("done") + tally.of("no");
    assert!(accepted * 5 >= tally.of("refused"), "{tally:?}");
}

fn copied(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a folder");
    for file in fs::read_dir(from).expect("a folder") {
        let file = file.expect("a file");
        if file.path().is_file() {
            fs::copy(file.path(), to.join(file.file_name())).expect("copied");
        }
    }
}
