//! Long runs that are killed at any time and resumed end with the same bytes. No checkpoint is used for
//! another run.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

#[cfg(unix)]
use crate::program::interrupt;
use crate::program::{Run, puzzle_file, run, tilewright};

const KILLS: u32 = 20;

/// Even on the busiest machine a run completes a part in this time.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reproducible delays before a kill, 0 to 59 ms (Lehmer's generator).
struct Moments(u64);

impl Moments {
    fn next(&mut self) -> Duration {
        self.0 = self.0 * 48_271 % 0x7fff_ffff;
        Duration::from_millis(self.0 % 60)
    }
}

/// Waits until a condition holds, or the program has ended.
fn wait_until(child: &mut Child, holds: impl Fn() -> bool) {
    let started = Instant::now();
    while !holds() && child.try_wait().expect("its status can be read").is_none() {
        assert!(started.elapsed() < PATIENCE, "it does not get on");
        sleep(Duration::from_millis(1));
    }
}

/// Starts a run repeatedly and kills it, [`KILLS`] times in all, then lets it end. A run that ends earlier
/// is started afresh. Most runs are killed shortly after they have made progress, every fifth one
/// immediately. Returns the last run, and how many runs were resumed.
fn killed(arguments: &[&str], checkpoint: &Path) -> (Run, u32) {
    let mut moments = Moments(4_321);
    let mut resumed = 0;
    for kill in 0..KILLS {
        let before = fs::read(checkpoint).ok();
        resumed += u32::from(before.is_some());
        let mut child = tilewright()
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        if kill % 5 > 0 {
            wait_until(&mut child, || {
                let now = fs::read(checkpoint).ok();
                now.is_some() && now != before
            });
        }
        sleep(moments.next());
        // On Unix this is kill -9. The run may have ended already.
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    (run(arguments), resumed)
}

#[test]
fn a_repeatedly_killed_list_has_the_same_bytes() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let puzzle = "puzzles/tetrasticks-5x5-without-l.ron";
    let whole = run(["solve", puzzle, "--format", "jsonl", "-o", &path("whole")]);
    assert_eq!(whole.status, 0, "{}", whole.transcript());
    let checkpoint = folder.path().join("checkpoint");
    let (last, resumed) = killed(
        &[
            "solve",
            puzzle,
            "--format",
            "jsonl",
            "-o",
            &path("killed"),
            "--checkpoint",
            &path("checkpoint"),
            "--checkpoint-every",
            "1ms",
        ],
        &checkpoint,
    );
    assert_eq!(last.status, 0, "{}", last.transcript());
    assert!(resumed > KILLS / 3, "resumed {resumed} times");
    let bytes = |name: &str| fs::read(path(name)).expect("a list");
    assert!(bytes("whole") == bytes("killed"));
    assert!(!checkpoint.exists(), "the checkpoint is gone at the end");
}

/// Kills a count repeatedly, and compares its answer with that of an undisturbed count.
fn killed_count(count: &[&str], field: &str, number: u64) {
    let folder = TempDir::new().expect("a folder");
    let checkpoint = folder.path().join("checkpoint");
    let file = checkpoint.display().to_string();
    let count = [&["count", "--format", "json"], count].concat();
    let kept = ["--checkpoint", &file, "--checkpoint-every", "1ms"];
    // The fields that depend on the time are left out.
    let answer = |run: &Run| {
        let mut answer = run.json();
        answer["seconds"] = 0.into();
        answer
    };
    let whole = answer(&run(&count));
    assert_eq!(whole[field], number);
    let (last, resumed) = killed(&[&count[..], &kept].concat(), &checkpoint);
    assert!(resumed > KILLS / 3, "resumed {resumed} times");
    assert_eq!(answer(&last), whole);
    let left = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 0, "nothing is left at the end");
}

#[test]
fn a_repeatedly_killed_count_is_the_same() {
    let puzzle = "puzzles/tetrasticks-5x5-without-l.ron";
    killed_count(&[puzzle, "--engine", "bits"], "distinct", 607);
}

/// Uses little memory, so that the sweep is done in parts and takes long enough to be killed.
#[test]
fn a_repeatedly_killed_sweep_is_the_same() {
    let puzzle = "puzzles/kanoodle.ron";
    let sweep = [puzzle, "--engine", "frontier", "--memory", "4MB"];
    killed_count(&sweep, "solutions", 371_020);
}

