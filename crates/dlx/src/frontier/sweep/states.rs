//! The interface between a sweep and the tables of its states.

use std::iter::Sum;
use std::ops::Range;

use super::edges::Edges;
use crate::frontier::plan::OpenItem;
use crate::frontier::table::AnyTable;
use crate::threads::Pool;

/// A range of table slots, in one shard, of the states that are being expanded.
#[derive(Clone, Debug)]
pub(in crate::frontier) struct TableChunk {
    pub(super) shard: usize,
    pub(super) places: Range<usize>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(in crate::frontier) struct Expanded {
    /// The number of states that choices led to. A state reached several times is counted each time.
    pub(super) made: u64,
    /// The number of choices dropped as dead ends.
    pub(super) dead: u64,
}

impl Sum for Expanded {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            made: sum.made + one.made,
            dead: sum.dead + one.dead,
        })
    }
}

/// The states of a sweep, whatever the length of a state in words. The hot code, behind this trait,
/// is compiled for each length; all other code is compiled once.
pub(in crate::frontier) trait SweepStates {
    fn steps(&self) -> usize;

    fn options(&self, step: usize) -> usize;

    /// The items that have a field in a state.
    fn opens(&self) -> &[OpenItem];

    /// Puts the empty state into the table of the first step.
    fn begin(&mut self);

    /// Begins to expand the states of a step.
    fn enter(&mut self, step: usize);

    /// Drops the states that have been expanded.
    fn leave(&mut self);

    /// Prepares the options of the current step and, if `test` is set, the test for dead ends. Returns whether
    /// that test will be made.
    fn prepare(&mut self, step: usize, test: bool) -> bool;

    /// For each shard, the table of the states that are being expanded.
    fn source(&self) -> Vec<&dyn AnyTable>;

    /// Expands chunks of the current states, on all threads of the pool if there is one. `None` if a count
    /// overflows.
    fn expand(
        &mut self,
        step: usize,
        chunks: &[TableChunk],
        pool: Option<&Pool>,
    ) -> Option<Expanded>;

    /// For each bit of a state, in how many of the states being expanded it is set.
    fn ones(&self) -> Vec<[usize; 64]>;

    /// The edges recorded so far; `None` if edges are not recorded.
    fn edges(&self) -> Option<&Edges>;

    /// The edges, to load them from a checkpoint; `None` if edges are not recorded.
    fn edges_mut(&mut self) -> Option<&mut Edges>;

    /// The length of a state in 64-bit words.
    fn words(&self) -> usize;

    /// A step after which no step has a state.
    fn furthest(&self) -> usize;

    /// The number of states at `step` and at later steps, and the bytes that they and the edges take.
    fn pending(&self, step: usize) -> Pending;

    /// The tables of states at the given steps, ordered by shard.
    fn tables(&self, steps: Range<usize>) -> Vec<&dyn AnyTable>;

    /// Calls `found` with each state of a step and its count, in arbitrary order.
    fn each_state(&self, step: usize, found: &mut dyn FnMut(&[u64], &[u64]));

    /// For each shard, the table of the states that are being expanded, to load it from a checkpoint.
    fn source_mut(&mut self) -> Vec<&mut dyn AnyTable>;

    /// The tables of states at the given steps, ordered by shard, to load them from a checkpoint.
    fn tables_mut(&mut self, steps: Range<usize>) -> Vec<&mut dyn AnyTable>;
}

/// How many states are still to be expanded, and how much memory they take.
#[derive(Clone, Copy, Debug)]
pub(in crate::frontier) struct Pending {
    pub(super) states: usize,
    pub(super) bytes: u64,
}
