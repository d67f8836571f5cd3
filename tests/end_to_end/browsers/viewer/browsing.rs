//! Browsing: the page shows the same solutions as the program, filters, heat maps, steps and links.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::browsers::chromium::Browser;
use crate::program::{root, run};
use crate::viewer::hostile;

/// Makes the page of a puzzle in the browser's folder.
fn page(browser: &Browser, arguments: &[&str]) -> PathBuf {
    let path = browser.folder().join("page.html");
    let to = ["--output", &path.to_string_lossy()];
    let run = run(["viewer"].iter().chain(arguments).chain(&to));
    assert_eq!(run.status, 0, "{}", run.stderr);
    path
}

/// Solutions as sets of placements in their notation.
type Solutions = BTreeSet<BTreeSet<String>>;

fn of_program(puzzle: &str, limit: &str) -> Solutions {
    let run = run(["solve", puzzle, "--limit", limit, "--format", "jsonl"]);
    let placement = |placement: &Value| {
        let cells = placement["cells"].as_array().expect("a list of cells");
        let cells: String = cells
            .iter()
            .map(|cell| cell.to_string().replace('[', "(").replace(']', ")"))
            .collect();
        format!("{}@{cells}", placement["piece"].as_str().expect("a name"))
    };
    run.stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"))
        .filter(|line| line["type"] == "solution")
        .map(|line| {
            let placements = line["placements"].as_array().expect("a list of placements");
            placements.iter().map(placement).collect()
        })
        .collect()
}

fn of_page(browser: &mut Browser) -> Solutions {
    let all = browser.value(
        "Array.from({ length: HELD }, (_, n) => solution(n).map((p) => PLACEMENTS[p].name))",
    );
    let text = |name: &Value| name.as_str().expect("a name").to_owned();
    all.as_array()
        .expect("a list of solutions")
        .iter()
        .map(|s| {
            s.as_array()
                .expect("a list of placements")
                .iter()
                .map(text)
                .collect()
        })
        .collect()
}

/// Checks on every lattice that the page decodes the solutions that the program packed.
#[test]
#[ignore = "needs a browser"]
fn the_page_has_the_solutions_of_the_program() {
    let mut browser = Browser::start();
    for (puzzle, count) in [
        ("scott", 520),
        ("hexiamonds-rhombus", 624),
        ("welded-tetrasticks-4x4", 16),
        ("solid-pentominoes-2x3x10", 96),
    ] {
        let puzzle = format!("puzzles/{puzzle}.ron");
        let page = page(&browser, &[&puzzle]);
        browser.open(&page, "");
        let held = of_page(&mut browser);
        assert_eq!(held.len(), count, "{puzzle}");
        assert_eq!(held, of_program(&puzzle, "1000"), "{puzzle}");
        for view in ["#heat", "#browse&shown=2"] {
            browser.open(&page, view);
        }
        // Nothing is wider than the window.
        let overflow = browser.value("document.documentElement.scrollWidth - innerWidth");
        assert!(overflow.as_f64() <= Some(0.0), "{puzzle}: {overflow}");
    }
}

