//! Finds whether a person's placements can still be completed to a solution.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use itertools::Itertools;
use tilewright_dlx::{Answer, Budget, Observer, OptionId, Progress, Solution, Solver};
use tilewright_geometry::compact::set_of;

use super::table::DeductionTable;
use super::{DeductionError, with_own};
use crate::cover::Instance;
use crate::solve::search::RunContext;

/// How placements relate to the solutions of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlacementStatus {
    /// Exactly one solution contains the placements: this one.
    One(Vec<OptionId>),
    /// Several solutions contain the placements, for example this one.
    Several(Vec<OptionId>),
    /// No solution contains all placements.
    Wrong {
        /// A smallest set of placements without which the others can be completed to a solution. Of
        /// several such sets, one whose placements were made later. Empty if finding it takes too
        /// many trials.
        must_go: Vec<OptionId>,
    },
}

/// Finds how the placements `made` relate to the solutions with `givens`.
///
/// Cost: a search for two solutions. If no solution contains the placements, up to 200 further
/// searches.
///
/// # Errors
///
/// [`DeductionError::NoSolution`] if the givens leave none; [`DeductionError::Undecided`] if a search reaches
/// its limit of nodes; [`DeductionError::Interrupted`].
pub fn placement_status(
    instance: &Instance,
    givens: &[OptionId],
    made: &[OptionId],
    monitor: &RunContext,
) -> Result<PlacementStatus, DeductionError> {
    const MAX_TRIALS: usize = 200;
    let givens = with_own(instance, givens);
    let made: Vec<OptionId> = made
        .iter()
        .copied()
        .filter(|option| !givens.contains(option))
        .collect();
    let nodes = NodeCount::default();
    let searcher = Searcher::new(instance, monitor, &nodes);
    let with = |some: &[OptionId]| [&givens, some].concat();
    match searcher.first_two(&with(&made))?.as_slice() {
        [one] => return Ok(PlacementStatus::One(one.clone())),
        [one, _, ..] => return Ok(PlacementStatus::Several(one.clone())),
        [] => {}
    }
    let must_go = match searcher.first_two(&givens)?.as_slice() {
        [] => return Err(DeductionError::NoSolution),
        [only] => {
            let wrong = made.iter().rev().filter(|option| !only.contains(option));
            wrong.copied().collect()
        }
        _ => {
            let latest_first: Vec<OptionId> = made.iter().rev().copied().collect();
            let sets =
                (1..=made.len()).flat_map(|count| latest_first.iter().copied().combinations(count));
            let mut found = Vec::new();
            for gone in sets.take(MAX_TRIALS) {
                let kept: Vec<OptionId> = made
                    .iter()
                    .copied()
                    .filter(|option| !gone.contains(option))
                    .collect();
                if !searcher.first_two(&with(&kept))?.is_empty() {
                    found = gone;
                    break;
                }
            }
            found
        }
    };
    Ok(PlacementStatus::Wrong { must_go })
}

/// The number of solutions that contain `placed` and the puzzle's own givens, if there are several
/// and a symmetry of the puzzle maps each of them to every other. `None` otherwise, or if a search
/// reaches its limit of nodes.
///
/// Cost: a search for one solution more than the puzzle has symmetries.
///
/// # Errors
///
/// [`DeductionError::Interrupted`].
pub fn images_of_one(
    instance: &Instance,
    placed: &[OptionId],
    monitor: &RunContext,
) -> Result<Option<usize>, DeductionError> {
    let group = match instance.symmetry(monitor.stop()) {
        Ok(group) => &group.symmetries,
        Err(_) if monitor.is_set() => return Err(DeductionError::Interrupted),
        Err(_) => return Ok(None),
    };
    let nodes = NodeCount::default();
    let searcher = Searcher::new(instance, monitor, &nodes);
    let found = match searcher.first(group.order() + 1, &with_own(instance, placed)) {
        Ok(found) => found,
        Err(DeductionError::Undecided { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    let [one, _, ..] = &*found else {
        return Ok(None);
    };
    let sorted = |options: &mut dyn Iterator<Item = OptionId>| -> Vec<OptionId> {
        options.sorted_unstable().collect()
    };
    let images = group.ids();
    let images: BTreeSet<Vec<OptionId>> =
        set_of(images.map(|g| sorted(&mut one.iter().map(|option| group.image(g, *option)))));
    let is_image = |other: &Solution| images.contains(&sorted(&mut other.iter().copied()));
    Ok(found.iter().all(is_image).then_some(found.len()))
}

/// The options of the only solution with these givens, as a bit set of indices of a table.
pub(super) fn only_solution(
    instance: &Instance,
    givens: &[OptionId],
    table: &DeductionTable,
    monitor: &RunContext,
) -> Result<Vec<u64>, DeductionError> {
    let nodes = NodeCount::default();
    let searcher = Searcher::new(instance, monitor, &nodes);
    match searcher.first_two(&with_own(instance, givens))?.as_slice() {
        [] => Err(DeductionError::NoSolution),
        [one] => Ok(table.options_among(one)),
        _ => Err(DeductionError::SeveralSolutions),
    }
}

/// The maximum number of nodes of one search for two solutions.
const MOST_NODES: u64 = 50_000_000;

/// Searches one problem with different sets of givens.
struct Searcher<'a> {
    solver: Solver<'a>,
    nodes: &'a NodeCount,
}

impl<'a> Searcher<'a> {
    fn new(instance: &'a Instance, monitor: &RunContext, nodes: &'a NodeCount) -> Self {
        let solver = Solver::new(instance.problem()).budget(Budget::nodes(MOST_NODES));
        Self {
            solver: solver.stop(monitor.stop()).observer(nodes),
            nodes,
        }
    }

    /// Two solutions with these givens, or all if there are fewer.
    fn first_two(&self, givens: &[OptionId]) -> Result<Vec<Solution>, DeductionError> {
        self.first(2, givens)
    }

    /// At most `most` solutions with these givens.
    fn first(&self, most: usize, givens: &[OptionId]) -> Result<Vec<Solution>, DeductionError> {
        let Ok(solver) = self.solver.clone().given(givens) else {
            // The givens clash, so there is no solution.
            return Ok(Vec::new());
        };
        match solver.at_most(most) {
            Ok(Answer::Known(found)) => Ok(found),
            Ok(Answer::Stopped(_)) => Err(DeductionError::Interrupted),
            // No engine is requested, so none can refuse the problem: only the limit of nodes can
            // end the search.
            Ok(Answer::OutOfBudget(_)) | Err(_) => Err(DeductionError::Undecided {
                nodes: self.nodes.0.load(Relaxed),
            }),
        }
    }
}

/// The number of nodes of a search at its last progress report.
#[derive(Debug, Default)]
struct NodeCount(AtomicU64);

impl Observer for NodeCount {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        self.0.store(progress.nodes, Relaxed);
        ControlFlow::Continue(())
    }
}
