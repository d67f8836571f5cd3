//! Labels, goals and further fields are edited in forms; the text changes in place.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::drawing::{cell, drag, open, shows, wait};
use super::firefox;
use crate::browsers::chromium::Browser;
use crate::browsers::marionette::Firefox;
use crate::program::root;
use crate::studio::client::Studio;

/// The tray of a calendar with weekdays.
const TRAY: &str = r########"// My calendar.
(
    lattice: Square,
    board: Picture(["######.", "######.", "#######", "#######", "#######", "#######", "#######", "....###"]), // 50 cells
    pieces: [],
)
"########;

fn start(folder: &TempDir, text: &str) -> Studio {
    let path = folder.path().join("mine.ron");
    fs::write(&path, text).expect("a scratch file");
    Studio::start(&path)
}

fn is_idle(browser: &mut Browser) {
    wait(browser, "QUEUE.length === 0 && !isBusy");
}

fn type_into(browser: &mut Browser, selector: &str, text: &str) {
    browser.click(selector);
    browser.value(&format!(
        "document.querySelector({selector:?}).select(), true"
    ));
    browser.call("Input.insertText", &json!({ "text": text }));
}

/// Makes a calendar with weekdays by mouse: words are typed, one cell is clicked, and the other
/// words follow.
#[test]
#[ignore = "needs a browser"]
fn a_calendar_is_made_by_mouse() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = start(&folder, TRAY);
    open(&mut browser, &studio);
    browser.click("[data-key=label]");
    let places = "['months', 'days', 'weekdays'].map((name) => byId(`label-${name}`).offsetLeft)";
    let before = browser.value(places);
    type_into(
        &mut browser,
        "#label-words",
        "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    );
    let at = cell(&mut browser, "0,0");
    // The words are shown before they are placed.
    browser.mouse("mouseMoved", at);
    wait(
        &mut browser,
        "layer('hand').textContent.startsWith('JanFeb')",
    );
    browser.click_at(at);
    wait(&mut browser, "VIEW.label_groups.length === 1");
    // A group in the list moves no button.
    assert_eq!(browser.value(places), before);
    for (words, at) in [("#label-days", "0,2"), ("#label-weekdays", "3,6")] {
        browser.click(words);
        let at = cell(&mut browser, at);
        browser.click_at(at);
        is_idle(&mut browser);
    }
    let groups = browser.value("VIEW.label_groups.map((group) => group.length)");
    assert_eq!(groups, json!([12, 31, 7]));
    browser.click("#add-set");
    is_idle(&mut browser);
    browser.click("#goal-each");
    wait(&mut browser, "VIEW.goals.length === 2604");
    wait(&mut browser, "VIEW.goals.includes(REPLY.goal)");
    browser.click("#no-such-dates");
    wait(
        &mut browser,
        "VIEW.goals.length === 2562 && VIEW.problem === null",
    );
    let text = browser.value("VIEW.text");
    let text = text.as_str().expect("a text");
    assert!(
        text.starts_with("// My calendar.") && text.contains("// 50 cells"),
        "{text}"
    );
    assert!(text.contains("\"Jul Aug Sep Oct Nov Dec\""), "{text}");
    assert!(
        text.contains("Each(except: [\"Feb 30\", \"Feb 31\", \"Apr 31\""),
        "{text}"
    );
    // A label is changed in its group.
    let march = cell(&mut browser, "2,0");
    browser.click("[data-key=label]");
    browser.click_at(march);
    wait(&mut browser, "byId('label-words').value === 'Mar'");
    type_into(&mut browser, "#label-words", "Mär");
    browser.press("Enter");
    wait(&mut browser, "VIEW.goals.includes('Mär 31 Mon')");
    assert_eq!(browser.value("VIEW.label_groups.length"), 3);
    for _ in 0..7 {
        browser.click("#undo");
        is_idle(&mut browser);
    }
    assert_eq!(browser.value("VIEW.text"), Value::from(TRAY));
    browser.is_content();
}

/// Checks that words are placed at the cursor without a mouse, and on a telephone.
#[test]
#[ignore = "needs a browser"]
fn labels_are_placed_by_keys_and_by_touch() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = start(&folder, TRAY);
    open(&mut browser, &studio);
    browser.value("byId('board').focus(), board.cursor = board.keys.get('0,0'), true");
    for key in ["ArrowDown", "ArrowDown", "l"] {
        browser.press(key);
    }
    browser.call("Input.insertText", &json!({"text": "1 2 \"New Year\""}));
    browser.press("Enter");
    wait(&mut browser, "VIEW.label_groups[0]?.length === 3");
    assert!(
        studio.text().contains("\"New Year\": (2, 2)"),
        "{}",
        studio.text()
    );
    browser.telephone();
    open(&mut browser, &studio);
    browser.value("byId('board').scrollIntoView({ block: 'center' }), setTool('label')");
    browser.call("Input.insertText", &json!({"text": "Mon Tue"}));
    let at = cell(&mut browser, "4,7");
    browser.touch(&[at]);
    wait(&mut browser, "VIEW.label_groups.length === 2");
    let width = browser.value("document.documentElement.scrollWidth");
    assert!(width.as_f64().expect("a width") <= 390.0, "{width}");
    browser.is_content();
}

