//! Counts the work before the first step of a sweep. It can take seconds on millions of options, so the watcher is
//! called during it too.

use super::error::FrontierError;
use super::progress::{FrontierProgress, FrontierWatcher};
use crate::diagram::graph::{Edge, Graph};

/// The number of matrix entries that are processed between two calls of the watcher. They take a few milliseconds.
const ENTRIES_BETWEEN_QUESTIONS: usize = 1 << 18;

/// Counts the work of making orders, plans and masks, and calls the watcher regularly.
pub(super) struct Preparation<'w, 'f> {
    watcher: &'w mut FrontierWatcher<'f>,
    entries: usize,
}

impl<'w, 'f> Preparation<'w, 'f> {
    pub(super) fn new(watcher: &'w mut FrontierWatcher<'f>) -> Self {
        Self {
            watcher,
            entries: 0,
        }
    }

    /// Records that `entries` matrix entries were processed, and calls the watcher if
    /// [`ENTRIES_BETWEEN_QUESTIONS`] entries were processed since the last call.
    pub(super) fn advance(&mut self, entries: usize) -> Result<(), FrontierError> {
        self.entries += entries;
        if self.entries < ENTRIES_BETWEEN_QUESTIONS {
            return Ok(());
        }
        self.entries = 0;
        if (self.watcher)(&FrontierProgress::default()).is_break() {
            return Err(FrontierError::Interrupted);
        }
        Ok(())
    }

    /// The edges of a node. Calls [`advance`](Self::advance) with their number.
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance).
    pub(super) fn edges<'g>(
        &mut self,
        graph: &'g Graph,
        node: u32,
    ) -> Result<&'g [Edge], FrontierError> {
        let edges = graph.edges(node);
        self.advance(edges.len())?;
        Ok(edges)
    }
}
