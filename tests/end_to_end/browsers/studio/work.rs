//! Running jobs are shown and can be stopped by a button; and nothing covers the text.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::drawing::{open, shows, wait};
use crate::browsers::chromium::Browser;
use crate::program::root;
use crate::studio::client::Studio;

/// A search that would take far too long, although there are only 462 choices: the pentominoes and five of the
/// tetrominoes.
const LONG: &str = "(lattice: Square, board: Rect(11, 10), pieces: [
    Set(of: Polyominoes(5), sides: OneSided),
    Set(of: Polyominoes(4), sides: OneSided, prefix: \"4\", copies: Any),
])";

/// Clicks until a condition is true: an answer that arrives between the look for a button and the click moves it.
pub(crate) fn click_until(browser: &mut Browser, selector: &str, condition: &str) {
    let is_done = (0..12).any(|_| {
        browser.click(selector);
        (0..250).any(|_| {
            sleep(Duration::from_millis(20));
            browser.value_if_there(condition) == true
        })
    });
    assert!(is_done, "never: {condition}");
}

#[test]
#[ignore = "needs a browser"]
fn searches_for_choices_can_be_stopped() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("choices.ron");
    fs::write(&path, LONG).expect("a scratch file");
    let studio = Studio::start(&path);
    open(&mut browser, &studio);
    for stop in ["#find-designs", "#jobs .banner button"] {
        click_until(&mut browser, "#find-designs", "DESIGN.stop !== null");
        wait(
            &mut browser,
            "JOBS.size === 1 && document.querySelector('#jobs .words').textContent !== 'started'",
        );
        wait(
            &mut browser,
            "byId('designs-said').textContent === 'Trying 462 choices …'",
        );
        assert_eq!(browser.text("#find-designs"), "Stop");
        // The booklet is made at the same time.
        click_until(&mut browser, "#make-booklet", "JOBS.size === 2");
        assert_eq!(
            browser.value("byId('jobs').textContent.includes('waiting')"),
            false
        );
        browser.click("#jobs .banner:last-child button");
        wait(&mut browser, "JOBS.size === 1");
        // While the job runs, everything else works.
        browser.value("window.made = null, hand = (name) => { window.made = name; }");
        click_until(
            &mut browser,
            "#make-picture",
            "window.made === 'choices.svg'",
        );
        browser.value("change({ edit: 'title', title: `${VIEW.title}!` }), true");
        wait(
            &mut browser,
            "QUEUE.length === 0 && VIEW.title.endsWith('!')",
        );
        // The bar of the jobs does not cover the tools, also on a page that is scrolled.
        let covered = "(() => { const bar = byId('jobs').getBoundingClientRect(); \
             return bar.top < byId('tools').lastElementChild.getBoundingClientRect().bottom; })()";
        assert_eq!(browser.value(covered), false);
        // For 0.7 s after the end, a click that was meant for Stop starts nothing.
        browser.value(
            "window.rested = [], new MutationObserver(() => rested.push(isResting(byId('find-designs'))))\
             .observe(byId('find-designs'), { attributes: true }), true",
        );
        click_until(&mut browser, stop, "byId('jobs').textContent === ''");
        assert_eq!(browser.value("rested[0]"), true);
        assert_eq!(browser.text("#designs-said"), "The search was stopped.");
        assert_eq!(browser.text("#find-designs"), "Find choices");
    }
    // Answers about the puzzle are computed meanwhile, too.
    wait(
        &mut browser,
        "!byId('stop').hidden && byId('stop').textContent === 'Stop'",
    );
    browser.click("#stop");
    wait(&mut browser, "byId('count').textContent === 'Stopped'");
    browser.click("#stop");
    wait(&mut browser, "byId('count').textContent === 'counting …'");
    browser.is_content();
}

/// Checks 183,579,396 choices: a sample is tried by keyboard, and a search by touch. Results belong
/// to the board that they are about: a stroke hides them, and undo shows them again.
#[test]
#[ignore = "needs a browser"]
fn many_choices_are_sampled_or_searched() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("hexominoes.ron");
    let text = "(lattice: Square, board: Rect(10, 6), pieces: [Set(of: Polyominoes(6))])";
    fs::write(&path, text).expect("a scratch file");
    let studio = Studio::start(&path);
    open(&mut browser, &studio);
    browser.value("byId('find-designs').focus(), true");
    browser.press("Enter");
    wait(
        &mut browser,
        "document.querySelector('#try-sample') !== null",
    );
    assert_eq!(
        browser.text("#designs-said"),
        "There are 183,579,396 choices: too many to try them all in a short time."
    );
    browser.value("byId('try-sample').focus(), true");
    browser.press("Enter");
    // The job has a progress bar.
    wait(
        &mut browser,
        "document.querySelector('#jobs progress')?.value > 0 && byId('jobs').textContent.includes('of 200 choices')",
    );
    browser.click("#find-designs");
    wait(
        &mut browser,
        "JOBS.size === 0 && !isResting(byId('find-designs'))",
    );
    browser.telephone();
    browser.tap("#find-designs");
    wait(
        &mut browser,
        "document.querySelector('#try-search') !== null && byId('jobs').textContent === ''",
    );
    browser.tap("#try-search");
    wait(
        &mut browser,
        "JOBS.size === 0 && DESIGN.stop === null && byId('designs').children.length > 0",
    );
    let said = browser.text("#designs-said");
    assert!(said.starts_with("The search found 6 in "), "{said}");
    browser.value("change({ edit: 'paint', cells: [[0, 0]], mark: 'absent', stroke: 1e6 }), true");
    wait(&mut browser, "byId('designs').children.length === 0");
    assert_eq!(
        browser.text("#designs-said"),
        "The puzzle has changed since; undo shows the choices again."
    );
    browser.tap("#undo");
    wait(&mut browser, "byId('designs').children.length === 6");
    assert_eq!(browser.text("#designs-said"), said);
    browser.is_content();
}

/// Checks that at every scroll position the text is visible and can be clicked.
#[test]
#[ignore = "needs a browser"]
fn nothing_covers_the_text() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("kanoodle.ron");
    fs::copy(root().join("puzzles/kanoodle.ron"), &path).expect("a copy");
    let studio = Studio::start(&path);
    for (width, height) in [
        (390, 844),
        (1280, 800),
        (1440, 900),
        (1920, 1080),
        (3840, 2160),
    ] {
        browser.call(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
        );
        open(&mut browser, &studio);
        shows(&mut browser, "371020");
        let covered = browser.value(
            "(() => { byId('source').open = true; const over = []; const area = byId('text'); \
             for (const block of ['start', 'center', 'end']) { \
             area.scrollIntoView({ block }); const box = area.getBoundingClientRect(); \
             for (const across of [0.02, 0.3, 0.6, 0.98]) for (const down of [0.05, 0.5, 0.95]) { \
             const [x, y] = [box.x + across * box.width, box.y + down * box.height]; \
             if (y < 1 || y > innerHeight - 1) continue; \
             const there = document.elementFromPoint(x, y); \
             if (there !== area) over.push([block, across, down, there.id || there.tagName]); } } \
             return over; })()",
        );
        assert_eq!(covered, Value::Array(Vec::new()), "{width} × {height}");
        let overflow = browser.value("document.documentElement.scrollWidth - innerWidth");
        assert!(overflow.as_f64() <= Some(0.0), "{width}: {overflow}");
    }
    browser.is_content();
}