/// Checks that goals are added, renamed, marked on the board and deleted, and that the other
/// entries stay as written.
#[test]
#[ignore = "needs a browser"]
fn goals_are_edited_in_forms() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let text = fs::read_to_string(root().join("puzzles/calendar.ron")).expect("it ships");
    let studio = start(&folder, &text);
    open(&mut browser, &studio);
    wait(&mut browser, "VIEW.goals.length === 366");
    browser.click("#goal-open");
    wait(
        &mut browser,
        "VIEW.goal_entries.length === 2 && markedGoal === 1",
    );
    is_idle(&mut browser);
    drag(&mut browser, "0,0", "1,0");
    wait(&mut browser, "VIEW.goal_entries[1].open.length === 2");
    let entry = "VIEW.goal_entries[1].text";
    assert_eq!(
        browser.value(entry),
        "Goal(name: \"goal 2\", open: Cells([(0, 0), (1, 0)]))"
    );
    let marked = browser.value("layer('marked').querySelectorAll('.open path').length");
    assert_eq!(marked, 2);
    browser.click("#stop-marking");
    type_into(&mut browser, "[data-key=goal-name-1]", "new year");
    browser.press("Enter");
    wait(&mut browser, "VIEW.goals.includes('new year')");
    browser.click("[data-key=goal-show-1]");
    shows(&mut browser, "282");
    // Answers that come later would move the buttons below them.
    wait(&mut browser, "ANSWERS.has('done')");
    browser.click("[data-key=goal-remove-1]");
    wait(&mut browser, "VIEW.goals.length === 366");
    assert_eq!(browser.value("VIEW.text"), Value::from(text));
    // Adds an entry `Holes`, and then the board itself as a goal.
    browser.click("#goal-holes");
    wait(&mut browser, "VIEW.goal_entries[1]?.kind === 'Holes'");
    browser.click("#goal-board");
    wait(&mut browser, "VIEW.goals.includes('goal 3')");
    browser.is_content();
}

/// Checks that *Save* and *Puzzle (RON)* include a text that is still being typed, in every kind of field, and that
/// *Save* stays in its place.
#[test]
#[ignore = "needs a browser"]
fn what_is_typed_is_saved() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let text = "(lattice: Square, board: Rect(3, 2), pieces: [Set(of: Polyominoes(2), copies: 3)], goals: [Goal(name: \"one\")])\n";
    let studio = start(&folder, text);
    let path = folder.path().join("mine.ron");
    open(&mut browser, &studio);
    let place = browser.value("byId('save').offsetLeft");
    let is_saved = "byId('save').disabled && byId('state').textContent === 'saved'";
    browser.value("byId('fields').open = byId('source').open = true");
    for (field, typed) in [
        ("#title", "Three by two"),
        ("#field-source", "\"mine\""),
        ("[data-key=goal-name-0]", "new year"),
    ] {
        wait(&mut browser, is_saved);
        type_into(&mut browser, field, typed);
        wait(
            &mut browser,
            "!byId('save').disabled && byId('state').textContent === 'not saved'",
        );
        assert_eq!(browser.value("byId('save').offsetLeft"), place, "{field}");
        browser.click("#save");
        wait(&mut browser, is_saved);
        let saved = fs::read_to_string(&path).expect("it is saved");
        assert!(saved.contains(typed.trim_matches('"')), "{field}: {saved}");
    }
    // The text of the file, and the form of a piece, by Ctrl-S; the focus stays in the field.
    browser.click("#text");
    browser.call("Input.insertText", &json!({ "text": "// first" }));
    save_by_keys(&mut browser);
    wait(&mut browser, is_saved);
    assert_eq!(browser.value("document.activeElement.id"), "text");
    browser.click("[data-key=piece-0]");
    type_into(&mut browser, "[data-key=name-0]", "domino");
    save_by_keys(&mut browser);
    wait(&mut browser, is_saved);
    let saved = fs::read_to_string(&path).expect("it is saved");
    assert!(
        saved.contains("// first") && saved.contains("\"domino\""),
        "{saved}"
    );
    // A download, too.
    browser.value("window.made = null, hand = async (name, blob) => { window.made = await blob.text(); }, true");
    type_into(&mut browser, "#title", "Two by three");
    browser.click("#make-ron");
    wait(
        &mut browser,
        "window.made?.includes('title: \"Two by three\"')",
    );
    browser.is_content();
}

fn save_by_keys(browser: &mut Browser) {
    browser.call(
        "Input.dispatchKeyEvent",
        &json!({"type": "rawKeyDown", "key": "s", "windowsVirtualKeyCode": 83, "modifiers": 2}),
    );
}

