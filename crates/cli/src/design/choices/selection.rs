//! The choices that meet the requirements, among all that were counted.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::selection_spec::SelectionSpec;
use super::{Choice, Judge, Order};
use crate::solve::SolveError;

/// The choices that meet the requirements, and how many choices there were.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// The number of choices that have a solution.
    pub solvable: u64,
    /// The number of solutions of all solvable choices together, except those counted in
    /// `uncounted`.
    pub solutions: BigUint,
    /// The number of solvable choices with more solutions than the requirements allow, whose counts
    /// were therefore cut off.
    pub uncounted: u64,
    /// The number of choices that meet the requirements.
    pub wanted: u64,
    /// The accepted choices by their number of solutions. A key is a power of two; its bin counts
    /// the choices with at least that number of solutions and fewer than twice that number.
    pub histogram: BTreeMap<BigUint, u64>,
    /// The first accepted choices, in order.
    pub first: Vec<Choice>,
}

impl Selection {
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

    /// Selects the choices that meet the requirements, and keeps the first `spec.limit`, or all, in
    /// order.
    ///
    /// Cost: judging each choice, and sorting the accepted ones; memory for twice the kept choices.
    ///
    /// # Errors
    ///
    /// [`SolveError::Interrupted`].
    pub fn of(
        choices: impl Iterator<Item = Choice>,
        judge: &Judge<'_>,
        spec: SelectionSpec<'_>,
    ) -> Result<Self, SolveError> {
        let mut selection = Self::new();
        for mut choice in choices {
            judge.stop.check()?;
            selection.note_solvable(&choice);
            if !judge.holds(&choice)? {
                continue;
            }
            selection.note_wanted(&choice);
            if spec.order == Order::Rank {
                choice.rank = judge.rank(&choice, spec.rank)?;
            }
            selection.first.push(choice);
            selection.keep_some(spec);
        }
        selection.keep(spec);
        for choice in &mut selection.first {
            choice.measures = judge.measures(choice, spec.measures)?;
        }
        Ok(selection)
    }

    /// Adds to the totals a choice that has a solution.
    pub(super) fn note_solvable(&mut self, choice: &Choice) {
        self.solvable += 1;
        self.solutions += &choice.solutions;
    }

    /// Adds to the totals a choice that meets the requirements. The histogram has at most as many
    /// bins as the largest number has bits.
    pub(super) fn note_wanted(&mut self, choice: &Choice) {
        self.wanted += 1;
        let bin = BigUint::from(1_u32) << choice.solutions.bits().saturating_sub(1);
        *self.histogram.entry(bin).or_default() += 1;
    }

    /// Adds the result of judging more choices.
    pub(super) fn add(&mut self, more: Self, spec: SelectionSpec<'_>) {
        self.solvable += more.solvable;
        self.solutions += more.solutions;
        self.uncounted += more.uncounted;
        self.wanted += more.wanted;
        for (bin, choices) in more.histogram {
            *self.histogram.entry(bin).or_default() += choices;
        }
        self.first.extend(more.first);
        self.keep_some(spec);
    }

    /// Drops all choices but the first `spec.limit`, once there are at least 2 · `spec.limit` +
    /// `SPARE` choices.
    pub(super) fn keep_some(&mut self, spec: SelectionSpec<'_>) {
        /// Up to this many choices beyond twice the limit are kept, so that the choices are sorted
        /// only rarely.
        const SPARE: usize = 1 << 12;
        let most = spec
            .limit
            .map_or(usize::MAX, |limit| limit.saturating_mul(2));
        if self.first.len() >= most.saturating_add(SPARE) {
            self.keep(spec);
        }
    }

    /// Sorts the choices, and keeps the first `spec.limit` of them.
    pub(super) fn keep(&mut self, spec: SelectionSpec<'_>) {
        self.first
            .sort_by(|one, other| spec.order.compare(one, other));
        self.first.truncate(spec.limit.unwrap_or(usize::MAX));
    }
}
