//! The first minutes: examples, a blank puzzle on any lattice, and three steps of help.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::drawing::{open, shows, wait};
use super::firefox;
use crate::browsers::chromium::Browser;
use crate::browsers::marionette::Firefox;
use crate::browsers::viewer::access::{axe, violations};
use crate::program::root;
use crate::studio::client::Studio;

/// A phone, a notebook and a large screen.
const SIZES: [(u32, u32); 3] = [(390, 844), (1366, 768), (2560, 1440)];

/// Whether the gallery is open, and every picture in it is drawn.
const SHOWN: &str = "document.querySelector('#gallery').open && \
    document.querySelectorAll('.examples img').length === 5 && \
    document.querySelectorAll('.lattices img').length === 20 && \
    [...document.querySelectorAll('#gallery img')].every((each) => each.naturalWidth > 0)";

/// Opens the page of a studio without a file.
fn begin(browser: &mut Browser) -> Studio {
    let studio = Studio::without_file();
    open(browser, &studio);
    wait(browser, SHOWN);
    studio
}

fn resize(browser: &mut Browser, (width, height): (u32, u32)) {
    browser.call(
        "Emulation.setDeviceMetricsOverride",
        &json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
    );
}

/// Waits until the page shows a number of solutions other than 0.
fn has_solutions(browser: &mut Browser) {
    wait(
        browser,
        "Number(document.querySelector('#count')?.dataset.solutions ?? 0) > 0",
    );
}

