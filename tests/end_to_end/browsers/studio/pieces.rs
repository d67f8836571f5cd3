//! Pieces are drawn in the piece editor, and cut from the board; areas are shown from the first stroke.

use std::fs;

use serde_json::json;
use tempfile::TempDir;

use super::drawing::{cell, drag, open, wait};
use super::firefox;
use crate::browsers::chromium::Browser;
use crate::browsers::marionette::Firefox;
use crate::studio::client::Studio;

const TRAY: &str = "(lattice: Square, board: Rect(5, 4), pieces: [])\n";

fn start(folder: &TempDir, text: &str) -> Studio {
    let path = folder.path().join("mine.ron");
    fs::write(&path, text).expect("a scratch file");
    Studio::start(&path)
}

fn is_idle(browser: &mut Browser) {
    wait(browser, "QUEUE.length === 0 && !isBusy");
}

/// The centre of a cell of the editor's grid.
fn grid(browser: &mut Browser, name: &str) -> (f64, f64) {
    browser.middle(&format!("#grid [data-at='{name}']"))
}

fn stroke(browser: &mut Browser, cells: &[&str]) {
    let places: Vec<(f64, f64)> = cells.iter().map(|name| grid(browser, name)).collect();
    browser.mouse("mousePressed", places[0]);
    for at in &places {
        browser.mouse("mouseMoved", *at);
    }
    browser.mouse("mouseReleased", places[places.len() - 1]);
    is_idle(browser);
}

/// Checks that name, copies and colour of a piece change as they are typed, and that undo brings
/// each back in one step.
#[test]
#[ignore = "needs a browser"]
fn edits_of_a_piece_apply_as_they_are_made() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let text = TRAY.replace(
        "[]",
        "[Piece(name: \"A\", cells: Rect(2, 1)), Piece(name: \"B\", cells: Rect(3, 1))]",
    );
    let studio = start(&folder, &text);
    open(&mut browser, &studio);
    let before = browser.value("VIEW.text");
    for is_phone in [false, true] {
        if is_phone {
            browser.telephone();
            browser.tap("[data-key=piece-0]");
        } else {
            browser.click("[data-key=piece-0]");
        }
        // The name is typed in two parts, and a change is sent between them. The cursor stays, and
        // both parts are one step of undo.
        browser.value("document.querySelector('[data-key=name-0]').select(), document.querySelector('[data-key=name-0]').focus(), true");
        for part in ["do", "mino"] {
            for letter in part.chars() {
                browser.press(&letter.to_string());
            }
            wait(
                &mut browser,
                &format!("VIEW.pieces[0].name.endsWith({part:?})"),
            );
        }
        assert_eq!(browser.value("VIEW.pieces[0].name"), "domino");
        assert_eq!(
            browser.value("document.activeElement.dataset.key"),
            "name-0"
        );
        assert_eq!(
            browser.text("[data-key=piece-0] .name"),
            "domino",
            "the list shows it"
        );
        // A change of the next field is another step of undo. The maximum number of copies follows
        // the minimum.
        browser.press("Tab");
        assert_eq!(browser.value("document.activeElement.dataset.key"), "min-0");
        browser.press("ArrowUp");
        browser.press("ArrowUp");
        wait(
            &mut browser,
            "VIEW.pieces[0].min === 3 && VIEW.pieces[0].max === 3",
        );
        browser.value(
            "(() => { const color = document.querySelector('[data-key=color-0]'); color.focus(); \
             for (const value of ['#112233', '#445566']) { color.value = value; \
             color.dispatchEvent(new Event('input')); } color.dispatchEvent(new Event('change')); return true; })()",
        );
        wait(&mut browser, "VIEW.pieces[0].color === '#445566'");
        is_idle(&mut browser);
        // A name that is taken is not sent, and the form says so.
        browser.value("document.querySelector('[data-key=name-0]').select(), document.querySelector('[data-key=name-0]').focus(), true");
        browser.press("B");
        wait(
            &mut browser,
            "document.querySelector('[data-key=fault-0]').textContent === 'Another piece is named B.'",
        );
        browser.value("new Promise((done) => setTimeout(done, 600))");
        assert_eq!(browser.value("VIEW.pieces[0].name"), "domino");
        for (field, value) in [
            ("color === '#445566'", false),
            ("max === 3", false),
            ("name === 'domino'", false),
        ] {
            if is_phone {
                browser.tap("#undo");
            } else {
                browser.click("#undo");
            }
            wait(
                &mut browser,
                &format!("(VIEW.pieces[0].{field}) === {value}"),
            );
        }
        is_idle(&mut browser);
        assert_eq!(browser.value("VIEW.text"), before);
        assert_eq!(
            browser.value("document.querySelector('[data-key=name-0]').value"),
            "A"
        );
        if is_phone {
            browser.desktop();
        } else {
            browser.click("[data-key=piece-0]");
        }
    }
    browser.is_content();
}

