//! A progression: levels from the easiest challenges to the hardest.
//!
//! The candidates are sorted by difficulty, and each level has a stretch of them: those nearest to the
//! rating that the curve gives the level (see `curve`). So no level rates easier than the one
//! before. From a stretch, the best candidate and image are chosen by these criteria in order: its
//! solution was used least; it shares less than half of its givens with the previous level; it rates
//! harder than the previous level; its number of open pieces is nearest to a number that rises over
//! the levels from the smallest to the largest; and its pieces and cells were given least so far.

use std::cmp::Ordering;

use itertools::Itertools;
use tilewright_dlx::OptionId;

use super::super::balanced::BalancedSelection;
use super::super::pool::{BalancedChoice, ChallengeCandidate, Spread};
use super::curve::{LevelStretches, order};
use super::{MinedChallenge, MiningWork};

/// A progression takes the candidates it has after this many successive draws that do not reduce
/// the number of missing candidates.
pub(super) const PATIENCE: u64 = 96;

/// The faults of a candidate as a level. The smallest value is the best.
struct LevelFault {
    used: u32,
    is_alike: bool,
    is_level: bool,
    off_target: usize,
    given_before: f64,
}

impl LevelFault {
    fn cmp(&self, other: &Self) -> Ordering {
        let first = |fault: &Self| (fault.used, fault.is_alike, fault.is_level, fault.off_target);
        first(self)
            .cmp(&first(other))
            .then(self.given_before.total_cmp(&other.given_before))
    }
}

/// Whether at least half of the givens of one of two challenges are givens of the other.
fn are_alike(one: &[OptionId], other: &[OptionId]) -> bool {
    let shared = one.iter().filter(|given| other.contains(given)).count();
    2 * shared >= one.len().min(other.len()).max(1)
}

impl MiningWork<'_> {
    /// The levels of a progression; fewer if there are not enough candidates. After a stop, no more
    /// candidates are chosen.
    pub(super) fn levels(&self) -> (Vec<MinedChallenge>, Spread) {
        let mut choice = self.no_choice();
        let own = self.mine.instance.givens().len();
        let open = |candidate: &ChallengeCandidate| {
            candidate.solution.len() - own - candidate.givens.len()
        };
        let all = self.pools.iter().flat_map(|part| &part.pool.candidates);
        let all: Vec<&ChallengeCandidate> = all
            .sorted_by_key(|candidate| (order(candidate), open(candidate)))
            .collect();
        let opens = all.iter().map(|candidate| open(candidate)).minmax();
        let (least, most) = opens.into_option().unwrap_or_default();
        let wanted = self.plan.amount.total();
        let count = wanted.min(all.len());
        let keys: Vec<_> = all.iter().map(|candidate| order(candidate)).collect();
        let stretches = LevelStretches::new(&self.plan.curve, wanted, &keys).stretches();
        let mut taken: Vec<ChallengeCandidate> = Vec::new();
        for (level, stretch) in stretches.into_iter().enumerate() {
            let stretch = &all[stretch];
            let target = least + (most - least) * level / (count - 1).max(1);
            let off_target = |candidate: &ChallengeCandidate| open(candidate).abs_diff(target);
            let Some(next) = self.next_level(&mut choice, stretch, taken.last(), off_target) else {
                break;
            };
            taken.push(next);
        }
        let tier_of = |level: usize| self.tier(level * wanted / count);
        let levels = taken.into_iter().enumerate();
        let levels = levels.map(|(level, taken)| taken.found(tier_of(level), own));
        (levels.collect(), choice.spread())
    }

    /// The candidates divided among the levels of a progression; `None` for other plans.
    pub(super) fn level_stretches(&self) -> Option<LevelStretches> {
        let all = self.pools.iter().flat_map(|part| &part.pool.candidates);
        let levels = self.plan.levels()?;
        let keys = all.map(order);
        Some(LevelStretches::of_unsorted(&self.plan.curve, levels, keys))
    }

    /// Finds the ranges of difficulty in which a progression has too few candidates.
    pub(super) fn find_lacking(&mut self) {
        if let Some(levels) = self.level_stretches() {
            self.lacking.update(&levels, self.done.draws);
        }
    }

    /// Whether a progression has enough candidates near every level, or no more are expected,
    /// because none of the last [`PATIENCE`] draws reduced the number of missing candidates.
    pub(super) fn has_all_levels(&self) -> bool {
        let draws = self.done.draws;
        let patience = self.plan.draws.is_none().then_some(PATIENCE);
        draws > 0 && self.lacking.is_over(draws, patience)
    }

    /// The best candidate of `stretch` for the next level, given the previous level. `None` after a
    /// stop.
    fn next_level(
        &self,
        choice: &mut BalancedChoice<'_>,
        stretch: &[&ChallengeCandidate],
        before: Option<&ChallengeCandidate>,
        off_target: impl Fn(&ChallengeCandidate) -> usize,
    ) -> Option<ChallengeCandidate> {
        let stop = self.mine.monitor.stop();
        let mut best: Option<(LevelFault, &ChallengeCandidate, Vec<OptionId>)> = None;
        for candidate in stretch {
            for image in self.mine.symmetry_classes.images(&candidate.givens) {
                if stop.is_set() {
                    return None;
                }
                let fault = LevelFault {
                    used: choice.times_taken(candidate),
                    is_alike: before.is_some_and(|before| are_alike(&before.givens, &image)),
                    is_level: before.is_some_and(|before| before.rating >= candidate.rating),
                    off_target: off_target(candidate),
                    given_before: choice.given_before(&image),
                };
                // Of several equally good candidates, the first is taken.
                if best
                    .as_ref()
                    .is_none_or(|(least, ..)| fault.cmp(least).is_lt())
                {
                    best = Some((fault, candidate, image));
                }
            }
        }
        best.map(|(_, candidate, image)| choice.use_up(candidate, image))
    }

    /// The tier of a level, both counted from 0.
    fn tier(&self, level: usize) -> usize {
        let ends = self.plan.amount.sizes().into_iter().scan(0, |sum, size| {
            *sum += size;
            Some(*sum)
        });
        ends.take_while(|end| *end <= level).count()
    }
}
