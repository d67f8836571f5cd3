//! Playing: with the keyboard alone, with the mouse, with hints, from a link.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;

use crate::browsers::chromium::Browser;
use crate::program::run;

const PUZZLE: &str = "puzzles/kanoodle.ron";
const CHALLENGES: &str = "tests/challenges/kanoodle.ron";

/// The page of Kanoodle with its challenges, without solutions.
fn page(browser: &Browser) -> PathBuf {
    let path = browser.folder().join("page.html");
    let run = run([
        "viewer",
        PUZZLE,
        "--limit",
        "0",
        "--challenges",
        CHALLENGES,
        "--output",
        &path.to_string_lossy(),
    ]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    path
}

/// The placements of a challenge's solution that are not given, according to `hint`.
fn missing(id: &str) -> Vec<String> {
    let answer = run([
        "hint",
        CHALLENGES,
        "--id",
        id,
        "--solution",
        "--format",
        "json",
    ])
    .json();
    let list = |name: &str| -> Vec<String> {
        let list = answer[name].as_array().expect("a list of placements");
        list.iter()
            .map(|one| one.as_str().expect("a placement").to_owned())
            .collect()
    };
    let placed = list("placed");
    let solution = list("solution").into_iter();
    solution.filter(|one| !placed.contains(one)).collect()
}

/// Puts a piece in its place with the keyboard alone.
pub(super) fn place(browser: &mut Browser, placement: &str) {
    let (piece, _) = placement.split_once('@').expect("a piece and cells");
    // Moves to the piece on the rack.
    let focused = "document.activeElement.getAttribute('aria-label') ?? ''";
    for _ in 0..12 {
        let label = browser.value(focused);
        if label
            .as_str()
            .expect("a label")
            .starts_with(&format!("{piece}, "))
        {
            break;
        }
        browser.press("ArrowRight");
    }
    browser.press("Enter");
    assert_eq!(
        browser.value("document.activeElement.id"),
        "board",
        "{piece} is in hand"
    );
    // Turns it into the right orientation.
    let turned = format!(
        "PLACEMENTS[hand.placement].orientation === PLACEMENTS[BY_NAME.get({placement:?})].orientation"
    );
    for turn in 0..8 {
        if browser.value(&turned) == true {
            break;
        }
        browser.press(if turn == 4 { "f" } else { "r" });
    }
    assert_eq!(browser.value(&turned), true, "{placement} is turned");
    // Moves it to its place.
    let way = format!(
        "(() => {{ const [here, there] = [hand.placement, BY_NAME.get({placement:?})].map((p) => PLACEMENTS[p].middle); \
         return [there[0] - here[0], there[1] - here[1]]; }})()"
    );
    for _ in 0..20 {
        let way = browser.value(&way);
        let [right, down] = [0, 1].map(|i| way[i].as_f64().expect("a length"));
        match (right, down) {
            (1.0.., _) => browser.press("ArrowRight"),
            (..=-1.0, _) => browser.press("ArrowLeft"),
            (_, 1.0..) => browser.press("ArrowDown"),
            (_, ..=-1.0) => browser.press("ArrowUp"),
            _ => break,
        }
    }
    assert!(
        browser.text("#live").ends_with(": fits."),
        "{placement}: {}",
        browser.text("#live")
    );
    browser.press("Enter");
}

#[test]
#[ignore = "needs a browser"]
fn a_challenge_is_played_to_its_end_with_the_keyboard() {
    let mut browser = Browser::start();
    let page = page(&browser);
    browser.open(&page, "#play&challenge=train");
    let missing = missing("train");
    assert_eq!(missing.len(), 6);
    // The tab key leads to the rack, past the views, the board and the buttons.
    let mut stops = Vec::new();
    while browser.value("document.activeElement.classList.contains('rack-piece')") != true {
        browser.press("Tab");
        stops
            .push(browser.value("document.activeElement.id || document.activeElement.textContent"));
        assert!(stops.len() < 12, "{stops:?}");
    }
    assert_eq!(stops[0], "skip");
    for (done, placement) in (1..).zip(&missing) {
        place(&mut browser, placement);
        if done == 1 {
            // Undo, then redo.
            browser.press("u");
            assert!(browser.text("#live").starts_with("Undone."));
            assert_eq!(browser.value("state.put.length"), 0);
            browser.press("U");
        }
        assert_eq!(browser.value("state.put.length"), done, "{placement}");
    }
    assert_eq!(browser.text("#live"), "Solved without a hint!");
    assert_eq!(browser.text(".result .count"), "Solved without a hint!");
    // Another user who opens the link sees the solved challenge, and can open the next one.
    let link = browser.value("location.hash");
    browser.open(&page, link.as_str().expect("a link"));
    assert_eq!(browser.text(".result .count"), "Solved without a hint!");
    browser.click("[data-key=\"next-challenge\"]");
    assert_eq!(browser.value("location.hash"), "#play&challenge=bus");
    browser.is_content();
}

/// The centre of a placement's picture in the window.
pub(super) fn on_screen(browser: &mut Browser, placement: &str) -> (f64, f64) {
    let at = browser.value(&format!(
        "(() => {{ const {{ middle: [x, y], piece, orientation }} = PLACEMENTS[BY_NAME.get({placement:?})]; \
         const [dx, dy] = fromCentre(piece, orientation); \
         const at = new DOMPoint(x - dx, y - dy).matrixTransform(byId('board').getScreenCTM()); \
         return [at.x, at.y]; }})()"
    ));
    (
        at[0].as_f64().expect("a place"),
        at[1].as_f64().expect("a place"),
    )
}

#[test]
#[ignore = "needs a browser"]
fn pieces_are_dragged_with_the_mouse() {
    let mut browser = Browser::start();
    let page = page(&browser);
    browser.open(&page, "#play&challenge=train");
    let placement = &missing("train")[0];
    let piece = browser.value(&format!("PLACEMENTS[BY_NAME.get({placement:?})].piece"));
    let item = format!("[data-piece=\"{piece}\"]");
    let put = |browser: &mut Browser| -> Value {
        browser.value("state.put.map((p) => PLACEMENTS[p].name)")
    };
    // The wheel turns the piece while it is dragged. The number of turns does not matter here.
    let turns = browser.value(&format!(
        "(() => {{ const target = PLACEMENTS[BY_NAME.get({placement:?})]; \
         for (let start = 0; start < PIECES[target.piece].orientations.length; start += 1) {{ \
           if (turnedTo(target.piece, start, 0, false) === target.orientation) \
             game.orientation[target.piece] = start; }} \
         show(); }})()"
    ));
    assert!(turns.is_null());
    let there = on_screen(&mut browser, placement);
    let from = browser.middle(&item);
    browser.mouse("mousePressed", from);
    browser.mouse("mouseMoved", (from.0 + 9.0, from.1 - 9.0));
    browser.mouse("mouseMoved", (there.0 + 7.0, there.1 - 5.0));
    browser.call(
        "Input.dispatchMouseEvent",
        &serde_json::json!({"type": "mouseWheel", "x": there.0 + 7.0, "y": there.1 - 5.0, "deltaX": 0, "deltaY": 100}),
    );
    browser.mouse("mouseReleased", (there.0 + 7.0, there.1 - 5.0));
    assert_eq!(put(&mut browser), serde_json::json!([placement]));
    // A piece that is dropped outside the board returns to the rack.
    let there = browser.middle("#board [data-put] .label");
    browser.mouse("mousePressed", there);
    browser.mouse("mouseMoved", (there.0 + 9.0, there.1 + 9.0));
    browser.mouse("mouseMoved", (there.0, there.1 + 500.0));
    browser.mouse("mouseReleased", (there.0, there.1 + 500.0));
    assert_eq!(put(&mut browser), serde_json::json!([]));
    assert!(browser.text("#live").ends_with("is back on the rack."));
    // A piece dropped on a given returns to the rack, and the given does not move.
    let given = browser.middle("#board .given .area");
    let from = browser.middle(&item);
    browser.mouse("mousePressed", from);
    browser.mouse("mouseMoved", (from.0 + 9.0, from.1 - 9.0));
    browser.mouse("mouseMoved", (given.0 + 3000.0, given.1));
    browser.mouse("mouseReleased", (given.0 + 3000.0, given.1));
    assert_eq!(put(&mut browser), serde_json::json!([]));
    assert!(browser.text("#live").ends_with("it is back on the rack."));
    // Releasing the pointer slowly is not a click at that position.
    let given = browser.middle("#board .given .area");
    browser.mouse("mousePressed", given);
    browser.mouse("mouseMoved", (given.0 + 50.0, given.1 + 50.0));
    std::thread::sleep(std::time::Duration::from_millis(150));
    browser.mouse("mouseReleased", (given.0 + 50.0, given.1 + 50.0));
    assert_eq!(put(&mut browser), serde_json::json!([]));
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn pieces_are_moved_by_touch() {
    let mut browser = Browser::start();
    let page = page(&browser);
    browser.telephone();
    browser.open(&page, "#play&challenge=train");
    let overflow = browser.value("document.documentElement.scrollWidth - innerWidth");
    assert!(overflow.as_f64() <= Some(0.0), "{overflow}");
    let placement = &missing("train")[0];
    let piece = browser.value(&format!("PLACEMENTS[BY_NAME.get({placement:?})].piece"));
    let item = format!("[data-piece=\"{piece}\"]");
    // A tap chooses the piece, further taps turn it.
    let turned =
        format!("game.orientation[{piece}] === PLACEMENTS[BY_NAME.get({placement:?})].orientation");
    for tap in 0..9 {
        browser.tap(&item);
        if tap == 4 {
            browser.click("[data-key=\"do-F\"]");
        }
        if browser.value(&turned) == true {
            break;
        }
    }
    assert_eq!(browser.value(&turned), true);
    // The finger would hide the piece, so the piece is shown above the finger.
    let from = browser.middle(&item);
    let (x, y) = on_screen(&mut browser, placement);
    browser.touch(&[
        from,
        (from.0, from.1 - 20.0),
        (x, y + 100.0),
        (x + 3.0, y + 48.0),
    ]);
    assert_eq!(
        browser.value("state.put.map((p) => PLACEMENTS[p].name)"),
        serde_json::json!([placement])
    );
    browser.is_content();
}

/// Checks that following the hints solves a challenge, and that the hints are those of `hint`.
#[test]
#[ignore = "needs a browser"]
fn hints_lead_to_the_end() {
    let mut browser = Browser::start();
    let page = page(&browser);
    browser.open(&page, "#play&challenge=bus");
    let answer = run([
        "hint", CHALLENGES, "--id", "bus", "--stage", "4", "--format", "json",
    ])
    .json();
    browser.click("[data-key=\"hint\"]");
    let stages = answer["hint"]["stages"].as_array().expect("stages");
    assert_eq!(Value::from(browser.text("#hint")), stages[0]["text"]);
    for _ in 1..stages.len() {
        browser.click("[data-key=\"more-hint\"]");
    }
    for stage in stages {
        // In print and on pages apostrophes are curly.
        let words = stage["text"].as_str().expect("words").replace('\'', "’");
        assert!(browser.text("#hint").contains(&words), "{stage}");
    }
    // A wrong piece is detected.
    let wrong = browser.value(
        "(() => { const p = PLACEMENTS.findIndex(({ index }) => fits(standing(onBoard()), index) \
         && !solutionOf(playStart()).includes(index)); putDown(p); return PLACEMENTS[p].name; })()",
    );
    for _ in 0..3 {
        browser.click("[data-key=\"hint\"]");
    }
    let (wrong, _) = wrong
        .as_str()
        .and_then(|wrong| wrong.split_once('@'))
        .expect("a placement");
    assert_eq!(browser.text("#hint"), format!("Take back {wrong}."));
    browser.click("[data-key=\"heed\"]");
    assert_eq!(browser.value("state.put.length"), 0);
    // Follow the hints one after the other.
    for _ in missing("bus") {
        browser.click("[data-key=\"hint\"]");
        while browser.value("document.querySelector('[data-key=\"heed\"]') === null") == true {
            let skip = "[data-key=\"skip-hint\"]";
            let there = browser.value(&format!("document.querySelector({skip:?}) !== null"));
            browser.click(if there == true {
                skip
            } else {
                "[data-key=\"more-hint\"]"
            });
        }
        browser.click("[data-key=\"heed\"]");
    }
    assert_eq!(browser.text(".result .count"), "Solved with 10 hints!");
    browser.is_content();
}

/// Checks that every lattice can be played with the keyboard: the first piece of a solution is
/// placed.
#[test]
#[ignore = "needs a browser"]
fn every_lattice_is_played() {
    let mut browser = Browser::start();
    for puzzle in [
        "hexiamonds-rhombus",
        "welded-tetrasticks-4x4",
        "soma-cube",
        "iq-fit",
        "y-pentominoes-15x15",
    ] {
        let puzzle = format!("puzzles/{puzzle}.ron");
        let path = browser.folder().join("page.html");
        let made = run([
            "viewer",
            &puzzle,
            "--first",
            "--limit",
            "3",
            "--output",
            &path.to_string_lossy(),
        ]);
        assert_eq!(made.status, 0, "{}", made.stderr);
        browser.open(&path, "#play");
        browser.value("document.querySelector('.rack-piece').focus()");
        browser.press("Enter");
        browser.press("r");
        browser.press("f");
        browser.press("ArrowUp");
        browser.press("ArrowLeft");
        browser.press("n");
        assert!(
            browser.text("#live").ends_with(": fits."),
            "{puzzle}: {}",
            browser.text("#live")
        );
        browser.press("Enter");
        assert_eq!(browser.value("state.put.length"), 1, "{puzzle}");
        // The other pieces are placed by choosing placements from the list.
        browser.value("undo()");
        browser.value("solution(0).forEach((p) => putDown(p))");
        assert_eq!(
            browser.text(".result .count"),
            "Solved without a hint!",
            "{puzzle}"
        );
        let overflow = browser.value("document.documentElement.scrollWidth - innerWidth");
        assert!(overflow.as_f64() <= Some(0.0), "{puzzle}: {overflow}");
        browser.is_content();
    }
}

/// Checks that the puzzle's rule decides which placements of trigs conflict, and that the page
/// agrees with the solutions.
#[test]
#[ignore = "needs a browser"]
fn trigs_cross_where_the_rule_allows_it() {
    let mut browser = Browser::start();
    for (crossing, clashes) in [("Allowed", 0), ("NotStraight", 3), ("Never", 15)] {
        let path = browser.folder().join("page.html");
        let file = browser.folder().join("trigs.ron");
        let text = format!(
            "(lattice: Trig, crossing: {crossing}, board: Hexagon(1), \
             pieces: [Set(of: Polytrigs(2), copies: (0, 6))])"
        );
        std::fs::write(&file, text).expect("it can be written");
        let made = run([
            "viewer".as_ref(),
            file.as_os_str(),
            "--output".as_ref(),
            path.as_os_str(),
        ]);
        assert_eq!(made.status, 0, "{}", made.stderr);
        browser.open(&path, "#play");
        // Only conflicting pairs of placements without a common cell are counted. At the centre,
        // these are any two of the three lines through it, or the fifteen pairs of alternating
        // pairs of its sticks.
        let found = browser.value(
            "PLACEMENTS.flatMap((a) => PLACEMENTS.filter((b) => a.index < b.index \
             && !a.cells.some((cell) => b.cells.includes(cell)) \
             && inTheWay(standing([a.index]), b.index) !== null)).length",
        );
        assert_eq!(found, clashes, "{crossing}");
        browser.is_content();
    }
}

/// Pairs of options without a common cell or piece that still cannot be in one solution, according to the
/// colours of the matrix.
fn clashing_pairs(puzzle: &str) -> usize {
    let text = run(["matrix", puzzle]).stdout;
    let lines = text.lines().skip(1).filter(|line| !line.is_empty());
    let entries = |line: &str| -> BTreeMap<String, Option<String>> {
        let entry = |entry: &str| match entry.split_once(':') {
            Some((item, color)) => (item.to_owned(), Some(color.to_owned())),
            None => (entry.to_owned(), None),
        };
        line.split(' ').map(entry).collect()
    };
    let options: Vec<BTreeMap<String, Option<String>>> = lines.map(entries).collect();
    let mut pairs = 0;
    for (at, one) in options.iter().enumerate() {
        for other in &options[..at] {
            let common = one.iter().filter(|(item, _)| other.contains_key(*item));
            let common: Vec<_> = common
                .map(|(item, color)| (item, color, &other[item]))
                .collect();
            let is_of_colors = |item: &str| item.starts_with('@');
            let clashes =
                |color: &Option<String>, other: &Option<String>| color.is_none() || color != other;
            if common.iter().all(|(item, ..)| is_of_colors(item))
                && common.iter().any(|(_, color, other)| clashes(color, other))
            {
                pairs += 1;
            }
        }
    }
    pairs
}

/// Checks that the page and the engines agree on which tiles may be next to each other, and that
/// the page does not place a conflicting tile.
#[test]
#[ignore = "needs a browser"]
fn tiles_are_laid_by_their_colours() {
    let mut browser = Browser::start();
    for puzzle in [
        "macmahon-squares-two-colours",
        "checkered-tetrominoes-4x7",
        "two-sided-heart",
    ] {
        let puzzle = format!("puzzles/{puzzle}.ron");
        let path = browser.folder().join("page.html");
        let file = path.to_string_lossy();
        let made = run([
            "viewer", &puzzle, "--first", "--limit", "3", "--output", &file,
        ]);
        assert_eq!(made.status, 0, "{}", made.stderr);
        browser.open(&path, "#play");
        let found = browser.value(
            "PLACEMENTS.flatMap((a) => PLACEMENTS.filter((b) => a.index < b.index && a.piece !== b.piece \
             && !a.cells.some((cell) => b.cells.includes(cell)) \
             && inTheWay(standing([a.index]), b.index) !== null)).length",
        );
        assert_eq!(found, clashing_pairs(&puzzle), "{puzzle}");
        // A tile of a solution, and another whose colours do not match it.
        browser.value("putDown(solution(0)[0])");
        let clash = browser.value(
            "(() => { const first = PLACEMENTS[solution(0)[0]]; const on = standing([first.index]); \
             const other = PLACEMENTS.find((p) => p.piece !== first.piece \
             && p.cells.every((cell) => on.owner[cell] < 0) && inTheWay(on, p.index) !== null); \
             return other ? other.index : -1; })()",
        );
        if clash != -1 {
            browser.value(&format!(
                "pickUp(PLACEMENTS[{clash}].piece), moveHand({clash})"
            ));
            let spoken = browser.text("#live");
            assert!(
                spoken.contains("its colours do not go beside"),
                "{puzzle}: {spoken}"
            );
            browser.press("Enter");
            assert_eq!(browser.value("state.put.length"), 1, "{puzzle}");
            browser.press("Escape");
        }
        browser.value("solution(0).slice(1).forEach((p) => putDown(p))");
        assert_eq!(
            browser.text(".result .count"),
            "Solved without a hint!",
            "{puzzle}"
        );
        browser.is_content();
    }
}

/// Waits until the page has restarted with another card; returns its id.
fn next_card(browser: &mut Browser, last: &str) -> String {
    for _ in 0..200 {
        let expression = "document.documentElement.dataset.state === 'ready' ? LEVEL.id : ''";
        let id = browser.value_if_there(expression);
        match id.as_str() {
            Some(id) if !id.is_empty() && id != last => return id.to_owned(),
            _ => std::thread::sleep(std::time::Duration::from_millis(20)),
        }
    }
    panic!("the page stays at the card {last}");
}

#[test]
#[ignore = "needs a browser"]
fn a_deck_is_played_card_by_card() {
    const DECK: &str = "tests/cards/menagerie.ron";
    let mut browser = Browser::start();
    let page = browser.folder().join("deck.html");
    let written = run(["viewer", DECK, "--output", &page.to_string_lossy()]);
    assert_eq!(written.status, 0, "{}", written.stderr);
    browser.open(&page, "");
    let first = browser.value("LEVEL.id");
    let first = first.as_str().expect("a card").to_owned();
    // The new card is played with its own pieces.
    let call = [
        "hint",
        DECK,
        "--id",
        &first,
        "--solution",
        "--format",
        "json",
    ];
    let answer = run(call).json();
    let solution = answer["solution"].as_array().expect("placements");
    let solution: Vec<&str> = solution.iter().filter_map(Value::as_str).collect();
    let rack = browser.value("PIECES.map(({ name }) => name)");
    assert_eq!(rack.as_array().map(Vec::len), Some(solution.len()));
    browser.click("[data-key=\"hint\"]");
    assert_ne!(browser.text("#hint"), "");
    let put = solution.join("&put=");
    browser.open(&page, &format!("#play&card={first}&put={put}"));
    assert_eq!(browser.text("#progress"), "Solved!");
    browser.click("[data-key=\"next-challenge\"]");
    let second = next_card(&mut browser, &first);
    assert_eq!(
        browser.value("location.hash"),
        format!("#play&card={second}").as_str()
    );
    browser.click("[data-key=\"levels\"]");
    browser.click("[data-level=\"7\"]");
    let eighth = next_card(&mut browser, &second);
    assert_eq!(browser.value("LEVELS[7].id"), eighth.as_str());
    assert!(
        browser
            .text("#progress")
            .ends_with(" squares left to fill.")
    );
    browser.is_content();
}
