//! What comes before the first step of a sweep, and may take seconds where there are millions of
//! options: whoever watches can stop that too.

use super::error::FrontierError;
use super::progress::{FrontierProgress, FrontierWatcher};
use crate::diagram::graph::{Edge, Graph};

/// Asks the watcher after this many entries of the matrix, some milliseconds of work.
const ENTRIES_BETWEEN_QUESTIONS: usize = 1 << 18;

/// The making of orders, plans and masks, of which the watcher hears.
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

    /// Some entries more have been looked at.
    ///
    /// # Errors
    ///
    /// [`FrontierError::Interrupted`] if the watcher breaks out.
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

    /// The edges of a node, which are looked at.
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
