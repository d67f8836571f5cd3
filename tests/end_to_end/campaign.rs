//! Campaigns: the merged parts equal the whole, whatever happens to the processes.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::program::{Run, run};

/// A campaign in a separate folder.
pub(crate) struct Campaign {
    _folder: TempDir,
    pub(crate) path: PathBuf,
}

impl Campaign {
    pub(crate) fn new(puzzle: &str, arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("campaign");
        let campaign = Self {
            _folder: folder,
            path,
        };
        let new = run(["campaign", "new", puzzle, "-o", campaign.name()]
            .iter()
            .chain(arguments));
        assert_eq!(new.status, 0, "{}", new.transcript());
        campaign
    }

    pub(crate) fn name(&self) -> &str {
        self.path.to_str().expect("its name is text")
    }

    pub(crate) fn call(&self, command: &str, arguments: &[&str]) -> Run {
        run(["campaign", command, self.name()].iter().chain(arguments))
    }

    /// Completes all remaining parts.
    pub(crate) fn finish(&self, arguments: &[&str]) {
        let end = self.call("run", arguments);
        assert_eq!(end.status, 0, "{}", end.transcript());
    }

    pub(crate) fn merged(&self) -> String {
        let merged = self.call("merge", &[]);
        assert_eq!(merged.status, 0, "{}", merged.transcript());
        merged.stdout
    }

    pub(crate) fn status(&self) -> serde_json::Value {
        let status = self.call("status", &["--format", "json"]);
        serde_json::from_str(&status.stdout).expect("it is JSON")
    }

    /// The result files.
    pub(crate) fn results(&self) -> Vec<PathBuf> {
        files(&self.path.join("results"))
    }
}

pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

/// The output of a single process.
pub(crate) fn whole(arguments: &[&str]) -> String {
    let whole = run(arguments);
    assert_eq!(whole.status, 0, "{}", whole.transcript());
    whole.stdout
}

#[test]
fn merged_parts_equal_the_whole_on_every_lattice_by_every_engine() {
    let puzzles = [
        "puzzles/scott.ron",
        "puzzles/hexiamonds-rhombus.ron",
        "puzzles/welded-tetrasticks-4x4.ron",
        "puzzles/soma-cube.ron",
    ];
    for puzzle in puzzles {
        for engine in ["bits", "links", "frontier"] {
            let campaign = Campaign::new(puzzle, &["--parts", "20", "--engine", engine]);
            campaign.finish(&[]);
            let expected = whole(&["count", puzzle, "--engine", engine]);
            assert_eq!(campaign.merged(), expected, "{puzzle}, {engine}");
        }
    }
}

#[test]
fn totals_goals_and_cases_are_counted() {
    let dates = ["--goal", "Dec 31"];
    for (puzzle, part) in [
        ("puzzles/scott.ron", &[][..]),
        ("puzzles/calendar.ron", &dates),
        ("puzzles/scott.ron", &["--case", "X at 23"]),
    ] {
        let mut new = vec!["--total", "--parts", "8", "--divide", "search"];
        new.extend(part);
        let campaign = Campaign::new(puzzle, &new);
        campaign.finish(&["-j", "1"]);
        let status = campaign.status();
        let engine = ["--engine", status["engine"].as_str().expect("it says so")];
        let count = ["count", puzzle, "--total"];
        let expected = whole(&[&count[..], part, &engine].concat());
        assert_eq!(campaign.merged(), expected);
    }
}

#[test]
fn lists_are_merged_byte_for_byte() {
    for (puzzle, list, solve) in [
        ("puzzles/scott.ron", "--list", &["solve"][..]),
        (
            "puzzles/hexiamonds-rhombus.ron",
            "--distinct-list",
            &["solve", "--distinct"],
        ),
    ] {
        let campaign = Campaign::new(puzzle, &["--parts", "30", list]);
        // Three processes, and files of a few solutions.
        for share in ["2/3", "0/3", "1/3"] {
            campaign.finish(&["--share", share, "--write-every", "20ms"]);
        }
        assert!(campaign.results().len() > 3);
        assert_eq!(campaign.merged(), whole(&[solve, &[puzzle]].concat()));
        let table = campaign.call("merge", &["--format", "csv"]);
        let solved = [solve, &[puzzle, "--format", "csv"]].concat();
        assert_eq!(table.stdout, whole(&solved));
        let json = campaign.call("merge", &["--format", "json"]);
        assert_eq!(
            json.stdout,
            whole(&[solve, &[puzzle, "--format", "jsonl"]].concat())
        );
    }
}

