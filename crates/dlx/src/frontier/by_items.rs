//! Counting by how often some items are covered, all in one run.
//!
//! There are two ways, tried in rounds with bounds on their states that grow:
//!
//! - Where none of the items may be covered more than once, they are left out of the sweep, and their
//!   sets are joined along its graph, as for a count (`meet_in_middle`); each pair of sets that go
//!   together over the cut is added to the number of the set that they make.
//! - A sweep of everything keeps the items open to its end. The states behind the last step differ in
//!   these items alone, so each stands for one choice and has the number of its solutions.
//!
//! Where states outgrow the memory the work is cut as that of a count is; the numbers of the parts
//! are added.

use super::checkpoint::{CheckpointWriter, Failed};
use super::dovetail::BOUNDS;
use super::error::FrontierError;
use super::meet_in_middle::{ItemMasks, MOST_ITEMS, SetJoin};
use super::plan::{Field, Plan};
use super::preparation::Preparation;
use super::run::{BoundedCount, NoGraph, Refusal, Run};
use super::sweep::SweepTotals;
use super::{Frontier, FrontierReport, FrontierWatcher, from_time_to_time};
use crate::problem::ItemId;
use crate::problem::redundant::without_redundant_bounds;
use crate::problem::residual::Residual;
use crate::tally::{KeyLayout, Rows, Tally};

impl Frontier<'_> {
    /// Counts the solutions by how often some items are covered: one number for each choice that has
    /// a solution, all in one run. An item may stand among them twice.
    ///
    /// Where each of them is covered once at most and there are no more than 20, it takes about what a
    /// [`count`](Self::count) takes, and 48 bytes for each set of them on each thread beside the memory.
    /// Else it takes a whole sweep, with up to a few times as many states as one that counts, since states that
    /// differ in these items alone do not merge any more as the items close. The [`Tally`] comes on top
    /// of the memory.
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
        let mut kept: Vec<ItemId> = items.iter().copied().filter(varies).collect();
        kept.sort_unstable();
        kept.dedup();
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
        let work = TallyRun {
            run: self.run(),
            residual: &relaxed,
            order: &order,
            keys: Keys::new(self, items, &residual),
            kept: &kept,
            plan: &plan,
        };
        work.count(tally, watcher)
    }
}

/// What the two ways share.
struct TallyRun<'a> {
    run: Run,
    residual: &'a Residual<'a>,
    order: &'a [ItemId],
    keys: Keys,
    kept: &'a [ItemId],
    plan: &'a Plan,
}

impl TallyRun<'_> {
    fn count(
        &self,
        tally: &mut Tally,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, Refusal> {
        let mut may_join = self.joined_items();
        for (graph_states, sweep_states) in BOUNDS {
            let is_last = sweep_states == u64::MAX;
            if let Some(joined) = &may_join {
                match self.join(joined, graph_states, tally, watcher)? {
                    JoinOutcome::Ended(report) => return Ok(report),
                    JoinOutcome::Capped => {}
                    JoinOutcome::Refused => may_join = None,
                }
            }
            let states = if may_join.is_some() && !is_last {
                sweep_states
            } else {
                u64::MAX
            };
            if let Some(report) = self.sweep(states, tally, watcher)? {
                return Ok(report);
            }
        }
        unreachable!("invariant: the last round has no bound")
    }

    /// The items that are left out of the graph, if those kept can be: they, and others as there is room.
    fn joined_items(&self) -> Option<Vec<ItemId>> {
        let is_set = self.kept.iter().all(|item| self.residual.most(*item) == 1);
        if self.kept.is_empty() || self.kept.len() > MOST_ITEMS || !is_set {
            return None;
        }
        let others = self.plan.persistent(self.residual).into_iter();
        // One that need not be covered would tell solutions of one choice apart.
        let others = others.filter(|item| self.residual.least(*item) == 1);
        let items = self.kept.iter().copied().chain(others);
        Some(items.take(MOST_ITEMS).collect())
    }

    fn join(
        &self,
        items: &[ItemId],
        states: u64,
        tally: &mut Tally,
        watcher: &mut FrontierWatcher,
    ) -> Result<JoinOutcome, Refusal> {
        let relaxed = self.residual.without(items);
        let masks = ItemMasks::new(self.residual, items);
        let writer = &mut CheckpointWriter::nowhere();
        let allows = |until: &[u64]| until.last().is_none_or(|&made| made <= states);
        let graph = self
            .run
            .graph(&relaxed, self.order, &allows, writer, watcher);
        let graph = match graph {
            Ok(graph) => graph,
            Err(NoGraph::Capped(_)) => return Ok(JoinOutcome::Capped),
            Err(NoGraph::Refused(FrontierError::Interrupted)) => {
                return Err(FrontierError::Interrupted.into());
            }
            Err(NoGraph::Refused(_)) => return Ok(JoinOutcome::Refused),
        };
        let Some(join) = SetJoin::new(&graph, &masks) else {
            return Ok(JoinOutcome::Ended(FrontierReport::no_solution()));
        };
        drop(graph);
        let mut join = join.tally();
        join.spill(self.run);
        let mut on_part =
            |swept: SweepTotals| tally.add(self.keys.of_sets(&masks.order, &swept.last_states));
        let counted = join.count(self.run, writer, watcher, &mut on_part)?;
        Ok(counted.map_or(JoinOutcome::Refused, JoinOutcome::Ended))
    }

    /// Sweeps everything; none if there are more states than that.
    fn sweep(
        &self,
        states: u64,
        tally: &mut Tally,
        watcher: &mut FrontierWatcher,
    ) -> Result<Option<FrontierReport>, Refusal> {
        let run = Run { states, ..self.run };
        let (cut, writer) = (states == u64::MAX, &mut CheckpointWriter::nowhere());
        let mut on_part =
            |swept: SweepTotals| tally.add(self.keys.of_states(self.plan, &swept.last_states));
        match run.count_parts(self.residual, self.plan, cut, writer, watcher, &mut on_part)? {
            BoundedCount::Ended(report) => Ok(Some(report)),
            BoundedCount::Capped(_) => Ok(None),
        }
    }
}

