//! Damaged checkpoints: a run continues from one, or reports what is wrong with it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use itertools::Itertools;
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::budget::run;
use crate::damage;
use crate::tape::{Tape, tapes};

/// The runs of `count` that are killed: engine, puzzle, and the expected number of solutions.
const COUNTS: [(&str, &str, &str); 3] = [
    ("bits", "puzzles/scott.ron", "\"solutions\":520,"),
    ("links", "puzzles/scott.ron", "\"solutions\":520,"),
    (
        "frontier",
        "puzzles/pentominoes-5x12.ron",
        "\"solutions\":4040,",
    ),
];

/// The command that counts the solutions of a puzzle and stores checkpoints in `folder`.
fn count(engine: &str, puzzle: &str, folder: &Path) -> Command {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.current_dir(root).stdin(Stdio::null());
    command.args([
        "count",
        puzzle,
        "--engine",
        engine,
        "--threads",
        "1",
        "--memory",
        "64MiB",
    ]);
    command.args([
        "--format",
        "json",
        "--checkpoint-every",
        "1ms",
        "--checkpoint",
    ]);
    command.arg(folder.join("ck"));
    command
}

/// The files left by a killed count: its checkpoint, and that of its sweep if it has one.
fn killed(engine: &str, puzzle: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = TempDir::new().expect("a scratch folder");
    let mut child = count(engine, puzzle, folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    let checkpoint = folder.path().join(if engine == "frontier" {
        "ck.sweep"
    } else {
        "ck"
    });
    let started = Instant::now();
    while !checkpoint.exists() && started.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let files = ["ck", "ck.sweep"].map(PathBuf::from).into_iter();
    let read =
        files.filter_map(|name| Some((name.clone(), fs::read(folder.path().join(name)).ok()?)));
    let files: Vec<_> = read.collect();
    assert!(!files.is_empty(), "{engine} left no checkpoint");
    files
}

/// A damaged copy of a checkpoint, usually with a corrected checksum.
fn damaged_record(tape: &mut Tape, good: &[u8]) -> Vec<u8> {
    let whole = String::from_utf8_lossy(good);
    let line = whole.lines().next().unwrap_or_default();
    if tape.once_in(5) {
        return damage::bytes(tape, good);
    }
    let text = damage::text(tape, line, &damage::words([line]));
    let sum = Sha256::digest(text.as_bytes());
    let hexadecimal = sum
        .iter()
        .format_with("", |byte, f| f(&format_args!("{byte:02x}")));
    format!("{text}\n{hexadecimal}\n").into_bytes()
}

/// A damaged copy of the saved state of a sweep, usually with a corrected checksum.
fn damaged_sweep(tape: &mut Tape, good: &[u8]) -> Vec<u8> {
    const HEAD: usize = 44;
    const CHECKSUM: usize = 32;
    if tape.once_in(5) || good.len() < HEAD + CHECKSUM {
        return damage::bytes(tape, good);
    }
    let (head, rest) = good.split_at(HEAD);
    let mut bytes = head.to_vec();
    bytes.extend(damage::bytes(tape, &rest[..rest.len() - CHECKSUM]));
    let sum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&sum);
    bytes
}

fn resumed(engine: &str, puzzle: &str, files: &[(PathBuf, Vec<u8>)]) -> Output {
    let folder = TempDir::new().expect("a scratch folder");
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    count(engine, puzzle, folder.path())
        .output()
        .expect("the program")
}

#[test]
fn checkpoints_that_are_damaged() {
    let known = COUNTS.map(|(engine, puzzle, _)| killed(engine, puzzle));
    for ((engine, puzzle, solutions), files) in COUNTS.iter().zip(&known) {
        let output = resumed(engine, puzzle, files);
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert!(stdout.contains(solutions), "{engine}: {output:?}");
    }
    let tally = run("checkpoints", 40, &tapes(), |numbers, tally| {
        let mut tape = Tape::new(&numbers);
        let which = tape.below(COUNTS.len());
        let (engine, puzzle, _) = COUNTS[which];
        let mut files = known[which].clone();
        let file = tape.below(files.len());
        let (name, bytes) = &mut files[file];
        *bytes = match name.to_str() {
            Some("ck") => damaged_record(&mut tape, bytes),
            _ => damaged_sweep(&mut tape, bytes),
        };
        let described = || format!("{engine}: {}", String::from_utf8_lossy(&files[file].1));
        let output = resumed(engine, puzzle, &files);
        let stderr = String::from_utf8_lossy(&output.stderr);
        prop_assert!(!stderr.contains("panicked"), "{stderr}: {}", described());
        match output.status.code() {
            // Data with a correct checksum are trusted, even if a sweep has no states left: then there is
            // no solution.
            Some(0 | 1) => tally.add("resumed"),
            Some(2) => {
                prop_assert!(stderr.contains("ck"), "{stderr}: {}", described());
                tally.add("refused");
            }
            _ => return Err(TestCaseError::fail(format!("{output:?}: {}", described()))),
        }
        Ok(())
    });
    assert!(
        tally.of("resumed") > 0 && tally.of("refused") > 0,
        "{tally:?}"
    );
}
