//! The status page of a campaign.

use std::fs;

use serde_json::json;

use crate::browsers::chromium::Browser;
use crate::campaign_status::campaign;
use crate::program::run;

/// Checks that the page fits a phone and a wide screen.
#[test]
#[ignore = "needs a browser"]
fn a_page_fits_any_screen() {
    let mut browser = Browser::start();
    let campaign = campaign(browser.folder());
    let page = run([
        "campaign",
        "status",
        &*campaign.to_string_lossy(),
        "--format",
        "html",
    ]);
    let file = browser.folder().join("status.html");
    fs::write(&file, page.stdout).expect("a file");
    browser.open(&file, "");
    for width in [360, 1600] {
        browser.call(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false}),
        );
        let room = browser.value("document.documentElement.scrollWidth");
        assert!(room.as_i64() <= Some(width), "{room} of {width}");
        let bar =
            browser.value("document.querySelector('.bar .done').getBoundingClientRect().width");
        assert!(bar.as_f64() > Some(50.0), "{bar}");
    }
    for scheme in ["light", "dark"] {
        browser.call(
            "Emulation.setEmulatedMedia",
            &json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]}),
        );
        let colour = browser.value("getComputedStyle(document.body).backgroundColor");
        assert_eq!(
            colour == json!("rgb(20, 23, 26)"),
            scheme == "dark",
            "{colour}"
        );
    }
    browser.is_content();
}
