//! The page while the program is away, and when it is back.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::drawing::{open, shows, wait};
use crate::browsers::chromium::Browser;
use crate::studio::client::Studio;

const TRAY: &str =
    "(lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: 4)])\n";

/// What is drawn while the program is away arrives at the next one.
#[test]
#[ignore = "needs a browser"]
fn strokes_are_carried_over_a_restart() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("tray.ron");
    fs::write(&path, TRAY).expect("a scratch file");
    let studio = Studio::start(&path);
    open(&mut browser, &studio);
    shows(&mut browser, "5");
    studio.kill();
    browser.value(
        "[['0,2', '1,2'], ['2,2', '3,2']].forEach((cells) => { \
         board.strokes += 1; \
         change({ edit: 'paint', cells: cells.map((cell) => cell.split(',').map(Number)), \
         mark: 'required', stroke: board.strokes }); }), true",
    );
    wait(
        &mut browser,
        "byId('banners').textContent.includes('does not answer')",
    );
    let studio = Studio::start(&path);
    wait(&mut browser, "QUEUE.length === 0 && !isBusy");
    wait(
        &mut browser,
        "VIEW.marks.filter((mark) => mark === 1).length === 12",
    );
    assert!(studio.text().contains("Rect(4, 3)"), "{}", studio.text());
    // Its answers are those of the new program.
    wait(
        &mut browser,
        "byId('answers').textContent.includes('12 cells, the pieces cover 8')",
    );
    assert_eq!(browser.value("byId('banners').textContent"), "");
}

/// What the program refuses, or cannot be sent, is said, and is not sent for ever.
#[test]
#[ignore = "needs a browser"]
fn what_cannot_be_sent_is_said_once() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("tray.ron");
    fs::write(&path, TRAY).expect("a scratch file");
    let studio = Studio::start(&path);
    open(&mut browser, &studio);
    browser.value("change({ edit: 'text', text: 'x'.repeat(9 << 20) }), true");
    wait(
        &mut browser,
        "byId('banners').textContent.includes('at most 4 MiB')",
    );
    wait(&mut browser, "QUEUE.length === 0 && !isBusy");
    // One that never arrives although the program is there.
    browser.value(
        "ENGINE.request = () => Promise.reject(new TypeError('reset')), \
         change({ edit: 'undo' }), change({ edit: 'title', title: 'later' }), true",
    );
    wait(
        &mut browser,
        "document.querySelector('#leave-out') !== null",
    );
    assert_eq!(browser.value("QUEUE.length"), 2);
    browser.value("ENGINE = nativeEngine(), true");
    browser.click("#leave-out");
    wait(&mut browser, "QUEUE.length === 0 && VIEW.title === 'later'");
    assert_eq!(
        browser.value("document.querySelector('#leave-out')"),
        Value::Null
    );
}
