//! Campaigns by sweep: each part reads lists that earlier parts wrote. Whatever happens to processes and
//! files, the merged parts equal the whole.

use std::fs;
use std::path::PathBuf;

#[cfg(unix)]
use crate::campaign::signalled;
use crate::campaign::{Campaign, files, sha256, whole};

/// A puzzle whose search takes seconds, and whose sweep takes milliseconds.
const PUZZLE: &str = "puzzles/pentominoes-5x12.ron";

impl Campaign {
    fn of_sweep(puzzle: &str, parts: &str) -> Self {
        Self::new(puzzle, &["--parts", parts, "--divide", "sweep"])
    }

    fn lists(&self) -> Vec<PathBuf> {
        files(&self.path.join("lists"))
    }

    /// Asserts that the merged answer equals the count of one sweep.
    fn is_the_whole(&self) {
        let expected = whole(&["count", PUZZLE, "--engine", "frontier"]);
        assert_eq!(self.merged(), expected);
    }

    /// Works on one thread for `time` at most.
    fn begin(&self, time: &str) {
        self.call("run", &["-j", "1", "--for", time, "--write-every", "1ms"]);
    }
}

#[test]
fn any_number_of_parts_gives_the_whole() {
    let expected = whole(&["count", PUZZLE, "--engine", "frontier"]);
    for parts in ["1", "7", "60", "400"] {
        let campaign = Campaign::of_sweep(PUZZLE, parts);
        campaign.finish(&[]);
        assert_eq!(campaign.merged(), expected, "{parts} parts");
        // Lists are removed when no part needs them any more.
        assert_eq!(campaign.lists(), Vec::<PathBuf>::new());
        let recheck = campaign.call("merge", &["--recheck", "30%"]);
        assert_eq!(recheck.status, 0, "{}", recheck.transcript());
        assert_eq!(recheck.stdout, expected);
        assert!(campaign.status()["rechecked"].as_u64() > Some(0));
    }
}

#[test]
fn a_long_part_is_split() {
    let puzzle = "puzzles/one-sided-pentominoes-6x15.ron";
    let campaign = Campaign::of_sweep(puzzle, "4");
    let short = ["--split-after", "1ms", "--write-every", "1ms"];
    let end = campaign.call(
        "run",
        &[&short[..], &["-j", "2", "--share", "1/3"]].concat(),
    );
    assert_eq!(end.status, 0, "{}", end.transcript());
    assert!(end.stdout.contains(" split"), "{}", end.stdout);
    assert!(campaign.merged().contains("2,567,183"));
}

/// Stops three simultaneous processes by signals, while files of the campaign are damaged and
/// removed.
#[cfg(unix)]
#[test]
fn sweeps_survive_any_signal_and_any_damage() {
    use std::time::Duration;

    let campaign = Campaign::of_sweep(PUZZLE, "60");
    let signals = ["-KILL", "-TERM", "-KILL", "-INT", "-KILL", "-HUP"];
    for (round, signal) in (0_u32..).zip(signals) {
        let share = |number: u32| format!("{number}/3");
        let mut children: Vec<_> = (0..3)
            .map(|number| {
                let share = share(number);
                let call = [
                    "campaign",
                    "run",
                    campaign.name(),
                    "-j",
                    "1",
                    "--share",
                    &share,
                ];
                crate::program::start(&[&call[..], &["--write-every", "1ms"]].concat())
            })
            .collect();
        std::thread::sleep(Duration::from_millis(u64::from(40 + 60 * round)));
        for child in &mut children {
            let code = signalled(child, signal);
            assert!(
                matches!(code, None | Some(0 | 1 | 130)),
                "{signal}: {code:?}"
            );
        }
        let lists = campaign.lists();
        if let Some(list) = lists.get(round as usize % lists.len().max(1)) {
            match round % 3 {
                0 => fs::remove_file(list).unwrap(),
                1 => fs::write(list, "no lists").unwrap(),
                _ => {
                    let mut bytes = fs::read(list).unwrap();
                    let last = bytes.len() - 1;
                    bytes[last] ^= 1;
                    fs::write(list, bytes).unwrap();
                }
            }
        }
        let results = campaign.results();
        if round % 2 == 0 && !results.is_empty() {
            fs::remove_file(&results[results.len() / 2]).unwrap();
        }
        assert_eq!(
            campaign.status()["contradictions"].as_array().map(Vec::len),
            Some(0)
        );
    }
    campaign.finish(&[]);
    campaign.is_the_whole();
}

