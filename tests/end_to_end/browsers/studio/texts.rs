//! No card, form or message of the page shows a missing value, on a phone, a laptop and a large screen.

use std::fs;

use serde_json::json;
use tempfile::TempDir;

use super::drawing::{open, shows, wait};
use super::firefox;
use crate::browsers::chromium::Browser;
use crate::browsers::marionette::Firefox;
use crate::browsers::missing_values::MISSING_VALUES;
use crate::program::root;
use crate::studio::client::Studio;

/// The steps before the texts are read, each with an expression that must be true afterwards.
const STEPS: [(&str, &str); 16] = [
    (
        "document.querySelectorAll('details').forEach((each) => { each.open = true; })",
        "true",
    ),
    (
        "document.querySelector('#pieces [data-key=piece-0]').click()",
        "document.querySelector('#pieces .form') !== null",
    ),
    (
        "document.querySelector('#draw-piece').click()",
        "!byId('shaper').hidden",
    ),
    (
        "shaping.stroke = 'add', shapeCell(0), endShape()",
        "byId('shaper-words').textContent.startsWith('1 cell')",
    ),
    ("closeShaping(), openShaping(1)", "!byId('shaper').hidden"),
    (
        "closeShaping(), document.querySelector('#pick').click()",
        "document.querySelector('#shelf') !== null",
    ),
    ("setTool('label')", "byId('label-words') !== null"),
    ("setTool('color')", "true"),
    (
        "setTool('cut'), begin(board.marks.indexOf(1)), end()",
        "board.cutting.keys.size === 1",
    ),
    (
        "cancelCut(), setTool('paint'), document.querySelector('#goal-open').click()",
        "VIEW.goal_entries.length === 1",
    ),
    (
        "stopMarking(), document.querySelector('#goal-holes').click()",
        "VIEW.goal_entries.length === 2",
    ),
    (
        "change({ edit: 'field', field: 'goals', value: '[Goal(name: \"a\", open: Cells([(0, 0)]))]' }), change({ edit: 'title', title: '' })",
        "QUEUE.length === 0 && !isBusy",
    ),
    (
        "setFileChanged(true), say('A message')",
        "byId('banners').children.length === 2",
    ),
    (
        "setFileChanged(false), setConnected(false)",
        "byId('banners').children.length > 0",
    ),
    (
        "setConnected(true), halt('no reason')",
        "byId('banners').children.length > 0",
    ),
    (
        "resume({ without: false }), change({ edit: 'text', text: '(board: ' })",
        "VIEW.problem !== null",
    ),
];

#[test]
#[ignore = "needs a browser"]
fn no_dialog_shows_null() {
    let mut browser = Browser::start();
    let folder = TempDir::new().expect("a scratch folder");
    for (width, height) in [(390, 844), (1366, 768), (2560, 1440)] {
        browser.call(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
        );
        let path = folder.path().join(format!("kanoodle-{width}.ron"));
        fs::copy(root().join("puzzles/kanoodle.ron"), &path).expect("a scratch file");
        let studio = Studio::start(&path);
        open(&mut browser, &studio);
        assert_eq!(browser.value(MISSING_VALUES), json!([]), "{width}");
        shows(&mut browser, "371020");
        assert_eq!(browser.value(MISSING_VALUES), json!([]), "{width}, counted");
        for (step, then) in STEPS {
            browser.value(&format!("{step}, true"));
            wait(&mut browser, then);
            let found = browser.value(MISSING_VALUES);
            assert_eq!(found, json!([]), "{width}, {step}");
        }
        browser.is_content();
    }
}

#[test]
#[ignore = "needs a browser"]
fn no_dialog_shows_null_in_firefox() {
    let mut firefox = Firefox::start();
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("kanoodle.ron");
    fs::copy(root().join("puzzles/kanoodle.ron"), &path).expect("a scratch file");
    let studio = Studio::start(&path);
    for size in [(390, 844), (1366, 768), (2560, 1440)] {
        firefox.resize(size);
        firefox.go(&studio.address);
        firefox::wait(
            &mut firefox,
            "document.querySelector('#count')?.dataset.solutions === '371020'",
        );
        for selector in ["#pieces [data-key=piece-0]", "#draw-piece", "#pick"] {
            firefox.of_document(&format!(
                "(document.querySelector('{selector}').click(), true)"
            ));
            firefox::wait(
                &mut firefox,
                "[...document.querySelectorAll('details')].every((each) => { each.open = true; return true; })",
            );
            let found = firefox.of_document(MISSING_VALUES);
            assert_eq!(found, json!([]), "{size:?}, {selector}");
        }
    }
}
