//! The page while the program is not running, and after it is restarted.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::drawing::{open, shows, wait};
use crate::browsers::chromium::Browser;
use crate::studio::client::Studio;

const TRAY: &str =
    "(lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: 4)])\n";

/// Checks that strokes drawn while the program is not running arrive after a restart.
#[test]
#[ignore = "needs a browser"]
fn strokes_survive_a_restart() {
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
    // The answers come from the restarted program.
    wait(
        &mut browser,
        "byId('answers').textContent.includes('12 cells, the pieces cover 8')",
    );
    assert_eq!(browser.value("byId('banners').textContent"), "");
}

/// Checks requests that the program refuses or that cannot be delivered: each is reported, and not
/// repeated forever.
#[test]
#[ignore = "needs a browser"]
fn undeliverable_changes_are_reported_once() {
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
    // Next, a request that is never delivered although the program is running.
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
