//! Three of 120 levels, played in Firefox.

use serde_json::Value;

use crate::browsers::marionette::{Firefox, pixels};

/// The names of the placements that the level lacks.
fn missing(firefox: &mut Firefox) -> Vec<String> {
    let names = firefox.value(
        "solutionOf(playStart()).filter((p) => !onBoard().includes(p)).map((p) => PLACEMENTS[p].name)",
    );
    let names = names.as_array().expect("a list");
    let text = |name: &Value| name.as_str().expect("a name").to_owned();
    names.iter().map(text).collect()
}

/// Turns the piece on the rack into the orientation of a placement. Returns the points from which
/// and to which the piece must be dragged.
fn way(firefox: &mut Firefox, placement: &str) -> [(i64, i64); 2] {
    firefox.value(&format!(
        "(() => {{ const p = PLACEMENTS[BY_NAME.get({placement:?})]; \
         game.orientation[p.piece] = p.orientation; show(); }})()"
    ));
    let piece = firefox.value(&format!("PLACEMENTS[BY_NAME.get({placement:?})].piece"));
    let from = firefox.middle(&format!("[data-piece=\"{piece}\"]"));
    let to = firefox.value(&format!(
        "(() => {{ const {{ middle: [x, y], piece, orientation }} = PLACEMENTS[BY_NAME.get({placement:?})]; \
         const [dx, dy] = fromCentre(piece, orientation); \
         const at = new DOMPoint(x - dx, y - dy).matrixTransform(byId('board').getScreenCTM()); \
         return [Math.round(at.x), Math.round(at.y)]; }})()"
    ));
    [from, pixels(&to)]
}

/// Moves the chosen piece to its placement with the keyboard, and puts it down.
fn by_keys(firefox: &mut Firefox, placement: &str) {
    firefox.value(&format!(
        "(() => {{ const p = PLACEMENTS[BY_NAME.get({placement:?})]; \
         game.orientation[p.piece] = p.orientation; show(); \
         document.querySelector(`[data-piece=\"${{p.piece}}\"]`).focus(); }})()"
    ));
    firefox.press("Enter");
    for _ in 0..20 {
        let way = firefox.value(&format!(
            "(() => {{ const [here, there] = [hand.placement, BY_NAME.get({placement:?})].map((p) => PLACEMENTS[p].middle); \
             return [Math.round(there[0] - here[0]), Math.round(there[1] - here[1])]; }})()"
        ));
        match pixels(&way) {
            (1.., _) => firefox.press("ArrowRight"),
            (..=-1, _) => firefox.press("ArrowLeft"),
            (_, 1..) => firefox.press("ArrowDown"),
            (_, ..=-1) => firefox.press("ArrowUp"),
            _ => break,
        }
    }
    firefox.press("Enter");
}

#[test]
#[ignore = "needs a browser"]
fn three_of_120_levels_are_played_in_firefox() {
    let mut firefox = Firefox::start();
    let page = firefox.profile.path().join("page.html");
    std::fs::write(&page, super::levels::page_of_the_deck()).expect("a page");
    firefox.open(&page, "");
    assert_eq!(firefox.text("#level"), "Level 1 easy 3.0");
    for placement in missing(&mut firefox) {
        let [from, to] = way(&mut firefox, &placement);
        firefox.drag("mouse", &[from, (from.0 + 9, from.1 + 9), to]);
    }
    assert_eq!(firefox.text("#held"), "1 of 120 solved");
    let next = firefox.middle("[data-key=\"next-challenge\"]");
    firefox.drag("mouse", &[next]);
    for placement in missing(&mut firefox) {
        let [from, (x, y)] = way(&mut firefox, &placement);
        firefox.drag(
            "touch",
            &[from, (from.0, from.1 + 20), (x, y + 90), (x, y + 48)],
        );
    }
    assert_eq!(firefox.text("#held"), "2 of 120 solved");
    // The button has the focus.
    firefox.press("Enter");
    for placement in missing(&mut firefox) {
        by_keys(&mut firefox, &placement);
    }
    assert_eq!(firefox.text(".result .count"), "Solved without a hint!");
    firefox.open(&page, "");
    assert_eq!(firefox.text("#held"), "3 of 120 solved");
    assert!(firefox.text("#level").starts_with("Level 4 "));
}

/// Checks keys after a drag that misses the board, and after the buttons Turn and Hint: they still
/// turn the piece, and letters take pieces.
#[test]
#[ignore = "needs a browser"]
fn keys_work_wherever_the_focus_is_in_firefox() {
    let mut firefox = Firefox::start();
    let page = firefox.profile.path().join("page.html");
    std::fs::write(&page, super::levels::page_of_the_deck()).expect("a page");
    for size in [(450, 844), (1366, 768), (2560, 1440)] {
        firefox.resize(size);
        firefox.open(&page, "");
        let from = firefox.middle("#rack [data-key=\"rack-0\"]");
        firefox.drag("mouse", &[from, (from.0 + 9, from.1 + 9), (3, 3)]);
        assert_eq!(firefox.value("game.chosen"), 0, "{size:?}");
        for selector in ["[data-key=do-R]", "[data-key=hint]"] {
            let at = firefox.middle(selector);
            firefox.drag("mouse", &[at]);
            for key in ["r", "f"] {
                let before = firefox.value("game.orientation[0]");
                firefox.press(key);
                assert_ne!(firefox.value("game.orientation[0]"), before, "{key}");
            }
        }
        firefox.press("y");
        assert_eq!(
            firefox.value("PIECES[PLACEMENTS[hand.placement].piece].name"),
            "Yellow"
        );
    }
}
