//! The page on a phone, a laptop and a large screen, in Chromium and Firefox: the board uses the screen, messages
//! do not move it, pieces have patterns, and placements are pictures.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::levels::{page_of, page_of_the_calendar, page_of_the_deck};
use crate::browsers::chromium::Browser;
use crate::browsers::marionette::Firefox;

/// Width and height of the windows in pixels.
const SIZES: [(u32, u32); 3] = [(390, 844), (1366, 768), (2560, 1440)];

/// A browser with a page: Chromium or Firefox.
trait Pages {
    /// Opens a page in a window of this size.
    fn show(&mut self, page: &[u8], size: (u32, u32));
    /// The value of an expression in the page.
    fn evaluate(&mut self, expression: &str) -> Value;
}

impl Pages for Browser {
    fn show(&mut self, page: &[u8], (width, height): (u32, u32)) {
        self.call(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
        );
        let path = self.folder().join("page.html");
        fs::write(&path, page).expect("a page");
        self.open(&path, "#play");
    }

    fn evaluate(&mut self, expression: &str) -> Value {
        self.value(expression)
    }
}

impl Pages for Firefox {
    fn show(&mut self, page: &[u8], size: (u32, u32)) {
        self.resize(size);
        let path = self.profile.path().join("page.html");
        fs::write(&path, page).expect("a page");
        self.open(&path, "#play");
    }

    fn evaluate(&mut self, expression: &str) -> Value {
        self.value(expression)
    }
}

/// Calls a check for each page at each size, in both browsers.
fn everywhere(pages: &[&[u8]], check: &dyn Fn(&mut dyn Pages, &str)) {
    let (mut chromium, mut firefox) = (Browser::start(), Firefox::start());
    let browsers: [(&str, &mut dyn Pages); 2] =
        [("chromium", &mut chromium), ("firefox", &mut firefox)];
    for (name, browser) in browsers {
        for size in SIZES {
            for (at, page) in pages.iter().enumerate() {
                browser.show(page, size);
                browser.evaluate("localStorage.clear(), forget(), state.put = [], show(), true");
                check(browser, &format!("{name}, {size:?}, page {at}"));
            }
        }
    }
    chromium.is_content();
}

/// Checks that the board, the buttons and the rack are in the window without scrolling on laptops
/// and large screens, and fill it: the board has the greatest size that the width or the height
/// allows.
#[test]
#[ignore = "needs a browser"]
fn the_board_uses_the_screen() {
    let square = page_of(&["puzzles/scott.ron", "--limit", "5"]);
    let pages: [&[u8]; 3] = [page_of_the_deck(), page_of_the_calendar(), &square];
    everywhere(&pages, &|browser, place| {
        let faults = browser.evaluate(
            "(() => {
                const box = (selector) => document.querySelector(selector).getBoundingClientRect();
                const faults = [];
                const isTrue = (what, is) => { if (!is) faults.push(what); };
                isTrue('nothing is wider than the window', document.documentElement.scrollWidth <= innerWidth);
                const [card, board, under, rack] = ['#pictures', '#board', '#under [data-key=hint]', '#rack'].map(box);
                isTrue('the board is in the window', board.bottom <= innerHeight);
                if (innerWidth > 1000) {
                    const shape = BOARD.width / BOARD.height;
                    const height = Math.min(board.height, board.width / shape);
                    isTrue('the buttons are in the window', under.bottom <= innerHeight);
                    isTrue('the rack is in the window', rack.bottom <= innerHeight);
                    const share = [card.width + rack.width, height].map((length, at) => length / [innerWidth, innerHeight][at]);
                    isTrue(`the width is used: ${share}`, share[0] > 0.9);
                    isTrue(`the height is used: ${share}`, share[1] > (shape > 1.5 ? 0.43 : 0.6));
                    const least = 16 * Math.min(1.4, Math.max(1, innerHeight / 1000));
                    isTrue('letters grow', parseFloat(getComputedStyle(document.body).fontSize) >= least);
                }
                return faults;
            })()",
        );
        assert_eq!(faults, json!([]), "{place}");
    });
}

/// A page of an upright board of 30 cells.
fn page_of_the_cat() -> Vec<u8> {
    let cat = r#######"(title: "The cat", lattice: Square, board: Picture(["#....#", "##..##", "######", "######", "######",
        ".####.", "..##.."]), pieces: [Set(of: Polyominoes(5), only: ["F", "N", "T", "W", "Y", "Z"])])"#######;
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("cat.ron");
    fs::write(&path, cat).expect("a scratch file");
    page_of(&[&path.to_string_lossy(), "--limit", "5"])
}

