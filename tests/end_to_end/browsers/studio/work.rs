//! Running jobs are shown and can be stopped by a button; and nothing covers the text.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::drawing::{open, shows, wait};
use crate::browsers::chromium::Browser;
use crate::program::root;
use crate::studio::client::Studio;

/// A search that would take far too long.
const LONG: &str = "(lattice: Square, board: Rect(11, 10), pieces: [
    Set(of: Polyominoes(5), sides: OneSided),
    Set(of: Polyominoes(4), sides: OneSided, prefix: \"4\", copies: Any),
])";

#[test]
#[ignore = "needs a browser"]
fn searches_for_choices_can_be_stopped() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("choices.ron");
    fs::write(&path, LONG).expect("a scratch file");
    let studio = Studio::start(&path);
    open(&mut browser, &studio);
    for stop in ["#find-designs", "#jobs button"] {
        browser.click("#find-designs");
        wait(
            &mut browser,
            "document.querySelector('#jobs .words')?.textContent !== 'started' && JOBS.size === 1",
        );
        assert_eq!(browser.text("#find-designs"), "Stop");
        browser.click("#make-booklet");
        wait(
            &mut browser,
            "byId('jobs').textContent.includes('waiting, 1 file before it')",
        );
        browser.click("#jobs .banner:last-child button");
        wait(&mut browser, "JOBS.size === 1");
        // While the job runs, everything else works.
        browser.value("window.made = null, hand = (name) => { window.made = name; }");
        browser.click("#make-picture");
        wait(&mut browser, "window.made === 'choices.svg'");
        browser.value("change({ edit: 'title', title: `${VIEW.title}!` }), true");
        wait(
            &mut browser,
            "QUEUE.length === 0 && VIEW.title.endsWith('!')",
        );
        browser.click(stop);
        wait(&mut browser, "byId('jobs').textContent === ''");
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

/// At every scroll position, the text is visible and can be clicked.
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
