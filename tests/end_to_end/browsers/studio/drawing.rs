//! The page in a browser, used as a designer uses it.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::browsers::chromium::Browser;
use crate::program::root;
use crate::studio::client::Studio;

/// The centre of a cell of the board in the window.
pub(crate) fn cell(browser: &mut Browser, name: &str) -> (f64, f64) {
    let at = browser.value(&format!(
        "(() => {{ const path = board.paths[board.keys.get('{name}')]; \
         const box = path.getBoundingClientRect(); \
         return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
    ));
    (
        at[0].as_f64().expect("a place"),
        at[1].as_f64().expect("a place"),
    )
}

/// Waits until an expression is true.
pub(crate) fn wait(browser: &mut Browser, what: &str) {
    let until = Instant::now() + Duration::from_secs(60);
    while browser.value_if_there(what) != true {
        assert!(
            Instant::now() < until,
            "never: {what}; the answers say {}",
            browser.text("#answers")
        );
        sleep(Duration::from_millis(20));
    }
}

/// Opens the page of a studio.
pub(crate) fn open(browser: &mut Browser, studio: &Studio) {
    browser.go(&studio.address);
    wait(
        browser,
        "VIEW !== null && document.querySelector('#undo') !== null",
    );
}

pub(crate) fn shows(browser: &mut Browser, solutions: &str) {
    let count = format!("document.querySelector('#count')?.dataset.solutions === '{solutions}'");
    wait(browser, &count);
}

pub(crate) fn drag(browser: &mut Browser, from: &str, to: &str) {
    let (from, to) = (cell(browser, from), cell(browser, to));
    browser.mouse("mousePressed", from);
    browser.mouse("mouseMoved", to);
    browser.mouse("mouseReleased", to);
}

/// The pieces of Kanoodle as in the collection.
fn kanoodle() -> String {
    fs::read_to_string(root().join("puzzles/kanoodle.ron")).expect("it ships")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("the file is there")
}