/// Checks that a piece is drawn in several strokes and edited later, that its cells are counted,
/// and that pieces of its shape are named.
#[test]
#[ignore = "needs a browser"]
fn a_piece_is_drawn_and_edited() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = start(&folder, TRAY);
    open(&mut browser, &studio);
    for mirrored in [false, true] {
        browser.click("#draw-piece");
        wait(
            &mut browser,
            "!byId('shaper').hidden && document.activeElement.id === 'grid'",
        );
        assert_eq!(browser.text("#shaper-words"), "0 cells");
        stroke(&mut browser, &["0,0", "1,0", "2,0"]);
        stroke(&mut browser, &[if mirrored { "0,-1" } else { "2,1" }]);
        let words = if mirrored {
            "4 cells The same shape as A."
        } else {
            "4 cells"
        };
        wait(
            &mut browser,
            &format!("byId('shaper-words').textContent === '{words}'"),
        );
        // Enter on a cell of the piece finishes it.
        browser.press("Enter");
        wait(
            &mut browser,
            &format!("VIEW.pieces.length === {}", 1 + i32::from(mirrored)),
        );
    }
    assert_eq!(browser.value("VIEW.pieces[1].same"), "A");
    // The second piece gets another shape.
    browser.click("[data-key=piece-1]");
    browser.click("[data-key=shape-1]");
    wait(&mut browser, "!byId('shaper').hidden");
    let cells = browser.value("[...shaping.keys].length");
    assert_eq!(cells, 4);
    // Without this cell, the piece has two parts.
    let name = browser.value(
        "[...shaping.keys].find((key) => key.split(',')[1] === '1' && key.split(',')[0] === '1')",
    );
    stroke(&mut browser, &[name.as_str().expect("a cell")]);
    wait(
        &mut browser,
        "byId('shaper-words').textContent.includes('not connected') && byId('shaper-done').disabled",
    );
    stroke(&mut browser, &[name.as_str().expect("a cell")]);
    stroke(&mut browser, &["1,0"]);
    browser.click("#shaper-done");
    wait(
        &mut browser,
        "VIEW.pieces[1].size === 5 && VIEW.pieces[1].same === null",
    );
    browser.click("#undo");
    wait(&mut browser, "VIEW.pieces[1].size === 4");
    browser.is_content();
}

