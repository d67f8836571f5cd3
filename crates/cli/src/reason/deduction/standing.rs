//! How placements that a person has made stand to the solutions.

use std::ops::ControlFlow;

use itertools::Itertools;
use tilewright_dlx::{Bits, Links, OptionId, Progress, Report, Visitor};

use super::{DeductionError, with_own};
use crate::cover::Instance;
use crate::solve::search::Monitor;

/// How placements stand to the solutions of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// One solution is left, this one.
    One(Vec<OptionId>),
    /// Several are left, this one among them.
    Several(Vec<OptionId>),
    /// No solution holds all placements that were made.
    Wrong {
        /// The fewest that must go, the later made first; empty if that takes
        /// too many trials.
        must_go: Vec<OptionId>,
    },
}

/// How the placements `made` stand to the solutions with `givens`.
///
/// Cost: a search for a second solution; where the givens leave several and the
/// placements none, up to 200 searches for a first one.
///
/// # Errors
///
/// [`DeductionError::NoSolution`] if the givens leave none,
/// [`DeductionError::Undecided`] and [`DeductionError::Interrupted`].
pub fn standing(
    instance: &Instance,
    givens: &[OptionId],
    made: &[OptionId],
    monitor: &Monitor,
) -> Result<Standing, DeductionError> {
    const MAX_TRIALS: usize = 200;
    let givens = with_own(instance, givens);
    let made: Vec<OptionId> = made
        .iter()
        .copied()
        .filter(|option| !givens.contains(option))
        .collect();
    let mut searcher = Searcher::new(instance, monitor);
    let with = |some: &[OptionId]| [&givens, some].concat();
    match searcher.first_two(&with(&made))?.as_slice() {
        [one] => return Ok(Standing::One(one.clone())),
        [one, _, ..] => return Ok(Standing::Several(one.clone())),
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
    Ok(Standing::Wrong { must_go })
}

/// Whether the givens leave one solution.
pub(super) fn check_unique(
    instance: &Instance,
    givens: &[OptionId],
    monitor: &Monitor,
) -> Result<(), DeductionError> {
    let found = Searcher::new(instance, monitor).first_two(&with_own(instance, givens))?;
    match found.len() {
        0 => Err(DeductionError::NoSolution),
        1 => Ok(()),
        _ => Err(DeductionError::SeveralSolutions),
    }
}

/// Searches the same problem with one set of givens after another.
struct Searcher<'a> {
    instance: &'a Instance,
    bits: Option<Bits<'a>>,
    monitor: &'a Monitor,
}

impl<'a> Searcher<'a> {
    fn new(instance: &'a Instance, monitor: &'a Monitor) -> Self {
        Self {
            instance,
            bits: Bits::new(instance.problem()).ok(),
            monitor,
        }
    }

    /// The first two solutions, or as many as there are.
    fn first_two(&mut self, givens: &[OptionId]) -> Result<Vec<Vec<OptionId>>, DeductionError> {
        let mut two = Two {
            found: Vec::new(),
            nodes: 0,
            monitor: self.monitor,
        };
        let report = match &self.bits {
            Some(bits) => bits.clone().given(givens).map(|bits| bits.run(&mut two)),
            None => Links::new(self.instance.problem())
                .given(givens)
                .map(|links| links.run(&mut two)),
        };
        match report {
            // They clash.
            Err(_) => Ok(Vec::new()),
            Ok(Report { complete: true, .. }) => Ok(two.found),
            Ok(_) if two.found.len() > 1 => Ok(two.found),
            Ok(_) if self.monitor.is_set() => Err(DeductionError::Interrupted),
            Ok(_) => Err(DeductionError::Undecided { nodes: two.nodes }),
        }
    }
}

/// Waits for a second solution, for so many nodes at most.
struct Two<'i> {
    found: Vec<Vec<OptionId>>,
    nodes: u64,
    monitor: &'i Monitor,
}

impl Two<'_> {
    const MAX_NODES: u64 = 50_000_000;
}

impl Visitor for Two<'_> {
    fn solution(&mut self, solution: &[OptionId]) -> ControlFlow<()> {
        self.found.push(solution.to_vec());
        if self.found.len() > 1 {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.nodes = progress.nodes;
        if self.nodes > Self::MAX_NODES || self.monitor.is_set() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
