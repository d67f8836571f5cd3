//! The board stands still while the user draws, and makes room smoothly.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::drawing::{cell, drag, open, wait};
use super::firefox;
use crate::browsers::chromium::Browser;
use crate::browsers::marionette::{Firefox, pixels};
use crate::studio::client::Studio;

const TRAY: &str =
    "(lattice: Square, board: Rect(6, 4), pieces: [Set(of: Polyominoes(2), copies: 12)])\n";

/// The places of a cell in the window, frame by frame for some time after a click.
const FRAMES: &str = "(() => { const places = []; const until = performance.now() + 1500; \
    return new Promise((done) => { const look = () => { \
    const box = document.querySelector('[data-at=\"0,0\"]').getBoundingClientRect(); \
    places.push([box.x, box.width]); \
    if (performance.now() > until) done(places); else requestAnimationFrame(look); }; look(); }); })()";

fn start(folder: &TempDir) -> Studio {
    let path = folder.path().join("tray.ron");
    fs::write(&path, TRAY).expect("a scratch file");
    Studio::start(&path)
}

fn is_idle(browser: &mut Browser) {
    wait(browser, "QUEUE.length === 0 && !isBusy");
}

/// The distinct places of the first cell, frame by frame.
fn places(frames: &Value) -> Vec<f64> {
    let frames = frames.as_array().expect("frames");
    let mut places: Vec<f64> = frames
        .iter()
        .map(|at| at[0].as_f64().expect("a place"))
        .collect();
    places.dedup();
    places
}

fn largest_step(places: &[f64]) -> f64 {
    let steps = places.windows(2).map(|pair| (pair[1] - pair[0]).abs());
    steps.fold(0.0, f64::max)
}

/// Checks that ten strokes leave every cell where it is, by mouse and by touch.
#[test]
#[ignore = "needs a browser"]
fn the_board_stands_still_while_one_draws() {
    for is_phone in [false, true] {
        let mut browser = Browser::start();
        let folder = TempDir::new().expect("a scratch folder");
        let studio = start(&folder);
        if is_phone {
            browser.telephone();
        }
        open(&mut browser, &studio);
        browser.value("byId('board').scrollIntoView({ block: 'center' }), true");
        let places = "[...document.querySelectorAll('#board .cell')].map((cell) => { \
             const box = cell.getBoundingClientRect(); return [box.x, box.y, box.width]; })";
        let before = browser.value(places);
        let strokes = [
            ("6,0", "6,3"),
            ("0,-1", "5,-1"),
            ("0,0", "3,0"),
            ("-1,0", "-1,3"),
            ("0,4", "5,4"),
            ("2,2", "3,3"),
            ("0,0", "0,3"),
            ("6,0", "6,3"),
            ("0,4", "5,4"),
            ("5,0", "5,3"),
        ];
        for (from, to) in strokes {
            if is_phone {
                let stops = [cell(&mut browser, from), cell(&mut browser, to)];
                browser.touch(&stops);
            } else {
                drag(&mut browser, from, to);
            }
            is_idle(&mut browser);
            assert_eq!(browser.value(places), before, "{from} to {to}");
        }
        assert_eq!(browser.value("VIEW.can_undo"), true);
        // A message does not move the cells either.
        browser.value("say('A message.'), true");
        assert_eq!(browser.value(places), before);
        browser.is_content();
    }
}