/// Checks that pictures of pieces have one scale, and that the form of a piece and the piece editor have the room they
/// need.
#[test]
#[ignore = "needs a browser"]
fn pieces_have_one_scale_and_forms_have_room() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let pieces = "[Set(of: Polyominoes(5)), Set(of: Polyominoes(3), prefix: \"3\")]";
    let studio = start(&folder, &TRAY.replace("[]", pieces));
    open(&mut browser, &studio);
    browser.click("#pick");
    wait(
        &mut browser,
        "document.querySelectorAll('#shelf .piece img').length === 12",
    );
    // Three cells and five, each picture with a margin of the same width.
    let long = |browser: &mut Browser, piece: &str| {
        let side = browser.value(&format!(
            "(() => {{ const at = VIEW.pieces.findIndex(({{ name }}) => name === '{piece}'); \
             const box = document.querySelector(`[data-key=piece-${{at}}] img`).getBoundingClientRect(); \
             return Math.max(box.width, box.height) / Math.max(...sizeOf(VIEW.pieces[at].picture)); }})()"
        ));
        side.as_f64().expect("a scale")
    };
    let (three, five) = (long(&mut browser, "3I"), long(&mut browser, "I"));
    assert!((three / five - 1.0).abs() < 0.02, "{three} {five}");
    browser.click("[data-key=piece-2]");
    let is_whole = "(() => { const list = document.querySelector('.rack').getBoundingClientRect(); \
         const button = document.querySelector('[data-key=remove-2]').getBoundingClientRect(); \
         return button.bottom <= list.bottom; })()";
    wait(&mut browser, is_whole);
    browser.click("[data-key=piece-2]");
    browser.click("#draw-piece");
    wait(&mut browser, "!byId('shaper').hidden");
    let place = "byId('shaper-done').offsetTop";
    let before = browser.value(place);
    stroke(&mut browser, &["0,0", "1,0", "2,0", "3,0"]);
    stroke(&mut browser, &["4,0"]);
    assert_eq!(browser.value(place), before);
    browser.is_content();
}

/// Checks that a piece is drawn by keys alone, on triangles, and by touch.
#[test]
#[ignore = "needs a browser"]
fn a_piece_is_drawn_by_keys_and_by_touch() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = start(
        &folder,
        "(lattice: Triangle, board: Triangle(4), pieces: [])",
    );
    open(&mut browser, &studio);
    browser.value("byId('draw-piece').focus(), true");
    browser.press("Enter");
    wait(
        &mut browser,
        "!byId('shaper').hidden && document.activeElement.id === 'grid'",
    );
    for key in [
        "Enter",
        "ArrowRight",
        "Enter",
        "ArrowRight",
        "Enter",
        "Enter",
    ] {
        browser.press(key);
        is_idle(&mut browser);
    }
    wait(
        &mut browser,
        "VIEW.pieces[0]?.size === 3 && byId('shaper').hidden",
    );
    browser.telephone();
    open(&mut browser, &studio);
    browser.value("openShaping(null), true");
    wait(&mut browser, "!byId('shaper').hidden");
    let stops = [grid(&mut browser, "0,0,0"), grid(&mut browser, "0,0,1")];
    browser.touch(&stops);
    wait(
        &mut browser,
        "byId('shaper-words').textContent === '2 cells'",
    );
    browser.tap("#shaper-done");
    wait(&mut browser, "VIEW.pieces.length === 2");
    let width = browser.value("document.documentElement.scrollWidth");
    assert!(width.as_f64().expect("a width") <= 390.0, "{width}");
    browser.is_content();
}

/// Checks that several strokes cut one piece, and that the cut cells are shown on the board, which
/// does not move.
#[test]
#[ignore = "needs a browser"]
fn pieces_are_cut_in_several_strokes() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = start(&folder, TRAY);
    open(&mut browser, &studio);
    browser.click("[data-key=cut]");
    let before = cell(&mut browser, "0,0");
    drag(&mut browser, "0,0", "2,0");
    is_idle(&mut browser);
    drag(&mut browser, "0,1", "0,1");
    is_idle(&mut browser);
    assert_eq!(browser.text("#cut-words"), "4 cells");
    assert_eq!(
        browser.value("layer('cuts').querySelectorAll('.hand path').length"),
        4
    );
    assert_eq!(browser.value("VIEW.pieces.length"), 0);
    browser.press("Enter");
    wait(&mut browser, "VIEW.pieces.length === 1");
    assert_eq!(
        browser.value("layer('cuts').querySelectorAll('.cut path').length"),
        4
    );
    assert_eq!(browser.value("layer('cuts').textContent"), "A");
    // Cells of a piece are not cut again; a stroke is taken back by undo.
    drag(&mut browser, "0,1", "2,1");
    is_idle(&mut browser);
    assert_eq!(browser.text("#cut-words"), "2 cells");
    drag(&mut browser, "4,0", "4,0");
    wait(
        &mut browser,
        "byId('cut-words').textContent.includes('not connected') && byId('cut-done').disabled",
    );
    browser.click("#undo");
    wait(&mut browser, "byId('cut-words').textContent === '2 cells'");
    drag(&mut browser, "3,1", "3,1");
    is_idle(&mut browser);
    drag(&mut browser, "3,0", "3,0");
    wait(
        &mut browser,
        "byId('cut-words').textContent === '4 cells The same shape as A.'",
    );
    browser.click("#cut-done");
    wait(
        &mut browser,
        "VIEW.pieces.length === 2 && layer('cuts').textContent === 'AB'",
    );
    assert_eq!(cell(&mut browser, "0,0"), before);
    // With *Take off as a piece* the cells leave the board.
    browser.click("[data-key=take]");
    drag(&mut browser, "0,3", "4,3");
    is_idle(&mut browser);
    browser.press("Enter");
    wait(
        &mut browser,
        "VIEW.pieces.length === 3 && VIEW.marks.filter((mark) => mark === 1).length === 15",
    );
    browser.is_content();
}

