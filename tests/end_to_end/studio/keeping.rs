//! What a person drew and what others wrote: neither replaces the other before a person has chosen.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Studio, paint};
use crate::program::run;

const TRAY: &str =
    "(lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: 4)])\n";

/// What an editor writes meanwhile.
const EDITED: &str =
    "(lattice: Square, board: Rect(6, 2), pieces: [Set(of: Polyominoes(2), copies: 6)])\n";

/// A file with a puzzle, in a folder for itself.
fn file() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("tray.ron");
    fs::write(&path, TRAY).expect("a scratch file");
    (folder, path)
}

fn save(studio: &Studio, forced: bool) -> Value {
    studio.request(&json!({"request": "save", "forced": forced}))
}

#[test]
fn an_editors_later_work_is_asked_about() {
    let (_folder, path) = file();
    let studio = Studio::start(&path);
    studio.change(&paint(&[[9, 9]], "required", 1));
    let drawn = studio.text();
    studio.kill();
    fs::write(&path, EDITED).expect("an editor writes");
    // Killed again before anyone has chosen: it is still asked.
    for _ in 0..2 {
        let studio = Studio::start(&path);
        assert_eq!(studio.text(), drawn);
        studio.event(|event| event["event"] == "file" && event["is_changed"] == true);
        let refused = save(&studio, false);
        assert_eq!(refused["is_conflict"], true, "{}", refused["refused"]);
        assert_eq!(fs::read_to_string(&path).expect("it is there"), EDITED);
        studio.kill();
    }
    // The editor's version is taken, and what was drawn can be had back.
    let studio = Studio::start(&path);
    studio.request(&json!({"request": "reload"}));
    assert_eq!(studio.text(), EDITED);
    studio.change(&json!({"edit": "undo"}));
    assert_eq!(studio.text(), drawn);
    assert_eq!(save(&studio, false)["refused"], Value::Null);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), drawn);
}

#[test]
fn a_second_studio_says_who_has_the_file() {
    let (folder, path) = file();
    let first = Studio::start(&path);
    first.change(&paint(&[[9, 9]], "required", 1));
    let second = run(["studio", "--no-browser", &path.to_string_lossy()]);
    assert_eq!(second.status, 2, "{}", second.stderr);
    let holder = format!("cannot be opened: process {} on ", first.process());
    assert!(second.stderr.contains(&holder), "{}", second.stderr);
    let autosave = folder.path().join("tray.ron.autosave");
    assert!(autosave.exists(), "the strokes of the first are kept");
    first.kill();
    Studio::start(&path).text();
}