/// Checks the solutions that a search finds first: a tray with depth, several copies, optional
/// cells.
#[test]
#[ignore = "needs a browser"]
fn the_page_has_the_first_solutions_of_a_search() {
    let mut browser = Browser::start();
    let folder = browser.folder().to_owned();
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let copies = write("copies.ron", "(lattice: Square, board: Union([Rect(5, 4), Optional(Shift((5, 0), Rect(1, 4)))]),
        pieces: [Set(of: Polyominoes(4), copies: (0, 3))], givens: [(piece: \"O\", cells: Rect(2, 2))])");
    let tray = root()
        .join("puzzles/iq-fit.ron")
        .to_string_lossy()
        .into_owned();
    for (puzzle, limit) in [(copies, "2000"), (tray, "40")] {
        let page = page(&browser, &[&puzzle, "--first", "--limit", limit]);
        browser.open(&page, "");
        let held = of_page(&mut browser);
        assert!(held.len() > 10);
        assert_eq!(held, of_program(&puzzle, limit), "{puzzle}");
        browser.open(&page, "#heat");
    }
}

/// The number of solutions that `explore` counts with a placement, formatted as on the page.
fn explored(puzzle: &str, placement: &str) -> String {
    let json = run(["explore", puzzle, "--with", placement, "--format", "json"]).json();
    let count = json["solutions"].to_string();
    let mut grouped = String::new();
    for (index, digit) in count.chars().enumerate() {
        if index > 0 && (count.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[test]
#[ignore = "needs a browser"]
fn a_click_filters_and_a_link_restores() {
    let mut browser = Browser::start();
    let puzzle = "puzzles/kanoodle.ron";
    let page = page(&browser, &[puzzle]);
    browser.open(&page, "");
    assert_eq!(
        browser.text("#held"),
        "10,000 of 371,020 solutions: a sample, each as likely."
    );
    // The purple piece is a bar, so the centre of its picture is on the piece.
    let piece = "#board [data-placement^=\"Purple\"]";
    let placement = browser.value(&format!(
        "document.querySelector({piece:?}).dataset.placement"
    ));
    let placement = placement.as_str().expect("a placement").to_owned();
    browser.click(piece);
    let exact = explored(puzzle, &placement);
    let count = browser.text("#count");
    assert!(
        count.starts_with(&format!("{exact} of all 371,020 solutions; ")),
        "{placement}: {count}"
    );
    // The new number of solutions is announced, and the piece is marked as pressed.
    assert_eq!(browser.text("#live"), count);
    assert_eq!(
        browser.value(&format!("document.querySelector({piece:?}).ariaPressed")),
        "true"
    );
    let held = browser.value("left.length").as_u64().expect("a number");
    assert!(
        held > 0 && count.ends_with("of the 10,000 solutions held here."),
        "{count}"
    );

    // All remaining solutions contain the piece's placement, including the next solution.
    browser.click("[data-key=\"next\"]");
    browser.click("[data-key=\"less\"]");
    let link = browser.value("location.hash");
    let link = link.as_str().expect("a link").to_owned();
    assert!(link.contains(&format!("with={placement}")), "{link}");
    assert!(link.ends_with("shown=11"), "{link}");
    let before = browser.value("shownPieces().map((placement) => placement.name)");
    assert!(
        before
            .as_array()
            .expect("a list")
            .iter()
            .any(|name| name == placement.as_str())
    );

    // Another user opens the link.
    browser.open(&page, &link);
    assert_eq!(browser.text("#count"), count);
    assert_eq!(
        browser.value("shownPieces().map((placement) => placement.name)"),
        before
    );
    assert_eq!(
        browser.value("document.querySelectorAll('#board .piece').length"),
        11
    );
    assert_eq!(browser.value("location.hash"), link.as_str());

    // The same click again removes the filter.
    browser.click("[data-key=\"remove-0\"]");
    assert_eq!(browser.value("left.length"), 10_000);
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn the_keyboard_alone_suffices() {
    let mut browser = Browser::start();
    let puzzle = "puzzles/scott.ron";
    let page = page(&browser, &[puzzle]);
    browser.open(&page, "");
    let focused = "document.activeElement.dataset.placement ?? document.activeElement.id";
    // The first stop of the Tab key is a link that skips the views and leads to the board.
    browser.press("Tab");
    assert_eq!(browser.value(focused), "skip");
    browser.press("Enter");
    let first = browser.value(focused);
    browser.press("ArrowRight");
    let second = browser.value(focused);
    assert!(first.is_string() && second.is_string() && first != second);
    browser.press("Enter");
    let second = second.as_str().expect("a placement");
    let count = browser.text("#count");
    assert_eq!(
        count,
        format!("{} of 520 solutions.", explored(puzzle, second))
    );
    // The focus stays where it was and is visible.
    assert_eq!(browser.value(focused), second);
    assert_eq!(
        browser.value("document.activeElement.matches(':focus-visible')"),
        true
    );
    // The accessibility tree has a role and a name for everything.
    let spoken = browser.spoken();
    let says = |role: &str, name: &str| spoken.iter().any(|(r, n)| r == role && n.contains(name));
    assert!(says("tab", "Heat map") && says("heading", "Scott"));
    let spoken_name = second.replacen('@', " ", 1);
    assert!(
        says("button", &spoken_name)
            && says("slider", "Pieces shown")
            && says("spinbutton", "Solution")
    );
    for (role, name) in &spoken {
        let silent = ["button", "tab", "slider", "spinbutton", "radio", "checkbox"];
        assert!(
            !silent.contains(&role.as_str()) || !name.is_empty(),
            "a {role} has no name"
        );
    }
    browser.is_content();
}

/// Checks that a heat map agrees with `explore`.
#[test]
#[ignore = "needs a browser"]
fn heat_maps_agree_with_explore() {
    let mut browser = Browser::start();
    let puzzle = "puzzles/kanoodle.ron";
    let page = page(&browser, &[puzzle, "--limit", "100"]);
    browser.open(&page, "#heat&piece=Gray");
    let explored = run(["explore", puzzle, "--heat", "Gray", "--format", "json"]).json();
    assert_eq!(
        browser.value("density(PIECES.findIndex(({ name }) => name === 'Gray')).cells"),
        explored["pieces"][0]["density"]
    );
    let centre = "#board [aria-label^=\"(5,2)\"]";
    browser.click(centre);
    assert!(
        browser
            .text("#count")
            .contains(" of all 371,020 solutions; ")
    );
    assert_eq!(browser.text(".filters .pictured"), "Gray Gray (5,2)");
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn texts_are_escaped() {
    let mut browser = Browser::start();
    let path = browser.folder().join("hostile.ron");
    fs::write(&path, hostile()).expect("a file");
    let page = page(&browser, &[&path.to_string_lossy()]);
    browser.open(&page, "");
    let title = "</script><script>document.title = 'broken'</script> \"&' {{data}}";
    assert_eq!(browser.text("h1"), title);
    assert_eq!(browser.value("document.title"), title);
    assert!(browser.text("#source").starts_with("<img"));
    browser.click("[data-key=\"row-0\"]");
    let link = browser.value("location.hash");
    browser.open(&page, link.as_str().expect("a link"));
    assert_eq!(browser.text("#count"), "1 of 2 solutions.");
}
