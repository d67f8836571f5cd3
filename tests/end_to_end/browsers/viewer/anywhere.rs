//! Keys that work wherever the focus is, and texts that never mention missing values.

use std::fs;

use serde_json::Value;

use super::levels::{page_of, page_of_the_calendar, page_of_the_deck};
use crate::browsers::chromium::Browser;

/// Opens a page.
fn open(browser: &mut Browser, page: &[u8]) {
    let path = browser.folder().join("page.html");
    fs::write(&path, page).expect("a page");
    browser.open(&path, "");
}

/// A piece is dragged off the board: it is chosen, and nothing has the focus.
#[test]
#[ignore = "needs a browser"]
fn keys_turn_and_hint_after_a_drag() {
    let mut browser = Browser::start();
    open(&mut browser, page_of_the_deck());
    let piece = browser.value(
        "PIECES.findIndex(({ orientations }, piece) => orientations.length === 8 && copiesLeft(standing(onBoard()), piece) > 0)",
    );
    let from = browser.middle(&format!("[data-piece=\"{piece}\"]"));
    browser.value("document.activeElement.blur()");
    browser.mouse("mousePressed", from);
    browser.mouse("mouseMoved", (from.0 + 9.0, from.1 + 9.0));
    browser.mouse("mouseMoved", (5.0, 5.0));
    browser.mouse("mouseReleased", (5.0, 5.0));
    assert_eq!(browser.value("document.activeElement.tagName"), "BODY");
    assert_eq!(browser.value("game.chosen"), piece);
    for key in ["r", "f"] {
        let before = browser.value(&format!("game.orientation[{piece}]"));
        browser.press(key);
        let after = browser.value(&format!("game.orientation[{piece}]"));
        assert_ne!(before, after, "{key}");
    }
    browser.press("h");
    browser.wait_for("document.querySelector('#hint') !== null");
    // In a text field these keys type letters, and a dialog has different keys.
    let orientation = browser.value(&format!("game.orientation[{piece}]"));
    browser.value("include(document.body, make('input', { id: 'name' })), byId('name').focus()");
    browser.press("r");
    browser.click("[data-key=\"levels\"]");
    browser.press("r");
    let after = browser.value(&format!("game.orientation[{piece}]"));
    assert_eq!(after, orientation);
    browser.is_content();
}

/// No view and no list of levels shows a missing value.
#[test]
#[ignore = "needs a browser"]
fn no_page_shows_null() {
    let mut browser = Browser::start();
    let soma = page_of(&["puzzles/soma-cube.ron", "--limit", "5"]);
    for page in [page_of_the_deck(), page_of_the_calendar(), &soma] {
        open(&mut browser, page);
        let texts = browser.value(
            "(() => { const texts = []; \
             for (const { id } of VIEWS) { update({ view: id }); texts.push(document.body.textContent); } \
             if (LEVELS.length > 1) { chooseLevel(); texts.push(byId('levels').textContent); } \
             const scripts = [...document.querySelectorAll('script')].map((one) => one.textContent); \
             return texts.map((all) => scripts.reduce((rest, script) => rest.replace(script, ''), all)) \
                 .flatMap((all) => all.match(/.{0,40}(null|undefined|NaN|\\[object).{0,20}/g) ?? []); })()",
        );
        assert_eq!(texts, Value::Array(Vec::new()));
        browser.is_content();
    }
}
