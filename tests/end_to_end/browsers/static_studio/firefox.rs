//! The page in Firefox, tested through its document: the page's policy allows only its own scripts.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::address;
use crate::browsers::marionette::Firefox;
use crate::browsers::studio::firefox::{click, shows, wait};

fn begin(firefox: &mut Firefox) {
    firefox.go(&address());
    wait(
        firefox,
        "document.querySelectorAll('.examples img').length === 5",
    );
    click(firefox, "[data-key=begin-kanoodle]");
    shows(firefox, "371020");
}

#[test]
#[ignore = "needs a browser"]
fn a_cell_is_erased_and_put_back() {
    let mut firefox = Firefox::start();
    begin(&mut firefox);
    click(&mut firefox, "[data-key=erase]");
    click(&mut firefox, "#board [data-mark=required]");
    shows(&mut firefox, "0");
    click(&mut firefox, "#undo");
    shows(&mut firefox, "371020");
    click(&mut firefox, "#link");
    wait(
        &mut firefox,
        "document.querySelector('#banners').textContent.startsWith('Copied')",
    );
}

/// Makes every file that takes less than a second, and a page to play.
#[test]
#[ignore = "needs a browser"]
fn files_are_made_and_levels_played() {
    let mut firefox = Firefox::start();
    begin(&mut firefox);
    for (button, file) in [
        ("picture", "Kanoodle.svg"),
        ("piece-picture", "Kanoodle-pieces.svg"),
        ("laser", "Kanoodle-cut.svg"),
        ("printer", "Kanoodle.3mf"),
        ("ron", "Kanoodle.ron"),
    ] {
        click(&mut firefox, &format!("#make-{button}"));
        let path = firefox.profile.path().join("Downloads").join(file);
        let until = Instant::now() + Duration::from_secs(60);
        while !fs::metadata(&path).is_ok_and(|found| found.len() > 0) {
            assert!(Instant::now() < until, "never: {file}");
            sleep(Duration::from_millis(50));
        }
    }
    firefox.of_document("document.querySelector('#challenge-curve').value = 'any'");
    firefox.of_document("document.querySelector('#challenge-count').value = 2");
    click(&mut firefox, "#find-designs");
    wait(
        &mut firefox,
        "document.querySelector('#designs').children.length === 1",
    );
    click(&mut firefox, "#play");
    firefox.switch_to_newest_window();
    wait(
        &mut firefox,
        "document.querySelector('#level')?.textContent.startsWith('Level 1 ') === true",
    );
    // The page can be loaded again.
    firefox.of_document("document.documentElement.dataset.old = '1', location.reload()");
    wait(
        &mut firefox,
        "document.documentElement.dataset.old !== '1' && document.readyState === 'complete' \
         && document.querySelector('#level')?.textContent.startsWith('Level 1 ') === true",
    );
}
