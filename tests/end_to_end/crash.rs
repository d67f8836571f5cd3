//! The crash test: runs are stopped repeatedly at random times by random signals and resumed. They end with
//! the bytes of runs that were never stopped, and leave nothing behind.
//!
//! `TILEWRIGHT_CRASH_ROUNDS=1000 cargo test --test end_to_end -- crash::` runs more rounds. Every round has
//! a different seed, which a failure prints; `TILEWRIGHT_CRASH_SEED` sets the first one.
#![cfg(unix)]

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tempfile::TempDir;

use crate::program::{Run, tilewright};

/// Rounds in an ordinary run of the tests.
const ROUNDS: u64 = 24;

/// Rounds that run at the same time.
const AT_ONCE: u64 = 2;

/// The seed of the first round.
const SEED: u64 = 13_000;

/// Even on the busiest machine a run ends within this time.
const PATIENCE: Duration = Duration::from_secs(120);

const SIGNALS: [&str; 4] = ["INT", "TERM", "HUP", "KILL"];

/// The puzzles whose solutions are listed, with the engines that take 0.05 to 1 s.
const LISTS: [(&str, &[&str]); 5] = [
    ("scott", &["links", "bits", "auto"]),
    ("hexiamonds-rhombus", &["links", "bits"]),
    ("pentominoes-4x15", &["bits", "auto"]),
    ("pentominoes-5x12", &["bits"]),
    ("soma-cube", &["links", "bits"]),
];

/// The puzzles whose solutions are counted, with options.
const COUNTS: [(&str, &[&str]); 9] = [
    ("scott", &["--engine", "links"]),
    ("scott", &["--engine", "frontier"]),
    ("pentominoes-4x15", &["--engine", "bits"]),
    ("pentominoes-4x15", &["--engine", "auto"]),
    ("pentominoes-5x12", &["--engine", "bits"]),
    ("pentominoes-5x12", &["--engine", "auto"]),
    ("pentominoes-6x10", &["--engine", "frontier"]),
    (
        "hexiamonds-rhombus",
        &["--engine", "frontier", "--memory", "4MB"],
    ),
    ("soma-cube", &["--engine", "bits"]),
];

/// A run to be tested.
#[derive(Debug, Clone)]
struct Case {
    /// The arguments that the answer depends on.
    question: Vec<String>,
    /// The arguments that the answer must not depend on.
    means: Vec<String>,
    /// Whether it writes a list; otherwise it counts.
    is_list: bool,
}

fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

fn puzzle(name: &str) -> String {
    format!("puzzles/{name}.ron")
}

impl Case {
    fn random(dice: &mut impl Rng) -> Self {
        let threads = ["1", "2", "3"].choose(dice).expect("one of them");
        let every = ["1ms", "1ms", "20ms", "5s"]
            .choose(dice)
            .expect("one of them");
        let kept = words(["--checkpoint-every", every]);
        if dice.random_ratio(3, 5) {
            let (name, engines) = LISTS.choose(dice).expect("a puzzle");
            let engine = engines.choose(dice).expect("an engine");
            let format = ["text", "jsonl"].choose(dice).expect("a format");
            let mut question = words(["solve", &puzzle(name), "--format", format]);
            if dice.random() {
                question.push("--distinct".to_owned());
            }
            if dice.random_ratio(1, 3) {
                let limit = ["1", "64", "300", "2000"]
                    .choose(dice)
                    .expect("one of them");
                question.extend(words(["--limit", limit]));
            }
            let means = [words(["--engine", engine, "--threads", threads]), kept].concat();
            Self {
                question,
                means,
                is_list: true,
            }
        } else {
            let (name, how) = COUNTS.choose(dice).expect("a puzzle");
            let mut question = words(["count", &puzzle(name), "--format", "json"]);
            question.extend(how.iter().map(|word| (*word).to_owned()));
            // A JSON answer contains the number of threads, so it belongs to the question.
            question.extend(words(["--threads", threads]));
            Self {
                question,
                means: kept,
                is_list: false,
            }
        }
    }
}

/// The answer of a run: its list, and stdout without the running time.
#[derive(Debug, PartialEq)]
struct Answer {
    status: i32,
    list: Option<Vec<u8>>,
    stdout: serde_json::Value,
}

impl Answer {
    fn of(run: &Run, list: &Path) -> Self {
        let mut stdout = match run.stdout.as_str() {
            "" => serde_json::Value::Null,
            text => serde_json::from_str(text).expect("JSON"),
        };
        if let Some(seconds) = stdout.get_mut("seconds") {
            *seconds = 0.into();
        }
        Self {
            status: run.status,
            list: fs::read(list).ok(),
            stdout,
        }
    }
}

/// A run that was never stopped, and its duration.
type Reference = Arc<(Answer, Duration)>;

/// The answer of a run that was never stopped; computed once for each question.
fn reference(case: &Case) -> Reference {
    static KNOWN: OnceLock<Mutex<HashMap<Vec<String>, Reference>>> = OnceLock::new();
    let known = KNOWN.get_or_init(Mutex::default);
    if let Some(found) = known.lock().expect("no panic").get(&case.question) {
        return Arc::clone(found);
    }
    let folder = TempDir::new().expect("a folder");
    let list = folder.path().join("list");
    let mut command = tilewright();
    command.args(&case.question);
    // If no engine is requested, runs with checkpoints may choose another one.
    command.arg("--checkpoint").arg(folder.path().join("ck"));
    if case.is_list {
        command.arg("-o").arg(&list);
    }
    let started = Instant::now();
    let run = Run::from(command.output().expect("the program starts"));
    assert!([0, 1].contains(&run.status), "{}", run.transcript());
    let made = Arc::new((Answer::of(&run, &list), started.elapsed()));
    let mut known = known.lock().expect("no panic");
    Arc::clone(known.entry(case.question.clone()).or_insert(made))
}