#[test]
#[ignore = "needs a browser"]
fn kanoodle_is_drawn_by_mouse() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("kanoodle.ron");
    // The file contains the pieces. The board is drawn in the page.
    let text = kanoodle().replacen("Rect(11, 5)", "Cells([])", 1);
    assert!(
        text.contains("Cells([])"),
        "the board of Kanoodle is Rect(11, 5)"
    );
    fs::write(&path, text).expect("a scratch file");
    let studio = Studio::start(&path);
    open(&mut browser, &studio);
    browser.click("[data-key=rectangle]");
    drag(&mut browser, "0,0", "5,4");
    // The canvas grows with the board.
    for (from, to) in [("6,0", "7,4"), ("8,0", "9,4"), ("10,0", "10,4")] {
        wait(
            &mut browser,
            &format!("board.keys.has('{to}') && !isBusy && pane.frame === 0"),
        );
        drag(&mut browser, from, to);
    }
    shows(&mut browser, "371020");
    // Without one cell, the areas of the board and the pieces differ, and the page reports it.
    browser.click("[data-key=rectangle]");
    let (x, y) = cell(&mut browser, "5,2");
    browser.click_at((x, y));
    shows(&mut browser, "0");
    assert!(
        browser
            .text("#answers")
            .contains("54 cells, the pieces cover 55")
    );
    browser.click("#undo");
    shows(&mut browser, "371020");
    browser.click("#save");
    wait(
        &mut browser,
        "document.querySelector('#state').textContent === 'saved'",
    );
    let saved = read(&path);
    assert_eq!(
        saved.replacen("Rect(11, 5)", "", 1),
        kanoodle().replacen("Rect(11, 5)", "", 1)
    );
    drop(studio);
    let studio = Studio::start(&path);
    open(&mut browser, &studio);
    shows(&mut browser, "371020");
    assert_eq!(browser.value("VIEW.text"), Value::from(saved));
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn a_puzzle_is_drawn_with_the_keyboard_alone() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = Studio::start(&folder.path().join("new.ron"));
    open(&mut browser, &studio);
    browser.value("byId('board').focus(), board.cursor = board.keys.get('0,0'), true");
    for key in [
        "Enter",
        "ArrowRight",
        "Enter",
        "ArrowDown",
        "Enter",
        "ArrowLeft",
        "Enter",
    ] {
        browser.press(key);
        wait(&mut browser, "!isBusy && QUEUE.length === 0");
        let at = browser.value("board.canvas.cells[board.cursor][0].join()");
        assert!(!at.is_null());
    }
    wait(
        &mut browser,
        "VIEW.marks.filter((mark) => mark === 1).length === 4",
    );
    browser.value("byId('set-size').focus(), chosenSet.size = 2, drawPieces(), true");
    browser.value("byId('add-set').focus(), true");
    browser.press("Enter");
    wait(&mut browser, "VIEW.pieces.length === 1");
    // The domino covers half of the board.
    wait(
        &mut browser,
        "document.querySelector('#answers').textContent.includes('4 cells, the pieces cover 2')",
    );
    let spoken = browser.spoken();
    assert!(
        spoken
            .iter()
            .all(|(role, name)| role != "button" || !name.is_empty())
    );
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn a_finger_draws_on_a_phone() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = Studio::start(&folder.path().join("new.ron"));
    browser.telephone();
    open(&mut browser, &studio);
    browser.value("byId('board').scrollIntoView({ block: 'center' }), true");
    let stops = [
        cell(&mut browser, "0,0"),
        cell(&mut browser, "1,0"),
        cell(&mut browser, "2,0"),
    ];
    browser.touch(&stops);
    wait(
        &mut browser,
        "VIEW.marks.filter((mark) => mark === 1).length === 3",
    );
    let width = browser.value("document.documentElement.scrollWidth");
    assert!(width.as_f64().expect("a width") <= 390.0, "{width}");
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn changes_of_the_text_and_by_another_program_are_shown() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("tray.ron");
    let text =
        "(lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: 4)])\n";
    fs::write(&path, text).expect("a scratch file");
    let studio = Studio::start(&path);
    open(&mut browser, &studio);
    shows(&mut browser, "5");
    browser.value(
        "byId('source').open = true, byId('text').value = VIEW.text.replace('Rect(4, 2)', 'Rect(6, 2)').replace('4)])', '6)])'), \
         byId('text').dispatchEvent(new Event('input')), true",
    );
    shows(&mut browser, "13");
    browser.value(
        "byId('text').value = VIEW.text.replace('Square', 'Sqare'), byId('text').dispatchEvent(new Event('input')), true",
    );
    wait(
        &mut browser,
        "document.querySelector('#wrong').textContent.includes('Line 1, column 11')",
    );
    browser.click("#undo");
    shows(&mut browser, "13");
    fs::write(
        &path,
        text.replace("Rect(4, 2)", "Rect(2, 2)")
            .replace("copies: 4", "copies: 2"),
    )
    .expect("another program writes");
    wait(&mut browser, "document.querySelector('#reload') !== null");
    browser.click("#reload");
    shows(&mut browser, "2");
    browser.is_content();
}

