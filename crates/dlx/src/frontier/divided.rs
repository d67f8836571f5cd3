//! A sweep whose sets are joined in parts that have nothing to do with each other.
//!
//! Where a sweep joins sets of items along the graph of the others (`meet_in_middle`), every solution
//! has each of these items covered by an option either above the cut or below it. So the sides of a
//! few of them divide the solutions, and what is counted for one choice of sides needs the graph and
//! nothing of the other choices. The graph is made by whoever counts a part, the same each time; the
//! cut and the items that divide best depend on the problem, the order and the givens alone.

use std::collections::BTreeSet;
use std::mem;

use super::Frontier;
use super::checkpoint::{self, CheckpointWriter, Failed};
use super::checkpoint::{CheckpointError, FrontierCheckpoints};
use super::error::FrontierError;
use super::meet_in_middle::item_masks::ItemMasks;
use super::meet_in_middle::{Divide, SetJoin};
use super::plan::Plan;
use super::preparation::Preparation;
use super::progress::{FrontierWatcher, from_time_to_time};
use super::report::FrontierReport;
use super::run::{NoGraph, Refusal, Run};
use crate::problem::{OptionId, Problem, ProblemError};

/// On which side of the cut an item is covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SweepSide {
    /// The item, by its index in the problem.
    pub item: usize,
    /// Whether above the cut.
    pub above: bool,
}

/// The graph of a sweep, ready to have its sets joined part by part.
///
/// ```
/// use std::ops::ControlFlow;
/// use num_bigint::BigUint;
/// use tilewright_dlx::{Frontier, text};
///
/// // Four pieces, each on one of four cells.
/// let mut lines = vec!["a b c d w x y z".to_owned()];
/// for piece in ["w", "x", "y", "z"] {
///     lines.extend(["a", "b", "c", "d"].map(|cell| format!("{cell} {piece}")));
/// }
/// let problem = text::read(&(lines.join("\n") + "\n"))?;
/// let cells: Vec<_> = problem.items().take(4).collect();
///
/// let frontier = Frontier::new(&problem).order(&cells)?;
/// let sweep = frontier.divided(&mut |_| ControlFlow::Continue(()))?.expect("it has sets to join");
/// let mut sum = BigUint::ZERO;
/// for sides in sweep.parts(4) {
///     sum += sweep.count(&sides, None, &mut |_| ControlFlow::Continue(()))?.count;
/// }
/// assert_eq!(sum, 24_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DividedSweep {
    join: SetJoin,
    run: Run,
    masks: ItemMasks,
    /// The items, those first that divide the ways of the graph most evenly.
    dividing: Vec<u32>,
    /// By option, whether it lies above the cut; none if it is in no way of the graph.
    above: Vec<Option<bool>>,
    identity: [u8; 32],
}

impl std::fmt::Debug for DividedSweep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DividedSweep")
            .field("items", &self.masks.order)
            .finish_non_exhaustive()
    }
}

impl Frontier<'_> {
    /// Makes the graph of a count, so that its parts can be counted one by one; none if the problem
    /// has no items that stay open throughout, so that there is nothing to divide, or no solution at
    /// all, as the graph shows.
    ///
    /// Takes the time and the memory of the graph: see [`count`](Self::count).
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count), and if the graph has no room in the memory; and
    /// [`FrontierError::Interrupted`], if the watcher breaks out.
    pub fn divided(
        &self,
        watcher: &mut FrontierWatcher,
    ) -> Result<Option<DividedSweep>, FrontierError> {
        let watcher = &mut from_time_to_time(watcher);
        let residual = self.residual(watcher)?;
        let order = self.sweep_order(&residual, watcher)?;
        let plan = Plan::new(&residual, &order, &mut Preparation::new(watcher))?;
        let persistent = plan.persistent(&residual);
        if plan.impossible || persistent.is_empty() {
            return Ok(None);
        }
        let relaxed = residual.without(&persistent);
        let masks = ItemMasks::new(&residual, &persistent);
        let writer = &mut CheckpointWriter::nowhere();
        let graph = self
            .run()
            .graph(&relaxed, &order, &|_| true, writer, watcher);
        let graph = graph.map_err(|refused| match refused {
            NoGraph::Refused(error) => error,
            NoGraph::Capped(_) => unreachable!("invariant: without a bound nothing is capped"),
        })?;
        let preparation = &mut Preparation::new(watcher);
        let Some(mut join) = SetJoin::new(&graph, &masks, preparation)? else {
            return Ok(None);
        };
        let dividing = join.dividing(&graph, &masks, preparation)?;
        let above = join.sides(&graph, self.problem.option_count(), preparation)?;
        mem::drop(graph);
        join.spill(self.run());
        Ok(Some(DividedSweep {
            join,
            run: self.run(),
            masks,
            dividing,
            above,
            identity: checkpoint::identity(self.problem, &order, &self.givens, None),
        }))
    }
}

impl DividedSweep {
    /// A forecast of the work of all parts together: see
    /// [`FrontierProgress::work`](super::FrontierProgress::work). It is right to a factor of a few.
    pub fn work(&self) -> f64 {
        self.join.entries()
    }

    /// About so many parts, as a power of two; one part is all.
    pub fn parts(&self, wanted: usize) -> Vec<Vec<SweepSide>> {
        let mut parts = vec![Vec::new()];
        while parts.len().saturating_mul(2) <= wanted
            && let Some(halves) = parts
                .iter()
                .map(|part| self.halves(part))
                .collect::<Option<Vec<_>>>()
        {
            parts = halves.into_iter().flatten().collect();
        }
        parts
    }

