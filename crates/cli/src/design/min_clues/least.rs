//! Finds the fewest clues that leave one solution, by implicit hitting sets.

use fixedbitset::FixedBitSet;

use super::hitting::least_hitting_set;
use crate::design::difference_oracle::{DifferenceOracle, NoAnswer};

/// The maximum number of steps of all hitting set searches together.
const STEPS: u64 = 3_000_000;

/// The maximum number of differences that are collected.
const MOST_DIFFERENCES: usize = 3_000;

/// Why it is unknown whether fewer clues suffice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shortfall {
    /// The stop flag was set.
    Stopped,
    /// A limit of work was reached.
    Work,
}

/// The fewest clues found, with a lower bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FewestClues {
    /// The indices of the clues that leave one solution; `None` if they were not found.
    pub clues: Option<Vec<usize>>,
    /// A lower bound on the number of clues that leave one solution.
    pub at_least: usize,
    /// The number of differences from other solutions that were found.
    pub differences: usize,
    /// Why the clues may not be the fewest; `None` if it is known that they are.
    pub shortfall: Option<Shortfall>,
}

impl FewestClues {
    /// Whether the clues are known to be the fewest.
    pub fn is_least(&self) -> bool {
        self.clues
            .as_ref()
            .is_some_and(|clues| clues.len() == self.at_least)
    }
}

/// The error that all clues together are also true in another solution than the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Indistinct;

/// Finds the fewest clues that leave one solution.
///
/// # Errors
///
/// [`Indistinct`] if even all clues together leave another solution.
pub(super) fn least(clues: &dyn DifferenceOracle) -> Result<FewestClues, Indistinct> {
    let mut hunt = HittingSetSearch {
        clues,
        differences: Vec::new(),
        best: None,
        at_least: 0,
        steps: STEPS,
    };
    let shortfall = match hunt.run() {
        Ok(()) => None,
        Err(HittingSetHalt::Indistinct) => return Err(Indistinct),
        Err(HittingSetHalt::Work | HittingSetHalt::NoAnswer(NoAnswer::TooLong)) => {
            Some(Shortfall::Work)
        }
        Err(HittingSetHalt::NoAnswer(NoAnswer::Stopped)) => Some(Shortfall::Stopped),
    };
    Ok(FewestClues {
        clues: hunt.best.map(|best| best.ones().collect()),
        at_least: hunt.at_least,
        differences: hunt.differences.len(),
        shortfall,
    })
}

enum HittingSetHalt {
    Indistinct,
    Work,
    NoAnswer(NoAnswer),
}

struct HittingSetSearch<'c> {
    clues: &'c dyn DifferenceOracle,
    differences: Vec<FixedBitSet>,
    /// The fewest clues so far that leave one solution.
    best: Option<FixedBitSet>,
    at_least: usize,
    steps: u64,
}

impl HittingSetSearch<'_> {
    fn run(&mut self) -> Result<(), HittingSetHalt> {
        let bound = self.clues.count();
        loop {
            let sets = &self.differences;
            let met = least_hitting_set(bound, sets, self.at_least, &mut self.steps);
            let met = met.ok_or(HittingSetHalt::Work)?;
            self.at_least = met.count_ones(..);
            let is_met = |best: &FixedBitSet| best.count_ones(..) == met.count_ones(..);
            if self.best.as_ref().is_some_and(is_met) {
                return Ok(());
            }
            if self.differences.len() > MOST_DIFFERENCES {
                return Err(HittingSetHalt::Work);
            }
            self.complete(met)?;
        }
    }

    /// Adds clues to a hitting set of the differences found so far until one solution is left, and
    /// collects the new differences.
    fn complete(&mut self, mut given: FixedBitSet) -> Result<(), HittingSetHalt> {
        while let Some(difference) = self.ask(&given)? {
            // Take the clue of this difference that is in the most other unmet differences.
            let others = |clue: &usize| {
                let unmet = self
                    .differences
                    .iter()
                    .filter(|other| other.contains(*clue));
                (unmet.count(), std::cmp::Reverse(*clue))
            };
            if let Some(clue) = difference.ones().max_by_key(others) {
                given.insert(clue);
            }
            self.differences.push(difference);
        }
        // Clues that were added early may have become redundant.
        for clue in given.ones().collect::<Vec<_>>() {
            given.remove(clue);
            let meets = |difference: &FixedBitSet| !difference.is_disjoint(&given);
            let is_enough = self.differences.iter().all(meets) && {
                let difference = self.ask(&given)?;
                let is_unique = difference.is_none();
                self.differences.extend(difference);
                is_unique
            };
            if !is_enough {
                given.insert(clue);
            }
        }
        if self
            .best
            .as_ref()
            .is_none_or(|best| given.count_ones(..) < best.count_ones(..))
        {
            self.best = Some(given);
        }
        Ok(())
    }

    fn ask(&self, given: &FixedBitSet) -> Result<Option<FixedBitSet>, HittingSetHalt> {
        let difference = self
            .clues
            .least_difference(given)
            .map_err(HittingSetHalt::NoAnswer)?;
        match difference {
            Some(difference) if difference.is_clear() => Err(HittingSetHalt::Indistinct),
            difference => Ok(difference),
        }
    }
}