/// Checks that the areas of board and pieces are next to each other from the first stroke, also
/// while it is drawn.
#[test]
#[ignore = "needs a browser"]
fn areas_are_shown_from_the_first_stroke() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = start(&folder, "(lattice: Square, board: Cells([]), pieces: [])");
    for (width, height) in [(390, 844), (1280, 800), (2560, 1440)] {
        browser.call(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
        );
        open(&mut browser, &studio);
        let (from, to) = (cell(&mut browser, "0,0"), cell(&mut browser, "2,0"));
        browser.mouse("mousePressed", from);
        browser.mouse("mouseMoved", to);
        assert_eq!(browser.text("#areas"), "Board: 3 cellsPieces: 0 cells");
        browser.mouse("mouseReleased", to);
        is_idle(&mut browser);
        browser.value("change({ edit: 'add-pieces', entry: 'Set(of: Polyominoes(3), copies: (0, 2))' }), true");
        wait(
            &mut browser,
            "byId('areas').textContent === 'Board: 3 cellsPieces: 0–12 cells'",
        );
        let overflow = browser.value("document.documentElement.scrollWidth - innerWidth");
        assert!(overflow.as_f64() <= Some(0.0), "{width}: {overflow}");
        browser.value("undo(), undo(), true");
        wait(
            &mut browser,
            "byId('areas').textContent === 'Board: 0 cellsPieces: 0 cells'",
        );
    }
    browser.is_content();
}

#[test]
#[ignore = "needs a browser"]
fn a_piece_is_drawn_in_firefox() {
    let mut firefox = Firefox::start();
    let folder = TempDir::new().expect("a scratch folder");
    let studio = start(&folder, TRAY);
    firefox.go(&studio.address);
    firefox::wait(
        &mut firefox,
        "document.querySelector('#draw-piece') !== null",
    );
    firefox::click(&mut firefox, "#draw-piece");
    firefox::wait(&mut firefox, "!document.querySelector('#shaper').hidden");
    let places = ["0,0", "1,0", "1,1"].map(|at| firefox.middle(&format!("#grid [data-at='{at}']")));
    firefox.drag("mouse", &places);
    firefox::wait(
        &mut firefox,
        "document.querySelector('#shaper-words').textContent === '3 cells'",
    );
    firefox::click(&mut firefox, "#shaper-done");
    firefox::wait(
        &mut firefox,
        "document.querySelector('#pieces .piece .name')?.textContent === 'A'",
    );
    // Now a piece is cut from the board.
    firefox::click(&mut firefox, "[data-key=cut]");
    let places = ["0,0", "2,0"].map(|at| firefox.middle(&format!("#board [data-at='{at}']")));
    firefox.drag("mouse", &places);
    firefox::wait(
        &mut firefox,
        "document.querySelector('#cut-words').textContent === '3 cells'",
    );
    firefox.press("Enter");
    firefox::wait(
        &mut firefox,
        "document.querySelectorAll('#pieces .piece .name').length === 2",
    );
}