#[test]
fn long_parts_are_split_and_any_process_takes_their_children() {
    let puzzle = "puzzles/pentominoes-4x15.ron";
    let campaign = Campaign::new(puzzle, &["--parts", "3", "--divide", "search"]);
    let short = ["--split-after", "10ms", "--write-every", "5ms", "-j", "1"];
    // This process leaves the other share's parts alone, but takes the children of split ones.
    campaign.finish(&[&short[..], &["--share", "0/2"]].concat());
    let between = campaign.status();
    assert!(
        between["done"].as_u64() < between["parts"].as_u64(),
        "{between}"
    );
    campaign.finish(&[&short[..], &["--share", "1/2"]].concat());
    assert_eq!(
        campaign.merged(),
        whole(&["count", puzzle, "--engine", "bits"])
    );
}

/// Sends a process a signal unless it has already ended, and waits for its end.
#[cfg(unix)]
pub(crate) fn signalled(child: &mut std::process::Child, signal: &str) -> Option<i32> {
    let process = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args([signal, &process])
        .status();
    sent.expect("kill runs");
    child.wait().expect("it ends").code()
}

/// Checks that processes killed at any time by any signal leave nothing wrong, and that other
/// processes continue at once.
#[cfg(unix)]
#[test]
fn campaigns_survive_any_signal() {
    use std::time::Duration;

    let puzzle = "puzzles/pentominoes-5x12.ron";
    let campaign = Campaign::new(puzzle, &["--parts", "6", "--divide", "search"]);
    let signals = ["-KILL", "-TERM", "-KILL", "-INT", "-KILL", "-HUP"];
    for (round, signal) in (0_u32..).zip(signals) {
        let share = format!("{}/2", round % 2);
        let arguments = [
            "campaign",
            "run",
            campaign.name(),
            "-j",
            "1",
            "--share",
            &share,
        ];
        let short = ["--write-every", "20ms", "--split-after", "100ms"];
        let mut child = crate::program::start(&[&arguments[..], &short].concat());
        std::thread::sleep(Duration::from_millis(u64::from(60 + 90 * round)));
        let code = signalled(&mut child, signal);
        assert!(matches!(code, None | Some(0 | 130)), "{signal}: {code:?}");
        assert_eq!(
            campaign.status()["contradictions"].as_array().map(Vec::len),
            Some(0)
        );
    }
    // A process on the same machine that no longer exists is not waited for.
    campaign.finish(&[]);
    assert_eq!(
        campaign.merged(),
        whole(&["count", puzzle, "--engine", "bits"])
    );
}

/// Runs a process up to its time limit. Checks that it reports the remaining parts, and that the
/// next process continues.
#[test]
fn a_run_ends_at_its_time_limit() {
    let puzzle = "puzzles/dudeney.ron";
    let campaign = Campaign::new(puzzle, &["--parts", "4", "--divide", "search"]);
    let mut runs = 0;
    loop {
        // On a crowded machine a run may only just begin in 200 ms.
        let time = format!("{}ms", 200 + 20 * runs);
        let end = campaign.call("run", &["-j", "1", "--for", &time, "--write-every", "20ms"]);
        runs += 1;
        match end.status {
            0 => break,
            1 => assert!(
                end.stderr.contains("parts are left"),
                "{}",
                end.transcript()
            ),
            _ => panic!("{}", end.transcript()),
        }
        assert!(runs < 500, "it does not get on");
    }
    assert!(runs > 1, "it was done at once");
    assert_eq!(
        campaign.merged(),
        whole(&["count", puzzle, "--engine", "bits"])
    );
}