/// What comes of the way by sets.
enum JoinOutcome {
    Ended(FrontierReport),
    /// The graph has more states than that.
    Capped,
    /// It is too wide, or too large for the memory.
    Refused,
}

/// How keys are made.
struct Keys {
    layout: KeyLayout,
    /// What is the same in all of them.
    base: Vec<u64>,
    /// The places of a key that vary.
    varying: Vec<usize>,
}

impl Keys {
    fn new(frontier: &Frontier, items: &[ItemId], residual: &Residual) -> Self {
        let layout = KeyLayout::new(frontier.problem, items);
        let mut base = layout.zero();
        for given in &frontier.givens {
            let of_given = layout.of_option(frontier.problem, *given);
            for (word, more) in base.iter_mut().zip(of_given) {
                *word += more;
            }
        }
        let mut varying = Vec::new();
        for (place, item) in items.iter().enumerate() {
            let (least, most) = (residual.least(*item), residual.most(*item));
            if least == most {
                layout.cover(&mut base, place, least.into());
            } else {
                varying.push(place);
            }
        }
        Self {
            layout,
            base,
            varying,
        }
    }

    /// Keys and counts, from states behind the last step.
    fn of_states(&self, plan: &Plan, states: &Rows) -> Rows {
        let field = |&place: &usize| {
            // An item in no option has none: it is not covered.
            let open = plan.open_of[self.layout.items[place].index()]?;
            Some((place, plan.opens[open].field))
        };
        let fields: Vec<(usize, Field)> = self.varying.iter().filter_map(field).collect();
        let mut rows = Rows::default();
        for (state, count) in states.iter() {
            let mut key = self.base.clone();
            for &(place, field) in &fields {
                let value = (state[field.word] & field.mask()) >> field.shift;
                self.layout.cover(&mut key, place, value - field.zero);
            }
            rows.push(&key, count);
        }
        rows
    }

    /// Keys and counts, from sets of items, a bit for each in this order.
    #[expect(clippy::expect_used, reason = "an invariant of the items joined")]
    fn of_sets(&self, order: &[ItemId], sets: &Rows) -> Rows {
        let bit = |&place: &usize| {
            let item = self.layout.items[place];
            let bit = order.iter().position(|other| *other == item);
            (
                place,
                bit.expect("invariant: every item kept is in the sets"),
            )
        };
        let bits: Vec<(usize, usize)> = self.varying.iter().map(bit).collect();
        let mut rows = Rows::default();
        for (set, count) in sets.iter() {
            let mut key = self.base.clone();
            for &(place, bit) in &bits {
                self.layout.cover(&mut key, place, set[0] >> bit & 1);
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
