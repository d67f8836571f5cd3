//! A page with 120 levels, played with the mouse, by touch and with the keyboard. After it is
//! closed and opened again, it still shows which levels were solved.

use std::fs;
use std::sync::OnceLock;

use serde_json::Value;
use tempfile::TempDir;

use super::playing::{on_screen, place};
use crate::browsers::chromium::Browser;
use crate::program::run;

pub(super) const DECK: &str = "tests/decks/kanoodle-120.ron";

/// The page of the deck, made once for all tests.
pub(super) fn page_of_the_deck() -> &'static [u8] {
    static PAGE: OnceLock<Vec<u8>> = OnceLock::new();
    PAGE.get_or_init(|| page_of(&[DECK]))
}

/// The page of the calendar, made once for all tests.
pub(super) fn page_of_the_calendar() -> &'static [u8] {
    static PAGE: OnceLock<Vec<u8>> = OnceLock::new();
    PAGE.get_or_init(|| page_of(&["puzzles/calendar.ron"]))
}

/// The page of a puzzle or a deck, with further arguments.
pub(super) fn page_of(arguments: &[&str]) -> Vec<u8> {
    let folder = TempDir::new().expect("a scratch folder");
    let page = folder.path().join("page.html");
    let to = ["--output", &page.to_string_lossy()];
    let made = run(["viewer"].iter().chain(arguments).chain(&to));
    assert_eq!(made.status, 0, "{}", made.stderr);
    fs::read(page).expect("a page")
}

/// The placements that the level lacks, by name.
fn missing(browser: &mut Browser) -> Vec<String> {
    let names = browser.value(
        "solutionOf(playStart()).filter((p) => !onBoard().includes(p)).map((p) => PLACEMENTS[p].name)",
    );
    let names = names.as_array().expect("a list");
    let text = |name: &Value| name.as_str().expect("a name").to_owned();
    names.iter().map(text).collect()
}

/// The selector of a placement's piece on the rack.
fn item(browser: &mut Browser, placement: &str) -> String {
    let piece = browser.value(&format!("PLACEMENTS[BY_NAME.get({placement:?})].piece"));
    format!("[data-piece=\"{piece}\"]")
}

/// Whether the piece of a placement has the right orientation on the rack.
fn is_turned(browser: &mut Browser, placement: &str) -> bool {
    let expression = format!(
        "(() => {{ const p = PLACEMENTS[BY_NAME.get({placement:?})]; \
         return game.orientation[p.piece] === p.orientation; }})()"
    );
    browser.value(&expression) == true
}

/// Turns a piece by `turn`, and after a full revolution turns it over by `flip`, until its orientation is
/// right.
fn turn(
    browser: &mut Browser,
    placement: &str,
    turn: impl Fn(&mut Browser),
    flip: impl Fn(&mut Browser),
) {
    for round in 1..=10 {
        if is_turned(browser, placement) {
            return;
        }
        if round == 5 {
            flip(browser);
        } else {
            turn(browser);
        }
    }
    panic!("{placement} is never turned so");
}

fn assert_solved(browser: &mut Browser, level: u32) {
    let level_text = browser.text("#level");
    assert!(
        level_text.starts_with(&format!("Level {level} easy ")) && level_text.ends_with('✓'),
        "{level_text}"
    );
    assert_eq!(browser.text(".result .count"), "Solved without a hint!");
    let held = browser.text("#held");
    assert_eq!(held, format!("{level} of 120 solved"));
}

