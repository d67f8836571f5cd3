//! What a sweep asks of its states.

use std::iter::Sum;
use std::ops::Range;

use super::edges::Edges;
use crate::frontier::plan::Open;
use crate::frontier::table::AnyTable;
use crate::threads::Pool;

/// Some places of one shard of the states of a step.
#[derive(Clone, Debug)]
pub(in crate::frontier) struct Chunk {
    pub(super) shard: usize,
    pub(super) places: Range<usize>,
}

/// What came of states that were expanded.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::frontier) struct Expanded {
    /// The states that were made, or were there.
    pub(super) made: u64,
    /// The choices that lead nowhere.
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

/// The states of a sweep, whatever their types: what is hot is behind it, and all else compiled once.
pub(in crate::frontier) trait States {
    /// The number of steps.
    fn steps(&self) -> usize;

    /// The number of options of a step.
    fn options(&self, step: usize) -> usize;

    /// The items that take part.
    fn opens(&self) -> &[Open];

    /// Puts the empty state at the first step.
    fn begin(&mut self);

    /// Has the states of a step expanded next.
    fn enter(&mut self, step: usize);

    /// Has no states expanded any more.
    fn leave(&mut self);

    /// Makes ready the options of the step whose states are expanded, and the test for dead ends if that
    /// is wanted. Says whether there is something to test.
    fn prepare(&mut self, step: usize, test: bool) -> bool;

    /// The states that are expanded, by shard.
    fn source(&self) -> Vec<&dyn AnyTable>;

    /// Expands some of them, on all threads of a pool; none if a count had no room.
    fn expand(&mut self, step: usize, chunks: &[Chunk], pool: Option<&Pool>) -> Option<Expanded>;

    /// Of each bit of a state, in how many of those that are expanded it is set.
    fn ones(&self) -> Vec<[usize; 64]>;

    /// The edges so far, if they are written down.
    fn edges(&self) -> Option<&Edges>;

    /// Room for the edges of a checkpoint.
    fn edges_mut(&mut self) -> Option<&mut Edges>;

    /// The words of a state.
    fn words(&self) -> usize;

    /// The last step at which a state stands.
    fn furthest(&self) -> usize;

    /// How many states stand at a step and those that follow, and the bytes that they take with the
    /// edges.
    fn pending(&self, step: usize) -> Pending;

    /// The tables of these steps, by shard.
    fn tables(&self, steps: Range<usize>) -> Vec<&dyn AnyTable>;

    /// Calls `found` with each state of a step, in no order, and its count.
    fn each_state(&self, step: usize, found: &mut dyn FnMut(&[u64], &[u64]));

    /// Room for the states of a checkpoint: those that are expanded, by shard.
    fn source_mut(&mut self) -> Vec<&mut dyn AnyTable>;

    /// Room for the states of these steps, by shard.
    fn tables_mut(&mut self, steps: Range<usize>) -> Vec<&mut dyn AnyTable>;
}

/// What is to come in a sweep.
#[derive(Clone, Copy, Debug)]
pub(in crate::frontier) struct Pending {
    pub(super) states: usize,
    pub(super) bytes: u64,
}
