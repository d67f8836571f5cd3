//! A page of thousands of goals, which looks for the solutions of a goal when that is opened.

use super::levels::page_of;
use crate::browsers::chromium::Browser;
use crate::program::run;

const CALENDAR: &str = "tests/puzzles/weekday-calendar.ron";

/// The page finds as many solutions as the program counts, gives hints from any position, and finds out a wrong piece.
#[test]
#[ignore = "needs Chromium"]
fn goals_without_solutions_on_the_page() {
    let page = page_of(&[CALENDAR]);
    assert!(page.len() < 300_000, "{} bytes", page.len());
    let mut browser = Browser::start();
    let file = browser.folder().join("calendar.html");
    std::fs::write(&file, page).expect("a page");
    for goal in ["Jan 1 Sun", "Oct 6 Wed"] {
        let link = goal.replace(' ', "%20");
        browser.open(&file, &format!("#play&goal={link}"));
        assert_eq!(browser.value("LEVEL.id"), goal);
        let counted = run(["count", CALENDAR, "--goal", goal, "--format", "json"]).json();
        let found = browser.value(
            "(() => { const { solutions, complete } = search([], 1e5, 1e8); \
             return complete && new Set(solutions.map(String)).size; })()",
        );
        assert_eq!(found, counted["solutions"], "{goal}");
        let right = "solutions.every((found) => solved(standing(found)) && \
             found.every((p, i) => fits(standing(found.filter((_, j) => j !== i)), p)))";
        let all_right = browser.value(&format!("(({{ solutions }}) => {right})(search([], 100))"));
        assert_eq!(all_right, true, "{goal}");
        assert_eq!(browser.value("HELD"), 100);
    }
    // Hints lead to a solution, whatever lies there that can be gone on from.
    browser.open(&file, "#play&goal=Oct%206%20Wed");
    let steps = browser.value(
        "(() => { let steps = 0; while (!solved(standing(onBoard())) && steps < 60) { steps += 1; \
         const { place, away } = nextHint(playStart(), state.put).stages.at(-1); \
         state.put = place === undefined ? state.put.filter((p) => p !== away) : [...state.put, place]; } \
         return steps; })()",
    );
    assert_eq!(steps, 10);
    // A piece that no solution has there is to be taken back.
    let away = browser.value(
        "(() => { const wrong = PLACEMENTS.find(({ index }) => { const at = search([index], 1); \
         return at.complete && at.solutions.length === 0; }).index; \
         return nextHint(playStart(), [wrong]).stages.at(-1).away === wrong; })()",
    );
    assert_eq!(away, true);
    // Another goal is another board.
    browser.click("[data-key=\"levels\"]");
    let headings = browser.value("document.querySelectorAll('#levels h3').length");
    assert_eq!(headings, 12);
    browser.is_content();
}
