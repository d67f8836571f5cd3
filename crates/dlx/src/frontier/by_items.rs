//! Counting by how often some items are covered: a sweep that keeps them open to its end.
//!
//! The states behind the last step differ in the kept items alone, so each stands for one choice and
//! has the number of its solutions. States that differ in a kept item never merge, so it is the
//! whole sweep that is made, not the join of `meet_in_middle`. Where states outgrow the memory the
//! work is cut as that of a count is; the numbers of the parts are added.

use super::checkpoint::{CheckpointWriter, Failed};
use super::error::FrontierError;
use super::plan::{Field, Plan};
use super::preparation::Preparation;
use super::run::{Bounded, Refusal};
use super::sweep::Swept;
use super::{Frontier, FrontierReport, FrontierWatcher, from_time_to_time};
use crate::problem::ItemId;
use crate::problem::redundant::without_redundant_bounds;
use crate::problem::residual::Residual;
use crate::tally::{KeyLayout, Rows, Tally};

impl Frontier<'_> {
    /// Counts the solutions by how often some items are covered: one number for each choice that has
    /// a solution, all in one sweep. An item may stand among them twice.
    ///
    /// States and time are those of a [`count`](Self::count) by a whole sweep, or a few times as
    /// many, since states that differ in these items alone do not merge any more as the items close. The
    /// [`Tally`] comes on top of the memory.
    ///
    /// If the watcher breaks out, the tally is of the parts that were done.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright_dlx::{Frontier, text};
    ///
    /// // Three cells in a row; up to three monominoes, one domino or none.
    /// let problem = text::read("a b c 0:3|mono 0:1|domino\na b domino\nb c domino\na mono\nb mono\nc mono\n")?;
    /// let pieces = ["mono", "domino"].map(|name| problem.item(name).unwrap());
    /// let (tally, report) = Frontier::new(&problem).count_by(&pieces, &mut |_| ControlFlow::Continue(()))?;
    /// assert!(report.complete);
    /// assert_eq!(tally.iter().collect::<Vec<_>>(), [(vec![1, 1], 2_u32.into()), (vec![3, 0], 1_u32.into())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count).
    pub fn count_by(
        &self,
        items: &[ItemId],
        watcher: &mut FrontierWatcher,
    ) -> Result<(Tally, FrontierReport), FrontierError> {
        self.count_by_watched(items, &mut from_time_to_time(watcher))
    }

    /// The same, with a watcher that is called as that of [`count_watched`](Self::count_watched) is.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count).
    pub fn count_by_watched(
        &self,
        items: &[ItemId],
        watcher: &mut FrontierWatcher,
    ) -> Result<(Tally, FrontierReport), FrontierError> {
        let mut tally = Tally::new(KeyLayout::new(self.problem, items));
        let counted = self.tally_parts(items, &mut tally, watcher);
        match counted {
            Ok(report) => Ok((tally, report)),
            Err(Refusal::Problem(FrontierError::Interrupted)) => {
                Ok((tally, FrontierReport::nothing_yet()))
            }
            Err(Refusal::Problem(error)) => Err(error),
            Err(Refusal::Checkpoint(Failed)) => {
                unreachable!("invariant: without checkpoints none fails")
            }
        }
    }

    fn tally_parts(
        &self,
        items: &[ItemId],
        tally: &mut Tally,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, Refusal> {
        let residual = Residual::new(self.problem, &self.givens, |_| true);
        let varies = |item: &ItemId| residual.least(*item) < residual.most(*item);
        let kept: Vec<ItemId> = items.iter().copied().filter(varies).collect();
        let mut preparation = Preparation::new(watcher);
        let relaxed = without_redundant_bounds(residual.clone(), &mut |entries| {
            preparation.advance(entries)
        })?;
        // A bound that follows from others says how large a field must be.
        let relaxed = relaxed.with_bounds_of(&residual, &kept);
        let order = self.sweep_order(&relaxed, watcher)?;
        let plan = Plan::keeping(&kept, &relaxed, &order, &mut Preparation::new(watcher))?;
        if plan.impossible {
            return Ok(FrontierReport::no_solution());
        }
        let keys = LastStates::new(self, tally.items(), &residual, &plan);
        let writer = &mut CheckpointWriter::nowhere();
        let mut on_part = |swept: Swept| tally.add(keys.rows(&swept.last_states));
        let run = self.run();
        match run.count_parts(&relaxed, &plan, true, writer, watcher, &mut on_part)? {
            Bounded::Ended(report) => Ok(report),
            Bounded::Capped(_) => unreachable!("invariant: without a bound nothing is capped"),
        }
    }
}

