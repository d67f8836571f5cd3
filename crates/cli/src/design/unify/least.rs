//! The fewest clues that leave one solution, by implicit hitting sets.

use fixedbitset::FixedBitSet;

use super::hitting::least_hitting_set;
use crate::design::difference_oracle::{DifferenceOracle, NoAnswer};

/// Steps of the search for least hitting sets, all together.
const STEPS: u64 = 3_000_000;

/// Differences that are gathered at most.
const MOST_DIFFERENCES: usize = 3_000;

/// Why it is not known whether fewer clues would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shortfall {
    /// A signal came.
    Stopped,
    /// It took too much work.
    Work,
}

/// The fewest clues, or the best there is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FewestClues {
    /// The clues, by number, that leave the one solution; none if they were not
    /// found.
    pub clues: Option<Vec<usize>>,
    /// No fewer clues than these leave one solution.
    pub at_least: usize,
    /// The differences to other solutions that were looked at.
    pub differences: usize,
    /// Why the two may differ.
    pub shortfall: Option<Shortfall>,
}

impl FewestClues {
    /// Whether fewer clues are known not to do.
    pub fn is_least(&self) -> bool {
        self.clues
            .as_ref()
            .is_some_and(|clues| clues.len() == self.at_least)
    }
}

/// Another solution in which all clues are true: no clues tell it from the
/// wanted one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Indistinct;

/// Finds the fewest clues that leave one solution.
///
/// # Errors
///
/// [`Indistinct`], if not even all of them do.
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
        Err(Halt::Indistinct) => return Err(Indistinct),
        Err(Halt::Work | Halt::NoAnswer(NoAnswer::TooLong)) => Some(Shortfall::Work),
        Err(Halt::NoAnswer(NoAnswer::Stopped)) => Some(Shortfall::Stopped),
    };
    Ok(FewestClues {
        clues: hunt.best.map(|best| best.ones().collect()),
        at_least: hunt.at_least,
        differences: hunt.differences.len(),
        shortfall,
    })
}

enum Halt {
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
    fn run(&mut self) -> Result<(), Halt> {
        let bound = self.clues.count();
        loop {
            let sets = &self.differences;
            let met = least_hitting_set(bound, sets, self.at_least, &mut self.steps);
            let met = met.ok_or(Halt::Work)?;
            self.at_least = met.count_ones(..);
            let is_met = |best: &FixedBitSet| best.count_ones(..) == met.count_ones(..);
            if self.best.as_ref().is_some_and(is_met) {
                return Ok(());
            }
            if self.differences.len() > MOST_DIFFERENCES {
                return Err(Halt::Work);
            }
            self.complete(met)?;
        }
    }

    /// Adds clues to some that meet all differences so far until one solution is
    /// left, and gathers the differences on the way.
    fn complete(&mut self, mut given: FixedBitSet) -> Result<(), Halt> {
        while let Some(difference) = self.ask(&given)? {
            // Of the clues that tell this one, that which tells most others.
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
        // What was given early may not be needed any more.
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

    fn ask(&self, given: &FixedBitSet) -> Result<Option<FixedBitSet>, Halt> {
        let difference = self.clues.least_difference(given).map_err(Halt::NoAnswer)?;
        match difference {
            Some(difference) if difference.is_clear() => Err(Halt::Indistinct),
            difference => Ok(difference),
        }
    }
}
