//! The program reacts to signals within half a second, whatever it is doing.
//!
//! The tests measure processor time after the signal, which a busy machine does not increase. Wall-clock
//! time is only used to end runs that hang.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::tilewright;

/// The maximum processor time from a signal to the end, in the kernel's ticks of 0.01 s.
const MOST_TICKS: u64 = 50;

/// The time after which a run counts as hanging and is killed.
const HANGS: Duration = Duration::from_secs(60);

/// Puzzles on which every command takes long, by name.
const PUZZLES: [(&str, &str); 7] = [
    (
        "dominoes-160",
        "(lattice: Square, board: Rect(160, 160), pieces: [Set(of: Polyominoes(2), copies: 12800)])",
    ),
    (
        "dominoes-400",
        "(lattice: Square, board: Rect(400, 400), pieces: [
            Set(of: Polyominoes(2), copies: (0, 65536)),
            Set(of: Polyominoes(3), prefix: \"3\", copies: (0, 65536))])",
    ),
    (
        "board-1000",
        "(lattice: Square, board: Rect(1000, 1000), pieces: [Set(of: Polyominoes(2), copies: (0, 65536))])",
    ),
    (
        "pentacubes",
        "(lattice: Cube, board: Box(5, 5, 5), pieces: [Set(of: Polycubes(5), copies: (0, 1))])",
    ),
    (
        "heptiamonds",
        "(lattice: Triangle, board: Rhombus(7, 12), pieces: [Set(of: Polyiamonds(7))])",
    ),
    (
        "pentominoes-9x10",
        "(lattice: Square, board: Rect(9, 10), pieces: [Set(of: Polyominoes(5), sides: OneSided)])",
    ),
    (
        "hexominoes",
        "(lattice: Square, board: Minus(Rect(15, 15), Shift((6, 5), Rect(3, 5))),
            pieces: [Set(of: Polyominoes(6))])",
    ),
];

/// The calls. Each contains the name of a puzzle in place of a file's path.
const CALLS_IN_CI: [&str; 5] = [
    "count dominoes-160 --threads 1",
    "solve dominoes-160 --threads 1 --limit 1",
    "count board-1000 --threads 1",
    "explore dominoes-160 --threads 1",
    "solve pentacubes --threads 1 --distinct",
];

const CALLS: [&str; 13] = [
    "count P --threads 1",
    "count P --threads 1 --engine frontier",
    "count P --threads 1 --engine links",
    "solve P --threads 1 --limit 1",
    "solve P --threads 1 --distinct",
    "profile P",
    "estimate P",
    "explore P --threads 1",
    "challenges P --threads 1",
    "unify P --threads 1",
    "why P --threads 1",
    "viewer P --threads 1",
    "booklet P --threads 1 --solutions 1-3 -o /dev/null --format html",
];

/// The reaction of a process to a signal.
#[derive(Debug)]
enum Reaction {
    /// The process ended before the signal.
    NotNeeded,
    /// The process ended after this processor time, in hundredths of a second.
    Ended(u64),
    /// The process did not end, and was killed.
    Hung,
}

/// The ticks of processor time used by a process, and whether it has ended.
fn processor_ticks(child: &Child) -> Option<(u64, bool)> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
    Some((number(11)? + number(12)?, fields.first() == Some(&"Z")))
}

/// Starts the program, sends it a signal after some time, and waits for its end.
fn react(arguments: &[String], delay: Duration, signal: &str) -> Reaction {
    let mut child = tilewright()
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    sleep(delay);
    let (before, done) = processor_ticks(&child).expect("the process is there");
    if done {
        child.wait().expect("it has ended");
        return Reaction::NotNeeded;
    }
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
    let since = Instant::now();
    while since.elapsed() < HANGS {
        let (now, ended) = processor_ticks(&child).expect("the process is there");
        if ended {
            let status = child.wait().expect("it has ended");
            // A signal that arrives before the handler is installed kills the process.
            let code = status.code();
            assert!(
                matches!(code, None | Some(0..=2 | 130)),
                "{arguments:?}: {status}"
            );
            return Reaction::Ended(now - before);
        }
        sleep(Duration::from_millis(5));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    Reaction::Hung
}

/// Writes the puzzles into a folder; returns the arguments of a call with their paths.
fn with_paths(question: &str, folder: &Path) -> Vec<String> {
    let argument = |word: &str| {
        let puzzle = PUZZLES.iter().find(|(name, _)| *name == word);
        puzzle.map_or(word.to_owned(), |(name, text)| {
            let path = folder.join(format!("{name}.ron"));
            fs::write(&path, text).expect("the folder can be written to");
            path.display().to_string()
        })
    };
    question.split(' ').map(argument).collect()
}

/// The slowest reaction in a call, in ticks; adds calls that hang or react too late to `late`.
fn slowest(question: &str, moments: &[u64], signals: &[&str], late: &mut Vec<String>) -> u64 {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = with_paths(question, folder.path());
    let mut slowest = 0;
    for &moment in moments {
        for signal in signals {
            let delay = Duration::from_millis(moment);
            let ticks = match react(&arguments, delay, signal) {
                Reaction::NotNeeded => return slowest,
                Reaction::Ended(ticks) => ticks,
                Reaction::Hung => u64::MAX,
            };
            if ticks > MOST_TICKS {
                late.push(format!(
                    "{question}: {signal} after {moment} ms: {ticks} ticks"
                ));
            }
            slowest = slowest.max(ticks);
        }
    }
    slowest
}

#[test]
fn signals_are_answered_within_half_a_second() {
    let mut late = Vec::new();
    // A shell starts background jobs with SIGINT ignored, until the program installs its handler.
    for question in CALLS_IN_CI {
        slowest(question, &[300], &["-TERM"], &mut late);
    }
    slowest(CALLS_IN_CI[0], &[1000], &["-INT"], &mut late);
    assert!(late.is_empty(), "{late:#?}");
}

/// Prints the slowest reaction for each call.
#[test]
#[ignore = "takes a quarter of an hour"]
fn every_command_answers_signals_on_every_board() {
    let mut late = Vec::new();
    for question in CALLS {
        for (name, _) in PUZZLES {
            let question = question.replace(" P", &format!(" {name}"));
            let moments = [50, 300, 1000, 3000];
            let ticks = slowest(&question, &moments, &["-INT", "-TERM"], &mut late);
            println!("{ticks:>4} ticks  {question}");
        }
    }
    assert!(late.is_empty(), "{late:#?}");
}