/// Checks that a second click at the same place adds a second goal: nothing else comes to lie there.
#[test]
#[ignore = "needs a browser"]
fn buttons_that_add_goals_stay_in_their_places() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let text =
        "(lattice: Square, board: Rect(3, 2), pieces: [Set(of: Polyominoes(2), copies: 3)])\n";
    let studio = start(&folder, text);
    open(&mut browser, &studio);
    shows(&mut browser, "3");
    wait(&mut browser, "ANSWERS.has('done')");
    let at = browser.middle("#goal-board");
    for count in 1..=3 {
        browser.click_at(at);
        wait(&mut browser, &format!("VIEW.goals.length === {count}"));
        is_idle(&mut browser);
        assert_eq!(browser.middle("#goal-board"), at);
    }
    browser.is_content();
}

/// Checks that the page has a form for the depth of a tray and for every other field.
#[test]
#[ignore = "needs a browser"]
fn further_fields_are_edited() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let text = "(lattice: Cube, board: Rect(3, 2), pieces: [Set(of: Polycubes(2), copies: 3)])\n";
    let studio = start(&folder, text);
    open(&mut browser, &studio);
    shows(&mut browser, "3");
    type_into(&mut browser, "#layers", "2");
    browser.press("Enter");
    wait(
        &mut browser,
        "VIEW.text.includes('tray: Projected(layers: 2)')",
    );
    browser.value("byId('fields').open = true");
    type_into(&mut browser, "#field-source", "\"mine\"");
    browser.value("document.activeElement.blur(), true");
    wait(&mut browser, "VIEW.text.includes('source: \"mine\"')");
    // A text that is not a value is refused, and the text of the file stays.
    type_into(&mut browser, "#field-expect", "(solutions: 1), x: 2");
    browser.value("document.activeElement.blur(), true");
    wait(
        &mut browser,
        "byId('banners').textContent.startsWith('Not done')",
    );
    for _ in 0..2 {
        browser.click("#undo");
        is_idle(&mut browser);
    }
    assert_eq!(browser.value("VIEW.text"), Value::from(text));
    browser.is_content();
}

/// Checks that a piece gets coloured cells in its text, and that a tool makes cells of the board
/// require a colour.
#[test]
#[ignore = "needs a browser"]
fn colours_of_cells_are_required() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let text = "(lattice: Square, board: Rect(2, 2), pieces: [Piece(name: \"ab\", cells: Rect(2, 1), copies: 2)])\n";
    let studio = start(&folder, text);
    open(&mut browser, &studio);
    shows(&mut browser, "2");
    browser.press("k");
    wait(
        &mut browser,
        "byId('tool-bar').textContent.startsWith('No piece has coloured cells')",
    );
    browser.click("[data-key=piece-0]");
    browser.value("document.querySelector('#pieces details').open = true");
    type_into(
        &mut browser,
        "[data-key=text-0]",
        "Piece(name: \"ab\", cells: Rect(2, 1), copies: 2, colors: [\"a\", \"b\"])",
    );
    browser.value("document.activeElement.blur(), true");
    wait(&mut browser, "VIEW.colors.length === 2");
    shows(&mut browser, "8");
    browser.click("[data-key=color-b]");
    drag(&mut browser, "0,0", "0,1");
    wait(&mut browser, "VIEW.asked.length === 2");
    shows(&mut browser, "1");
    assert!(
        studio
            .text()
            .contains("Colored(color: \"b\", cells: Rect(1, 2))"),
        "{}",
        studio.text()
    );
    browser.click("[data-key='color-']");
    drag(&mut browser, "0,0", "0,1");
    wait(
        &mut browser,
        "VIEW.asked.length === 0 && !VIEW.text.includes('restrict')",
    );
    for _ in 0..3 {
        browser.click("#undo");
        is_idle(&mut browser);
    }
    assert_eq!(browser.value("VIEW.text"), Value::from(text));
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn labels_and_goals_are_made_in_firefox() {
    let mut firefox = Firefox::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = start(&folder, TRAY);
    firefox.go(&studio.address);
    firefox::wait(
        &mut firefox,
        "document.querySelector('#board .cell') !== null",
    );
    firefox::click(&mut firefox, "[data-key=label]");
    // Waiting for the group: its reply draws the buttons anew.
    for (words, at, groups) in [("#label-months", "0,0", 2), ("#label-days", "0,2", 3)] {
        firefox::click(&mut firefox, words);
        firefox::click(&mut firefox, &format!("[data-at='{at}']"));
        firefox::wait(
            &mut firefox,
            &format!("document.querySelectorAll('#label-group option').length === {groups}"),
        );
    }
    firefox::click(&mut firefox, "#goal-each");
    firefox::wait(
        &mut firefox,
        "document.querySelector('#no-such-dates') !== null",
    );
    assert!(studio.text().contains("Each()"), "{}", studio.text());
}
