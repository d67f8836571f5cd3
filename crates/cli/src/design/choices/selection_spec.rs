//! The specification of a selection: which choices to select and how many to keep.

use super::judge::asks_distinct;
use super::order::Order;
use crate::puzzle::{Measure, MeasureWeight, Requirement};

/// The specification of a selection among the choices.
#[derive(Debug, Clone, Copy)]
pub struct SelectionSpec<'a> {
    /// The requirements of a choice.
    pub wanted: &'a Requirement,
    /// The weights of the rank, for `Order::Rank`.
    pub rank: &'a [MeasureWeight],
    /// The measures to compute for the kept choices.
    pub measures: &'a [Measure],
    /// The order of the kept choices.
    pub order: Order,
    /// The maximum number of choices to keep; `None` for all.
    pub limit: Option<usize>,
    /// Whether to count distinct solutions even if no requirement, rank or measure needs them.
    pub distinct: bool,
}

impl<'a> SelectionSpec<'a> {
    /// Keeps all choices that meet the requirements, the best first.
    pub fn new(wanted: &'a Requirement) -> Self {
        Self {
            wanted,
            rank: &[],
            measures: &[],
            order: Order::Best,
            limit: None,
            distinct: false,
        }
    }

    /// Whether distinct solutions are needed. Counting them can take longer than counting all
    /// solutions.
    pub fn counts_distinct(&self) -> bool {
        let mut measures = (self.measures.iter()).chain(self.rank.iter().map(|one| &one.measure));
        self.distinct
            || asks_distinct(self.wanted)
            || measures.any(|measure| *measure == Measure::Distinct)
    }
}
