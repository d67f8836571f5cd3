//! Files that are not checkpoints, or belong to other programs: they are refused with a message,
//! read within limits, and neither overwritten nor removed.
#![cfg(unix)]

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::{Run, interrupt, run, tilewright};

/// Even on the busiest machine a refusal takes less time.
const PATIENCE: Duration = Duration::from_secs(30);

/// Runs the program, which must end; returns its message.
fn refused(arguments: &[&str], folder: &Path) -> String {
    let mut child = tilewright()
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let started = Instant::now();
    while child.try_wait().expect("its status can be read").is_none() {
        if started.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("{arguments:?} does not end");
        }
        sleep(Duration::from_millis(2));
    }
    let run = Run::from(child.wait_with_output().expect("it has ended"));
    assert_eq!(run.status, 2, "{arguments:?}: {}", run.transcript());
    run.stderr.replace(&folder.display().to_string(), "FOLDER")
}

#[test]
fn files_that_are_no_checkpoints_are_refused() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let pipe = Command::new("mkfifo").arg(path("pipe")).status();
    assert!(pipe.expect("mkfifo runs").success());
    fs::create_dir(path("folder")).expect("made");
    let large = File::create(path("large")).expect("made");
    large.set_len(1 << 40).expect("it is sparse");
    fs::write(path("empty"), "").expect("written");
    for name in ["a.lock", "b.new"] {
        fs::write(path(name), "version = 4\n").expect("written");
    }
    let mut messages = String::new();
    for name in ["pipe", "folder", "large", "empty", "a", "b", "nowhere/ck"] {
        for command in [&["count"][..], &["solve", "-o", &path("list")]] {
            let checkpoint = ["puzzles/scott.ron", "--checkpoint", &path(name)];
            messages += &refused(&[command, &checkpoint].concat(), folder.path());
        }
    }
    messages += &refused(
        &["count", "puzzles/scott.ron", "--checkpoint", "/dev/zero"],
        folder.path(),
    );
    insta::assert_snapshot!(messages);
    for name in ["a.lock", "b.new"] {
        assert_eq!(
            fs::read_to_string(path(name)).expect("there"),
            "version = 4\n"
        );
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 6);
}

/// Checks that a foreign file with the name of a sweep's file is not removed. A sweep stores its
/// file next to the checkpoint.
#[test]
fn a_foreign_file_in_place_of_a_sweep_stays_unchanged() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let diary = path("ck.sweep");
    fs::write(&diary, "Monday: swept the chimney.\n").expect("written");
    let count = |engine: &'static str| {
        let count = ["count", "puzzles/scott.ron", "--engine", engine];
        let kept = ["--checkpoint", &path("ck"), "--format", "json"];
        [&count[..], &kept]
            .concat()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(run(count("bits")).json()["solutions"], 520);
    let frontier = count("frontier");
    let frontier: Vec<&str> = frontier.iter().map(String::as_str).collect();
    insta::assert_snapshot!(refused(&frontier, folder.path()));
    let left = fs::read_to_string(&diary).expect("it is there");
    assert_eq!(left, "Monday: swept the chimney.\n");
}

/// Interrupts a list; returns the list and its checkpoint.
fn stopped(folder: &Path) -> [String; 2] {
    let path = |name: &str| folder.join(name).display().to_string();
    let [list, checkpoint] = [path("list"), path("ck")];
    let child = tilewright()
        .args([
            "solve",
            "puzzles/iq-fit.ron",
            "--engine",
            "bits",
            "-o",
            &list,
        ])
        .args(["--checkpoint", &checkpoint, "--checkpoint-every", "1ms"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let started = Instant::now();
    let written = || {
        let record = fs::read_to_string(&checkpoint).unwrap_or_default();
        record.contains("\"bytes\":") && !record.contains("\"bytes\":0,")
    };
    while !written() {
        assert!(started.elapsed() < PATIENCE, "it does not get on");
        sleep(Duration::from_millis(1));
    }
    let run = interrupt(child);
    assert_eq!(run.status, 130, "{}", run.transcript());
    [list, checkpoint]
}

/// Removes numbers, which differ from run to run.
fn without_numbers(messages: &str) -> String {
    let mut plain = String::new();
    for c in messages.chars() {
        if !c.is_ascii_digit() {
            plain.push(c);
        } else if !plain.ends_with('N') {
            plain.push('N');
        }
    }
    plain
}

#[test]
fn a_changed_list_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let [list, checkpoint] = stopped(folder.path());
    let solve = [
        "solve",
        "puzzles/iq-fit.ron",
        "--engine",
        "bits",
        "-o",
        &list,
    ];
    let resume = [&solve[..], &["--checkpoint", &checkpoint]].concat();
    let record = fs::read_to_string(&checkpoint).expect("a checkpoint");
    let written = fs::read(&list).expect("a list");
    let mut messages = String::new();
    for change in [0, 100] {
        let mut changed = written.clone();
        changed[change] ^= 1;
        fs::write(&list, &changed).expect("written");
        messages += &refused(&resume, folder.path());
        assert!(
            fs::read(&list).expect("a list") == changed,
            "it is left alone"
        );
    }
    fs::write(&list, &written[..10]).expect("written");
    messages += &refused(&resume, folder.path());
    fs::remove_file(&list).expect("removed");
    messages += &refused(&resume, folder.path());
    fs::create_dir(&list).expect("made");
    messages += &refused(&resume, folder.path());
    fs::remove_dir(&list).expect("removed");
    insta::assert_snapshot!(without_numbers(&messages));
    assert_eq!(
        fs::read_to_string(&checkpoint).expect("it is there"),
        record
    );
}

#[test]
fn a_resumed_list_must_be_a_separate_file() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let pipe = Command::new("mkfifo").arg(path("pipe")).status();
    assert!(pipe.expect("mkfifo runs").success());
    let mut messages = String::new();
    for list in ["ck", "ck.lock", "ck.new", "pipe"] {
        let solve = ["solve", "puzzles/scott.ron", "-o", &path(list)];
        let kept = ["--checkpoint", &path("ck")];
        messages += &refused(&[&solve[..], &kept].concat(), folder.path());
    }
    messages += &refused(
        &[
            "solve",
            "puzzles/scott.ron",
            "-o",
            "/dev/null",
            "--checkpoint",
            &path("ck"),
        ],
        folder.path(),
    );
    insta::assert_snapshot!(messages);
}
