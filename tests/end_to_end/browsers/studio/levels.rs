//! Levels along a curve, and lengths for laser and printer.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::drawing::{open, wait};
use super::firefox;
use crate::browsers::chromium::Browser;
use crate::browsers::marionette::Firefox;
use crate::browsers::viewer::access::{axe, violations};
use crate::program::root;
use crate::studio::client::Studio;

fn start(folder: &TempDir, puzzle: &str) -> Studio {
    let path = folder.path().join(puzzle);
    fs::copy(root().join("puzzles").join(puzzle), &path).expect("a copy");
    Studio::start(&path)
}

const CHART: &str = "document.querySelector('#distribution svg').getAttribute('aria-label')";

/// The numbers of levels by grade that the chart says.
fn chart(browser: &mut Browser) -> String {
    browser.value(CHART).as_str().unwrap_or_default().to_owned()
}

fn preview(browser: &mut Browser, wanted: &str) {
    wait(
        browser,
        &format!("byId('levels-said').textContent.startsWith({wanted:?})"),
    );
}

/// The distribution is shown before anything is made. By default there are as many easy levels as expert ones; the
/// form is used by mouse, keyboard and touch.
#[test]
#[ignore = "needs a browser"]
fn levels_follow_a_fair_curve_and_are_previewed() {
    let (axe, mut browser) = (axe(), Browser::start());
    let folder = TempDir::new().expect("a scratch folder");
    let studio = start(&folder, "kanoodle.ron");
    open(&mut browser, &studio);
    assert_eq!(
        chart(&mut browser),
        "easy: 3, medium: 3, hard: 3, expert: 3"
    );
    browser.click("#preview-levels");
    // It is a job, with a button that stops it.
    wait(&mut browser, "JOBS.size === 1");
    preview(&mut browser, "12 levels were found.");
    assert_eq!(
        chart(&mut browser),
        "easy: 3 of 3, medium: 3 of 3, hard: 3 of 3, expert: 3 of 3"
    );
    let ratings = browser.value("LEVELS.found.levels.map(({ rating }) => rating)");
    let ratings: Vec<f64> = serde_json::from_value(ratings).expect("ratings");
    assert!(
        ratings.is_sorted() && ratings[0] < 4.0 && ratings[11] >= 7.0,
        "{ratings:?}"
    );
    assert_eq!(browser.value("byId('levels').children.length"), 12);
    browser.value(&axe);
    assert_eq!(violations(&mut browser), json!([]));
    // Own numbers, by keyboard.
    browser.value("byId('challenge-curve').focus(), true");
    browser.press("ArrowDown");
    browser.press("Enter");
    wait(&mut browser, "!byId('deck-fields').hidden");
    // The preview is of another request.
    assert_eq!(browser.text("#levels-said"), "");
    browser.value("byId('deck-easy').select(), byId('deck-easy').focus(), true");
    for _ in 0..2 {
        browser.press("ArrowUp");
    }
    assert_eq!(
        chart(&mut browser),
        "easy: 5, medium: 3, hard: 3, expert: 3"
    );
    // By touch, on a phone.
    browser.telephone();
    browser.tap("#preview-levels");
    preview(&mut browser, "14 levels were found.");
    assert_eq!(
        browser.value(CHART),
        "easy: 5 of 5, medium: 3 of 3, hard: 3 of 3, expert: 3 of 3"
    );
    let wide = browser.value("document.documentElement.scrollWidth - innerWidth");
    assert!(wide.as_f64() <= Some(0.0), "{wide}");
    // A stroke hides the preview.
    browser.value("change({ edit: 'paint', cells: [[0, 0]], mark: 'absent', stroke: 1e6 }), true");
    wait(&mut browser, "byId('levels').children.length === 0");
    browser.is_content();
}

/// Where a puzzle has fewer levels than requested, the preview and the file say so.
#[test]
#[ignore = "needs a browser"]
fn levels_that_are_not_found_are_named() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("comb.ron");
    let text = "(lattice: Square, board: Rect(15, 4), pieces: [Set(of: Polyominoes(5))])";
    fs::write(&path, text.replace("15, 4", "20, 3")).expect("a scratch file");
    let studio = Studio::start(&path);
    open(&mut browser, &studio);
    browser.value("byId('challenge-count').value = 200, byId('challenge-count').dispatchEvent(new Event('input')), true");
    assert_eq!(
        chart(&mut browser),
        "easy: 50, medium: 50, hard: 50, expert: 50"
    );
    browser.click("#preview-levels");
    preview(&mut browser, "Only ");
    let said = browser.text("#levels-said");
    assert!(
        said.contains(" of 200 levels were found: ") && said.contains(" of 50"),
        "{said}"
    );
    assert!(browser.value("byId('levels').children.length").as_u64() <= Some(24));
    browser.value(
        "window.made = null, hand = (name, blob, note) => { window.made = [name, note]; }, true",
    );
    browser.click("#make-challenges");
    wait(&mut browser, "window.made !== null");
    let made = browser.value("window.made");
    assert_eq!(made[0], "comb-challenges.ron");
    assert!(
        made[1].as_str().is_some_and(|note| said.contains(note)),
        "{made} {said}"
    );
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn levels_are_previewed_in_firefox() {
    let mut firefox = Firefox::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = start(&folder, "kanoodle.ron");
    firefox.go(&studio.address);
    firefox::wait(
        &mut firefox,
        "document.querySelector('#distribution svg') !== null",
    );
    firefox::click(&mut firefox, "#preview-levels");
    firefox::wait(
        &mut firefox,
        "document.querySelector('#levels').children.length === 12",
    );
}

/// Parts for a laser cutter and a printer have the lengths of the form; files are named after the puzzle.
#[test]
#[ignore = "needs a browser"]
fn parts_have_the_lengths_of_the_form() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = start(&folder, "kanoodle.ron");
    open(&mut browser, &studio);
    browser.value(
        "window.made = null, hand = async (name, blob) => { window.made = [name, await blob.text()]; }, true",
    );
    let make = |browser: &mut Browser, selector: &str| -> Value {
        browser.value("window.made = null, true");
        browser.click(selector);
        wait(browser, "window.made !== null");
        browser.value("window.made")
    };
    let usual = make(&mut browser, "#make-laser");
    assert_eq!(usual[0], "kanoodle-cut.svg");
    browser.click("#making .part summary");
    for (field, value) in [("unit", 30.0), ("kerf", 0.3)] {
        browser.value(&format!("byId('cut-{field}').value = {value}, true"));
    }
    let large = make(&mut browser, "#make-laser");
    assert_ne!(usual[1], large[1]);
    let printed = make(&mut browser, "#make-printer");
    assert_eq!(printed[0], "kanoodle.3mf");
    // A length that cannot be made is refused, with its limits.
    browser.value("byId('cut-clearance').value = 20, true");
    browser.click("#make-laser");
    wait(
        &mut browser,
        "byId('banners').textContent.includes('clearance')",
    );
    browser.is_content();
}
