//! The cheapest solutions found so far.

use std::collections::BinaryHeap;

use crate::problem::OptionId;

/// A solution; the dearest is the greatest, and of equals the one found last.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    cost: u64,
    number: u64,
    options: Vec<OptionId>,
}

/// The cheapest solutions found so far, up to a number. Costs are in units of the prices.
#[derive(Debug)]
pub(super) struct Kept {
    most: usize,
    heap: BinaryHeap<Candidate>,
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

    /// What a solution must cost less than to be kept.
    pub(super) fn limit(&self) -> u64 {
        if self.heap.len() < self.most {
            return u64::MAX;
        }
        self.heap.peek().map_or(0, |dearest| dearest.cost)
    }

    /// How many solutions were found, those among them that are not kept any more.
    pub(super) fn found(&self) -> u64 {
        self.found
    }

    /// Keeps a solution that costs less than the limit, in place of the dearest if there are enough.
    pub(super) fn add(&mut self, cost: u64, options: Vec<OptionId>) {
        debug_assert!(cost < self.limit(), "invariant: no other is looked at");
        if self.heap.len() == self.most {
            self.heap.pop();
        }
        self.found += 1;
        self.heap.push(Candidate {
            cost,
            number: self.found,
            options,
        });
    }

    /// The solutions, the cheapest first.
    pub(super) fn into_sorted(self) -> Vec<Vec<OptionId>> {
        let sorted = self.heap.into_sorted_vec().into_iter();
        sorted.map(|candidate| candidate.options).collect()
    }
}
