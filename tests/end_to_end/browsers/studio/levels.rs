//! Levels along a curve of difficulty, and the lengths of parts for laser and printer.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

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

/// A puzzle that has only easy levels.
fn strip(folder: &TempDir) -> Studio {
    let path = folder.path().join("strip.ron");
    let text = "(lattice: Square, board: Rect(6, 2), pieces: [Set(of: Polyominoes(3), copies: 2)])";
    fs::write(&path, text).expect("a scratch file");
    Studio::start(&path)
}

const CHART: &str = "document.querySelector('#distribution svg').getAttribute('aria-label')";

/// The numbers of levels by grade, as the chart describes them.
fn chart(browser: &mut Browser) -> String {
    browser.value(CHART).as_str().unwrap_or_default().to_owned()
}

/// Waits for the levels of a preview: mining and rating take about 10 s of processor time in a build for tests.
fn preview(browser: &mut Browser, wanted: &str) {
    let until = Instant::now() + Duration::from_secs(600);
    while browser.value("LEVELS.stop !== null") == true {
        assert!(Instant::now() < until, "never: {wanted}");
        sleep(Duration::from_millis(100));
    }
    let said = browser.text("#levels-said");
    assert!(said.starts_with(wanted), "{said}");
}

/// Checks that the distribution is shown before anything is made, and that by default there are as
/// many easy levels as expert ones. The form is used by mouse, keyboard and touch.
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
    // The buttons stay in their places in the section, whatever curve or preview is shown.
    let places = "(() => { const from = byId('levels-title').getBoundingClientRect(); \
         return [...byId('levels-buttons').children].map((each) => { const box = each.getBoundingClientRect(); \
         return [Math.round(box.left - from.left), Math.round(box.top - from.top)]; }); })()";
    let before = browser.value(places);
    let input = "byId('challenge-count').dispatchEvent(new Event('input'))";
    browser.value(&format!("byId('challenge-count').value = 4, {input}"));
    browser.click("#preview-levels");
    // The preview runs as a job, with a button that stops it.
    wait(&mut browser, "JOBS.size === 1");
    preview(&mut browser, "4 levels were found.");
    assert_eq!(
        chart(&mut browser),
        "easy: 1 of 1, medium: 1 of 1, hard: 1 of 1, expert: 1 of 1"
    );
    let ratings = browser.value("LEVELS.found.levels.map(({ rating }) => rating)");
    let ratings: Vec<f64> = serde_json::from_value(ratings).expect("ratings");
    assert!(
        ratings.is_sorted() && ratings[0] < 4.0 && ratings[3] >= 7.0,
        "{ratings:?}"
    );
    assert_eq!(browser.value("byId('levels').children.length"), 4);
    assert_eq!(browser.value(places), before);
    browser.value(&axe);
    assert_eq!(violations(&mut browser), json!([]));
    // The user's own numbers, entered by keyboard.
    browser.value("byId('challenge-curve').focus(), true");
    browser.press("ArrowDown");
    wait(&mut browser, "!byId('deck-fields').hidden");
    assert_eq!(browser.value(places), before);
    // The last preview belongs to another request, so it is hidden.
    assert_eq!(browser.text("#levels-said"), "");
    for (grade, times) in [("easy", 2), ("medium", 2), ("hard", 3), ("expert", 3)] {
        browser.value(&format!("byId('deck-{grade}').focus(), true"));
        for _ in 0..times {
            browser.press("ArrowDown");
        }
    }
    assert_eq!(
        chart(&mut browser),
        "easy: 1, medium: 1, hard: 0, expert: 0"
    );
    // By touch, on a phone.
    browser.telephone();
    browser.tap("#preview-levels");
    preview(&mut browser, "2 levels were found.");
    assert_eq!(
        chart(&mut browser),
        "easy: 1 of 1, medium: 1 of 1, hard: 0 of 0, expert: 0 of 0"
    );
    let wide = browser.value("document.documentElement.scrollWidth - innerWidth");
    assert!(wide.as_f64() <= Some(0.0), "{wide}");
    // A stroke hides the preview.
    browser.value("change({ edit: 'paint', cells: [[0, 0]], mark: 'absent', stroke: 1e6 }), true");
    wait(&mut browser, "byId('levels').children.length === 0");
    browser.is_content();
}

/// Checks that the preview and the file say so if a puzzle has fewer levels than requested.
#[test]
#[ignore = "needs a browser"]
fn levels_that_are_not_found_are_named() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = strip(&folder);
    open(&mut browser, &studio);
    browser.click("#preview-levels");
    wait(
        &mut browser,
        "LEVELS.stop !== null || LEVELS.found !== null",
    );
    preview(&mut browser, "Only ");
    let said = browser.text("#levels-said");
    assert!(
        said.contains(" of 12 levels were found: ") && said.contains("expert 0 of 3"),
        "{said}"
    );
    browser.value(
        "window.made = null, hand = (name, blob, note) => { window.made = [name, note]; }, true",
    );
    browser.click("#make-challenges");
    wait(&mut browser, "window.made !== null");
    let made = browser.value("window.made");
    assert_eq!(made[0], "strip-challenges.ron");
    assert!(
        made[1].as_str().is_some_and(|note| said.contains(note)),
        "{made} {said}"
    );
    browser.is_content();
}

/// Checks that the form is kept when the page is opened again, and that another curve does not make the page shorter.
#[test]
#[ignore = "needs a browser"]
fn the_form_of_levels_is_kept() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = strip(&folder);
    open(&mut browser, &studio);
    browser.click("#preview-levels");
    wait(
        &mut browser,
        "LEVELS.stop !== null || LEVELS.found !== null",
    );
    preview(&mut browser, "Only ");
    let height = browser.value("byId('making').offsetHeight");
    for (field, value) in [("challenge-curve", "any"), ("challenge-count", "7")] {
        browser.value(&format!(
            "byId('{field}').value = '{value}', \
             byId('{field}').dispatchEvent(new Event('change', {{ bubbles: true }})), true"
        ));
    }
    assert_eq!(browser.text("#levels-said"), "");
    assert_eq!(browser.value("byId('making').offsetHeight"), height);
    open(&mut browser, &studio);
    assert_eq!(
        browser.value("[mining().curve, mining().count]"),
        json!(["any", 7])
    );
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn levels_are_previewed_in_firefox() {
    let mut firefox = Firefox::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = strip(&folder);
    firefox.go(&studio.address);
    firefox::wait(
        &mut firefox,
        "document.querySelector('#distribution svg') !== null",
    );
    firefox::click(&mut firefox, "#preview-levels");
    firefox::wait(
        &mut firefox,
        "document.querySelector('#levels-said').textContent.startsWith('Only ')",
    );
}

/// Checks that parts for a laser cutter and a printer have the lengths of the form, and that files
/// are named after the puzzle.
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
    browser.is_content();
    // A length that cannot be made is refused, with its limits.
    browser.value("byId('cut-clearance').value = 20, true");
    browser.click("#make-laser");
    wait(
        &mut browser,
        "byId('banners').textContent.includes('clearance')",
    );
}