/// How keys are made of the states behind the last step.
struct LastStates {
    layout: KeyLayout,
    /// What is the same in all of them.
    base: Vec<u64>,
    /// The field of each place of a key that varies.
    fields: Vec<(usize, Field)>,
}

impl LastStates {
    fn new(frontier: &Frontier, items: &[ItemId], residual: &Residual, plan: &Plan) -> Self {
        let layout = KeyLayout::new(frontier.problem, items);
        let mut base = layout.zero();
        let mut fields = Vec::new();
        for given in &frontier.givens {
            let of_given = layout.of_option(frontier.problem, *given);
            for (word, more) in base.iter_mut().zip(of_given) {
                *word += more;
            }
        }
        for (place, item) in items.iter().enumerate() {
            if residual.least(*item) == residual.most(*item) {
                layout.cover(&mut base, place, residual.least(*item).into());
            } else if let Some(open) = plan.open_of[item.index()] {
                fields.push((place, plan.opens[open].field));
            }
        }
        Self {
            layout,
            base,
            fields,
        }
    }

    fn rows(&self, states: &Rows) -> Rows {
        let mut rows = Rows::default();
        for (state, count) in states.iter() {
            let mut key = self.base.clone();
            for &(place, field) in &self.fields {
                let value = (state[field.word] & field.mask()) >> field.shift;
                self.layout.cover(&mut key, place, value - field.zero);
            }
            rows.push(&key, count);
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ops::ControlFlow::Continue;

    use num_bigint::BigUint;
    use proptest::prelude::*;

    use super::*;
    use crate::frontier::random::ordered;
    use crate::links::Links;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn a_tally_is_that_of_all_solutions(
            (problem, order) in ordered(),
            chosen in proptest::collection::vec(any::<bool>(), 9),
            givens in 0..2_usize,
            memory in prop_oneof![Just(u64::MAX), 4096..20_000_u64],
        ) {
            let items: Vec<ItemId> = problem.items().zip(&chosen).filter_map(|(item, chosen)| chosen.then_some(item)).collect();
            let givens: Vec<_> = problem.options().take(givens).collect();
            let Ok(frontier) = Frontier::new(&problem).given(&givens) else { return Ok(()) };
            let frontier = frontier.order(&order).unwrap().memory(memory);
            let mut expected: BTreeMap<Vec<u32>, BigUint> = BTreeMap::new();
            Links::new(&problem).given(&givens).unwrap().run(&mut |solution: &[crate::OptionId]| {
                let times = |item: &ItemId| solution.iter().filter(|option| problem.option_items(**option).contains(item)).count();
                let times = items.iter().map(|item| u32::try_from(times(item)).unwrap()).collect();
                *expected.entry(times).or_default() += 1_u32;
                Continue(())
            });
            let Ok((tally, report)) = frontier.count_by(&items, &mut |_| Continue(())) else {
                prop_assert!(memory < u64::MAX, "only memory can be short");
                return Ok(());
            };
            prop_assert!(report.complete);
            prop_assert_eq!(&report.count, &tally.total());
            prop_assert_eq!(tally.len(), expected.len());
            prop_assert_eq!(tally.iter().collect::<Vec<_>>(), expected.clone().into_iter().collect::<Vec<_>>());
            for (times, solutions) in expected {
                prop_assert_eq!(tally.solutions(&times), solutions);
            }
        }
    }
}