    /// A part in two: by the first of the dividing items that it is not divided by yet; none if it is
    /// divided by all.
    pub fn halves(&self, sides: &[SweepSide]) -> Option<[Vec<SweepSide>; 2]> {
        let used: BTreeSet<usize> = sides.iter().map(|side| side.item).collect();
        let items = self
            .dividing
            .iter()
            .map(|&bit| self.masks.order[bit as usize].index());
        let item = items.into_iter().find(|item| !used.contains(item))?;
        Some([true, false].map(|above| {
            let last = SweepSide { item, above };
            sides.iter().copied().chain([last]).collect()
        }))
    }

    /// A part as a problem of its own, which can be counted in any other way; `problem` is the one that
    /// the sweep was made of. Options that are in no solution may be left out.
    ///
    /// # Errors
    ///
    /// `problem` is another one.
    pub fn part_problem(
        &self,
        problem: &Problem,
        sides: &[SweepSide],
    ) -> Result<Problem, ProblemError> {
        let side = |bit: u32| {
            let item = self.masks.order[bit as usize].index();
            sides
                .iter()
                .find(|side| side.item == item)
                .map(|side| side.above)
        };
        let fits = |option: &OptionId| {
            let index = option.index();
            let (Some(Some(above)), Some(uses)) =
                (self.above.get(index), self.masks.options.get(index))
            else {
                return false;
            };
            let mut items = (0..self.masks.items).filter(|bit| uses >> bit & 1 == 1);
            items.all(|bit| side(bit).is_none_or(|side| side == *above))
        };
        let mut part = problem.derive().keep(fits);
        // An item that need not be covered is covered above, or counts as one below.
        for side in sides.iter().filter(|side| side.above) {
            let holds = |option: &OptionId| {
                let items = problem.option_items(*option).iter();
                items.copied().any(|item| item.index() == side.item)
            };
            let held: Vec<OptionId> = problem.options().filter(holds).collect();
            part = part.add_primary(format!("above-{}", side.item), &held);
        }
        Ok(part.build()?.problem)
    }

    /// Counts the solutions that have these items on these sides; from where the checkpoints say
    /// that an earlier count of the same part was stopped, if there are any.
    ///
    /// # Errors
    ///
    /// Those of [`Frontier::count_on`]; and [`FrontierError::UnknownItem`], if an item is none
    /// that can divide the sweep.
    pub fn count(
        &self,
        sides: &[SweepSide],
        checkpoints: Option<&mut dyn FrontierCheckpoints>,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, CheckpointError> {
        let divide = |side: &SweepSide| {
            let bit = self
                .masks
                .order
                .iter()
                .position(|item| item.index() == side.item);
            let bit = bit.ok_or(FrontierError::UnknownItem {
                index: side.item,
                count: self.masks.order.len(),
            })?;
            Ok(Divide {
                item: 1 << bit,
                above: side.above,
            })
        };
        let divides: Vec<Divide> = sides
            .iter()
            .map(divide)
            .collect::<Result<_, FrontierError>>()?;
        let mut writer = match checkpoints {
            None => CheckpointWriter::nowhere(),
            Some(checkpoints) => CheckpointWriter::open(checkpoints, self.identity_of(&divides))?,
        };
        let watcher = &mut from_time_to_time(watcher);
        let counted = self
            .join
            .count_part(&divides, self.run, &mut writer, watcher);
        if let Some(failure) = writer.failure() {
            return Err(failure);
        }
        match counted {
            Ok(Some(report)) => Ok(report),
            Ok(None) => Err(FrontierError::Outgrown {
                budget: self.run.memory,
            }
            .into()),
            Err(Refusal::Problem(FrontierError::Interrupted)) => Ok(FrontierReport::nothing_yet()),
            Err(Refusal::Problem(error)) => Err(error.into()),
            Err(Refusal::Checkpoint(Failed)) => {
                unreachable!("invariant: a checkpoint that fails says why")
            }
        }
    }

    /// What a checkpoint of a part must agree with.
    fn identity_of(&self, divides: &[Divide]) -> [u8; 32] {
        divides.iter().fold(self.identity, |identity, divide| {
            checkpoint::narrowed(&identity, divide.item, divide.above)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow::Continue;

    use num_bigint::BigUint;
    use proptest::prelude::*;

    use super::*;
    use crate::frontier::random::{ordered, solutions};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn parts_add_up_to_the_whole((problem, order) in ordered(), wanted in 1_usize..40) {
            let frontier = Frontier::new(&problem).order(&order).unwrap();
            let whole = BigUint::from(solutions(&problem));
            let Some(sweep) = frontier.divided(&mut |_| Continue(())).unwrap() else {
                return Ok(());
            };
            let mut sum = BigUint::ZERO;
            for part in sweep.parts(wanted) {
                let report = sweep.count(&part, None, &mut |_| Continue(())).unwrap();
                prop_assert!(report.complete);
                let alone = sweep.part_problem(&problem, &part).unwrap();
                prop_assert_eq!(&report.count, &BigUint::from(solutions(&alone)));
                sum += report.count;
            }
            prop_assert_eq!(sum, whole);
        }
    }
}