/// Checks that the graph and the lists of another campaign are refused, even of the same puzzle,
/// and that a list of another part is made again.
#[test]
fn files_of_other_campaigns_are_refused() {
    let campaign = Campaign::of_sweep(PUZZLE, "40");
    let other = Campaign::of_sweep(PUZZLE, "90");
    let own = fs::read(campaign.path.join("sweep.bin")).unwrap();
    fs::copy(
        other.path.join("sweep.bin"),
        campaign.path.join("sweep.bin"),
    )
    .unwrap();
    let end = campaign.call("run", &[]);
    assert_eq!(end.status, 2, "{}", end.transcript());
    let says = end
        .stderr
        .contains("it has changed since the campaign began");
    assert!(says, "{}", end.stderr);
    fs::write(campaign.path.join("sweep.bin"), own).unwrap();
    let wait = |campaign: &Campaign| {
        for _ in 0..200 {
            if files(&campaign.path)
                .iter()
                .any(|path| path.ends_with("lists"))
                && campaign.lists().len() > 3
            {
                return;
            }
            campaign.begin("40ms");
        }
    };
    wait(&campaign);
    wait(&other);
    let (lists, others) = (campaign.lists(), other.lists());
    if let ([first, second, third, ..], [foreign, ..]) = (&lists[..], &others[..]) {
        fs::copy(first, second).unwrap();
        fs::copy(foreign, third).unwrap();
    }
    campaign.finish(&[]);
    let expected = whole(&["count", PUZZLE, "--engine", "frontier"]);
    assert_eq!(campaign.merged(), expected);
}

/// Checks that a part is computed again if its result is lost after another engine has counted it.
/// Such a part has no lists to continue from.
#[test]
fn a_checked_part_is_made_again_when_it_is_lost() {
    let campaign = Campaign::of_sweep(PUZZLE, "40");
    campaign.finish(&[]);
    let results = campaign.results();
    campaign.finish(&["--recheck", "100%"]);
    for lost in results.iter().rev().step_by(3) {
        fs::remove_file(lost).unwrap();
    }
    assert_eq!(campaign.call("merge", &[]).status, 1);
    campaign.finish(&[]);
    campaign.is_the_whole();
    assert!(campaign.status()["rechecked"].as_u64() > Some(0));
}

/// Checks a puzzle with secondary items: sticks meet at junctions, which need not be covered.
#[test]
fn slices_of_secondary_items_agree() {
    let puzzle = "puzzles/tetrasticks-4x4-fhjlpruwxy.ron";
    let campaign = Campaign::of_sweep(puzzle, "300");
    campaign.finish(&[]);
    campaign.finish(&["--recheck", "100%"]);
    assert_eq!(
        campaign.merged(),
        whole(&["count", puzzle, "--engine", "frontier"])
    );
    assert!(campaign.status()["rechecked"].as_u64() > Some(0));
}

/// Loses a result after its lists and the lists that it reads were removed. Checks that everything
/// it depends on is made again.
#[test]
fn lost_results_and_their_sources_are_made_again() {
    let campaign = Campaign::of_sweep(PUZZLE, "30");
    campaign.finish(&[]);
    let expected = campaign.merged();
    let results = campaign.results();
    fs::remove_file(&results[results.len() / 2]).unwrap();
    assert_eq!(campaign.call("merge", &[]).status, 1);
    campaign.finish(&[]);
    assert_eq!(campaign.merged(), expected);
    assert_eq!(campaign.lists(), Vec::<PathBuf>::new());
}

/// Runs a process up to its time limit. Checks that it reports the limit, and that its partial work
/// counts.
#[test]
fn a_stopped_sweep_resumes() {
    let campaign = Campaign::of_sweep(PUZZLE, "40");
    for time in ["30ms", "60ms", "120ms"] {
        campaign.begin(time);
    }
    campaign.finish(&[]);
    campaign.is_the_whole();
}

