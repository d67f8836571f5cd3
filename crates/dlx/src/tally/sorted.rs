//! Choices and their solutions one after the other, as many as there may be.

use std::fmt;

use num_bigint::BigUint;

use super::KeyLayout;
use super::runs::{Merge, TallyRuns};
use crate::problem::ItemId;
use crate::spill::SpillError;
use crate::words::big;

/// The numbers of solutions by how often some items are covered, as a [`Tally`](super::Tally) has them, but
/// read one after the other: what outgrows the memory is in a file. See
/// [`Solver::count_by_sorted`](crate::Solver::count_by_sorted).
pub struct SortedTally {
    layout: KeyLayout,
    merge: Merge,
    key: Vec<u64>,
    count: Vec<u64>,
}

impl SortedTally {
    /// Reads with so many bytes of memory.
    pub(crate) fn new(layout: KeyLayout, runs: TallyRuns, memory: u64) -> Result<Self, SpillError> {
        Ok(Self {
            layout,
            merge: runs.merge(memory)?,
            key: Vec::new(),
            count: Vec::new(),
        })
    }

    /// The items, in the order in which they were named.
    pub fn items(&self) -> &[ItemId] {
        &self.layout.items
    }

    /// How often each of the [`items`](Self::items) is covered, and the number of solutions in which they are
    /// covered so often, one or more: the next in lexicographic order of the first; none behind the last.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    #[expect(
        clippy::should_implement_trait,
        reason = "an iterator of results would go on after an error"
    )]
    pub fn next(&mut self) -> Result<Option<(Vec<u32>, BigUint)>, SpillError> {
        let is_there = self.merge.next(&mut self.key, &mut self.count)?;
        Ok(is_there.then(|| (self.layout.times(&self.key), big(&self.count))))
    }
}

impl fmt::Debug for SortedTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SortedTally")
            .field("layout", &self.layout)
            .finish_non_exhaustive()
    }
}