#[test]
fn missing_parts_are_named() {
    let campaign = Campaign::new("puzzles/scott.ron", &["--parts", "4", "--divide", "search"]);
    let merged = campaign.call("merge", &[]);
    assert_eq!((merged.status, merged.stdout.as_str()), (1, ""));
    assert!(
        merged.stderr.contains("parts are done; missing: 0, 1, 2"),
        "{}",
        merged.stderr
    );
    campaign.finish(&["--share", "0/2"]);
    let merged = campaign.call("merge", &[]);
    assert_eq!((merged.status, merged.stdout.as_str()), (1, ""));
    assert!(
        merged.stderr.contains("missing: 1, 3, 5"),
        "{}",
        merged.stderr
    );
}

#[test]
fn damaged_deleted_and_duplicate_results_change_no_answer() {
    let puzzle = "puzzles/scott.ron";
    let campaign = Campaign::new(puzzle, &["--parts", "30", "--divide", "search"]);
    campaign.finish(&["--write-every", "1ms"]);
    let expected = whole(&["count", puzzle, "--engine", "bits"]);
    let results = campaign.results();
    // One result is damaged and one is deleted; both are made again, and 20 % of the parts are rechecked.
    let mut damaged = fs::read(&results[0]).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&results[0], damaged).unwrap();
    fs::remove_file(&results[1]).unwrap();
    let status = campaign.status();
    assert_eq!(
        status["damaged"].as_array().map(Vec::len),
        Some(1),
        "{status}"
    );
    assert_eq!(campaign.call("merge", &[]).status, 1);
    campaign.finish(&[]);
    campaign.finish(&["--recheck", "20%"]);
    let status = campaign.status();
    assert!(status["rechecked"].as_u64() > Some(0), "{status}");
    assert_eq!(campaign.merged(), expected);
}

/// Checks a truncated list, a missing list, and two lists with a changed byte.
#[test]
fn damaged_and_deleted_lists_are_made_again() {
    let puzzle = "puzzles/scott.ron";
    let campaign = Campaign::new(puzzle, &["--parts", "30", "--list"]);
    campaign.finish(&["--write-every", "1ms"]);
    let expected = whole(&["solve", puzzle]);
    let lists = files(&campaign.path.join("lists"));
    let filled = |list: &&PathBuf| fs::metadata(list).is_ok_and(|found| found.len() > 1);
    let filled: Vec<&PathBuf> = lists.iter().filter(filled).collect();
    fs::remove_file(filled[0]).unwrap();
    let mut bytes = fs::read(filled[1]).unwrap();
    bytes.pop();
    fs::write(filled[1], bytes).unwrap();
    let status = campaign.status();
    assert_eq!(
        status["damaged"].as_array().map(Vec::len),
        Some(2),
        "{status}"
    );
    assert_eq!(campaign.call("merge", &[]).status, 1);
    campaign.finish(&[]);
    assert_eq!(campaign.merged(), expected);
    // A changed list of the same length is detected when it is read.
    for list in &filled[2..4] {
        let mut bytes = fs::read(list).unwrap();
        bytes[0] ^= 1;
        fs::write(list, bytes).unwrap();
    }
    let merged = campaign.call("merge", &[]);
    assert_eq!((merged.status, merged.stdout.as_str()), (2, ""));
    assert!(
        merged.stderr.contains("2 files in lists/"),
        "{}",
        merged.stderr
    );
    assert_eq!(campaign.call("merge", &[]).status, 1);
    campaign.finish(&[]);
    assert_eq!(campaign.merged(), expected);
}

#[test]
fn an_answer_overwrites_no_file_of_the_campaign() {
    let campaign = Campaign::new("puzzles/scott.ron", &["--parts", "4", "--list"]);
    campaign.finish(&[]);
    let expected = campaign.merged();
    let own = ["manifest.json", "puzzle.ron", "parts.txt", "lists/new.bin"];
    let own = own.map(|name| campaign.path.join(name));
    for own in own.into_iter().chain(campaign.results()) {
        let end = campaign.call("merge", &["-o", own.to_str().unwrap()]);
        assert_eq!(end.status, 2);
        assert!(
            end.stderr.contains("that is a part of the campaign"),
            "{}",
            end.stderr
        );
    }
    let separate = campaign.path.join("answer.txt");
    let end = campaign.call("merge", &["-o", separate.to_str().unwrap()]);
    assert_eq!(end.status, 0);
    assert_eq!(fs::read_to_string(separate).unwrap(), expected);
    let limited = campaign.call("merge", &["--limit", "3"]);
    assert_eq!((limited.status, limited.stdout.as_str()), (2, ""));
    assert!(
        limited.stderr.contains("leave it out"),
        "{}",
        limited.stderr
    );
}

