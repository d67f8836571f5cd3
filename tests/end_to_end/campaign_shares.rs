//! `campaign run`: which process does which parts.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use crate::program::{Run, run, tilewright};

/// A campaign of about eight parts.
fn campaign(folder: &TempDir) -> PathBuf {
    let campaign = folder.path().join("campaign");
    let call = ["campaign", "new", "puzzles/pentominoes-6x10.ron", "-o"];
    let kind = ["--divide", "search", "--parts", "8"];
    let made = tilewright().args(call).arg(&campaign).args(kind).output();
    assert_eq!(Run::from(made.expect("the program starts")).status, 0);
    campaign
}

/// Writes the file by which a process on another machine claims part 0 for a share.
fn worker(campaign: &Path, share: &str) -> PathBuf {
    let running = campaign.join("running");
    fs::create_dir_all(&running).expect("a folder");
    let path = running.join("elsewhere-7-1.json");
    let claim = format!(
        r#"{{"machine":"elsewhere","process":7,"share":"{share}","parts":["0"],"done":0,"since":"2026-01-01T00:00:00Z"}}"#
    );
    fs::write(&path, claim).expect("a file");
    path
}

/// Sets the file's modification time to `seconds` ago.
fn make_old(path: &Path, seconds: u64) {
    let file = File::options().write(true).open(path).expect("a file");
    let then = SystemTime::now() - Duration::from_secs(seconds);
    file.set_modified(then).expect("a time");
}

/// Checks what happens if a scheduler restarts a job soon after it was killed. No other share
/// computes the part that the killed process had claimed. The restarted process computes it once
/// the claim is old enough to count as abandoned.
#[test]
fn a_restarted_process_does_the_part_of_its_predecessor() {
    let folder = TempDir::new().expect("a scratch folder");
    let campaign = campaign(&folder);
    make_old(&worker(&campaign, "0/1"), 58);
    let campaign = campaign.to_string_lossy();
    let worked = run(["campaign", "run", &*campaign]);
    assert_eq!(worked.status, 0, "{}", worked.transcript());
    let merged = run(["campaign", "merge", &*campaign]);
    assert_eq!(merged.status, 0, "{}", merged.transcript());
    assert!(merged.stdout.contains("9,356"), "{}", merged.stdout);
}

/// Checks that a process does not wait for parts that another share has claimed.
#[test]
fn a_process_leaves_claimed_parts_to_other_shares() {
    let folder = TempDir::new().expect("a scratch folder");
    let campaign = campaign(&folder);
    worker(&campaign, "0/2");
    let campaign = campaign.to_string_lossy();
    let worked = run(["campaign", "run", &*campaign]);
    assert_eq!(worked.status, 0, "{}", worked.transcript());
    let merged = run(["campaign", "merge", &*campaign]);
    assert_eq!(merged.status, 1, "{}", merged.transcript());
    assert!(merged.stderr.contains("missing: 0\n"), "{}", merged.stderr);
}

/// Checks that a pod of an indexed job gets its index from the environment. The number of shares is
/// in the call.
#[test]
fn a_share_can_come_from_a_scheduler() {
    let folder = TempDir::new().expect("a scratch folder");
    let campaign = campaign(&folder);
    for index in ["0", "1", "2"] {
        let output = tilewright()
            .args(["campaign", "run"])
            .arg(&campaign)
            .args(["--share", "/3"])
            .env("JOB_COMPLETION_INDEX", index)
            .output();
        let worked = Run::from(output.expect("the program starts"));
        assert_eq!(worked.status, 0, "{}", worked.transcript());
        let share = format!("share {index}/3: ");
        assert!(worked.stdout.starts_with(&share), "{}", worked.stdout);
    }
    let merged = run(["campaign", "merge", &*campaign.to_string_lossy()]);
    assert!(merged.stdout.contains("9,356"), "{}", merged.transcript());
}
