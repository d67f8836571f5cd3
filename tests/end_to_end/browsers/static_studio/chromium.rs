//! The page in Chromium.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::json;

use super::address;
use crate::browsers::chromium::Browser;
use crate::browsers::missing_values::MISSING_VALUES;
use crate::browsers::studio::drawing::{cell, shows};
use crate::browsers::studio::work::click_until;

/// A puzzle with five solutions and easy levels only. The name has characters that links must keep.
const STRIP: &str = "(title: \"Strip ~~> “ü”\", lattice: Square, board: Rect(6, 2),
    pieces: [Set(of: Polyominoes(3), copies: 2)])";

/// The start of the names of its files.
const STEM: &str = "Strip";

/// A search that would take far too long, although there are only 462 choices.
const LONG: &str = "(lattice: Square, board: Rect(11, 10), pieces: [
    Set(of: Polyominoes(5), sides: OneSided),
    Set(of: Polyominoes(4), sides: OneSided, prefix: \"4\", copies: Any),
])";

/// The files with WebAssembly that the page has loaded.
const MODULES: &str = "performance.getEntriesByType('resource').map(({ name }) => name.split('/').pop()) \
    .filter((name) => name.endsWith('.wasm')).join()";

/// Waits until an expression is true. The library is not optimised, and takes up to a minute for some files.
fn wait(browser: &mut Browser, what: &str) {
    let until = Instant::now() + Duration::from_secs(300);
    while browser.value_if_there(what) != true {
        assert!(
            Instant::now() < until,
            "never: {what}; {}",
            browser.text("#banners")
        );
        sleep(Duration::from_millis(20));
    }
}

fn resize(browser: &mut Browser, (width, height): (u32, u32)) {
    browser.call(
        "Emulation.setDeviceMetricsOverride",
        &json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
    );
}

/// Opens the page with examples, as someone who was never there sees it.
fn begin(browser: &mut Browser) {
    browser.go(&address());
    wait(
        browser,
        "VIEW !== null && document.querySelectorAll('.examples img').length === 5",
    );
}

/// Opens the page with a puzzle.
fn open(browser: &mut Browser, puzzle: &str) {
    begin(browser);
    let text = json!(puzzle);
    browser.value(&format!(
        "byId('gallery').close(), change({{ edit: 'text', text: {text} }}), true"
    ));
    wait(browser, &format!("VIEW.text === {text}"));
}

/// Waits for a file that the page hands over, and reads it.
fn downloaded(folder: &Path, name: &str) -> Vec<u8> {
    let until = Instant::now() + Duration::from_secs(300);
    loop {
        match fs::read(folder.join(name)) {
            Ok(bytes) if !bytes.is_empty() => return bytes,
            _ => assert!(Instant::now() < until, "never: {name}"),
        }
        sleep(Duration::from_millis(50));
    }
}

