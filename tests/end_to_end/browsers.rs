//! Pages in a browser, used as people use them. These tests run by hand and in the checks of the main
//! branch, because they need Chromium, Firefox and axe.
//!
//! ```sh
//! cargo test --package tilewright --test end_to_end -- --ignored browsers::
//! ```

#![cfg(unix)]

#[path = "browsers/campaign.rs"]
mod campaign;
#[path = "browsers/chromium.rs"]
mod chromium;
#[path = "browsers/marionette.rs"]
mod marionette;
#[path = "browsers/missing_values.rs"]
mod missing_values;
#[path = "browsers/static_studio.rs"]
mod static_studio;
#[path = "browsers/studio.rs"]
mod studio;
#[path = "browsers/viewer.rs"]
mod viewer;

use std::env;
use std::path::PathBuf;

/// The path of the program with this name.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|place| place.is_file())
}
