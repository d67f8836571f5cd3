//! The choices that are wanted, of all that were counted.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::{Choice, Judge, Order};
use crate::solve::SolveError;

/// What came of looking through all choices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// The choices that have a solution.
    pub solvable: u64,
    /// The solutions of all of them.
    pub solutions: BigUint,
    /// How many choices are as wanted.
    pub wanted: u64,
    /// Of those wanted, how many have how many solutions: the least number of a bin, a power of two,
    /// and how many have so many solutions and less than twice as many.
    pub histogram: BTreeMap<BigUint, u64>,
    /// The first of those wanted, in order.
    pub first: Vec<Choice>,
}

impl Selection {
    /// Looks through choices for those that are wanted, and keeps the first in an order: all, or at
    /// most so many.
    ///
    /// Cost: a look at each choice, and about the logarithm of their number to sort one; memory for
    /// twice as many as are kept.
    ///
    /// # Errors
    ///
    /// [`SolveError::Interrupted`].
    pub fn of(
        choices: impl Iterator<Item = Choice>,
        judge: &Judge<'_>,
        order: Order,
        limit: Option<usize>,
    ) -> Result<Self, SolveError> {
        /// More than are wanted are sorted at a time.
        const SPARE: usize = 1 << 12;
        let limit = limit.unwrap_or(usize::MAX);
        let mut selection = Self {
            solvable: 0,
            solutions: BigUint::ZERO,
            wanted: 0,
            histogram: BTreeMap::new(),
            first: Vec::new(),
        };
        for choice in choices {
            judge.stop.check()?;
            selection.solvable += 1;
            selection.solutions += &choice.solutions;
            if !judge.holds(&choice)? {
                continue;
            }
            selection.wanted += 1;
            let bin = BigUint::from(1_u32) << choice.solutions.bits().saturating_sub(1);
            *selection.histogram.entry(bin).or_default() += 1;
            selection.first.push(choice);
            if selection.first.len() >= limit.saturating_mul(2).saturating_add(SPARE) {
                selection.keep(order, limit);
            }
        }
        selection.keep(order, limit);
        Ok(selection)
    }

    fn keep(&mut self, order: Order, limit: usize) {
        self.first.sort_by(|one, other| order.compare(one, other));
        self.first.truncate(limit);
    }
}