/// Checks that a merged campaign without solutions ends with the same status as `count` and
/// `solve`.
#[test]
fn a_campaign_without_solutions_ends_with_status_1() {
    for question in ["--total", "--list"] {
        let campaign = Campaign::new(
            "puzzles/mutilated-chessboard.ron",
            &["--parts", "4", question],
        );
        campaign.finish(&[]);
        let merged = campaign.call("merge", &[]);
        assert_eq!(merged.status, 1, "{}", merged.transcript());
    }
}

/// Checks a campaign with two valid results of one part that differ.
#[test]
fn results_that_contradict_each_other_leave_no_answer() {
    let campaign = Campaign::new("puzzles/scott.ron", &["--parts", "4", "--divide", "search"]);
    campaign.finish(&["-j", "1"]);
    let first = campaign.results().remove(0);
    let text = fs::read_to_string(&first).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.pop();
    let body = lines.join("\n").replacen("\"found\":", "\"found\":1", 1) + "\n";
    let digest = sha256(body.as_bytes());
    fs::write(
        first.with_file_name("other.jsonl"),
        format!("{body}{digest}\n"),
    )
    .unwrap();
    let merged = campaign.call("merge", &[]);
    assert_eq!((merged.status, merged.stdout.as_str()), (2, ""));
    assert!(
        merged.stderr.contains("have different results"),
        "{}",
        merged.stderr
    );
    let status = campaign.call("status", &[]);
    assert_eq!(status.status, 1);
    assert!(
        status.stdout.contains("differs   part"),
        "{}",
        status.stdout
    );
}

pub(crate) fn sha256(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        text.push_str(&format!("{byte:02x}"));
    }
    text
}

#[test]
fn changed_files_are_refused() {
    let campaign = Campaign::new("puzzles/scott.ron", &["--parts", "4"]);
    for (file, message) in [
        ("manifest.json", "manifest.json is damaged"),
        ("parts.txt", "parts.txt is damaged"),
        ("puzzle.ron", "puzzle.ron is damaged"),
    ] {
        let path = campaign.path.join(file);
        let before = fs::read(&path).unwrap();
        fs::write(&path, [&before[..], b" "].concat()).unwrap();
        let end = campaign.call("run", &[]);
        assert_eq!(end.status, 2);
        assert!(end.stderr.contains(message), "{}", end.stderr);
        fs::write(&path, before).unwrap();
    }
    let nothing = run(["campaign", "status", "puzzles"]);
    assert_eq!(nothing.status, 2);
    assert!(
        nothing.stderr.contains("is not a campaign folder"),
        "{}",
        nothing.stderr
    );
    let again = run([
        "campaign",
        "new",
        "puzzles/scott.ron",
        "-o",
        campaign.name(),
    ]);
    assert_eq!(again.status, 2);
    assert!(again.stderr.contains("is not empty"), "{}", again.stderr);
}

