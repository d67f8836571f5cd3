//! A progression: levels that rise from the easiest challenges to the hardest.
//!
//! The candidates in the order of their ratings are cut into as many equal stretches as there are
//! to be levels, and of each stretch one is taken: so no level rates easier than the one before.
//! Of a stretch that challenge is taken, and the way round that it lies, whose solution has been
//! used least, which does not share half of its givens with the level before, rates harder than
//! it, leaves nearest to the number of pieces open that rises from the least to the greatest of
//! all, and gives what was given least so far.

use std::cmp::Ordering;

use itertools::Itertools;
use tilewright_dlx::OptionId;

use super::super::even::TakesEvenly;
use super::super::pool::{Candidate, Choice, Spread};
use super::{MinedChallenge, Work};

/// Why a candidate is not so good a level; the least is the best.
struct Fault {
    used: u32,
    is_alike: bool,
    is_level: bool,
    beside_open: usize,
    given_before: f64,
}

impl Fault {
    fn cmp(&self, other: &Self) -> Ordering {
        let first = |fault: &Self| {
            (
                fault.used,
                fault.is_alike,
                fault.is_level,
                fault.beside_open,
            )
        };
        first(self)
            .cmp(&first(other))
            .then(self.given_before.total_cmp(&other.given_before))
    }
}

/// Whether half of the givens of either are givens of the other.
fn are_alike(one: &[OptionId], other: &[OptionId]) -> bool {
    let shared = one.iter().filter(|given| other.contains(given)).count();
    2 * shared >= one.len().min(other.len()).max(1)
}

impl Work<'_> {
    /// The levels of a progression; fewer if there are fewer candidates. After a signal it takes no
    /// more.
    pub(super) fn levels(&self) -> (Vec<MinedChallenge>, Spread) {
        let mut choice = self.no_choice();
        let own = self.mine.instance.givens().len();
        let open = |candidate: &Candidate| candidate.solution.len() - own - candidate.givens.len();
        let all = self.pools.iter().flat_map(|part| &part.pool.candidates);
        let all: Vec<&Candidate> = all
            .sorted_by_key(|candidate| (candidate.rating, open(candidate)))
            .collect();
        let opens = all.iter().map(|candidate| open(candidate)).minmax();
        let (least, most) = opens.into_option().unwrap_or_default();
        let wanted = self.plan.amount.total();
        let count = wanted.min(all.len());
        let mut taken: Vec<Candidate> = Vec::new();
        for level in 0..count {
            let stretch = &all[level * all.len() / count..(level + 1) * all.len() / count];
            let target = least + (most - least) * level / (count - 1).max(1);
            let beside = |candidate: &Candidate| open(candidate).abs_diff(target);
            let Some(next) = self.next_level(&mut choice, stretch, taken.last(), beside) else {
                break;
            };
            taken.push(next);
        }
        let tier_of = |level: usize| self.tier(level * wanted / count);
        let levels = taken.into_iter().enumerate();
        let levels = levels.map(|(level, taken)| taken.found(tier_of(level), own));
        (levels.collect(), choice.spread())
    }

    /// The best level of a stretch of candidates after another; none after a signal.
    fn next_level(
        &self,
        choice: &mut Choice<'_>,
        stretch: &[&Candidate],
        before: Option<&Candidate>,
        beside_open: impl Fn(&Candidate) -> usize,
    ) -> Option<Candidate> {
        let stop = self.mine.monitor.stop();
        let mut best: Option<(Fault, &Candidate, Vec<OptionId>)> = None;
        for candidate in stretch {
            for image in self.mine.symmetry_classes.images(&candidate.givens) {
                if stop.is_set() {
                    return None;
                }
                let fault = Fault {
                    used: choice.times_taken(candidate),
                    is_alike: before.is_some_and(|before| are_alike(&before.givens, &image)),
                    is_level: before.is_some_and(|before| before.rating >= candidate.rating),
                    beside_open: beside_open(candidate),
                    given_before: choice.given_before(&image),
                };
                // The first of equals.
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

    /// The tier of a level, both from 0.
    fn tier(&self, level: usize) -> usize {
        let ends = self.plan.amount.sizes().into_iter().scan(0, |sum, size| {
            *sum += size;
            Some(*sum)
        });
        ends.take_while(|end| *end <= level).count()
    }
}
