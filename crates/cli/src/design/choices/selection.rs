//! The choices that are wanted, of all that were counted.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::wish::Wish;
use super::{Choice, Judge, Order};
use crate::solve::SolveError;

/// What came of looking through all choices.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// The choices that have a solution.
    pub solvable: u64,
    /// The solutions of all of them, but for those uncounted.
    pub solutions: BigUint,
    /// How many of the solvable ones were not counted to the end: they have more solutions than are wanted.
    pub uncounted: u64,
    /// How many choices are as wanted.
    pub wanted: u64,
    /// Of those wanted, how many have how many solutions: the least number of a bin, a power of two,
    /// and how many have so many solutions and less than twice as many.
    pub histogram: BTreeMap<BigUint, u64>,
    /// The first of those wanted, in order.
    pub first: Vec<Choice>,
}

impl Selection {
    /// Nothing as yet.
    pub(super) fn new() -> Self {
        Self {
            solvable: 0,
            solutions: BigUint::ZERO,
            uncounted: 0,
            wanted: 0,
            histogram: BTreeMap::new(),
            first: Vec::new(),
        }
    }

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
        wish: Wish<'_>,
    ) -> Result<Self, SolveError> {
        let mut selection = Self::new();
        for mut choice in choices {
            judge.stop.check()?;
            selection.note_solvable(&choice);
            if !judge.holds(&choice)? {
                continue;
            }
            selection.note_wanted(&choice);
            if wish.order == Order::Rank {
                choice.rank = judge.rank(&choice, wish.rank)?;
            }
            selection.first.push(choice);
            selection.keep_some(wish);
        }
        selection.keep(wish);
        for choice in &mut selection.first {
            choice.measures = judge.measures(choice, wish.measures)?;
        }
        Ok(selection)
    }

    /// Takes note of a choice that has a solution.
    pub(super) fn note_solvable(&mut self, choice: &Choice) {
        self.solvable += 1;
        self.solutions += &choice.solutions;
    }

    /// Takes note of one that is as wanted. The histogram has no more bins than the largest number has
    /// bits.
    pub(super) fn note_wanted(&mut self, choice: &Choice) {
        self.wanted += 1;
        let bin = BigUint::from(1_u32) << choice.solutions.bits().saturating_sub(1);
        *self.histogram.entry(bin).or_default() += 1;
    }

    /// Takes in what came of looking through more choices.
    pub(super) fn add(&mut self, more: Self, wish: Wish<'_>) {
        self.solvable += more.solvable;
        self.solutions += more.solutions;
        self.uncounted += more.uncounted;
        self.wanted += more.wanted;
        for (bin, choices) in more.histogram {
            *self.histogram.entry(bin).or_default() += choices;
        }
        self.first.extend(more.first);
        self.keep_some(wish);
    }

    /// Keeps the first so many if there are far more.
    pub(super) fn keep_some(&mut self, wish: Wish<'_>) {
        /// More than are wanted are sorted at a time.
        const SPARE: usize = 1 << 12;
        let most = wish
            .limit
            .map_or(usize::MAX, |limit| limit.saturating_mul(2));
        if self.first.len() >= most.saturating_add(SPARE) {
            self.keep(wish);
        }
    }

    /// Keeps the first so many, in order.
    pub(super) fn keep(&mut self, wish: Wish<'_>) {
        self.first
            .sort_by(|one, other| wish.order.compare(one, other));
        self.first.truncate(wish.limit.unwrap_or(usize::MAX));
    }
}
