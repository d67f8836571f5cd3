//! Unsaved changes and changes by other programs: neither replaces the other before the user has chosen.

use std::fs::{self, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Studio, paint};
use crate::program::run;

const TRAY: &str =
    "(lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: 4)])\n";

/// An editor's version of the file.
const EDITED: &str =
    "(lattice: Square, board: Rect(6, 2), pieces: [Set(of: Polyominoes(2), copies: 6)])\n";

/// A file with a puzzle, in a separate folder.
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
fn a_later_version_by_an_editor_needs_a_choice() {
    let (_folder, path) = file();
    let studio = Studio::start(&path);
    studio.change(&paint(&[[9, 9]], "required", 1));
    let drawn = studio.text();
    studio.kill();
    fs::write(&path, EDITED).expect("an editor writes");
    // Killed again before the user has chosen: the question remains.
    for _ in 0..2 {
        let studio = Studio::start(&path);
        assert_eq!(studio.text(), drawn);
        studio.event(|event| event["event"] == "file" && event["is_changed"] == true);
        let refused = save(&studio, false);
        assert_eq!(refused["is_conflict"], true, "{}", refused["refused"]);
        assert_eq!(fs::read_to_string(&path).expect("it is there"), EDITED);
        studio.kill();
    }
    // The editor's version is chosen, and undo brings the drawing back.
    let studio = Studio::start(&path);
    studio.request(&json!({"request": "reload"}));
    assert_eq!(studio.text(), EDITED);
    studio.change(&json!({"edit": "undo"}));
    assert_eq!(studio.text(), drawn);
    assert_eq!(save(&studio, false)["refused"], Value::Null);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), drawn);
}

#[test]
fn a_second_studio_names_the_owner_of_the_file() {
    let (folder, path) = file();
    let first = Studio::start(&path);
    first.change(&paint(&[[9, 9]], "required", 1));
    let second = run(["studio", "--no-browser", &path.to_string_lossy()]);
    assert_eq!(second.status, 2, "{}", second.stderr);
    let holder = format!(": process {} on ", first.process());
    assert!(second.stderr.contains(&holder), "{}", second.stderr);
    let autosave = folder.path().join("tray.ron.autosave");
    assert!(autosave.exists(), "the strokes of the first are kept");
    first.kill();
    Studio::start(&path).text();
}

/// Checks that pages of a killed studio find the next studio at the same address, and are accepted.
#[test]
fn a_restarted_studio_keeps_its_address() {
    let (folder, path) = file();
    let first = Studio::start(&path);
    let address = first.address.clone();
    let kept = folder.path().join("tray.ron.studio");
    let mode = fs::metadata(&kept)
        .expect("it is kept")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    first.kill();
    let second = Studio::start(&path);
    assert_eq!(second.address, address);
    second.change(&paint(&[[9, 9]], "required", 1));
    // Without a page that might have unsent strokes, nothing remains.
    second.interrupt();
    assert!(!kept.exists());
    let third = Studio::start(&path);
    assert_ne!(third.token, address.rsplit('=').next().expect("a token"));
    // If another program uses the port, the studio chooses another one.
    third.kill();
    let port = Address::of(&kept).port;
    let _taken = TcpListener::bind(("127.0.0.1", port)).expect("it is free");
    let fourth = Studio::start(&path);
    assert_ne!(fourth.port, port);
    assert_eq!(Address::of(&kept).port, fourth.port);
}

/// The port in an address file.
struct Address {
    port: u16,
}

impl Address {
    fn of(kept: &Path) -> Self {
        let text = fs::read_to_string(kept).expect("it is kept");
        let address: Value = serde_json::from_str(&text).expect("it is JSON");
        let port = address["tilewright_studio_port"].as_u64();
        let port = port.and_then(|port| port.try_into().ok());
        Self {
            port: port.expect("a port"),
        }
    }
}

#[test]
fn a_body_that_is_too_large_is_refused_in_words() {
    let (_folder, path) = file();
    let studio = Studio::start(&path);
    let text = "x".repeat(9 << 20);
    let body = json!({"request": "edit", "change": {"edit": "text", "text": text}, "base": null});
    let answer = studio.post("/request", &body);
    assert_eq!(answer.status, 413);
    let words = String::from_utf8_lossy(&answer.body);
    assert!(words.contains("at most 4 MiB"), "{words}");
    assert_eq!(studio.text(), TRAY);
}

/// Checks that files keep their permissions. If only the owner may read the puzzle's file, the same
/// holds for the autosave file and the saved file.
#[test]
fn a_file_keeps_its_permissions() {
    let (folder, path) = file();
    let autosave = folder.path().join("tray.ron.autosave");
    let mode = |path: &Path| {
        let found = fs::metadata(path).expect("it is there");
        found.permissions().mode() & 0o777
    };
    fs::set_permissions(&path, Permissions::from_mode(0o600)).expect("it is ours");
    let studio = Studio::start(&path);
    studio.change(&paint(&[[9, 9]], "required", 1));
    assert_eq!((mode(&path), mode(&autosave)), (0o600, 0o600));
    save(&studio, false);
    assert_eq!(mode(&path), 0o600);
    let written = folder.path().join("tray.dlx");
    fs::write(&written, "old").expect("a scratch file");
    fs::set_permissions(&written, Permissions::from_mode(0o640)).expect("it is ours");
    let arguments = ["matrix", "-o"].map(str::to_owned);
    let files = [&written, &path].map(|path| path.to_string_lossy().into_owned());
    let run = run(arguments.into_iter().chain(files));
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(mode(&written), 0o640);
}
