//! A checkpoint and a list have one writer each, so no two processes work on one run.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::{Run, interrupt, run, start};

/// Even on the busiest machine a process starts or is refused within this time.
const PATIENCE: Duration = Duration::from_secs(60);

/// A call that lists for years. The names of the list and of its checkpoint are added to it.
const LONG: [&str; 6] = [
    "solve",
    "puzzles/one-sided-pentominoes-9x10.ron",
    "--engine",
    "bits",
    "--checkpoint-every",
    "1ms",
];

fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < PATIENCE, "{what} takes too long");
        sleep(Duration::from_millis(2));
    }
}

fn ended(child: &mut Child) -> bool {
    child.try_wait().expect("its status can be read").is_some()
}

/// The message without parts that differ from run to run.
fn plain(run: &Run, folder: &Path) -> String {
    let folder = folder.display().to_string();
    let mut words: Vec<String> = run
        .stderr
        .replace(&folder, "FOLDER")
        .split(' ')
        .map(str::to_owned)
        .collect();
    for (before, stands_for) in [("process", "PID"), ("on", "HOST"), ("since", "TIME;")] {
        if let Some(at) = words.iter().position(|word| word == before)
            && let Some(word) = words.get_mut(at + 1)
            && word != "is"
        {
            stands_for.clone_into(word);
        }
    }
    words.join(" ")
}

/// Checks that one of three processes with one checkpoint works and the others name it, and that
/// after a `kill -9` the next process works.
#[test]
fn one_process_works_on_a_checkpoint() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (list, checkpoint) = (path("list"), path("ck"));
    let command = [&LONG[..], &["-o", &list, "--checkpoint", &checkpoint]].concat();
    for _ in 0..3 {
        let mut three: Vec<Child> = (0..3).map(|_| start(&command)).collect();
        wait_for("a refusal", || {
            three
                .iter_mut()
                .filter_map(|child| ended(child).then_some(()))
                .count()
                == 2
        });
        let at = three
            .iter_mut()
            .position(|child| !ended(child))
            .expect("one works");
        let works = three.swap_remove(at);
        for refused in three {
            let run = Run::from(refused.wait_with_output().expect("it has ended"));
            assert_eq!(run.status, 2, "{}", run.transcript());
            let holder = format!("process {} on ", works.id());
            assert!(run.stderr.contains(&holder), "{}", run.transcript());
        }
        wait_for("a checkpoint", || Path::new(&checkpoint).exists());
        let mut works = works;
        works.kill().expect("killed");
        works.wait().expect("it ends");
    }
    // The lock file of the killed process exists but blocks no other.
    assert!(Path::new(&path("ck.lock")).exists());
    let works = start(&command);
    let id = format!("process\":{},", works.id());
    wait_for("a lock", || {
        fs::read_to_string(path("ck.lock")).is_ok_and(|lock| lock.contains(&id))
    });
    // The checkpoint is also refused by its link, to another command and for another list.
    let link = path("link");
    wait_for("a checkpoint", || Path::new(&checkpoint).exists());
    std::os::unix::fs::symlink(&checkpoint, &link).expect("linked");
    let mut messages = String::new();
    for other in [
        &["count", "puzzles/scott.ron", "--checkpoint", &checkpoint][..],
        &[
            "solve",
            "puzzles/scott.ron",
            "-o",
            &path("other"),
            "--checkpoint",
            &link,
        ],
    ] {
        let run = run(other);
        assert_eq!(run.status, 2, "{}", run.transcript());
        messages += &plain(&run, folder.path());
    }
    // The list is locked too, so a call with another checkpoint, or with none, is also refused.
    for other in [&["--checkpoint", &path("other")][..], &[]] {
        let run = run([&LONG[..4], &["-o", &list], other].concat());
        assert_eq!(run.status, 2, "{}", run.transcript());
        // Linux lists locks, so the message names the process.
        let holder = format!("process {} is writing", works.id());
        let is_named = !cfg!(target_os = "linux") || run.stderr.contains(&holder);
        assert!(is_named, "{}", run.transcript());
        messages += &plain(&run, folder.path());
    }
    insta::assert_snapshot!(messages);
    let stopped = interrupt(works);
    assert_eq!(stopped.status, 130, "{}", stopped.transcript());
    assert!(
        !Path::new(&path("ck.lock")).exists(),
        "it takes its lock away"
    );
}

/// Runs three processes at a time, repeatedly, and kills some of them. Checks that each successful
/// process has written the whole list, and that the final list is correct.
#[test]
fn processes_competing_for_a_checkpoint_leave_a_correct_list() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (list, checkpoint) = (path("list"), path("ck"));
    let whole = run(["solve", "puzzles/scott.ron", "-o", &path("whole")]);
    assert_eq!(whole.status, 0, "{}", whole.transcript());
    let expected = fs::read(path("whole")).expect("a list");
    let command = [
        "solve",
        "puzzles/scott.ron",
        "-o",
        &list,
        "--checkpoint",
        &checkpoint,
        "--checkpoint-every",
        "1ms",
    ];
    let mut done = 0;
    for turn in 0..4_u64 {
        let mut three: Vec<Child> = (0..3).map(|_| start(&command)).collect();
        if turn % 2 == 0 {
            sleep(Duration::from_millis(turn * 17 % 60));
            let _ = three[0].kill();
        }
        for child in three {
            let run = Run::from(child.wait_with_output().expect("it ends"));
            match run.status {
                0 => done += 1,
                -1 => {}
                2 => assert!(run.stderr.contains(": process "), "{}", run.transcript()),
                _ => panic!("{}", run.transcript()),
            }
        }
        let last = run(command);
        assert_eq!(last.status, 0, "{}", last.transcript());
        assert!(fs::read(&list).expect("a list") == expected, "turn {turn}");
    }
    assert!(done > 0);
    let mut left: Vec<_> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["list", "whole"]);
}
