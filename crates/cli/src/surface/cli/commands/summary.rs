//! How a list ended, as JSON in a file of its own: every line of a list is a solution, so that
//! whatever reads JSON lines reads it.

use std::path::Path;

use anyhow::Context;
use serde::Serialize;

use super::json_answer::{Layout, write_json};
use crate::support::atomic_write;
use crate::support::label::shown;
use crate::surface::cli::failure::Failure;

/// The end of a list.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(tag = "type", rename = "summary")]
pub(super) struct ListSummary {
    /// How many solutions it has.
    pub(super) solutions: u64,
    /// False if there may be more.
    pub(super) complete: bool,
}

impl ListSummary {
    /// Writes it to the file asked for, if there is one.
    pub(super) fn write(&self, path: Option<&Path>) -> Result<(), Failure> {
        let Some(path) = path else { return Ok(()) };
        let write = |out: &mut dyn std::io::Write| write_json(out, self, Layout::Compact);
        atomic_write::replace(path, write)
            .with_context(|| format!("cannot write {}", shown(path)))?;
        Ok(())
    }
}
