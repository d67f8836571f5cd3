//! What is asked for of choices, and how many are kept.

use super::judge::asks_distinct;
use super::order::Order;
use crate::puzzle::{Measure, Wanted, Weight};

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
    /// What is wanted of a choice.
    pub wanted: &'a Wanted,
    /// By what they are ranked, where that is the order.
    pub rank: &'a [Weight],
    /// What is measured of those kept.
    pub measures: &'a [Measure],
    /// In which order they stand.
    pub order: Order,
    /// How many of the first are kept.
    pub limit: Option<usize>,
    /// Whether distinct solutions are counted even where nothing requested depends on them.
    pub distinct: bool,
}

impl<'a> Wish<'a> {
    /// All choices that are as wanted, the best first.
    pub fn new(wanted: &'a Wanted) -> Self {
        Self {
            wanted,
            rank: &[],
            measures: &[],
            order: Order::Best,
            limit: None,
            distinct: false,
        }
    }

    /// Whether distinct solutions are requested. To count them can take longer than to count all solutions.
    pub fn counts_distinct(&self) -> bool {
        let mut measures = (self.measures.iter()).chain(self.rank.iter().map(|one| &one.measure));
        self.distinct
            || asks_distinct(self.wanted)
            || measures.any(|measure| *measure == Measure::Distinct)
    }
}