/// Checks that no tool moves the board, that the focus shows only for the keyboard, and that *Rectangles* is of the tools
/// that paint.
#[test]
#[ignore = "needs a browser"]
fn the_board_stands_still_while_tools_are_chosen() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = start(&folder);
    browser.call(
        "Emulation.setDeviceMetricsOverride",
        &json!({"width": 1366, "height": 768, "deviceScaleFactor": 1, "mobile": false}),
    );
    open(&mut browser, &studio);
    let place = "(() => { const box = byId('board').getBoundingClientRect(); return [box.y, box.height]; })()";
    let before = browser.value(place);
    browser.click("[data-key=rectangle]");
    for (tool, paints) in [
        ("label", false),
        ("cut", false),
        ("take", false),
        ("color", false),
        ("optional", true),
        ("paint", true),
    ] {
        browser.click(&format!("[data-key={tool}]"));
        assert_eq!(browser.value(place), before, "{tool}");
        assert_eq!(
            browser.value("((box) => [box.checked, !box.disabled])(document.querySelector('[data-key=rectangle]'))"),
            json!([paints, paints]),
            "{tool}"
        );
    }
    let outline = "getComputedStyle(byId('board')).outlineStyle";
    browser.click("#title");
    drag(&mut browser, "0,0", "1,0");
    assert_eq!(browser.value("document.activeElement.id"), "board");
    assert_eq!(browser.value(outline), "none");
    browser.press("ArrowRight");
    assert_eq!(browser.value(outline), "solid");
    browser.is_content();
}

/// Checks that the board makes room near its edge in small steps, and at once for users who prefer
/// reduced motion. Fitting the canvas to the board shows the board larger again.
#[test]
#[ignore = "needs a browser"]
fn the_board_makes_room_smoothly() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = start(&folder);
    open(&mut browser, &studio);
    // The outermost column.
    let start = "(() => { window.seen = null; ".to_owned()
        + FRAMES
        + ".then((places) => { window.seen = places; }); return true; })()";
    let last = browser.value("Math.max(...board.canvas.cells.map(([[x]]) => x))");
    browser.value(&start);
    drag(&mut browser, &format!("{last},1"), &format!("{last},2"));
    wait(&mut browser, "window.seen !== null");
    let frames = browser.value("window.seen");
    let moved = places(&frames);
    let all = (moved[0] - moved[moved.len() - 1]).abs();
    assert!(all > 20.0 && moved.len() > 5, "{moved:?}");
    assert!(largest_step(&moved) < 0.3 * all, "{moved:?}");
    let further = browser.value("Math.max(...board.canvas.cells.map(([[x]]) => x))");
    assert!(further.as_i64() > last.as_i64(), "{further}");
    // Undo removes the stroke, but the room stays until the user asks to fit the canvas.
    browser.click("#undo");
    is_idle(&mut browser);
    let before = cell(&mut browser, "0,0");
    browser.value("new Promise((done) => setTimeout(done, 400))");
    assert_eq!(cell(&mut browser, "0,0"), before);
    browser.value(&start);
    browser.press("f");
    wait(&mut browser, "window.seen !== null");
    let fitted = places(&browser.value("window.seen"));
    assert!(fitted.len() > 5, "{fitted:?}");
    assert!(
        (fitted[fitted.len() - 1] - moved[0]).abs() < 0.1,
        "{fitted:?}"
    );
    browser.call(
        "Emulation.setEmulatedMedia",
        &json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}),
    );
    browser.value(&start);
    drag(&mut browser, &format!("{last},1"), &format!("{last},2"));
    wait(&mut browser, "window.seen !== null");
    let moved = places(&browser.value("window.seen"));
    assert_eq!(moved.len(), 2, "{moved:?}");
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn the_board_stands_still_in_firefox() {
    let mut firefox = Firefox::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = start(&folder);
    firefox.go(&studio.address);
    firefox::wait(
        &mut firefox,
        "document.querySelector('#board .cell') !== null",
    );
    let place = |firefox: &mut Firefox, name: &str| {
        pixels(&firefox.of_document(&format!(
            "(() => {{ const box = document.querySelector('[data-at=\"{name}\"]').getBoundingClientRect(); \
             return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]; }})()"
        )))
    };
    let before = place(&mut firefox, "0,0");
    for row in 0..5 {
        for column in [6, -1] {
            let at = place(&mut firefox, &format!("{column},{row}"));
            firefox.drag("mouse", &[at]);
            let drawn = format!(
                "document.querySelector('[data-at=\"{column},{row}\"]').dataset.mark === 'required'"
            );
            firefox::wait(&mut firefox, &drawn);
            assert_eq!(place(&mut firefox, "0,0"), before, "{column}, {row}");
        }
    }
}
