//! Preprocessing: removes options that are in no solution, so that searches need not try them.
//!
//! An option is in no solution if choosing it leaves a primary item fewer compatible options than
//! the item needs. Without that option, the same may become true of others, so the removal is
//! repeated in rounds.
//!
//! Source: Knuth, TAOCP 4B, section 7.2.2.1, "Preprocessing".

use std::collections::BTreeMap;

use super::{Derived, Entry, ItemId, OptionId, Problem, ProblemError};
use crate::stop::{StopFlag, Stopped};

/// The options that remain after preprocessing, and how many each round removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preprocessing {
    /// The options that remain, in increasing order.
    pub kept: Vec<OptionId>,
    /// The number of options removed in each round; empty if no option was removed.
    pub dropped: Vec<usize>,
}

/// Which options remain, and how many of them each item has.
struct RemainingOptions<'p> {
    problem: &'p Problem,
    /// For each item, all options that contain it, each with its entry for the item.
    holding: Vec<Vec<(OptionId, Entry)>>,
    is_left: Vec<bool>,
    /// For each item, the number of its options that remain.
    count: Vec<u32>,
}

impl Problem {
    /// Finds options that are in no solution because choosing them would leave a primary item fewer
    /// options than it needs. Repeats this until no more are found.
    ///
    /// Each option takes time proportional to the entries of all options that share an item with
    /// it, in each round.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the flag is set during the search.
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
    /// let single = problem.add_option(&[a])?;
    /// // No option covers c together with the first option, so that is dropped.
    /// let preprocessing = problem.preprocess(&StopFlag::new())?;
    /// assert_eq!(preprocessing.kept, [only, single]);
    /// assert_eq!(preprocessing.dropped, [1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn preprocess(&self, stop: &StopFlag) -> Result<Preprocessing, Stopped> {
        let mut left = RemainingOptions::new(self);
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
    /// The total number of options removed.
    pub fn dropped_count(&self) -> usize {
        self.dropped.iter().sum()
    }

    /// Derives the problem with the remaining options.
    ///
    /// # Errors
    ///
    /// [`ProblemError`] if the options are not in this problem.
    pub fn apply(&self, problem: &Problem) -> Result<Derived, ProblemError> {
        problem.derive().options(self.kept.iter().copied()).build()
    }
}

impl<'p> RemainingOptions<'p> {
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

    /// The minimum and maximum number of times that a primary item is covered; `None` for a secondary item.
    fn bounds(&self, item: ItemId) -> Option<(u32, u32)> {
        let bounds = self.problem.bounds(item)?;
        Some((*bounds.start(), *bounds.end()))
    }

    /// Whether choosing an option leaves some primary item fewer options than it needs.
    fn starves(&self, option: OptionId) -> bool {
        // The options that cannot be chosen together with `option`, including itself.
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
        // An item that loses no option by this choice may have too few options already.
        starved
            || self.problem.items().any(|item| {
                let bounds = self.bounds(item);
                bounds.is_some_and(|(least, _)| self.count[item.index()] < least)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    /// The indices of the remaining options, and the number of options that each round drops.
    fn preprocessed(problem: &str) -> (Vec<usize>, Vec<usize>) {
        let problem = text::read(problem).unwrap();
        let found = problem.preprocess(&StopFlag::new()).unwrap();
        let kept = found.kept.iter().map(|option| option.index()).collect();
        (kept, found.dropped)
    }

    #[test]
    fn options_that_starve_an_item_are_dropped() {
        for (text, kept, dropped) in [
            // Choosing "a b" would leave c without options. Once "a b" is dropped, choosing "d" alone would leave
            // b without options; this is found in the next round.
            ("a b c d | s\nd\na b\nb d\na c\n", vec![2, 3], vec![1, 1]),
            // No option holds b at all.
            ("a b\na\n", vec![], vec![1]),
            // An option of an item that may be covered twice does not exclude the item's other options.
            ("1:2|a b\na\na b\n", vec![0, 1], vec![]),
            // The first item must be covered twice, and every pair of its options covers b twice.
            ("2:2|a b\na b\nb\na b\n", vec![], vec![3]),
            // The first item must be covered twice. Any two of its options can be chosen together.
            ("2:2|a 0:1|b\na\na b\n", vec![0, 1], vec![]),
            // An option with `s:blue` excludes one with `s:red`, but two options with `s:red` may be chosen
            // together.
            ("a b | s\na s:red\nb s:red\nb s:blue\n", vec![0, 1], vec![1]),
        ] {
            assert_eq!(preprocessed(text), (kept, dropped), "{text}");
        }
    }

    #[test]
    fn preprocessing_can_be_stopped() {
        let problem = text::read("a\na\n").unwrap();
        let stop = StopFlag::new();
        stop.set();
        assert_eq!(problem.preprocess(&stop), Err(Stopped));
    }
}
