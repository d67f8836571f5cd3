//! axe finds no faults in any view, in light and dark mode.
//!
//! axe-core has the Mozilla Public License and is not part of this repository; `.ci/run` installs it from
//! npm into `target/axe`.

use std::fs;

use serde_json::{Value, json};

use super::levels::{page_of, page_of_the_calendar};
use crate::browsers::chromium::Browser;
use crate::program::root;

/// The source of axe-core.
pub(crate) fn axe() -> String {
    let path = root().join("target/axe/node_modules/axe-core/axe.min.js");
    fs::read_to_string(path).expect("npm install --no-save --prefix target/axe axe-core@4")
}

/// The violations that axe finds: rules, with the elements that break them. One experimental rule of axe is
/// disabled, because it mistakes the letters on a piece for its name.
pub(crate) fn violations(browser: &mut Browser) -> Value {
    violations_of(
        browser,
        "rules: { 'label-content-name-mismatch': { enabled: false } }",
    )
}

/// The violations in a colour scheme. In dark mode only the rules about colours are checked,
/// because all else is the same as in light mode.
fn violations_in(browser: &mut Browser, scheme: &str) -> Value {
    if scheme == "light" {
        return violations(browser);
    }
    violations_of(browser, "runOnly: ['color-contrast', 'link-in-text-block']")
}

fn violations_of(browser: &mut Browser, rules: &str) -> Value {
    browser.value(&format!(
        "axe.run(document, {{ resultTypes: ['violations'], {rules} }}).then(({{ violations }}) => \
         violations.map(({{ id, nodes }}) => [id, nodes.map(({{ html }}) => html.slice(0, 160))]))",
    ))
}

#[test]
#[ignore = "needs a browser"]
fn axe_finds_nothing() {
    let (axe, mut browser) = (axe(), Browser::start());
    let page = browser.folder().join("page.html");
    for call in [
        &[
            "puzzles/kanoodle.ron",
            "--limit",
            "200",
            "--challenges",
            "tests/challenges/kanoodle.ron",
        ][..],
        &[
            "puzzles/soma-cube.ron",
            "--limit",
            "50",
            "--challenges",
            "tests/challenges/soma.ron",
        ],
        &[
            "puzzles/tetrasticks-5x5-without-h.ron",
            "--first",
            "--limit",
            "5",
        ],
        &["puzzles/calendar.ron"],
    ] {
        let made = match call {
            ["puzzles/calendar.ron"] => page_of_the_calendar(),
            call => &page_of(call),
        };
        fs::write(&page, made).expect("a page");
        for scheme in ["light", "dark"] {
            let features = json!([
                {"name": "prefers-color-scheme", "value": scheme},
                {"name": "prefers-reduced-motion", "value": "reduce"},
            ]);
            browser.call("Emulation.setEmulatedMedia", &json!({"features": features}));
            for view in ["#play", "#browse", "#heat"] {
                browser.open(&page, view);
                browser.value(&axe);
                let found = violations_in(&mut browser, scheme);
                assert_eq!(found, json!([]), "{call:?} {view} {scheme}");
            }
            // Check with a chosen piece, a hint and all details open; then the list of levels; then
            // the end of a level.
            browser.open(&page, "");
            browser.value(&axe);
            browser.value(
                "update({ view: 'play' }); game.chosen = 0; hint(); \
                 for (const each of document.querySelectorAll('details')) each.open = true",
            );
            assert_eq!(
                violations_in(&mut browser, scheme),
                json!([]),
                "{call:?} details {scheme}"
            );
            browser.value("chooseLevel()");
            assert_eq!(
                violations_in(&mut browser, scheme),
                json!([]),
                "{call:?} levels {scheme}"
            );
            browser.value(
                "byId('levels').close(); beginAnew(); \
                 (solutionOf(playStart()) ?? solution(0)).filter((p) => !onBoard().includes(p)).forEach((p) => putDown(p))",
            );
            assert_eq!(
                violations_in(&mut browser, scheme),
                json!([]),
                "{call:?} solved {scheme}"
            );
        }
        browser.is_content();
    }
}