/// Checks that all buttons are in the window without scrolling, and in one line; that all pieces of a rack have one
/// scale, on large screens too; and that the rack of a calendar is in the window on a phone, with cells that use the
/// room.
#[test]
#[ignore = "needs a browser"]
fn buttons_and_pieces_are_in_view() {
    let cat = page_of_the_cat();
    let cards = page_of(&["tests/cards/menagerie.ron"]);
    let pages: [&[u8]; 4] = [page_of_the_deck(), page_of_the_calendar(), &cat, &cards];
    everywhere(&pages, &|browser, place| {
        let faults = browser.evaluate(
            "(() => {
                const faults = [];
                const isTrue = (what, is) => { if (!is) faults.push(what); };
                isTrue('nothing is wider than the window', document.documentElement.scrollWidth <= innerWidth);
                for (const one of document.querySelectorAll('#over button, #under button')) {
                    const { top, bottom, right } = one.getBoundingClientRect();
                    isTrue(`${one.textContent} is in the window`, top >= 0 && bottom <= innerHeight && right <= innerWidth);
                }
                const line = (selector) => new Set([...document.querySelectorAll(selector)].map((one) => Math.round(one.getBoundingClientRect().top))).size;
                isTrue('the buttons are in one line', line('#under button') === 1);
                isTrue('the buttons of the levels are in one line', line('#over button') <= 1);
                const scales = () => [...document.querySelectorAll('#rack .icon')].map((one) => one.getBoundingClientRect().width / one.viewBox.baseVal.width);
                const isOne = (list) => Math.max(...list) - Math.min(...list) < 0.02;
                isTrue(`one scale: ${scales()}`, isOne(scales()));
                const rack = document.querySelector('#rack');
                isTrue('the rack is not cut', rack.scrollHeight <= rack.clientHeight + 1);
                isTrue(`the rack is in the window: ${rack.getBoundingClientRect().bottom}`, rack.getBoundingClientRect().bottom <= innerHeight);
                // A cell has an edge of 10.
                isTrue(`pieces are large enough: ${scales()[0]}`, scales()[0] >= (innerWidth > 1000 ? 2.09 : 1.49));
                const [first] = document.querySelectorAll('.rack-piece');
                turnPiece(Number(first.dataset.piece), 0, false);
                isTrue('one scale after a turn', isOne(scales()));
                return faults;
            })()",
        );
        assert_eq!(faults, json!([]), "{place}");
    });
}

/// Checks that neither a hint, nor a message, nor the end of a level moves the board, the buttons
/// or the cards.
#[test]
#[ignore = "needs a browser"]
fn messages_do_not_move_the_page() {
    everywhere(&[page_of_the_deck()], &|browser, place| {
        let faults = browser.evaluate(
            "(() => {
                const places = () => ['#level', '#board', '#under [data-key=undo]', '.rack-place', '[data-key=words]', '[data-key=wishes]', '#copy']
                    .map((selector) => [selector, Math.round(document.querySelector(selector).getBoundingClientRect().y + scrollY)].join(' '));
                const before = places();
                const faults = [];
                const stays = (after) => places().forEach((at, i) => { if (at !== before[i]) faults.push(`${after}: ${before[i]} became ${at}`); });
                for (const stage of [1, 2, 3, 4]) { hint(); stays(`hint ${stage}`); }
                const { bottom, top } = document.querySelector('.hint').getBoundingClientRect();
                if (top < 0 || bottom > innerHeight) faults.push('the hint is out of sight');
                document.querySelector('[data-key=close-hint]').click();
                if (game.hint !== null) faults.push('the hint stays');
                stays('close');
                say('copied', 'A message'); stays('message');
                for (const p of solutionOf(playStart())) if (!onBoard().includes(p)) { putDown(p); stays(PLACEMENTS[p].name); }
                say('shared', 'A message'); stays('shared');
                return faults;
            })()",
        );
        assert_eq!(faults, json!([]), "{place}");
    });
}

/// Checks that the focus ring is violet: bluer than red, and not the colour of an error.
#[test]
#[ignore = "needs a browser"]
fn the_focus_ring_is_violet() {
    everywhere(&[page_of_the_deck()], &|browser, place| {
        let ring = browser.evaluate(
            "(() => {
                const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
                const [r, g, b] = [1, 3, 5].map((at) => parseInt(color('--focus').slice(at, at + 2), 16));
                return b > r && r > g && color('--focus') !== color('--bad');
            })()",
        );
        assert_eq!(ring, true, "{place}");
    });
}