/// Checks choices of six pentominoes for 5 × 6: the form is filled in and a card is clicked. Then
/// the puzzle has only the card's pieces.
#[test]
#[ignore = "needs a browser"]
fn choices_of_pieces_are_found_and_one_is_chosen() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("five-by-six.ron");
    let text = "(lattice: Square, board: Rect(6, 5), pieces: [Set(of: Polyominoes(5))])";
    fs::write(&path, text).expect("a scratch file");
    let studio = Studio::start(&path);
    open(&mut browser, &studio);
    browser.value("byId('design-distinct').value = '1', byId('design-fault-free').checked = true");
    browser.click("#find-designs");
    wait(
        &mut browser,
        "document.querySelectorAll('#designs button').length > 0",
    );
    let summary = browser.text("#designs-said");
    assert!(
        summary.ends_with("of 172 with a solution, of 924 choices. The first 24 are shown."),
        "{summary}"
    );
    let solutions = browser.value("document.querySelector('#designs button span').textContent");
    assert_eq!(solutions, "4 solutions");
    browser.click("#designs button");
    shows(&mut browser, "4");
    assert_eq!(browser.value("VIEW.pieces.length"), 6);
    browser.click("#undo");
    wait(&mut browser, "VIEW.pieces.length === 12");
    let overflow = browser.value("document.documentElement.scrollWidth - innerWidth");
    assert!(overflow.as_f64() <= Some(0.0), "{overflow}");
    browser.is_content();
    // All choices that match are known, so another order needs no search.
    browser.value("byId('design-solutions').value = '20..', byId('design-distinct').value = ''");
    wait(&mut browser, "!isResting(byId('find-designs'))");
    browser.click("#find-designs");
    wait(
        &mut browser,
        "DESIGN.stop === null && DESIGN.found.isAll && DESIGN.found.cards.length > 1",
    );
    let order = |browser: &mut Browser, sort: &str| -> Vec<u64> {
        browser.value(&format!(
            "byId('design-sort').value = '{sort}', byId('design-sort').dispatchEvent(new Event('change')), true"
        ));
        let solutions = browser.value(
            "[...document.querySelectorAll('#designs button span:nth-of-type(1)')].map((count) => parseInt(count.textContent, 10))",
        );
        serde_json::from_value(solutions).expect("numbers")
    };
    let fewest = order(&mut browser, "best");
    let most = order(&mut browser, "most");
    assert!(fewest.is_sorted() && fewest.iter().eq(most.iter().rev()));
    // A malformed range is reported.
    wait(&mut browser, "!isResting(byId('find-designs'))");
    browser.value("byId('design-choose').value = 'six'");
    browser.click("#find-designs");
    wait(
        &mut browser,
        "byId('designs-said').textContent.includes('write a range as')",
    );
}

/// Makes a puzzle from scratch: two pentominoes are chosen by their pictures.
#[test]
#[ignore = "needs a browser"]
fn pieces_are_chosen_from_a_set() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("picked.ron");
    let studio = Studio::start(&path);
    open(&mut browser, &studio);
    browser.click("#pick");
    wait(
        &mut browser,
        "document.querySelectorAll('#shelf .piece img').length === 12",
    );
    browser.click("#shelf [data-key=pick-P]");
    browser.click("#shelf [data-key=pick-X]");
    assert_eq!(browser.text("#add-picked"), "Add 2");
    browser.click("#add-picked");
    wait(
        &mut browser,
        "VIEW.pieces.map(({ name }) => name).join() === 'P,X'",
    );
    let has_set = "VIEW.text.includes('Set(of: Polyominoes(5), only: [\"P\", \"X\"])')";
    assert_eq!(browser.value(has_set), true);
    assert_eq!(
        browser.value("document.querySelector('#shelf')"),
        Value::Null
    );
    browser.is_content();
}

/// Traces pictures of boards: black on white with lines between cells, light on dark, and a noisy
/// photo.
#[test]
#[ignore = "needs a browser"]
fn pictures_are_traced_to_cells() {
    const DRAWN: &str = "(async (rows, cell, ink, paper, noise) => { \
        const canvas = new OffscreenCanvas(rows[0].length * cell + 50, rows.length * cell + 30); \
        const pen = canvas.getContext('2d'); pen.fillStyle = paper; \
        pen.fillRect(0, 0, canvas.width, canvas.height); pen.fillStyle = ink; \
        rows.forEach((row, y) => [...row].forEach((mark, x) => { if (mark === '#') \
        pen.fillRect(20 + x * cell, 10 + y * cell, cell - noise, cell - noise); })); \
        for (let at = 0; at < noise * 400; at += 1) { pen.fillStyle = at % 2 ? ink : paper; \
        pen.fillRect(at * 7919 % canvas.width, at * 104729 % canvas.height, 1, 1); } \
        openTrace(await canvas.convertToBlob()); })";
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("traced.ron");
    let studio = Studio::start(&path);
    open(&mut browser, &studio);
    let boards = [
        (
            ["###..", "#.#..", "#####", "..##."],
            20,
            "'#000'",
            "'#fff'",
            1,
        ),
        (
            ["######", "##..##", "#....#", "######"],
            33,
            "'#ffe9a0'",
            "'#203040'",
            0,
        ),
        (
            [".####.", "######", "##..##", ".####."],
            50,
            "'#7a4a20'",
            "'#d8d4cc'",
            2,
        ),
    ];
    for (rows, cell, ink, paper, noise) in boards {
        let list = serde_json::to_string(&rows).expect("rows");
        browser.value(&format!(
            "{DRAWN}({list}, {cell}, {ink}, {paper}, {noise}), true"
        ));
        wait(
            &mut browser,
            "document.querySelector('#set-traced') !== null",
        );
        assert_eq!(browser.value("tracedRows()"), serde_json::json!(rows));
        browser.click("#set-traced");
        let cells = rows.concat().matches('#').count();
        let marked = format!("VIEW.marks.filter((mark) => mark === 1).length === {cells}");
        wait(&mut browser, &marked);
    }
    // A file that is not a picture is reported.
    browser.value("openTrace(new Blob(['no'])), true");
    wait(
        &mut browser,
        "byId('banners').textContent.includes('cannot read this picture')",
    );
    browser.is_content();
}

