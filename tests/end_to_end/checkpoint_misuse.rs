//! What is no checkpoint, and what belongs to somebody else: refused in words, read within bounds,
//! neither overwritten nor removed.
#![cfg(unix)]

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::{Run, interrupt, run, tilewright};

/// No machine is so busy that a refusal takes longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Runs the program, which must end.
fn refused(arguments: &[&str], folder: &Path) -> String {
    let mut child = tilewright()
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let started = Instant::now();
    while child.try_wait().expect("it can be asked").is_none() {
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
fn what_is_no_checkpoint_is_refused() {
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
    let mut said = String::new();
    for name in ["pipe", "folder", "large", "empty", "a", "b", "nowhere/ck"] {
        for command in [&["count"][..], &["solve", "-o", &path("list")]] {
            let checkpoint = ["puzzles/scott.ron", "--checkpoint", &path(name)];
            said += &refused(&[command, &checkpoint].concat(), folder.path());
        }
    }
    said += &refused(
        &["count", "puzzles/scott.ron", "--checkpoint", "/dev/zero"],
        folder.path(),
    );
    insta::assert_snapshot!(said);
    for name in ["a.lock", "b.new"] {
        assert_eq!(
            fs::read_to_string(path(name)).expect("there"),
            "version = 4\n"
        );
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 6);
}

/// A sweep keeps a file beside the checkpoint; another file of that name is nobody's to remove.
#[test]
fn a_foreign_file_where_a_sweep_goes_is_left_alone() {
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

/// A list under way, stopped; its checkpoint.
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

/// The numbers in a message differ from run to run.
fn without_numbers(said: &str) -> String {
    let mut plain = String::new();
    for c in said.chars() {
        if !c.is_ascii_digit() {
            plain.push(c);
        } else if !plain.ends_with('N') {
            plain.push('N');
        }
    }
    plain
}

#[test]
fn a_list_that_was_changed_is_refused() {
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
    let mut said = String::new();
    for change in [0, 100] {
        let mut changed = written.clone();
        changed[change] ^= 1;
        fs::write(&list, &changed).expect("written");
        said += &refused(&resume, folder.path());
        assert!(
            fs::read(&list).expect("a list") == changed,
            "it is left alone"
        );
    }
    fs::write(&list, &written[..10]).expect("written");
    said += &refused(&resume, folder.path());
    fs::remove_file(&list).expect("removed");
    said += &refused(&resume, folder.path());
    fs::create_dir(&list).expect("made");
    said += &refused(&resume, folder.path());
    fs::remove_dir(&list).expect("removed");
    insta::assert_snapshot!(without_numbers(&said));
    assert_eq!(
        fs::read_to_string(&checkpoint).expect("it is there"),
        record
    );
}

#[test]
fn a_list_to_be_resumed_is_a_file_of_its_own() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let pipe = Command::new("mkfifo").arg(path("pipe")).status();
    assert!(pipe.expect("mkfifo runs").success());
    let mut said = String::new();
    for list in ["ck", "ck.lock", "ck.new", "pipe"] {
        let solve = ["solve", "puzzles/scott.ron", "-o", &path(list)];
        let kept = ["--checkpoint", &path("ck")];
        said += &refused(&[&solve[..], &kept].concat(), folder.path());
    }
    said += &refused(
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
    insta::assert_snapshot!(said);
}
