//! A deck of cards, from an empty board to the booklet.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::drawing::{drag, open, wait};
use crate::browsers::chromium::Browser;
use crate::browsers::viewer::access::{axe, violations};
use crate::studio::client::Studio;

fn is_idle(browser: &mut Browser) {
    wait(browser, "QUEUE.length === 0 && !isBusy && pane.frame === 0");
}

fn type_number(browser: &mut Browser, id: &str, number: u32) {
    browser.click(&format!("#{id}"));
    browser.value(&format!("byId('{id}').select(), true"));
    browser.call("Input.insertText", &json!({ "text": number.to_string() }));
}

/// Draws a board of two rectangles by mouse.
fn draw(browser: &mut Browser, rectangles: [(&str, &str); 2], cells: u32) {
    for (from, to) in rectangles {
        browser.value("byId('board').scrollIntoView({ block: 'nearest' }), true");
        drag(browser, from, to);
        is_idle(browser);
    }
    let drawn = "VIEW.marks.filter((mark) => mark > 0).length";
    wait(browser, &format!("{drawn} === {cells}"));
}

/// Keeps two boards as goals, one after the other.
fn collect_boards(browser: &mut Browser) {
    browser.click("#goal-board");
    wait(browser, "VIEW.goals.length === 1");
    browser.click("#clear");
    wait(browser, "VIEW.marks.every((mark) => mark === 0)");
    browser.click("#undo");
    wait(
        browser,
        "VIEW.marks.filter((mark) => mark > 0).length === 11",
    );
    browser.click("#clear");
    wait(browser, "VIEW.marks.every((mark) => mark === 0)");
    draw(browser, [("2,0", "4,0"), ("0,1", "4,1")], 8);
    browser.value("byId('board').scrollIntoView({ block: 'nearest' }), true");
    drag(browser, "1,2", "3,2");
    is_idle(browser);
    browser.click("#goal-board");
    wait(browser, "VIEW.goals.length === 2");
    wait(
        browser,
        "[...document.querySelectorAll('#goals img')].filter((each) => each.naturalWidth > 0).length === 2",
    );
}

/// Keeps a choice of pieces for the drawn board as a goal; the pool stays.
fn keep_a_choice(browser: &mut Browser) {
    browser.click("#find-designs");
    wait(browser, "document.querySelector('#designs .keep') !== null");
    let kept = browser.text("#designs .design strong");
    browser.click("#designs .keep");
    wait(browser, "VIEW.goals.length === 3 && VIEW.problem === null");
    assert_eq!(browser.value("VIEW.pieces.length"), 7);
    let text = browser.value("VIEW.text");
    let names: Vec<String> = kept.split(' ').map(|name| format!("{name:?}")).collect();
    let only = format!("only: [{}]", names.join(", "));
    assert!(
        text.as_str().is_some_and(|text| text.contains(&only)),
        "{only} {text}"
    );
    assert_eq!(
        browser.value("document.querySelectorAll('#designs .keep').length > 0"),
        true
    );
}

#[test]
#[ignore = "needs a browser"]
fn a_deck_of_cards_is_made_by_mouse() {
    let (axe, mut browser) = (axe(), Browser::start());
    let folder = TempDir::new().expect("a scratch folder");
    let studio = Studio::start(&folder.path().join("zoo.ron"));
    browser.desktop();
    open(&mut browser, &studio);
    // The pool of pieces.
    for size in [3, 4] {
        type_number(&mut browser, "set-size", size);
        browser.click("#add-set");
        is_idle(&mut browser);
    }
    wait(&mut browser, "VIEW.pieces.length === 7");
    browser.click("[data-key=rectangle]");
    draw(&mut browser, [("0,0", "3,1"), ("0,2", "2,2")], 11);
    browser.click("#optional-pieces");
    wait(&mut browser, "VIEW.pieces.every(({ min }) => min === 0)");
    assert_eq!(browser.value("byId('optional-pieces').disabled"), true);
    collect_boards(&mut browser);
    keep_a_choice(&mut browser);
    // The deck. Answers that arrive move the buttons below them, and a message may cover them for 8 s.
    wait(
        &mut browser,
        "answer('done') !== undefined && banners.said === null",
    );
    type_number(&mut browser, "cards-count", 3);
    type_number(&mut browser, "cards-most", 3);
    browser.click("#preview-cards");
    wait(
        &mut browser,
        "DECK.stop === null && byId('cards').children.length === 3",
    );
    assert_eq!(browser.text("#cards-said"), "3 cards on 3 boards.");
    assert_eq!(
        browser.value("DECK.found.sides.every(({ pieces }) => pieces.length === 3)"),
        true
    );
    browser.value(&axe);
    assert_eq!(violations(&mut browser), json!([]));
    browser.value(
        "window.made = null, hand = async (name, blob) => { window.made = [name, (await blob.text()).slice(0, 200)]; }, true",
    );
    let make = |browser: &mut Browser, selector: &str| -> Value {
        browser.value("window.made = null, true");
        browser.click(selector);
        wait(browser, "window.made !== null");
        browser.value("window.made")
    };
    for (selector, name, start) in [
        ("#cards-booklet", "zoo-cards.pdf", "%PDF-"),
        ("#cards-page", "zoo-cards.html", "<!doctype html>"),
        ("#cards-laser", "zoo-cards-cut.svg", "<?xml"),
        ("#cards-printer", "zoo-cards.3mf", "PK"),
        ("#cards-cards", "zoo-cards.ron", "(\n    title: "),
    ] {
        let made = make(&mut browser, selector);
        assert_eq!(made[0], name);
        assert!(
            made[1].as_str().is_some_and(|text| text.starts_with(start)),
            "{made}"
        );
    }
    // Two sides; a preview of another request is hidden.
    browser.click("#cards-two-sided");
    assert_eq!(browser.text("#cards-said"), "");
    browser.telephone();
    let wide = browser.value("document.documentElement.scrollWidth - innerWidth");
    assert!(wide.as_f64() <= Some(0.0), "{wide}");
    browser.is_content();
    // Where there are no such cards, the page says why.
    browser.desktop();
    for id in ["cards-least", "cards-most"] {
        type_number(&mut browser, id, 9);
    }
    browser.click("#preview-cards");
    wait(
        &mut browser,
        "DECK.stop === null && byId('cards-said').textContent !== ''",
    );
    let said = browser.text("#cards-said");
    assert!(
        said.starts_with("Not done: there is no such card"),
        "{said}"
    );
}
