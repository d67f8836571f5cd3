//! A page with thousands of goals, which searches for the solutions of a goal when it is opened.

use super::levels::page_of;
use crate::browsers::chromium::Browser;
use crate::program::run;

const CALENDAR: &str = "tests/puzzles/weekday-calendar.ron";

/// Checks that the page finds the number of solutions that the program counts, gives hints in any
/// position, and detects a wrong piece.
#[test]
#[ignore = "needs Chromium"]
fn the_page_searches_for_solutions_of_goals() {
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
    // Hints lead to a solution from any position that can be completed.
    browser.open(&file, "#play&goal=Oct%206%20Wed");
    let steps = browser.value(
        "(() => { let steps = 0; while (!solved(standing(onBoard())) && steps < 60) { steps += 1; \
         const { place, away } = nextHint(playStart(), state.put).stages.at(-1); \
         state.put = place === undefined ? state.put.filter((p) => p !== away) : [...state.put, place]; } \
         return steps; })()",
    );
    assert_eq!(steps, 10);
    // The hint takes back a piece that is in no solution.
    let away = browser.value(
        "(() => { const wrong = PLACEMENTS.find(({ index }) => { const at = search([index], 1); \
         return at.complete && at.solutions.length === 0; }).index; \
         return nextHint(playStart(), [wrong]).stages.at(-1).away === wrong; })()",
    );
    assert_eq!(away, true);
    // Another goal has another board.
    browser.click("[data-key=\"levels\"]");
    let headings = browser.value("document.querySelectorAll('#levels h3').length");
    assert_eq!(headings, 12);
    browser.is_content();
}