/// Checks that a tilted photo is straightened, that the areas left out of the board are shown, and
/// that small areas can be added.
#[test]
#[ignore = "needs a browser"]
fn a_tilted_photo_is_straightened() {
    const PHOTO: &str = "(async (rows, degrees) => { const cell = 40; \
        const canvas = new OffscreenCanvas(700, 600); const pen = canvas.getContext('2d'); \
        pen.fillStyle = '#cfc8ba'; pen.fillRect(0, 0, 700, 600); pen.translate(350, 300); \
        pen.rotate(degrees * Math.PI / 180); pen.translate(-200, -120); pen.fillStyle = '#5a3c22'; \
        rows.forEach((row, y) => [...row].forEach((mark, x) => { if (mark === '#') \
        pen.fillRect(x * cell, y * cell, cell, cell); })); \
        pen.fillRect(9.1 * cell, 1.1 * cell, 0.8 * cell, 0.8 * cell); \
        openTrace(await canvas.convertToBlob()); })";
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = Studio::start(&folder.path().join("photo.ron"));
    open(&mut browser, &studio);
    let rows = ["####....", "#..#####", "#.......", "########", "..####.."];
    let list = serde_json::to_string(&rows).expect("rows");
    for degrees in [7.0, -23.0, 1.2] {
        browser.value(&format!("{PHOTO}({list}, {degrees}), true"));
        wait(
            &mut browser,
            "document.querySelector('#set-traced') !== null",
        );
        let angle = browser.value("trace.angle").as_f64().expect("an angle");
        assert!((angle - degrees).abs() < 0.5, "{angle}, not {degrees}");
        assert_eq!(
            browser.value("tracedRows()"),
            serde_json::json!(rows),
            "{degrees}"
        );
        let field = browser.value("Number(byId('trace-angle').value)");
        assert_eq!(field.as_f64(), Some(angle));
        assert_eq!(
            browser.text("#trace-left-out"),
            "One place was left out: it has a dashed outline."
        );
        browser.click("#trace-small");
        wait(
            &mut browser,
            "tracedRows().join('').replaceAll('.', '').length === 24",
        );
        browser.value("trace = null, drawTrace(), true");
    }
    browser.is_content();
}

/// Checks that challenges are played in a new window.
#[test]
#[ignore = "needs a browser"]
fn challenges_are_played() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("soma.ron");
    fs::copy(root().join("puzzles/soma-cube.ron"), &path).expect("a copy");
    let studio = Studio::start(&path);
    open(&mut browser, &studio);
    // The game opens in another window. This window shows whether the other one stays empty.
    browser.value(
        "window.open = () => ({ document: document.implementation.createHTMLDocument(), \
         set location(address) { window.played = address; } }), true",
    );
    browser.value("byId('challenge-count').value = 2, true");
    browser.click("#play");
    wait(&mut browser, "window.played !== undefined");
    let address = browser.value("window.played");
    browser.go(address.as_str().expect("an address"));
    wait(
        &mut browser,
        "typeof VIEWS !== 'undefined' && document.querySelector('#level') !== null",
    );
    assert!(browser.text("#level").starts_with("Level 1"));
    browser.value("hint()");
    wait(&mut browser, "byId('hint').textContent !== ''");
    browser.is_content();
}
