//! Keeps the cheapest solutions found so far.

use std::collections::BinaryHeap;

use crate::problem::OptionId;

/// A solution with its cost. Solutions are ordered by cost and, if costs are equal, by when they were found.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct KeptSolution {
    cost: u64,
    number: u64,
    options: Vec<OptionId>,
}

/// The `most` cheapest solutions found so far. Costs are in the units of [`Prices`](super::prices::Prices).
#[derive(Debug)]
pub(super) struct Kept {
    most: usize,
    heap: BinaryHeap<KeptSolution>,
    found: u64,
}

impl Kept {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            heap: BinaryHeap::new(),
            found: 0,
        }
    }

    /// The cost that a solution must stay below to be kept: the cost of the most expensive one kept, once there
    /// are `most`; before that, `u64::MAX`.
    pub(super) fn limit(&self) -> u64 {
        if self.heap.len() < self.most {
            return u64::MAX;
        }
        self.heap.peek().map_or(0, |dearest| dearest.cost)
    }

    /// The number of solutions that were added, including those dropped since.
    pub(super) fn found(&self) -> u64 {
        self.found
    }

    /// Adds a solution, which must cost less than the limit. If there are `most` solutions already, drops the most
    /// expensive one.
    pub(super) fn add(&mut self, cost: u64, options: Vec<OptionId>) {
        debug_assert!(cost < self.limit(), "invariant: no other is looked at");
        if self.heap.len() == self.most {
            self.heap.pop();
        }
        self.found += 1;
        self.heap.push(KeptSolution {
            cost,
            number: self.found,
            options,
        });
    }

    /// The kept solutions, in no particular order.
    pub(super) fn solutions(&self) -> impl Iterator<Item = &[OptionId]> {
        self.heap.iter().map(|kept| kept.options.as_slice())
    }
}
