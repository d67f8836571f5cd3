//! Counts the solutions by how often given items are covered, all in one run.
//!
//! Two methods alternate in rounds; each round allows more states than the one before:
//!
//! - If none of the items may be covered more than once, they are left out of the sweep. Their sets
//!   are joined along its graph, as for a count (`meet_in_middle`). Each pair of sets that fit
//!   together over the cut adds to the count of their union.
//! - Otherwise all items are swept, and the given ones stay open to the end. The states after the
//!   last step differ in these items alone, so each state is one choice with its number of
//!   solutions.
//!
//! Where states outgrow the memory, the work is cut as for a count, and the numbers of the parts are added.
//!
//! A list of the choices without their numbers ([`Frontier::choices`]) leaves out states that follow from others by
//! `splits`, and restores the choices at the end.

mod choices;

use super::Frontier;
use super::checkpoint::{self, CheckpointError, CheckpointWriter, FrontierCheckpoints};
use super::error::FrontierError;
use super::meet_in_middle::item_masks::MOST_DENSE;
use super::meet_in_middle::set_tally::most_tallied;
use super::plan::SweepPlan;
use super::portfolio;
use super::preparation::Preparation;
use super::progress::FrontierWatcher;
use super::report::FrontierReport;
use super::run::Run;
use super::splits::OptionSplit;
use super::tally_writer::{TallyKind, TallyWriter};
use crate::problem::ItemId;
use crate::problem::redundant::without_redundant_bounds;
use crate::problem::residual::Residual;
use crate::spill::SpillError;
use crate::tally::{KeyLayout, SortedTally, Tally, TallyRuns};

/// A tally that can be spilled to a file may take 1/`TALLY_SHARE` of the memory.
const TALLY_SHARE: u64 = 8;

