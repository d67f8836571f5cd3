//! Reads a tally of any size, one choice after the other.

use std::fmt;

use num_bigint::BigUint;

use super::KeyLayout;
use super::runs::{RunMerge, TallyRuns};
use crate::problem::ItemId;
use crate::spill::SpillError;
use crate::words::big;

/// The number of solutions for each choice: for each combination of how often the given items are covered. Unlike
/// a [`Tally`](super::Tally), it is read choice by choice, and what exceeds the memory is in a file. See
/// [`Solver::count_by_sorted`](crate::Solver::count_by_sorted).
pub struct SortedTally {
    layout: KeyLayout,
    merge: RunMerge,
    key: Vec<u64>,
    count: Vec<u64>,
}

impl SortedTally {
    /// Begins to read the rows. The buffers take at most about `memory` bytes.
    pub(crate) fn new(layout: KeyLayout, runs: TallyRuns, memory: u64) -> Result<Self, SpillError> {
        Ok(Self {
            layout,
            merge: runs.merge(memory)?,
            key: Vec::new(),
            count: Vec::new(),
        })
    }

    /// The items by which solutions are counted, in the given order.
    pub fn items(&self) -> &[ItemId] {
        &self.layout.items
    }

    /// The next choice in lexicographic order: how often each of the [`items`](Self::items) is
    /// covered, and the number of solutions, at least one. `None` after the last choice.
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

/// The choices that occur in solutions: the combinations of how often the given items are covered. See
/// [`Solver::choices`](crate::Solver::choices).
#[derive(Debug)]
pub struct ChoiceList(SortedTally);

impl ChoiceList {
    /// The choices of a tally, without their counts.
    pub(crate) fn new(tally: SortedTally) -> Self {
        Self(tally)
    }

    /// The items whose coverage counts make up a choice, in the given order.
    pub fn items(&self) -> &[ItemId] {
        self.0.items()
    }

    /// The next choice in lexicographic order: how often each of the [`items`](Self::items) is
    /// covered. `None` after the last choice.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    #[expect(
        clippy::should_implement_trait,
        reason = "an iterator of results would go on after an error"
    )]
    pub fn next(&mut self) -> Result<Option<Vec<u32>>, SpillError> {
        Ok(self.0.next()?.map(|(times, _)| times))
    }
}

impl fmt::Debug for SortedTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SortedTally")
            .field("layout", &self.layout)
            .finish_non_exhaustive()
    }
}