/// Checks that a campaign of dissections must request a search, because `count` counts them by
/// regions in milliseconds.
#[test]
fn dissections_become_campaigns_only_by_search() {
    let folder = TempDir::new().expect("a scratch folder");
    let to = folder.path().join("campaign");
    let to = to.to_str().expect("UTF-8");
    let call = ["campaign", "new", "puzzles/dissections-7x7.ron", "-o", to];
    for more in [&[][..], &["--total"]] {
        let refused = run(call.iter().chain(more));
        assert_eq!(refused.status, 2, "{}", refused.transcript());
        assert!(
            refused.stderr.contains("tilewright count"),
            "{}",
            refused.stderr
        );
        assert!(!Path::new(to).exists());
    }
    // Random walks estimated 18 ms ± 3 ms for a search that takes minutes, so no forecast is given.
    let searched = ["--divide", "search", "--engine", "bits", "--parts", "1"];
    let new = run(call.iter().chain(&searched));
    let status = run(["campaign", "status", to]);
    for output in [&new, &status] {
        let unknown = "forecast  unknown: random walks miss most of a search for dissections";
        assert!(output.stdout.contains(unknown), "{}", output.transcript());
    }
    let status = run(["campaign", "status", to, "--format", "json"]).json();
    assert!(
        status["seconds_forecast"].is_null() && status["seconds_forecast_standard_error"].is_null()
    );
}

/// Checks choices of pieces on two lattices, by sweep and by search: however the work is split, the
/// merged campaign prints the same as `design` in every format.
#[test]
fn choices_of_pieces_are_merged_byte_for_byte() {
    let folder = tempfile::tempdir().expect("a folder");
    let triangles = folder.path().join("triangles.ron");
    fs::write(&triangles, TRIANGLES).expect("it can be written");
    let triangles = triangles.to_str().expect("its name is text");
    for (puzzle, engine) in [
        ("puzzles/pentominoes-5x6.ron", "frontier"),
        ("puzzles/pentominoes-5x6.ron", "bits"),
        (triangles, "frontier"),
        (triangles, "links"),
    ] {
        let new = ["--design", "--parts", "12", "--engine", engine];
        let campaign = Campaign::new(puzzle, &new);
        let missing = campaign.call("merge", &[]);
        assert_eq!((missing.status, missing.stdout.as_str()), (1, ""));
        campaign.finish(&["--share", "1/2", "--recheck", "10%"]);
        campaign.finish(&["--share", "0/2"]);
        campaign.finish(&["--share", "1/2", "--write-every", "10ms"]);
        campaign.finish(&["--recheck", "20%"]);
        assert!(campaign.status()["rechecked"].as_u64() > Some(0));
        assert_eq!(campaign.merged(), whole(&["design", puzzle]));
        for (merged, format) in [("json", "jsonl"), ("csv", "csv")] {
            let merged = campaign.call("merge", &["--format", merged]);
            let expected = whole(&["design", puzzle, "--format", format]);
            assert_eq!(merged.stdout, expected, "{}", merged.stderr);
        }
        let few = campaign.call("merge", &["--limit", "3"]);
        assert_eq!(few.stdout, whole(&["design", puzzle, "--limit", "3"]));
    }
}

/// A pool with requirements: pieces of five triangles at most twice, of six at most once.
const TRIANGLES: &str = r#"(
    title: "Pieces of five and six triangles in a rhombus",
    lattice: Triangle,
    board: Rhombus(6, 3),
    pieces: [Set(of: Polyiamonds(5), copies: (0, 2)), Set(of: Polyiamonds(6), copies: (0, 1))],
    design: (choose: (5, 7), must: ["P"], never: ["X"], wanted: Not(Symmetric), rank: { Evenness: 1 }),
)"#;

/// Checks that long parts of a campaign of choices are split, and continue after a process was
/// killed.
#[cfg(unix)]
#[test]
fn choices_of_pieces_survive_splits_and_kills() {
    use std::time::Duration;

    let puzzle = "puzzles/one-sided-pentominoes-5x11.ron";
    let campaign = Campaign::new(
        puzzle,
        &["--design", "--parts", "5", "--engine", "frontier"],
    );
    let short = ["--write-every", "20ms", "--split-after", "60ms"];
    for round in 1..=3_u64 {
        let arguments = ["campaign", "run", campaign.name(), "--memory", "1GiB"];
        let mut child = crate::program::start(&[&arguments[..], &short].concat());
        std::thread::sleep(Duration::from_millis(100 * round));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    campaign.finish(&short);
    let csv = campaign.call("merge", &["--format", "csv"]);
    let expected = whole(&["design", puzzle, "--format", "csv"]);
    assert!(csv.stdout == expected, "{}", csv.stderr);
}
