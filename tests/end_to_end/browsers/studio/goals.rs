//! Goals are shown on the board, and all of them are made into one page.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::drawing::{cell, open, shows, wait};
use crate::browsers::chromium::Browser;
use crate::program::root;
use crate::studio::client::Studio;

/// Three dominoes; the board has two cells too many. The goal `far` has its own board, and `none` has no solution.
const DOMINOES: &str =
    "(lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: 3)], goals: [
    Goal(name: \"corner\", open: Cells([(0, 0), (1, 0)])),
    Goal(name: \"far\", board: Cells([(20, 0), (21, 0), (22, 0), (20, 1), (21, 1), (22, 1)])),
    Goal(name: \"none\", open: Cells([(0, 0), (2, 0)])),
])
";

fn start(folder: &TempDir, text: &str) -> Studio {
    let path = folder.path().join("mine.ron");
    fs::write(&path, text).expect("a scratch file");
    Studio::start(&path)
}

fn choose(browser: &mut Browser, goal: &str) {
    browser.value(&format!(
        "byId('goal').selectedIndex = VIEW.goals.indexOf('{goal}') + 1, \
         byId('goal').dispatchEvent(new Event('change')), true"
    ));
    wait(browser, &format!("REPLY.goal === '{goal}' && !isBusy"));
}

/// Checks that the open cells of a date are marked, with and without a solution, and that the list of goals is in view on
/// a small laptop.
#[test]
#[ignore = "needs a browser"]
fn open_cells_of_a_goal_are_marked() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let text = fs::read_to_string(root().join("puzzles/calendar.ron")).expect("it ships");
    // With a piece too many, no date has a solution.
    let text = text.replacen(
        "pieces: [",
        "pieces: [Piece(name: \"extra\", cells: Rect(1, 1)), ",
        1,
    );
    let studio = start(&folder, &text);
    browser.call(
        "Emulation.setDeviceMetricsOverride",
        &json!({"width": 1366, "height": 768, "deviceScaleFactor": 1, "mobile": false}),
    );
    open(&mut browser, &studio);
    wait(&mut browser, "VIEW.goals.length === 366");
    let is_in_view = "(() => { const box = byId('goal').getBoundingClientRect(); \
         return box.top > 0 && box.bottom < innerHeight; })()";
    assert_eq!(browser.value(is_in_view), true);
    choose(&mut browser, "Mar 4");
    shows(&mut browser, "0");
    let marked = "[...layer('marked').querySelectorAll('.open path')].length";
    assert_eq!(browser.value(marked), 2);
    assert_eq!(browser.text("#answers-title"), "Answers for Mar 4");
    assert!(browser.text("#areas").starts_with("Mar 4: 41 cells"));
    assert_eq!(
        browser.text("#design-goal"),
        "The choices are tried for Mar 4."
    );
    browser.click("#goal-back");
    wait(&mut browser, "REPLY.goal === null");
    assert_eq!(browser.value(marked), 0);
    assert!(
        browser
            .text("#design-goal")
            .starts_with("The choices are tried on the board itself")
    );
    browser.is_content();
}

/// Checks that a goal with its own board is drawn, even beyond the edge of the drawing area, that strokes do not change
/// the hidden board, and that an error in the text does not change the goal.
#[test]
#[ignore = "needs a browser"]
fn the_board_of_a_goal_is_drawn() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = start(&folder, DOMINOES);
    open(&mut browser, &studio);
    let drawn = "board.paths.filter((path) => path.dataset.mark === 'required')\
         .map((path) => path.dataset.at).sort().join(' ')";
    choose(&mut browser, "corner");
    // Its open cells are marked; the board can be drawn on.
    let open = "layer('marked').querySelectorAll('.open path').length";
    assert_eq!(
        browser.value(&format!("[{open}, isOtherBoard()]")),
        json!([2, false])
    );
    choose(&mut browser, "far");
    let far = "20,0 20,1 21,0 21,1 22,0 22,1";
    assert_eq!(browser.value(drawn), far);
    shows(&mut browser, "3");
    wait(&mut browser, "pane.frame === 0");
    let at = cell(&mut browser, "19,0");
    browser.click_at(at);
    wait(
        &mut browser,
        "byId('banners').textContent.startsWith('This is far')",
    );
    assert_eq!(browser.value("VIEW.text"), DOMINOES);
    browser.value("change({ edit: 'text', text: `${VIEW.text}x` }), true");
    wait(&mut browser, "VIEW.problem !== null");
    browser.click("#undo");
    wait(&mut browser, "VIEW.problem === null && !isBusy");
    assert_eq!(browser.value("REPLY.goal"), "far");
    assert_eq!(browser.value(drawn), far);
    browser.click("#goal-back");
    wait(&mut browser, "REPLY.goal === null && !isBusy");
    assert_eq!(browser.value(drawn), "0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1");
    browser.is_content();
}

/// Checks that the page to play is made from all goals unless one is chosen for it, and that what cannot be made is
/// known before.
#[test]
#[ignore = "needs a browser"]
fn all_goals_are_made_into_a_page() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = start(&folder, DOMINOES);
    open(&mut browser, &studio);
    shows(&mut browser, "0");
    browser.value(
        "window.made = null, hand = async (name, blob, note) => { window.made = [name, note, await blob.text()]; }, true",
    );
    let scope = "byId('making-scope').selectedOptions[0].textContent";
    assert_eq!(browser.value(scope), "all 3 goals");
    let disabled = "['play', 'make-page', 'preview-levels', 'make-booklet', 'make-challenges', 'make-pack']\
         .filter((id) => byId(id).disabled)";
    assert_eq!(
        browser.value(disabled),
        json!([
            "preview-levels",
            "make-booklet",
            "make-challenges",
            "make-pack"
        ])
    );
    browser.click("#make-page");
    wait(&mut browser, "window.made !== null");
    let made = browser.value("window.made");
    assert_eq!(
        (&made[0], &made[1]),
        (&json!("mine.html"), &json!("goals 2 of 3"))
    );
    let page = folder.path().join("page.html");
    fs::write(&page, made[2].as_str().expect("a page")).expect("a scratch file");
    // The board itself has no solution, which the page says before any work.
    browser.value(
        "byId('making-scope').value = 'shown', byId('making-scope').dispatchEvent(new Event('change')), true",
    );
    assert_eq!(browser.value(scope), "the board itself");
    assert_eq!(browser.value(&format!("({disabled}).length")), 6);
    assert!(browser.text("#scope-hint").contains("no solution"));
    choose(&mut browser, "corner");
    shows(&mut browser, "2");
    assert_eq!(browser.value(scope), "corner");
    assert_eq!(browser.value(disabled), Value::Array(Vec::new()));
    browser.is_content();
    browser.open(&page, "");
    let goals = "typeof LEVELS === 'object' && LEVELS.map(({ id }) => id).join()";
    assert_eq!(browser.value(goals), "corner,far");
}
