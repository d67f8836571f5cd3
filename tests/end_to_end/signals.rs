//! Ctrl-C: results so far are printed and reported as incomplete.
#![cfg(unix)]

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::{Run, interrupt, root, start, tilewright};

/// Interrupts a search after 2 s, when it has started even on a busy machine.
fn interrupt_later(child: Child) -> Run {
    sleep(Duration::from_secs(2));
    interrupt(child)
}

#[test]
fn an_interrupted_count_reports_its_result_so_far() {
    let child = start(&[
        "count",
        "puzzles/one-sided-pentominoes-9x10.ron",
        "--format",
        "json",
    ]);
    let run = interrupt_later(child);
    assert_eq!(run.status, 130, "{}", run.transcript());
    let answer: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(answer["complete"], false);
    assert!(answer["solutions"].is_u64());
    assert!(
        run.stderr.contains("interrupted: incomplete"),
        "{}",
        run.stderr
    );
}

#[test]
fn an_interrupted_list_ends_with_a_whole_line() {
    let child = start(&[
        "solve",
        "puzzles/iq-fit.ron",
        "--format",
        "jsonl",
        "-o",
        "/dev/null",
    ]);
    let run = interrupt_later(child);
    assert_eq!(run.status, 130, "{}", run.transcript());
    assert!(
        run.stderr.contains("interrupted: incomplete"),
        "{}",
        run.stderr
    );

    // A reader that drains stdout gets whole lines.
    let child = start(&[
        "solve",
        "puzzles/one-sided-pentominoes-9x10.ron",
        "--format",
        "jsonl",
    ]);
    let run = interrupt_later(child);
    assert_eq!(run.status, 130, "{}", run.transcript());
    let last = run.stdout.lines().last().expect("a line");
    let last: serde_json::Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(last["number"], run.stdout.lines().count());
    let reported = last["number"].to_string();
    let digits: String = run.stderr.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, reported, "every solution found was printed");
}

/// A list that takes years, with a checkpoint.
fn long_list(program: &mut Command, folder: &Path) -> Child {
    program
        .args(["solve", "puzzles/one-sided-pentominoes-9x10.ron", "-o"])
        .arg(folder.join("list"))
        .arg("--checkpoint")
        .arg(folder.join("ck"))
        .args(["--checkpoint-every", "1ms"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn wait_for_checkpoint(folder: &Path) {
    let started = Instant::now();
    while !folder.join("ck").exists() {
        assert!(started.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(2));
    }
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(sent.success());
}

/// Checks that a hangup of the terminal has the same effect as Ctrl-C, and so do two signals in a
/// row, which `timeout` and service managers send.
#[test]
fn every_termination_signal_is_handled() {
    let requests: [&[&str]; 4] = [&["-HUP"], &["-TERM"], &["-INT", "-INT"], &["-TERM", "-HUP"]];
    for signals in requests {
        let folder = TempDir::new().expect("a folder");
        // The tests may run under nohup, which ignores hangups.
        let mut program = Command::new("env");
        program
            .arg("--default-signal=HUP")
            .arg(env!("CARGO_BIN_EXE_tilewright"))
            .current_dir(root());
        let child = long_list(&mut program, folder.path());
        wait_for_checkpoint(folder.path());
        for signal in signals {
            send(signal, &child);
            sleep(Duration::from_millis(1));
        }
        let run = Run::from(child.wait_with_output().expect("it ends"));
        assert_eq!(run.status, 130, "{signals:?}, {}", run.transcript());
        let kept = "run the same command again to continue";
        assert!(
            run.stderr.contains(kept),
            "{signals:?}, {}",
            run.transcript()
        );
    }
}

/// Checks that a run survives its terminal if it was started with hangups ignored.
#[cfg(target_os = "linux")]
#[test]
fn under_nohup_a_hangup_is_ignored() {
    let folder = TempDir::new().expect("a folder");
    let mut program = Command::new("env");
    program
        .arg("--ignore-signal=HUP")
        .arg(env!("CARGO_BIN_EXE_tilewright"))
        .current_dir(root());
    let mut child = long_list(&mut program, folder.path());
    wait_for_checkpoint(folder.path());
    send("-HUP", &child);
    sleep(Duration::from_millis(700));
    assert!(child.try_wait().expect("its status can be read").is_none());
    assert_eq!(interrupt(child).status, 130);
}

/// Checks that a run continues if nothing can be written to stderr, as after its terminal hung up.
#[cfg(target_os = "linux")]
#[test]
fn a_stderr_that_cannot_be_written_is_no_failure() {
    let folder = TempDir::new().expect("a folder");
    let full = File::options().write(true).open("/dev/full");
    let child = tilewright()
        .args([
            "solve",
            "puzzles/one-sided-pentominoes-9x10.ron",
            "-v",
            "-o",
        ])
        .arg(folder.path().join("list"))
        .arg("--checkpoint")
        .arg(folder.path().join("ck"))
        .args(["--checkpoint-every", "1ms"])
        .stderr(full.expect("there is one"))
        .spawn()
        .expect("the program starts");
    wait_for_checkpoint(folder.path());
    assert_eq!(interrupt(child).status, 130);
}