#[test]
fn results_that_another_engine_contradicts_are_refused() {
    let campaign = Campaign::of_sweep(PUZZLE, "10");
    campaign.finish(&[]);
    // Every result of a part with slices is changed in one slice, with a correct checksum.
    let mut changed = 0;
    for path in campaign.results() {
        let text = fs::read_to_string(&path).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.pop();
        let body = lines.join("\n") + "\n";
        let other = body.replacen("\"slices\":[[", "\"slices\":[[1", 1);
        if other != body {
            changed += 1;
            let other = body.replacen(",\"", ",\"1", 0);
            let at = other.find("\"slices\":[[").unwrap();
            let quote = at + other[at + 11..].find('"').unwrap() + 12;
            let other = format!("{}1{}", &other[..quote], &other[quote..]);
            fs::write(&path, format!("{other}{}\n", sha256(other.as_bytes()))).unwrap();
        }
    }
    assert!(changed > 0);
    let merged = campaign.call("merge", &["--recheck", "100%"]);
    assert_eq!(merged.status, 2, "{}", merged.transcript());
    assert!(
        merged.stderr.contains("have different results"),
        "{}",
        merged.stderr
    );
}

#[test]
fn a_changed_sweep_file_is_refused() {
    let campaign = Campaign::of_sweep(PUZZLE, "10");
    let path = campaign.path.join("sweep.bin");
    let before = fs::read(&path).unwrap();
    let mut head = before.clone();
    head[100] ^= 1;
    let mut arcs = before.clone();
    let last = arcs.len() - 1;
    arcs[last] ^= 1;
    for damaged in [head, arcs, before[..before.len() / 2].to_vec(), Vec::new()] {
        fs::write(&path, damaged).unwrap();
        let end = campaign.call("run", &[]);
        assert_eq!(end.status, 2, "{}", end.transcript());
        assert!(end.stderr.contains("sweep"), "{}", end.stderr);
    }
    fs::remove_file(&path).unwrap();
    let end = campaign.call("run", &[]);
    assert_eq!(end.status, 2, "{}", end.transcript());
    assert!(end.stderr.contains("sweep.bin"), "{}", end.stderr);
    fs::write(&path, before).unwrap();
    campaign.finish(&[]);
    campaign.is_the_whole();
}

/// Checks that counts of two machine words and more are stored in list files too.
#[test]
fn counts_of_any_size_are_merged() {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = folder.path().join("wide.ron");
    let pieces = r#"Set(of: Polyominoes(2), copies: Any, prefix: "2"), Set(of: Polyominoes(3), prefix: "3")"#;
    let text =
        format!("(title: \"Wide\", lattice: Square, board: Rect(6, 57), pieces: [{pieces}])");
    fs::write(&puzzle, text).unwrap();
    let puzzle = puzzle.to_str().unwrap();
    let campaign = Campaign::new(puzzle, &["--parts", "30", "--divide", "sweep", "--total"]);
    campaign.finish(&[]);
    let expected = whole(&["count", puzzle, "--engine", "frontier", "--total"]);
    assert_eq!(campaign.merged(), expected);
    let digits = expected.lines().find(|line| line.contains("solutions"));
    let digits = digits.map_or(0, |line| line.chars().filter(char::is_ascii_digit).count());
    assert!(digits > 38, "{expected}");
    let recheck = campaign.call("merge", &["--recheck", "10%"]);
    assert_eq!((recheck.status, recheck.stdout), (0, expected));
}

/// Checks parts that another engine cannot count, because pieces are used several times in a slice.
#[test]
fn parts_that_cannot_be_rechecked_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = folder.path().join("twice.ron");
    let pieces = r#"Set(of: Polyominoes(3), copies: 2, prefix: "3"), Set(of: Polyominoes(5))"#;
    let text = format!("(lattice: Square, board: Rect(6, 12), pieces: [{pieces}])");
    fs::write(&puzzle, text).unwrap();
    let campaign = Campaign::of_sweep(puzzle.to_str().unwrap(), "10");
    campaign.finish(&[]);
    let recheck = campaign.call("merge", &["--recheck", "10%"]);
    assert_eq!(recheck.status, 2, "{}", recheck.transcript());
    let says = recheck.stderr.contains("count it by --divide search too");
    assert!(says, "{}", recheck.stderr);
}
