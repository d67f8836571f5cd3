//! Keys that work wherever the focus is, and texts that never mention missing values.

use std::fs;

use serde_json::Value;

use super::levels::{DECK, page_of, page_of_the_calendar, page_of_the_deck};
use crate::browsers::chromium::Browser;
use crate::browsers::missing_values::MISSING_VALUES;

fn open(browser: &mut Browser, page: &[u8]) {
    let path = browser.folder().join("page.html");
    fs::write(&path, page).expect("a page");
    browser.open(&path, "");
}

/// Drags a piece off the board, so that it is chosen and nothing has the focus. Checks that keys
/// turn it and give a hint.
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

/// Checks that a piece's letter takes it wherever the focus is, also after Turn and Hint; it turns
/// there, moves and is put down. R takes the red piece only while no piece is chosen.
#[test]
#[ignore = "needs a browser"]
fn letters_take_pieces() {
    let mut browser = Browser::start();
    let kanoodle = page_of(&["puzzles/kanoodle.ron", "--limit", "0"]);
    open(&mut browser, &kanoodle);
    let held = "hand.placement === null ? null : PIECES[PLACEMENTS[hand.placement].piece].name";
    let chosen = "game.chosen === null ? null : PIECES[game.chosen].name";
    for (focus, key, taken) in [
        ("document.activeElement.blur()", "b", "Blue"),
        ("byId('copy').focus()", "y", "Yellow"),
        (
            "document.querySelector('[data-key=undo]').focus()",
            "g",
            "Green",
        ),
        (
            "document.querySelector('[data-key=hint]').focus()",
            "g",
            "Gray",
        ),
        ("document.activeElement.blur()", "g", "Green"),
    ] {
        browser.value(focus);
        browser.press(key);
        assert_eq!(browser.value(held), taken, "{key}");
    }
    // The keys must still work after a click on the button that turns the piece.
    browser.click("[data-key=\"do-R\"]");
    for key in ["r", "R", "f"] {
        let before = browser.value("PLACEMENTS[hand.placement].orientation");
        browser.press(key);
        let after = browser.value("PLACEMENTS[hand.placement].orientation");
        assert_ne!(before, after, "{key}");
    }
    let before = browser.value("hand.placement");
    browser.press("ArrowRight");
    assert_ne!(browser.value("hand.placement"), before);
    browser.press("n");
    browser.value("document.activeElement.blur()");
    browser.press("Enter");
    assert_eq!(browser.value("state.put.length"), 1);
    browser.press("g");
    assert_eq!(browser.value(held), "Gray");
    // The piece that is put back is still chosen, so R turns it. When no piece is chosen, R takes
    // the red piece.
    browser.press("Escape");
    browser.press("r");
    assert_eq!(browser.value(chosen), "Gray");
    browser.press("Escape");
    assert_eq!(browser.value(chosen), Value::Null);
    browser.press("r");
    assert_eq!(browser.value(held), "Red");
    browser.press("h");
    browser.press("h");
    assert_eq!(browser.value(held), "Red");
    browser.press("b");
    assert_eq!(browser.value(held), "Blue");
    browser.is_content();
}

/// Checks that no view, dialog or card shows a missing value: before a piece is laid, with every
/// stage of a hint, with a piece in hand, and at the end; on the first day and in a row of days.
#[test]
#[ignore = "needs a browser"]
fn no_dialog_shows_null() {
    let mut browser = Browser::start();
    let soma = page_of(&["puzzles/soma-cube.ron", "--limit", "5"]);
    let german = page_of(&[DECK, "--language", "de"]);
    for page in [page_of_the_deck(), page_of_the_calendar(), &soma, &german] {
        open(&mut browser, page);
        let views = browser.value("VIEWS.map(({ id }) => id)");
        let views = views.as_array().expect("a list").clone();
        let mut steps: Vec<String> = views
            .iter()
            .map(|view| format!("update({{ view: {view} }})"))
            .collect();
        steps.extend(STEPS.map(str::to_owned));
        for step in steps {
            browser.value(&format!(
                "{{ {step}; for (const each of document.querySelectorAll('details')) each.open = true; }}"
            ));
            let found = browser.value(MISSING_VALUES);
            assert_eq!(found, Value::Array(Vec::new()), "{step}");
        }
        browser.is_content();
    }
}

/// The steps before the texts are read.
const STEPS: [&str; 13] = [
    "update({ view: 'play' })",
    "if (LEVELS.length > 1) chooseLevel()",
    "byId('levels').close(); hint()",
    "hint()",
    "hint()",
    "hint()",
    "closeHint(); pickUp(PIECES.findIndex((_, piece) => copiesLeft(standing(onBoard()), piece) > 0))",
    "turnInHand(0, false)",
    "letGo(hand.placement); saveSettings({ timer: true, patterns: true }); show()",
    "putDown(OF_PIECE[game.chosen].find((p) => fits(standing(onBoard()), p)))",
    "undo(); beginAnew(); \
     for (const p of solutionOf(playStart()) ?? solution(0)) if (!onBoard().includes(p)) putDown(p)",
    "share()",
    "saveSettings({ daily: { last: today(), streak: 3 } }); if (LEVELS.length > 1) chooseLevel()",
];
