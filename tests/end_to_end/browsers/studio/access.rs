//! axe finds no faults in the page: on a desktop, on a phone, on a large screen, in light and dark mode.

use std::fs;

use serde_json::json;
use tempfile::TempDir;

use super::drawing::{open, shows, wait};
use crate::browsers::chromium::Browser;
use crate::browsers::viewer::access::{axe, violations};
use crate::program::root;
use crate::studio::client::Studio;

#[test]
#[ignore = "needs a browser"]
fn axe_finds_nothing() {
    let (axe, mut browser) = (axe(), Browser::start());
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("kanoodle.ron");
    fs::copy(root().join("puzzles/kanoodle.ron"), &path).expect("a scratch file");
    let studio = Studio::start(&path);
    for (scheme, width, height) in [
        ("light", 1280, 850),
        ("dark", 1280, 850),
        ("light", 390, 844),
        ("dark", 3840, 2160),
    ] {
        browser.call(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
        );
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        browser.call("Emulation.setEmulatedMedia", &json!({"features": features}));
        open(&mut browser, &studio);
        shows(&mut browser, "371020");
        browser.value(&axe);
        let found = violations(&mut browser);
        assert_eq!(found, json!([]), "{scheme} {width}");
        browser
            .value("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
        let found = violations(&mut browser);
        assert_eq!(found, json!([]), "{scheme} {width}, all details open");
        browser.value(
            "(async () => { const canvas = new OffscreenCanvas(60, 40); const pen = canvas.getContext('2d'); \
             pen.fillRect(20, 10, 20, 20); openTrace(await canvas.convertToBlob()); })(), true",
        );
        wait(
            &mut browser,
            "document.querySelector('#set-traced') !== null",
        );
        let found = violations(&mut browser);
        assert_eq!(found, json!([]), "{scheme} {width}, a picture to be traced");
    }
}