#[test]
#[ignore = "needs a browser"]
fn strokes_are_answered_and_kept() {
    let mut browser = Browser::start();
    for (width, height) in [(390, 844), (1366, 768), (2560, 1440)] {
        resize(&mut browser, (width, height));
        begin(&mut browser);
        browser.click("[data-key=begin-kanoodle]");
        shows(&mut browser, "371020");
        browser.click("[data-key=erase]");
        let at = cell(&mut browser, "5,2");
        browser.click_at(at);
        shows(&mut browser, "0");
        browser.call("Page.reload", &json!({}));
        wait(
            &mut browser,
            "typeof VIEW === 'object' && VIEW?.marks.filter((mark) => mark === 1).length === 54",
        );
        browser.value(
            "change({ edit: 'paint', cells: [[5, 2]], mark: 'required', stroke: 1e6 }), true",
        );
        shows(&mut browser, "371020");
        browser.value("window.before = byId('board').innerHTML, true");
        browser.click("#random");
        wait(&mut browser, "byId('board').innerHTML !== window.before");
        assert_eq!(browser.value(MISSING_VALUES), json!([]), "{width}");
        let wide = browser.value("document.documentElement.scrollWidth - innerWidth");
        assert!(wide.as_f64() <= Some(0.0), "{width}: {wide}");
        // Only the module that draws and answers is needed.
        assert_eq!(browser.value(MODULES), "studio.wasm");
        browser.value("localStorage.clear(), sessionStorage.clear(), true");
    }
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn every_file_is_made() {
    let mut browser = Browser::start();
    let folder = browser.folder().join("made");
    fs::create_dir(&folder).expect("a folder");
    browser.call(
        "Browser.setDownloadBehavior",
        &json!({"behavior": "allow", "downloadPath": folder}),
    );
    open(&mut browser, STRIP);
    browser.value("byId('challenge-curve').value = 'any', byId('challenge-count').value = 3, true");
    for (button, ending, start) in [
        ("picture", ".svg", "<?xml"),
        ("piece-picture", "-pieces.svg", "<?xml"),
        ("laser", "-cut.svg", "<?xml"),
        ("printer", ".3mf", "PK"),
        ("booklet", ".pdf", "%PDF-"),
        ("page", ".html", "<!doctype html>"),
        ("challenges", "-challenges.ron", "("),
        ("pack", "-pack.json", "{"),
        ("ron", ".ron", "(title: \"Strip"),
    ] {
        browser.click(&format!("#make-{button}"));
        let made = downloaded(&folder, &format!("{STEM}{ending}"));
        assert!(made.starts_with(start.as_bytes()), "{button}");
        wait(&mut browser, "JOBS.size === 0");
    }
    assert_eq!(browser.value(MODULES), "studio.wasm,making.wasm");
    let saved = downloaded(&folder, &format!("{STEM}.ron"));
    assert_eq!(saved, STRIP.as_bytes());
    // A file that cannot be made says why.
    browser.value("byId('cut-clearance').value = 20, true");
    browser.click("#make-laser");
    wait(
        &mut browser,
        "byId('banners').textContent.includes('clearance')",
    );
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn long_work_stops() {
    let mut browser = Browser::start();
    open(&mut browser, LONG);
    wait(
        &mut browser,
        "byId('stop')?.hidden === false && byId('stop').textContent === 'Stop'",
    );
    browser.click("#stop");
    wait(&mut browser, "byId('count').textContent === 'Stopped'");
    browser.click("#stop");
    wait(&mut browser, "byId('count').textContent === 'counting …'");
    for stop in ["#find-designs", "#jobs .banner button"] {
        click_until(&mut browser, "#find-designs", "DESIGN.stop !== null");
        wait(
            &mut browser,
            "byId('designs-said').textContent === 'Trying 462 choices …'",
        );
        // A second job runs at the same time, and so do strokes.
        browser.click("#make-picture");
        wait(
            &mut browser,
            "JOBS.size === 1 && byId('banners').textContent.includes('is ready')",
        );
        browser.value("change({ edit: 'title', title: `${VIEW.title}!` }), true");
        wait(&mut browser, "VIEW.title.endsWith('!')");
        browser.click(stop);
        wait(&mut browser, "JOBS.size === 0 && DESIGN.stop === null");
        assert_eq!(browser.text("#designs-said"), "The search was stopped.");
    }
    browser.click("#preview-levels");
    wait(&mut browser, "JOBS.size === 1");
    browser.click("#preview-levels");
    wait(&mut browser, "JOBS.size === 0 && LEVELS.stop === null");
    browser.is_content();
}

/// Finds choices of the trominoes and the dominoes for a strip of 12 cells, and continues with one of them.
#[test]
#[ignore = "needs a browser"]
fn choices_and_levels_are_shown() {
    let mut browser = Browser::start();
    open(&mut browser, &STRIP.replace("copies: 2", "copies: Any"));
    browser.click("#find-designs");
    wait(
        &mut browser,
        "DESIGN.stop === null && byId('designs').children.length > 0",
    );
    browser.click("#designs button");
    wait(
        &mut browser,
        "byId('banners').textContent.startsWith('Only these pieces')",
    );
    // Undo brings the copies back.
    click_until(
        &mut browser,
        "#undo",
        "VIEW.piece_entries.join().includes('Any')",
    );
    browser.value("byId('challenge-curve').value = 'any', byId('challenge-count').value = 3, true");
    click_until(
        &mut browser,
        "#preview-levels",
        "LEVELS.stop !== null || LEVELS.found !== null",
    );
    wait(
        &mut browser,
        "LEVELS.stop === null && byId('levels').children.length > 0",
    );
    browser.is_content();
    click_until(&mut browser, "#play", "JOBS.size === 1");
    browser.switch_to_page("/play.html");
    for _ in 0..2 {
        wait(
            &mut browser,
            "document.querySelector('#level')?.textContent.startsWith('Level 1 ') && window.isOld !== true",
        );
        assert!(browser.text("#level").contains("easy"));
        // The page can be loaded again.
        browser.value("window.isOld = true");
        browser.call("Page.reload", &json!({}));
    }
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn a_link_or_a_file_opens_a_puzzle() {
    let mut browser = Browser::start();
    browser.call(
        "Browser.grantPermissions",
        &json!({"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}),
    );
    open(&mut browser, STRIP);
    browser.click("#link");
    wait(
        &mut browser,
        "byId('banners').textContent.startsWith('Copied')",
    );
    let link = browser.value("navigator.clipboard.readText()");
    let link = link.as_str().expect("a link").to_owned();
    assert!(link.contains('+') && link.starts_with(&address()), "{link}");
    // Someone who has drawn another puzzle follows the link: undo brings that puzzle back.
    open_another(&mut browser);
    browser.go(&link);
    wait(&mut browser, IS_STRIP);
    assert_eq!(browser.value("byId('gallery').open"), false);
    assert_eq!(browser.value("location.href"), address());
    browser.click("#undo");
    wait(&mut browser, "VIEW.title === 'Another'");
    // A page that is loaded again shows the last puzzle, not the link.
    browser.call("Page.reload", &json!({}));
    wait(
        &mut browser,
        "typeof VIEW === 'object' && VIEW?.title === 'Another' && !VIEW.can_undo",
    );
    // An open page follows a link, too.
    let hash = json!(link.split('#').nth(1));
    browser.value(&format!("location.hash = {hash}, true"));
    wait(&mut browser, IS_STRIP);
    // A file.
    let file = browser.folder().join("own.ron");
    fs::write(&file, STRIP.replace("Strip", "Own")).expect("a file");
    let input = browser.call(
        "Runtime.evaluate",
        &json!({"expression": "document.getElementById('open-file')"}),
    );
    browser.call(
        "DOM.setFileInputFiles",
        &json!({"files": [file], "objectId": input["result"]["objectId"]}),
    );
    wait(&mut browser, "VIEW.title.startsWith('Own')");
    // Without a clipboard, the address becomes the link.
    browser.value("navigator.clipboard.writeText = () => Promise.reject(new Error('none')), true");
    browser.click("#link");
    wait(&mut browser, "location.hash.startsWith('#text=')");
    browser.is_content();
}

/// Whether the page shows the puzzle of the link.
const IS_STRIP: &str = "typeof VIEW === 'object' && VIEW?.title === 'Strip ~~> “ü”'";

fn open_another(browser: &mut Browser) {
    browser.value("change({ edit: 'title', title: 'Another' }), true");
    wait(browser, "VIEW.title === 'Another'");
}