#[test]
#[ignore = "needs a browser"]
fn three_of_120_levels_are_played_and_stay_solved() {
    let mut browser = Browser::start();
    let page = browser.folder().join("page.html");
    fs::write(&page, page_of_the_deck()).expect("a page");
    browser.open(&page, "");
    // The page opens on the first level, which is numbered as in a booklet, and has only the view
    // for playing.
    assert_eq!(browser.text("#level"), "Level 1 easy 3.0");
    assert_eq!(browser.value("VIEWS.length"), 1);
    // The rack is next to the board, and an open hint does not move it.
    browser.value("hint()");
    let within = browser.value(
        "['rack', 'board', 'hint'].map((id) => byId(id).getBoundingClientRect().bottom <= innerHeight)",
    );
    assert_eq!(within, serde_json::json!([true, true, true]));
    browser.value("localStorage.clear(); location.hash = ''");
    browser.open(&page, "");

    // With the mouse: pieces are chosen and turned by clicks, and dragged to their places.
    for placement in missing(&mut browser) {
        let rack = item(&mut browser, &placement);
        browser.click(&rack);
        turn(
            &mut browser,
            &placement,
            |browser| browser.click("[data-key=\"do-R\"]"),
            |browser| browser.click("[data-key=\"do-F\"]"),
        );
        let from = browser.middle(&rack);
        let to = on_screen(&mut browser, &placement);
        browser.mouse("mousePressed", from);
        browser.mouse("mouseMoved", (from.0 + 9.0, from.1 + 9.0));
        browser.mouse("mouseMoved", to);
        browser.mouse("mouseReleased", to);
    }
    assert_solved(&mut browser, 1);
    // A mistake is undone with the usual keys, and the level stays solved.
    browser.click("[data-key=\"undo\"]");
    assert_eq!(browser.text("#held"), "1 of 120 solved");
    browser.click("[data-key=\"redo\"]");
    browser.click("[data-key=\"next-challenge\"]");

    // By touch, on a phone.
    browser.telephone();
    for placement in missing(&mut browser) {
        let rack = item(&mut browser, &placement);
        browser.tap(&rack);
        turn(
            &mut browser,
            &placement,
            |browser| browser.tap(&rack),
            |browser| browser.tap("[data-key=\"do-F\"]"),
        );
        let from = browser.middle(&rack);
        let (x, y) = on_screen(&mut browser, &placement);
        // The finger would hide the piece, so the piece is shown above the finger.
        browser.touch(&[from, (from.0, from.1 - 20.0), (x, y + 90.0), (x, y + 48.0)]);
    }
    assert_solved(&mut browser, 2);
    browser.tap("[data-key=\"next-challenge\"]");
    browser.desktop();

    // With the keyboard.
    let missing = missing(&mut browser);
    browser.value("document.querySelector('.rack-piece').focus()");
    for placement in missing {
        place(&mut browser, &placement);
    }
    assert_solved(&mut browser, 3);
    browser.is_content();

    // After the page is closed and opened again, it continues with the fourth level, and three are solved.
    browser.open(&page, "");
    assert_eq!(browser.text("#held"), "3 of 120 solved");
    assert!(browser.text("#level").starts_with("Level 4 "));
    browser.click("[data-key=\"levels\"]");
    let done = browser.value("document.querySelectorAll('.level.done').length");
    assert_eq!(done, 3);
    browser.click("[data-level=\"2\"]");
    assert_solved(&mut browser, 3);
    browser.is_content();
}