/// The totals over all rounds.
#[derive(Debug, Default)]
struct Figures {
    rounds: AtomicU64,
    interruptions: AtomicU64,
    /// Signals sent, by kind; a run may get two.
    signals: [AtomicU64; 4],
    /// Runs that found a checkpoint.
    resumed: AtomicU64,
    /// Runs that ended with status 130.
    interrupted: AtomicU64,
}

fn send(child: &Child, signal: usize, figures: &Figures) {
    figures.signals[signal].fetch_add(1, Relaxed);
    // The run may have ended already.
    let _ = Command::new("kill")
        .args([&format!("-{}", SIGNALS[signal]), &child.id().to_string()])
        .stderr(Stdio::null())
        .status()
        .expect("kill runs");
}

/// Waits until a random time of the run, or until 0 to 15 ms after the checkpoint has changed.
fn wait(child: &mut Child, checkpoint: &Path, takes: Duration, dice: &mut impl Rng) {
    let changed = || {
        fs::metadata(checkpoint)
            .and_then(|there| there.modified())
            .ok()
    };
    let before = changed();
    let started = Instant::now();
    let most = takes.max(Duration::from_millis(50));
    if dice.random() {
        let now = || {
            let now = changed();
            now.is_some() && now != before
        };
        while !now() && started.elapsed() < 2 * most {
            if child.try_wait().expect("its status can be read").is_some() {
                return;
            }
            sleep(Duration::from_millis(1));
        }
        sleep(Duration::from_micros(dice.random_range(0..15_000)));
    } else {
        sleep(most.mul_f64(dice.random()));
    }
}

/// Starts the run, stops it at a random time, and waits for its end.
fn interrupted(
    command: &mut Command,
    checkpoint: &Path,
    takes: Duration,
    figures: &Figures,
    dice: &mut impl Rng,
) -> Run {
    figures
        .resumed
        .fetch_add(checkpoint.exists().into(), Relaxed);
    figures.interruptions.fetch_add(1, Relaxed);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    wait(&mut child, checkpoint, takes, dice);
    send(&child, dice.random_range(0..SIGNALS.len()), figures);
    if dice.random_ratio(1, 4) {
        sleep(Duration::from_micros(dice.random_range(0..5_000)));
        send(&child, dice.random_range(0..SIGNALS.len()), figures);
    }
    let started = Instant::now();
    while child.try_wait().expect("its status can be read").is_none() {
        if started.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("it does not end");
        }
        sleep(Duration::from_millis(1));
    }
    Run::from(child.wait_with_output().expect("it has ended"))
}

/// One round: a run with some interruptions, resumed by the same command until it ends.
fn round(seed: u64, figures: &Figures) {
    let dice = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let case = Case::random(dice);
    let reference = reference(&case);
    let (whole, takes) = &*reference;
    let folder = TempDir::new().expect("a folder");
    let (list, checkpoint) = (folder.path().join("list"), folder.path().join("ck"));
    let command = || {
        let mut command = tilewright();
        command.args(&case.question).args(&case.means);
        command.arg("--checkpoint").arg(&checkpoint);
        if case.is_list {
            command.arg("-o").arg(&list);
        }
        command
    };
    let mut history = Vec::new();
    let mut last = None;
    for _ in 0..dice.random_range(1..=6) {
        let run = interrupted(&mut command(), &checkpoint, *takes, figures, dice);
        history.push(run.status);
        let described = format!("seed {seed}, {case:?}, {history:?}: {}", run.transcript());
        assert!(!run.stderr.contains("panicked"), "{described}");
        match run.status {
            // Killed by KILL, or by another signal before the handlers were installed.
            -1 => {}
            130 => {
                figures.interrupted.fetch_add(1, Relaxed);
            }
            status => {
                assert_eq!(status, whole.status, "{described}");
                last = Some(run);
                break;
            }
        }
    }
    let last = last.unwrap_or_else(|| command().output().expect("the program starts").into());
    let described = format!("seed {seed}, {case:?}, {history:?}: {}", last.transcript());
    // Lists are too long to be printed.
    assert!(
        Answer::of(&last, &list) == *whole,
        "another answer: {described}"
    );
    let mut left: Vec<_> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    left.retain(|name| name != "list");
    assert!(left.is_empty(), "left behind: {left:?}, {described}");
    figures.rounds.fetch_add(1, Relaxed);
}

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |text| text.parse().expect("a number"))
}

#[test]
fn a_stopped_run_ends_with_the_same_bytes() {
    let rounds = number("TILEWRIGHT_CRASH_ROUNDS", ROUNDS);
    let seed = number("TILEWRIGHT_CRASH_SEED", SEED);
    let started = Instant::now();
    let (figures, next) = (Figures::default(), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Relaxed);
                    if at >= rounds {
                        return;
                    }
                    round(seed + at, &figures);
                }
            });
        }
    });
    eprintln!(
        "seeds from {seed}: {figures:?} in {:.1?}",
        started.elapsed()
    );
    // If fewer runs are resumed, the test proves nothing.
    let resumed = figures.resumed.load(Relaxed);
    assert!(resumed * 4 >= rounds, "resumed {resumed} times");
}