#[test]
#[ignore = "needs a browser"]
fn the_page_opens_with_examples() {
    let mut browser = Browser::start();
    // A studio that ended while its page is open would be an error of the page.
    let mut studios = Vec::new();
    for size in SIZES {
        resize(&mut browser, size);
        studios.push(begin(&mut browser));
        browser.click("[data-key=begin-kanoodle]");
        shows(&mut browser, "371020");
        assert_eq!(browser.value("byId('gallery').open"), false);
        // A page that has a puzzle does not offer others unless the user asks for them.
        browser.call("Page.reload", &json!({}));
        wait(
            &mut browser,
            "typeof VIEW === 'object' && VIEW?.pieces.length === 12",
        );
        assert_eq!(browser.value("byId('gallery').open"), false, "{size:?}");
    }
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn an_example_is_opened_by_keys() {
    let mut browser = Browser::start();
    let _studio = begin(&mut browser);
    // Keys of the page, such as E for the eraser, have no effect in the gallery.
    browser.press("e");
    browser.press("ArrowRight");
    browser.press("Enter");
    // A calendar opens with the goal of a day.
    wait(
        &mut browser,
        "REPLY.goal !== null && /^[A-Z][a-z]+ \\d+$/.test(REPLY.goal)",
    );
    has_solutions(&mut browser);
    assert_eq!(browser.value("board.tool"), "paint");
    assert_eq!(browser.value("document.activeElement.id"), "board");
    browser.value("byId('new').focus(), true");
    browser.press("Enter");
    wait(&mut browser, SHOWN);
    browser.press("Escape");
    assert_eq!(browser.value("byId('gallery').open"), false);
    assert_eq!(browser.value("document.activeElement.id"), "new");
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn an_example_is_opened_by_touch() {
    let mut browser = Browser::start();
    browser.telephone();
    let _studio = begin(&mut browser);
    browser.tap("[data-key=begin-soma-cube]");
    shows(&mut browser, "11520");
    browser.tap("#new");
    wait(&mut browser, SHOWN);
    browser.tap("[data-key=begin-kanoodle-pyramid]");
    shows(&mut browser, "2448");
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn a_blank_puzzle_is_begun_on_a_lattice() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("kanoodle.ron");
    fs::copy(root().join("puzzles/kanoodle.ron"), &path).expect("a copy");
    let text = fs::read_to_string(&path).expect("a text");
    let studio = Studio::start(&path);
    open(&mut browser, &studio);
    shows(&mut browser, "371020");
    browser.click("#new");
    wait(&mut browser, SHOWN);
    let lattices = browser.value(
        "[...document.querySelectorAll('.lattices button')].map((each) => each.dataset.key.slice(6))",
    );
    assert_eq!(lattices, browser.value("VIEW.lattices"));
    for lattice in ["Hexagon", "Twig", "HexPrism"] {
        browser.click(&format!("[data-key=begin-{lattice}]"));
        wait(
            &mut browser,
            &format!("VIEW.lattice === '{lattice}' && VIEW.pieces.length === 0"),
        );
        assert!(
            browser
                .text("#banners")
                .contains("Undo brings back what was here")
        );
        browser.click("#undo");
        wait(&mut browser, "VIEW.pieces.length === 12");
        browser.click("#new");
    }
    assert_eq!(browser.value("VIEW.text"), Value::from(text.clone()));
    assert_eq!(fs::read_to_string(&path).expect("a text"), text);
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn help_that_is_closed_does_not_come_back() {
    let mut browser = Browser::start();
    let studio = begin(&mut browser);
    browser.click("[data-key=begin-kanoodle]");
    shows(&mut browser, "371020");
    let steps = browser
        .value("[...document.querySelectorAll('#help li button')].map((each) => each.textContent)");
    assert_eq!(
        steps,
        json!(["Draw the board.", "Add pieces.", "Make something."])
    );
    // Each step leads to its place.
    for (step, place) in [("draw", "board"), ("add", "pieces"), ("make", "making")] {
        browser.click(&format!("[data-key=help-{step}]"));
        let is_there = format!("byId('{place}').contains(document.activeElement)");
        assert_eq!(browser.value(&is_there), true, "{step}");
    }
    browser.click("#close-help");
    assert_eq!(browser.value("byId('help').hidden"), true);
    browser.call("Page.reload", &json!({}));
    wait(&mut browser, "typeof VIEW === 'object' && VIEW !== null");
    assert_eq!(browser.value("byId('help').hidden"), true);
    // The next studio has another port, so the browser gives it a separate storage.
    let other = Studio::without_file();
    assert_ne!(other.port, studio.port);
    open(&mut browser, &other);
    assert_eq!(browser.value("byId('help').hidden"), true);
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn axe_finds_nothing_in_the_first_page() {
    let (axe, mut browser) = (axe(), Browser::start());
    let mut studios = Vec::new();
    for size in SIZES {
        resize(&mut browser, size);
        for scheme in ["light", "dark"] {
            let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
            browser.call("Emulation.setEmulatedMedia", &json!({"features": features}));
            studios.push(begin(&mut browser));
            browser.value(&axe);
            assert_eq!(violations(&mut browser), json!([]), "{scheme} {size:?}");
            let outside = browser.value(
                "[...document.querySelectorAll('#gallery button')].filter((each) => { \
                 const box = each.getBoundingClientRect(); \
                 return box.left < 0 || box.right > innerWidth || each.scrollWidth > each.clientWidth; }) \
                 .map((each) => each.textContent)",
            );
            assert_eq!(outside, json!([]), "{size:?}");
            browser.press("Escape");
            assert_eq!(
                violations(&mut browser),
                json!([]),
                "{scheme} {size:?}, help"
            );
            let overflow = browser.value("document.documentElement.scrollWidth - innerWidth");
            assert!(overflow.as_f64() <= Some(0.0), "{size:?}: {overflow}");
        }
    }
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn the_first_minutes_in_firefox() {
    let mut firefox = Firefox::start();
    let studio = Studio::without_file();
    firefox.go(&studio.address);
    firefox::wait(&mut firefox, SHOWN);
    firefox::click(&mut firefox, "[data-key=begin-Triangle]");
    firefox::wait(
        &mut firefox,
        "!document.querySelector('#gallery').open && document.querySelector('#lattice')?.value === 'Triangle'",
    );
    firefox::click(&mut firefox, "#new");
    firefox::wait(&mut firefox, SHOWN);
    firefox.press("Enter");
    firefox::wait(
        &mut firefox,
        "document.querySelector('#count')?.dataset.solutions === '371020'",
    );
    firefox::click(&mut firefox, "#close-help");
    firefox.go(&studio.address);
    firefox::wait(&mut firefox, "document.querySelector('#new') !== null");
    assert_eq!(
        firefox.of_document("document.querySelector('#help').hidden"),
        true
    );
}
