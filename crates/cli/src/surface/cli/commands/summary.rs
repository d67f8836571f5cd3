//! The summary of a list, as JSON in a separate file. So every line of the list itself is a
//! solution, and readers of JSON lines can read it.

use std::path::Path;

use anyhow::Context;

use super::json_answer::{JsonLayout, write_json};
use crate::publish::interchange::table::record;
use crate::support::atomic_write;
use crate::support::label::shown;
use crate::surface::cli::failure::Failure;

/// How a list ended, as `solve --summary` writes it.
#[derive(Debug, Clone, Copy)]
pub(super) struct ListSummary {
    pub(super) solutions: u64,
    /// Whether the list contains all solutions.
    pub(super) complete: bool,
    /// For the best solutions by an objective, whether it is proved that there are none better.
    pub(super) proved: Option<bool>,
    /// If `proved` is false: a value of the objective's quantity that no other solution can improve on. `None` if
    /// no such bound is known.
    pub(super) bound: Option<u64>,
}

impl ListSummary {
    /// The summary of a list without an objective.
    pub(super) fn of(solutions: u64, complete: bool) -> Self {
        Self {
            solutions,
            complete,
            proved: None,
            bound: None,
        }
    }

    pub(super) fn write(&self, path: Option<&Path>) -> Result<(), Failure> {
        let Some(path) = path else { return Ok(()) };
        let summary = record! {
            type: "summary",
            solutions: self.solutions,
            complete: self.complete,
            proved?: self.proved,
            bound?: self.bound,
        };
        let write = |out: &mut dyn std::io::Write| write_json(out, &summary, JsonLayout::Compact);
        atomic_write::replace(path, write)
            .with_context(|| format!("cannot write {}", shown(path)))?;
        Ok(())
    }
}