/// Checks that the page opens even if the browser's storage contains invalid data.
#[test]
#[ignore = "needs a browser"]
fn broken_storage_does_no_harm() {
    let mut browser = Browser::start();
    let page = browser.folder().join("page.html");
    let deck = "tests/challenges/kanoodle.ron";
    let made = run(["viewer", deck, "--output", &page.to_string_lossy()]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    browser.open(&page, "");
    for broken in [
        "{",
        "null",
        "[1]",
        "{\"put\": [1, \"X@(9,9)\"], \"solved\": 7, \"hints\": -1}",
        "\"\"",
    ] {
        browser.value(&format!(
            "for (const level of LEVELS) localStorage.setItem(STORE + level.key, {broken:?}); \
             localStorage.setItem(`${{STORE}}page/${{EMBEDDED.key}}`, {broken:?})"
        ));
        browser.open(&page, "");
        assert_eq!(browser.value("state.put.length"), 0, "{broken}");
        assert!(browser.text("#held").starts_with("0 of "), "{broken}");
    }
    // Without storage the levels can still be played.
    browser.value("Storage.prototype.setItem = () => { throw new Error('full'); }");
    browser.value("putDown(solutionOf(playStart()).find((p) => !onBoard().includes(p)))");
    assert_eq!(browser.value("progressOf(LEVEL).put.length"), 1);
    browser.is_content();
}

/// Checks that a calendar opens on the current date, and that each date has a different board.
#[test]
#[ignore = "needs a browser"]
fn a_calendar_opens_on_the_current_date() {
    let mut browser = Browser::start();
    let page = browser.folder().join("page.html");
    fs::write(&page, page_of_the_calendar()).expect("a page");
    browser.open(&page, "");
    let today = browser.value(
        "new Intl.DateTimeFormat('en', { month: 'short' }).format(new Date()) + ' ' + new Date().getDate()",
    );
    assert_eq!(browser.value("LEVEL.id"), today);
    assert_eq!(browser.value("LEVELS.length"), 366);
    for (date, goal) in [
        ("2024-02-29", "Feb 29"),
        ("2025-10-06", "Oct 6"),
        ("2026-05-01", "May 1"),
    ] {
        assert_eq!(browser.value(&format!("dailyLevel({date:?}).id")), goal);
    }
    browser.open(&page, "#play&goal=Oct%206");
    assert_eq!(browser.text("#level"), "Oct 6");
    assert_eq!(browser.value("HELD"), 7);
    browser.value("solution(0).forEach((p) => putDown(p))");
    assert_eq!(browser.text(".result .count"), "Solved without a hint!");
    browser.is_content();
}

/// Checks that the puzzle of the day is the same for all players and differs each day, and that
/// each level is used once before any is repeated.
#[test]
#[ignore = "needs a browser"]
fn every_level_has_its_day() {
    let mut browser = Browser::start();
    let page = browser.folder().join("page.html");
    fs::write(&page, page_of_the_deck()).expect("a page");
    browser.open(&page, "");
    let different = browser.value(
        "new Set(Array.from({ length: 120 }, (_, i) => \
         dailyLevel(dayOf(new Date(2026, 0, 2 + i, 3, 30))).id)).size",
    );
    assert_eq!(different, 120);
    // Consecutive solved days are counted; a missed day ends the count.
    let counted = browser.value(
        "(() => { const now = today(); const before = (n) => dayOf(new Date(Date.now() - n * 86400000)); \
         const level = dailyLevel(now); \
         saveSettings({ daily: { last: before(1), streak: 4 } }); solvedDaily(level); const on = streak(); \
         saveSettings({ daily: { last: before(2), streak: 4 } }); const off = streak(); \
         solvedDaily(level); return [on, off, streak()]; })()",
    );
    assert_eq!(counted, serde_json::json!([5, 0, 1]));
}

/// Checks that all texts of a German page are German, and that a file of texts can replace them.
#[test]
#[ignore = "needs a browser"]
fn a_page_speaks_other_languages() {
    let mut browser = Browser::start();
    let page = browser.folder().join("page.html");
    let texts = browser.folder().join("texts.ron");
    std::fs::write(
        &texts,
        "(language: \"fr\", level: \"Niveau {number}\", hint: \"<b>Indice</b>\")",
    )
    .expect("a file");
    let made = |more: &[&str]| {
        let page = page.to_string_lossy();
        let call = ["viewer", "tests/challenges/kanoodle.ron", "--output", &page];
        let made = run(call.iter().chain(more));
        assert_eq!(made.status, 0, "{}", made.stderr);
    };
    made(&["--language", "de", "--title", "Knobeln <1>"]);
    browser.open(&page, "");
    assert_eq!(browser.text("h1"), "Knobeln <1>");
    assert_eq!(browser.value("document.documentElement.lang"), "de");
    browser.click("[data-key=\"hint\"]");
    assert!(browser.text("#hint").starts_with("Sieh "));
    let english = browser.value(
        "['Level ', 'Undo', 'Hint', 'solved', 'Share', 'Settings', 'Keys', 'Play'].filter((word) => \
         word !== 'Level ' && document.body.innerText.includes(word))",
    );
    assert_eq!(english, serde_json::json!([]));
    made(&["--texts", &texts.to_string_lossy()]);
    browser.open(&page, "");
    assert!(browser.text("#level").starts_with("Niveau 1"));
    assert_eq!(browser.text("[data-key=\"hint\"]"), "<b>Indice</b>");
    browser.is_content();
}
