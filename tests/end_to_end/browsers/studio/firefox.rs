//! The page in Firefox, tested through its document: the page's policy allows only its own scripts.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::browsers::marionette::Firefox;
use crate::program::root;
use crate::studio::client::Studio;

/// Waits until an expression is true.
pub(crate) fn wait(firefox: &mut Firefox, what: &str) {
    let until = Instant::now() + Duration::from_secs(60);
    while firefox.of_document(what) != true {
        assert!(Instant::now() < until, "never: {what}");
        sleep(Duration::from_millis(20));
    }
}

/// Waits for a number of solutions.
pub(crate) fn shows(firefox: &mut Firefox, solutions: &str) {
    let count = format!("document.querySelector('#count')?.dataset.solutions === '{solutions}'");
    wait(firefox, &count);
}

pub(crate) fn click(firefox: &mut Firefox, selector: &str) {
    let at = firefox.middle(selector);
    firefox.drag("mouse", &[at]);
}

#[test]
#[ignore = "needs a browser"]
fn a_cell_is_erased_and_put_back_in_firefox() {
    let mut firefox = Firefox::start();
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("kanoodle.ron");
    fs::copy(root().join("puzzles/kanoodle.ron"), &path).expect("a copy");
    let studio = Studio::start(&path);
    firefox.go(&studio.address);
    let opened = Instant::now();
    shows(&mut firefox, "371020");
    // The event must arrive before the server's next heartbeat, which would flush it; they are five
    // seconds apart.
    assert!(
        opened.elapsed() < Duration::from_secs(10),
        "{:?}",
        opened.elapsed()
    );
    click(&mut firefox, "[data-key=erase]");
    click(&mut firefox, "#board [data-mark=required]");
    shows(&mut firefox, "0");
    click(&mut firefox, "#undo");
    shows(&mut firefox, "371020");
    // The challenges are played in the window that opens.
    firefox.of_document("document.querySelector('#challenge-curve').value = 'any'");
    click(&mut firefox, "#play");
    firefox.switch_to_newest_window();
    wait(
        &mut firefox,
        "document.querySelector('#level')?.textContent.startsWith('Level 1 ') === true",
    );
}
