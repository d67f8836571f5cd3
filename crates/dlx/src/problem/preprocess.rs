//! Preprocessing: dropping options that are in no solution, before a search meets them again and again.
//!
//! An option can be in no solution if choosing it leaves some primary item too few of the options that
//! go with it. Without it others may be so, and so on in rounds.
//!
//! Source: Knuth, TAOCP 4B, section 7.2.2.1, "Preprocessing".

use std::collections::BTreeMap;

use super::{Derived, Entry, ItemId, OptionId, Problem, ProblemError};
use crate::stop::{StopFlag, Stopped};

/// What is left of a problem whose options are in no solution for reasons that are seen at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preprocessing {
    /// The options that are left, ascending.
    pub kept: Vec<OptionId>,
    /// How many options each round dropped; none where nothing was to be dropped.
    pub dropped: Vec<usize>,
}

/// The options by item, and which are left.
struct Residual<'p> {
    problem: &'p Problem,
    /// By item, the options that hold it.
    holding: Vec<Vec<(OptionId, Entry)>>,
    is_left: Vec<bool>,
    /// By item, how many of them are left.
    count: Vec<u32>,
}

impl Problem {
    /// Finds options that are in no solution: those which, once chosen, leave some primary item fewer
    /// options than it needs. It goes round until nothing more is found.
    ///
    /// Takes, each round, time proportional to the sum, over the options, of the entries of all options
    /// that share an item with it.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the flag is set before the end.
    ///
    /// # Examples
    ///
    /// ```
    /// use tilewright_dlx::{Problem, StopFlag};
    ///
    /// let mut problem = Problem::new();
    /// let [a, b, c] = ["a", "b", "c"].map(|name| problem.add_primary(name).unwrap());
    /// problem.add_option(&[a, b])?;
    /// let only = problem.add_option(&[b, c])?;
    /// let beside = problem.add_option(&[a])?;
    /// // Nothing covers c beside the first option, so that is dropped.
    /// let preprocessing = problem.preprocess(&StopFlag::new())?;
    /// assert_eq!(preprocessing.kept, [only, beside]);
    /// assert_eq!(preprocessing.dropped, [1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn preprocess(&self, stop: &StopFlag) -> Result<Preprocessing, Stopped> {
        let mut left = Residual::new(self);
        let mut dropped = Vec::new();
        loop {
            let mut round = 0;
            for option in self.options() {
                stop.check()?;
                if left.is_left[option.index()] && left.starves(option) {
                    left.drop(option);
                    round += 1;
                }
            }
            if round == 0 {
                break;
            }
            dropped.push(round);
        }
        let kept = self.options().filter(|option| left.is_left[option.index()]);
        Ok(Preprocessing {
            kept: kept.collect(),
            dropped,
        })
    }
}

impl Preprocessing {
    /// How many options were dropped.
    pub fn dropped_count(&self) -> usize {
        self.dropped.iter().sum()
    }

    /// The problem with the options that are left.
    ///
    /// # Errors
    ///
    /// [`ProblemError`] if the options are not those of this problem.
    pub fn apply(&self, problem: &Problem) -> Result<Derived, ProblemError> {
        problem.derive().options(self.kept.iter().copied()).build()
    }
}

impl<'p> Residual<'p> {
    fn new(problem: &'p Problem) -> Self {
        let mut holding = vec![Vec::new(); problem.item_count()];
        for option in problem.options() {
            for entry in problem.option_entries(option) {
                holding[entry.item.index()].push((option, entry));
            }
        }
        let count = |held: &Vec<_>| u32::try_from(held.len()).unwrap_or(u32::MAX);
        Self {
            problem,
            count: holding.iter().map(count).collect(),
            holding,
            is_left: vec![true; problem.option_count()],
        }
    }

    fn drop(&mut self, option: OptionId) {
        self.is_left[option.index()] = false;
        for item in self.problem.option_items(option) {
            self.count[item.index()] -= 1;
        }
    }

    /// How many options a primary item needs, and how many it may have.
    fn bounds(&self, item: ItemId) -> Option<(u32, u32)> {
        let bounds = self.problem.bounds(item)?;
        Some((*bounds.start(), *bounds.end()))
    }

    /// Whether choosing an option leaves a primary item too few.
    fn starves(&self, option: OptionId) -> bool {
        // The options that do not go with it, itself among them.
        let mut out: Vec<OptionId> = vec![option];
        for entry in self.problem.option_entries(option) {
            if self.bounds(entry.item).is_some_and(|(_, most)| most > 1) {
                continue;
            }
            let held = self.holding[entry.item.index()].iter();
            let clashing = held.filter(|(other, theirs)| {
                self.is_left[other.index()] && !entry.agrees_with(*theirs)
            });
            out.extend(clashing.map(|(other, _)| *other));
        }
        out.sort_unstable();
        out.dedup();
        let mut lost: BTreeMap<ItemId, u32> = BTreeMap::new();
        for other in &out {
            for item in self.problem.option_items(*other) {
                *lost.entry(*item).or_default() += 1;
            }
        }
        let own = self.problem.option_items(option);
        let mut lost = lost.into_iter();
        let starved = lost.any(|(item, lost)| {
            let Some((least, _)) = self.bounds(item) else {
                return false;
            };
            let needed = least.saturating_sub(u32::from(own.contains(&item)));
            self.count[item.index()] - lost < needed
        });
        // An item that loses nothing may want more options than it has.
        starved
            || self.problem.items().any(|item| {
                let bounds = self.bounds(item);
                bounds.is_some_and(|(least, _)| self.count[item.index()] < least)
            })
    }
}