/// Interrupts a count by a sweep once it has a checkpoint, which remains.
#[cfg(unix)]
fn stopped_sweep(count: &[&str], checkpoint: &Path) {
    let mut child = tilewright()
        .args(count)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let sweep = checkpoint.with_extension("sweep");
    wait_until(&mut child, || sweep.exists());
    let run = interrupt(child);
    assert_eq!(run.status, 130, "{}", run.transcript());
    assert!(
        run.stderr
            .contains("run the same command again to continue")
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_sweep_resumes() {
    let folder = TempDir::new().expect("a folder");
    let checkpoint = folder.path().join("checkpoint");
    let file = checkpoint.display().to_string();
    let count = |engine, threads| {
        let puzzle = "puzzles/kanoodle.ron";
        let mut count = vec!["count", puzzle, "--engine", engine, "--threads", threads];
        count.extend(["--memory", "4MB", "--format", "json"]);
        count.extend(["--checkpoint", &file, "--checkpoint-every", "1ms"]);
        count
    };
    let refused = |arguments: &[&str]| {
        let run = run(arguments);
        assert_eq!(run.status, 2, "{}", run.transcript());
        run.stderr
            .replace(&folder.path().display().to_string(), "FOLDER")
    };
    stopped_sweep(&count("frontier", "1"), &checkpoint);
    let mut messages = refused(&count("bits", "1"));
    let sweep = checkpoint.with_extension("sweep");
    let bytes = fs::read(&sweep).expect("a sweep");
    let mut spoilt = bytes.clone();
    spoilt[bytes.len() - 1] ^= 1;
    let mut newer = bytes.clone();
    newer[8] += 1;
    let mut other = bytes.clone();
    other[20] ^= 1;
    let short = bytes[..bytes.len() - 1].to_vec();
    for spoilt in [
        spoilt,
        newer,
        other,
        short,
        b"(title: \"a puzzle\")".to_vec(),
    ] {
        fs::write(&sweep, spoilt).expect("written");
        messages += &refused(&count("frontier", "1"));
    }
    insta::assert_snapshot!(messages);
    fs::write(&sweep, bytes).expect("written");
    let answer = run(count("frontier", "2")).json();
    assert_eq!(answer["solutions"], 371_020);
    assert!(!checkpoint.exists() && !sweep.exists());
    // The remains of a sweep whose checkpoint was removed do not affect a new run.
    fs::write(&sweep, "TWsweep\nstale").expect("written");
    let scott = ["count", "puzzles/scott.ron", "--engine", "frontier"];
    let answer = run([&scott[..], &["--format", "json", "--checkpoint", &file]].concat()).json();
    assert_eq!(answer["solutions"], 520);
    assert!(!sweep.exists());
}

/// Checks that the list does not depend on the number of threads or the engine.
#[test]
fn threads_and_engines_write_the_same_bytes() {
    for (puzzle, distinct) in [
        ("puzzles/pentominoes-4x15.ron", true),
        ("puzzles/welded-tetrasticks-4x4.ron", false),
        ("puzzles/hexiamonds-rhombus.ron", true),
    ] {
        let list = |engine: &str, threads: &str| {
            let mut arguments = vec!["solve", puzzle, "--engine", engine, "--threads", threads];
            if distinct {
                arguments.push("--distinct");
            }
            let run = run(arguments);
            assert_eq!(run.status, 0, "{}", run.transcript());
            run.stdout
        };
        let expected = list("links", "1");
        for threads in ["1", "2", "3", "8"] {
            assert!(list("bits", threads) == expected, "{puzzle}, {threads}");
        }
        assert!(list("links", "3") == expected, "{puzzle}");
        assert!(list("auto", "2") == expected, "{puzzle}");
    }
}

/// Interrupts a list by a signal and leaves its checkpoint, for tampering.
#[cfg(unix)]
fn stopped(folder: &Path) -> [String; 2] {
    let checkpoint = folder.join("checkpoint").display().to_string();
    let list = folder.join("list").display().to_string();
    let mut child = tilewright()
        .args(["solve", "puzzles/iq-fit.ron", "-o", &list])
        .args(["--checkpoint", &checkpoint, "--checkpoint-every", "1ms"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The first parts may have no solutions.
    wait_until(&mut child, || {
        let record = fs::read_to_string(&checkpoint).unwrap_or_default();
        record.contains("\"bytes\":") && !record.contains("\"bytes\":0,")
    });
    let run = interrupt(child);
    assert_eq!(run.status, 130, "{}", run.transcript());
    assert!(
        run.stderr
            .contains("run the same command again to continue")
    );
    [checkpoint, list]
}

#[cfg(unix)]
#[test]
fn a_checkpoint_of_another_run_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let [checkpoint, list] = stopped(folder.path());
    let refused = |arguments: &[&str]| {
        let run = run(["solve"]
            .iter()
            .chain(arguments)
            .chain(&["--checkpoint", &checkpoint]));
        assert_eq!(run.status, 2, "{}", run.transcript());
        run.stderr
            .replace(&folder.path().display().to_string(), "FOLDER")
    };
    let iq_fit = "puzzles/iq-fit.ron";
    let mut messages = String::new();
    messages += &refused(&["puzzles/kanoodle.ron", "-o", &list]);
    messages += &refused(&[iq_fit, "-o", &list, "--engine", "links"]);
    messages += &refused(&[iq_fit, "-o", &list, "--format", "jsonl"]);
    messages += &refused(&[iq_fit]);
    messages += &refused(&[iq_fit, "-o", &list, "--best", "3"]);

    // The list is shorter than the checkpoint says.
    let written = fs::read(&list).expect("a list");
    fs::write(&list, &written[..10]).expect("written");
    let short = refused(&[iq_fit, "-o", &list]);
    assert!(
        short.contains("it has 10 bytes, but the checkpoint recorded"),
        "{short}"
    );
    fs::write(&list, &written).expect("written");

    let record = fs::read_to_string(&checkpoint).expect("a checkpoint");
    let spoilt = [
        record.replacen("\"done\":", "\"done\":1", 1),
        "(title: \"a puzzle\")\n".to_owned(),
        record[..record.len() / 2].to_owned(),
    ];
    for spoilt in spoilt {
        fs::write(&checkpoint, spoilt).expect("written");
        messages += &refused(&[iq_fit, "-o", &list]);
    }
    fs::remove_file(&checkpoint).expect("removed");
    fs::create_dir(&checkpoint).expect("made");
    messages += &refused(&[iq_fit, "-o", &list]);
    insta::assert_snapshot!(messages);
}

#[test]
fn engines_without_checkpoints_are_refused() {
    let mut messages = String::new();
    for arguments in [
        &["solve", "puzzles/scott.ron", "--engine", "frontier"][..],
        &[
            "cover",
            "tests/puzzles/matrix-3.dlx",
            "--engine",
            "frontier",
        ],
        &["count", "puzzles/scott.ron", "--threads", "0"],
        &["count", "puzzles/scott.ron", "--memory", "much"],
        &[
            "count",
            "puzzles/scott.ron",
            "--engine",
            "frontier",
            "--memory",
            "1kB",
        ],
        &["count", "puzzles/scott.ron", "--checkpoint-every", "1s"],
    ] {
        let run = run(arguments);
        assert_eq!(run.status, 2, "{}", run.transcript());
        messages += &run.stderr;
        messages += "\n";
    }
    insta::assert_snapshot!(messages);
}

/// Checks that counts succeed with far less memory than the default, which is half of the free
/// memory.
#[test]
fn sixty_four_mebibytes_count_kanoodle() {
    for memory in ["64MiB", "4MB"] {
        let count = run([
            "count",
            "puzzles/kanoodle.ron",
            "--engine",
            "frontier",
            "--memory",
            memory,
            "--format",
            "json",
        ]);
        let answer = count.json();
        assert_eq!(answer["solutions"], 371_020, "{memory}");
        assert_eq!(answer["engine"], "frontier");
    }
}

/// Checks that a count by regions stops promptly at a signal and continues after it.
#[cfg(unix)]
#[test]
fn interrupted_dissections_resume() {
    let folder = TempDir::new().expect("a folder");
    let checkpoint = folder.path().join("checkpoint");
    let file = checkpoint.display().to_string();
    let octominoes = "(lattice: Square, board: Rect(8, 8), \
        pieces: [Set(of: Polyominoes(8), copies: (0, 8))])";
    let (_puzzle_folder, puzzle) = puzzle_file(octominoes);
    let mut count = vec!["count", &puzzle, "--engine", "regions", "--total"];
    count.extend(["--format", "json"]);
    count.extend(["--checkpoint", &file, "--checkpoint-every", "1ms"]);
    stopped_sweep(&count, &checkpoint);
    let answer = run(count).json();
    // OEIS A172477.
    assert_eq!(answer["solutions"], 187_497_290_034_u64);
    assert!(!checkpoint.exists() && !checkpoint.with_extension("sweep").exists());
}