impl Frontier<'_> {
    /// Counts the solutions by how often each of the given items is covered: one number for each
    /// combination that occurs, all in one run. An item may occur in `items` more than once.
    ///
    /// If each item is covered at most once and there are at most 20 items, this takes about the time of a
    /// [`count`](Self::count). So does a tally by up to 26 items if 8 bytes for each of their sets take at most a
    /// sixteenth of the memory. In addition to the memory, each thread takes 8 bytes for each set. In all other
    /// cases it takes a whole sweep, with up to a few times the states of a count: states that differ in these
    /// items alone do not merge when the items close. The [`Tally`] takes memory in addition.
    ///
    /// The watcher is called as in [`count_watched`](Self::count_watched). If it breaks out, the tally covers the
    /// parts that were finished.
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
    /// As [`count`](Self::count); or an item has colours.
    pub fn count_by(
        &self,
        items: &[ItemId],
        watcher: &mut FrontierWatcher,
    ) -> Result<(Tally, FrontierReport), FrontierError> {
        let kind = TallyKind::Counts;
        let runs = TallyRuns::in_memory();
        let counted = self.tally((items, kind), self.run(), runs, None, watcher);
        let (layout, runs, report) = counted.map_err(CheckpointError::without_checkpoints)?;
        Ok((Tally::new(layout, runs)?, report))
    }

    /// Like [`count_by`](Self::count_by), but the tally is read one entry after the other. The part
    /// of the tally that outgrows an eighth of the [`memory`](Self::memory) goes to a file, if one
    /// can be [made](Self::spill); the states have the other seven eighths.
    ///
    /// Keeps checkpoints if `checkpoints` is given. Then it resumes an earlier count of the same problem by the same
    /// items, as [`count_on`](Self::count_on) does. The last checkpoint has the whole tally: a run that finds it
    /// counts nothing again.
    ///
    /// # Errors
    ///
    /// As [`count_on`](Self::count_on); or an item has colours; or what outgrows the memory cannot be kept in a
    /// file.
    pub fn count_by_sorted(
        &self,
        items: &[ItemId],
        checkpoints: Option<&mut dyn FrontierCheckpoints>,
        watcher: &mut FrontierWatcher,
    ) -> Result<(SortedTally, FrontierReport), CheckpointError> {
        self.tally_sorted((items, TallyKind::Counts), checkpoints, watcher)
    }

    fn tally_sorted(
        &self,
        wanted: (&[ItemId], TallyKind),
        checkpoints: Option<&mut dyn FrontierCheckpoints>,
        watcher: &mut FrontierWatcher,
    ) -> Result<(SortedTally, FrontierReport), CheckpointError> {
        let (runs, share) = self.tally_runs();
        let run = Run {
            memory: self.memory - share,
            ..self.run()
        };
        let (layout, runs, report) = self.tally(wanted, run, runs, checkpoints, watcher)?;
        let sorted = self.sorted_tally(layout, runs);
        Ok((sorted.map_err(FrontierError::from)?, report))
    }

    /// An empty tally, and the bytes of memory that it may take before it spills to a file. If no file can be
    /// made, the tally stays in memory, and 0 is returned.
    pub(crate) fn tally_runs(&self) -> (TallyRuns, u64) {
        match self.spill {
            Some(_) => {
                let share = self.memory / TALLY_SHARE;
                (TallyRuns::new(share, self.spill), share)
            }
            None => (TallyRuns::in_memory(), 0),
        }
    }

    /// The bytes that all other data may take while a tally that can be spilled is in memory. `u64::MAX` if it
    /// cannot be spilled.
    pub(crate) fn tally_room(&self) -> u64 {
        self.spill.map_or(u64::MAX, |_| self.memory / 2)
    }

    /// Makes a tally readable in the order of its keys. Call it after the states have been dropped, since it uses
    /// half of the memory.
    pub(crate) fn sorted_tally(
        &self,
        layout: KeyLayout,
        runs: TallyRuns,
    ) -> Result<SortedTally, SpillError> {
        SortedTally::new(layout, runs, self.memory / 2)
    }

    /// Tallies the solutions by `items`. If the watcher breaks out, the tally covers the finished parts.
    fn tally(
        &self,
        (items, kind): (&[ItemId], TallyKind),
        run: Run,
        runs: TallyRuns,
        checkpoints: Option<&mut dyn FrontierCheckpoints>,
        watcher: &mut FrontierWatcher,
    ) -> Result<(KeyLayout, TallyRuns, FrontierReport), CheckpointError> {
        if let Some(&item) = items.iter().find(|&&item| self.problem.is_coloured(item)) {
            let name = self.problem.item_name(item).to_owned();
            return Err(FrontierError::ColouredTally { name }.into());
        }
        let residual = Residual::new(self.problem, &self.givens, |_| true);
        let tally = TallyWriter::new(KeyLayout::new(self.problem, items), runs);
        let mut writer = CheckpointWriter::nowhere().with_tally(Some(tally));
        let keepers = (&mut writer, checkpoints);
        let counted = self.tally_parts((items, kind), run, &residual, keepers, watcher);
        if let Some(failure) = writer.failure() {
            return Err(failure);
        }
        let (report, splits) = match counted {
            Ok(counted) => counted,
            Err(CheckpointError::Frontier(FrontierError::Interrupted)) => {
                (FrontierReport::nothing_yet(), Vec::new())
            }
            Err(error) => return Err(error),
        };
        let Some(tally) = writer.tally else {
            unreachable!("invariant: the writer keeps its tally")
        };
        let (layout, base, runs) = tally.finish().map_err(FrontierError::from)?;
        if splits.is_empty() || !report.complete {
            return Ok((layout, runs, report));
        }
        let (all, _) = self.tally_runs();
        let preparation = &mut Preparation::new(watcher);
        let key = (&layout, &base[..]);
        match OptionSplit::add_all(
            &splits,
            key,
            (runs, all),
            &residual,
            run.memory,
            preparation,
        ) {
            Ok(all) => Ok((layout, all, report)),
            Err(FrontierError::Interrupted) => {
                let none = TallyRuns::in_memory();
                Ok((layout, none, FrontierReport::nothing_yet()))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Adds the solutions to the tally of `writer`. Returns the report, and the splits by which the omitted
    /// choices are restored.
    fn tally_parts<'k>(
        &self,
        (items, kind): (&[ItemId], TallyKind),
        run: Run,
        residual: &Residual,
        (writer, checkpoints): (
            &mut CheckpointWriter<'k>,
            Option<&'k mut dyn FrontierCheckpoints>,
        ),
        watcher: &mut FrontierWatcher,
    ) -> Result<(FrontierReport, Vec<OptionSplit>), CheckpointError> {
        let varies = |item: &ItemId| residual.least(*item) < residual.most(*item);
        let mut kept: Vec<ItemId> = items.iter().copied().filter(varies).collect();
        kept.sort_unstable();
        kept.dedup();
        let mut preparation = Preparation::new(watcher);
        let relaxed = without_redundant_bounds(residual.clone(), &mut |entries| {
            preparation.advance(entries)
        })?;
        // The width of a kept item's field depends on the item's upper bound. So the bound is restored, even if
        // other items imply it.
        let relaxed = relaxed.with_bounds_of(residual, &kept);
        let order = self.sweep_order(&relaxed, watcher)?;
        let mut preparation = Preparation::new(watcher);
        let mut plan = SweepPlan::keeping(&kept, &relaxed, &order, &mut preparation)?;
        if plan.impossible {
            return Ok((FrontierReport::no_solution(), Vec::new()));
        }
        let splits = match kind {
            TallyKind::Counts => Vec::new(),
            TallyKind::Choices => OptionSplit::find(residual, &kept, &mut preparation)?,
        };
        plan.merge(&splits);
        if let Some(tally) = &mut writer.tally {
            tally.begin(&self.givens, residual);
        }
        let by = Some((items, kind));
        let identity = || checkpoint::identity(self.problem, &order, &self.givens, by);
        let opened = CheckpointWriter::open(checkpoints, identity);
        let tally = writer.tally.take();
        *writer = opened?.with_tally(tally);
        let joined = joined_items(run, &relaxed, &kept, &plan);
        let phases = (&plan, joined.as_deref());
        let report = portfolio::alternate(run, &relaxed, &order, phases, writer, watcher)?;
        Ok((report, splits))
    }
}

/// The items that are left out of the graph of a join: the kept items, and others that stay open throughout, up to
/// `MOST_DENSE` in total. `None` if the kept items cannot be left out.
fn joined_items(
    run: Run,
    residual: &Residual,
    kept: &[ItemId],
    plan: &SweepPlan,
) -> Option<Vec<ItemId>> {
    let is_set = kept.iter().all(|item| residual.most(*item) == 1);
    let most = most_tallied(run.memory);
    let has_merges = !plan.merges.is_empty();
    if kept.is_empty() || kept.len() > most || !is_set || has_merges {
        return None;
    }
    let others = plan.persistent(residual).into_iter();
    // An item that need not be covered would split the solutions of one choice into those that cover it and all
    // others.
    let others = others.filter(|item| residual.least(*item) == 1);
    let items = kept.iter().copied().chain(others);
    Some(items.take(kept.len().max(MOST_DENSE)).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::Cursor;
    use std::ops::ControlFlow::Continue;

    use num_bigint::BigUint;
    use proptest::prelude::*;

    use super::*;
    use crate::frontier::random::ordered;
    use crate::links::Links;

    fn read(mut sorted: SortedTally) -> Vec<(Vec<u32>, BigUint)> {
        std::iter::from_fn(|| sorted.next().unwrap()).collect()
    }

    /// A row of four cells, filled from eleven different monominoes and eleven different dominoes.
    /// 22 items have too many sets for an array of counts. A choice of k pieces can be laid in k!
    /// ways.
    #[test]
    fn more_items_than_an_array_has_sets_of() {
        let mut problem = crate::Problem::new();
        let cells = ["a", "b", "c", "d"].map(|name| problem.add_primary(name).unwrap());
        let pieces: Vec<ItemId> = (0..22)
            .map(|at| problem.add_secondary(format!("p{at}")).unwrap())
            .collect();
        for (at, &piece) in pieces.iter().enumerate() {
            for covered in cells.windows(1 + at % 2) {
                problem.add_option(&[covered, &[piece]].concat()).unwrap();
            }
        }
        for memory in [u64::MAX, 1 << 20] {
            let frontier = Frontier::new(&problem).memory(memory);
            let (tally, report) = frontier.count_by(&pieces, &mut |_| Continue(())).unwrap();
            assert!(report.complete);
            // A choice is a set of four monominoes, of two monominoes and a domino, or of two dominoes.
            assert_eq!(tally.len(), 330 + 11 * 55 + 55);
            for (times, solutions) in tally.iter() {
                let ways = [1_u32, 1, 2, 6, 24][times.iter().sum::<u32>() as usize];
                assert_eq!(solutions, ways.into());
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn a_tally_is_that_of_all_solutions(
            (problem, order) in ordered(),
            chosen in proptest::collection::vec(any::<bool>(), 9),
            givens in 0..2_usize,
            memory in prop_oneof![Just(u64::MAX), 4096..20_000_u64],
        ) {
            let items = problem.items().zip(&chosen).filter_map(|(item, chosen)| chosen.then_some(item));
            let items: Vec<ItemId> = items.filter(|&item| !problem.is_coloured(item)).collect();
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
            for (times, solutions) in &expected {
                prop_assert_eq!(&tally.solutions(times), solutions);
            }
            // Even the tally of a single solution may be spilled to a file.
            let spilled = frontier.spill(|| Ok(Box::new(Cursor::new(Vec::new()))));
            let Ok((sorted, report)) = spilled.count_by_sorted(&items, None, &mut |_| Continue(())) else {
                prop_assert!(memory < u64::MAX, "only memory can be short");
                return Ok(());
            };
            prop_assert!(report.complete);
            prop_assert_eq!(read(sorted), expected.clone().into_iter().collect::<Vec<_>>());
            let Ok((mut choices, _)) = spilled.choices(&items, None, &mut |_| Continue(())) else {
                prop_assert!(memory < u64::MAX, "only memory can be short");
                return Ok(());
            };
            let choices = std::iter::from_fn(|| choices.next().unwrap());
            prop_assert_eq!(choices.collect::<Vec<_>>(), expected.into_keys().collect::<Vec<_>>());
        }
    }
}