/// Checks that a tick in the settings gives each piece a pattern, on the board, on the rack and
/// from a corner, and that the browser keeps the setting.
#[test]
#[ignore = "needs a browser"]
fn pieces_have_patterns() {
    let soma = page_of(&["puzzles/soma-cube.ron", "--limit", "5"]);
    let sticks = page_of(&[
        "puzzles/tetrasticks-5x5-without-h.ron",
        "--first",
        "--limit",
        "5",
    ]);
    let pages: [&[u8]; 4] = [page_of_the_deck(), &soma, &sticks, page_of_the_calendar()];
    everywhere(&pages, &|browser, place| {
        let faults = browser.evaluate(
            "(() => {
                const faults = [];
                const isTrue = (what, is) => { if (!is) faults.push(what); };
                const drawn = '#board .pieces [fill^=\"url(#pattern-\"], #rack [fill^=\"url(#pattern-\"], #rack .pattern, #corner [fill^=\"url(#pattern-\"]';
                isTrue('none before', document.querySelector(drawn) === null);
                document.querySelector('#patterns').click();
                isTrue('kept', settings().patterns === true);
                const patternsOf = (item) => [...item.querySelectorAll('[fill^=\"url(#pattern-\"], .pattern')]
                    .map((one) => one.getAttribute('stroke-dasharray') ?? one.getAttribute('fill'));
                const items = [...document.querySelectorAll('.rack-piece')].map((item) => new Set(patternsOf(item)));
                isTrue('each piece has one', items.every((one) => one.size === 1));
                const least = BOARD.closed ? items.length : 8;
                isTrue('they differ', new Set(items.map((one) => [...one][0])).size >= least);
                for (const one of document.querySelectorAll('[fill^=\"url(#pattern-\"]')) {
                    isTrue('defined', document.getElementById(one.getAttribute('fill').slice(5, -1)) !== null);
                }
                const p = OF_PIECE.flat().find((one) => fits(standing(onBoard()), one));
                putDown(p);
                isTrue('on the board', patternsOf(byId('board').querySelector(`[data-put=\"${p}\"]`)).length > 0);
                if (DATA.solid) isTrue('from a corner', patternsOf(byId('corner')).length > 0);
                document.querySelector('#patterns').click();
                isTrue('none afterwards', document.querySelector(drawn) === null && settings().patterns === false);
                return [...new Set(faults)];
            })()",
        );
        assert_eq!(faults, json!([]), "{place}");
    });
}

/// Checks lists of placements, and the filters in a link: both show pictures. Cells are named for
/// screen readers only.
#[test]
#[ignore = "needs a browser"]
fn placements_are_pictures() {
    let kanoodle = page_of(&["puzzles/kanoodle.ron", "--limit", "20"]);
    let soma = page_of(&["puzzles/soma-cube.ron", "--limit", "20"]);
    everywhere(&[&kanoodle, &soma], &|browser, place| {
        let faults = browser.evaluate(
            "(() => {
                const faults = [];
                const { name } = PLACEMENTS[solution(0)[0]];
                const cell = `${name.split('@')[0]}@${CELLS[PLACEMENTS[solution(0)[0]].first].name}`;
                for (const view of ['browse', 'heat']) {
                    for (const pattern of [name, cell]) {
                        update({ view, filters: [filter('with', pattern)] });
                        const list = [...byId('side').querySelectorAll('.placements .placement, .filters .pictured')];
                        if (list.length < 2) faults.push(`${view}: no list`);
                        for (const item of list) {
                            const [picture, ...more] = item.querySelectorAll('.small-board');
                            const laid = picture?.querySelectorAll('.piece, path[transform]').length ?? 0;
                            if (more.length > 0 || laid === 0) faults.push(`${view}: no picture in ${item.outerHTML}`);
                        }
                        const side = byId('side').cloneNode(true);
                        side.querySelectorAll('.unseen').forEach((one) => one.remove());
                        const named = /.{0,20}(@|\\(\\d+,).{0,20}/.exec(side.textContent);
                        if (named) faults.push(`${view}: ${named[0]}`);
                        const spoken = byId('side').querySelector('.placements .placement').getAttribute('aria-label');
                        if (!/\\(\\d+,\\d+/.test(spoken)) faults.push(`${view}: screen readers say ${spoken}`);
                    }
                }
                return faults;
            })()",
        );
        assert_eq!(faults, json!([]), "{place}");
    });
}
