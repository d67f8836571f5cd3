//! Challenges that leave a requested number of pieces to place, and may have more givens than
//! necessary.
//!
//! A minimal challenge leaves as many pieces to place as possible. For beginners, placements of its
//! solution are added until only a few pieces are left: at random, or half of the time with the
//! last ones chosen to make the challenge as easy as possible.

use fixedbitset::FixedBitSet;
use itertools::Itertools;
use tilewright_dlx::OptionId;

use super::super::minimal::KnownDifferences;
use super::super::plan::GivensRange;
use super::super::rivals::PlacementClues;
use super::curve::TIE;
use super::{ALL_STEPS, MiningHalt, MiningWork};
use crate::design::difference_oracle::NoAnswer;
use crate::reason::deduction::Rating;
use crate::support::rng::StableRng;

/// The number of givens added last, which are chosen so that the challenge becomes easy. The givens
/// added before are random, since rating a challenge takes long while many pieces are left to
/// place.
const EASING: usize = 3;

/// The maximum number of sets of givens of one solution that are tried when all its challenges are
/// listed.
const ALL_SETS: usize = 20_000;

/// Givens that leave one solution.
#[derive(Debug)]
pub(super) struct GivenSet {
    pub(super) givens: Vec<OptionId>,
    /// Whether the challenge is minimal: without any one of its givens it has several solutions.
    pub(super) is_minimal: bool,
}

impl MiningWork<'_> {
    /// The range of the numbers of givens for which a minimal set is useful for the plan, if the
    /// solution has `placements` placements. `None` if no number is useful.
    pub(super) fn minimal_range(&self, placements: usize) -> Option<GivensRange> {
        if self.plan.open.is_some() {
            let most = *self.plan.given_counts(placements)?.end();
            return Some(GivensRange { least: 0, most });
        }
        (self.plan.givens.least <= placements).then_some(self.plan.givens)
    }

    /// Adds givens to each minimal set, so that the plan allows the number of pieces left to place.
    /// If several numbers are possible, one is drawn. Empty if none is. If the plan does not
    /// restrict the pieces left to place, the sets are unchanged.
    pub(super) fn opened(
        &self,
        known: &KnownDifferences<PlacementClues<'_>>,
        sets: Vec<FixedBitSet>,
        rng: &mut StableRng,
    ) -> Result<Vec<GivenSet>, MiningHalt> {
        let opened = |minimal: FixedBitSet| {
            let fewest = minimal.count_ones(..);
            let wanted = match self.plan.open {
                None => fewest,
                Some(_) => match self.plan.given_counts(known.clues.options.len()) {
                    None => return Ok(None),
                    Some(counts) => {
                        let least = fewest.max(*counts.start());
                        least + rng.below(counts.end().saturating_sub(least) + 1)
                    }
                },
            };
            let is_eased = wanted > fewest && rng.below(2) == 0;
            let easing = if is_eased { EASING } else { 0 };
            let given = self.filled(known, minimal, wanted, easing, rng)?;
            Ok(Some(GivenSet {
                givens: known.clues.chosen(&given),
                is_minimal: wanted == fewest,
            }))
        };
        sets.into_iter()
            .map(opened)
            .filter_map_ok(|set| set)
            .collect()
    }

    /// Searches for challenges with ratings of which there are too few candidates. Placements of
    /// the solution are added to each minimal set one by one, so the challenge becomes easier step
    /// by step. The challenges with such a rating are returned.
    pub(super) fn climbed(
        &self,
        known: &KnownDifferences<PlacementClues<'_>>,
        sets: Vec<FixedBitSet>,
        rng: &mut StableRng,
    ) -> Result<Vec<GivenSet>, MiningHalt> {
        let count = known.clues.options.len();
        let Some(counts) = self.plan.given_counts(count) else {
            return Ok(Vec::new());
        };
        let lowest = self
            .lacking
            .ranges
            .first()
            .map_or(f64::INFINITY, |range| range.start);
        let mut found = Vec::new();
        for minimal in sets {
            let mut left: Vec<usize> = (0..count).filter(|clue| !minimal.contains(*clue)).collect();
            rng.shuffle(&mut left);
            let fewest = minimal.count_ones(..);
            let mut given = minimal;
            for now in fewest..=*counts.end() {
                let givens = known.clues.chosen(&given);
                let rating = self.mine.rating(&givens)?;
                let score = rating.map(Rating::exact_score);
                // The difficulties of challenges of equal effort are spread over a range that
                // begins at their score.
                let is_lacking = |score: f64| {
                    let mut lacking = self.lacking.ranges.iter();
                    lacking.any(|range| (range.start - TIE..range.end).contains(&score))
                };
                if counts.contains(&now) && score.is_some_and(is_lacking) {
                    found.push(GivenSet {
                        givens,
                        is_minimal: now == fewest,
                    });
                }
                let Some(clue) = left.pop() else { break };
                if score.is_some_and(|score| score < lowest - TIE) {
                    break;
                }
                given.insert(clue);
            }
        }
        Ok(found)
    }

    /// Adds placements of the solution until `wanted` are given. The last `easing` of them are each
    /// chosen so that the challenge rates easiest.
    fn filled(
        &self,
        known: &KnownDifferences<PlacementClues<'_>>,
        mut given: FixedBitSet,
        wanted: usize,
        easing: usize,
        rng: &mut StableRng,
    ) -> Result<FixedBitSet, MiningHalt> {
        let mut left: Vec<usize> = (0..known.clues.options.len())
            .filter(|clue| !given.contains(*clue))
            .collect();
        rng.shuffle(&mut left);
        for missing in (1..=wanted.saturating_sub(given.count_ones(..))).rev() {
            let mut easiest = 0;
            if missing <= easing {
                let mut best = None;
                for (at, clue) in left.iter().enumerate() {
                    let mut more = given.clone();
                    more.insert(*clue);
                    let rating = self.mine.rating(&known.clues.chosen(&more))?;
                    // Sets of givens that cannot be rated come last.
                    let place = (rating.is_none(), rating, at);
                    if best.is_none_or(|best| place < best) {
                        best = Some(place);
                    }
                }
                easiest = best.map_or(0, |(_, _, at)| at);
            }
            if easiest < left.len() {
                given.insert(left.swap_remove(easiest));
            }
        }
        Ok(given)
    }

    /// All sets of a solution's placements that match the plan, and whether the list is complete.
    pub(super) fn all_sets(
        &self,
        known: &mut KnownDifferences<PlacementClues<'_>>,
    ) -> Result<(Vec<GivenSet>, bool), NoAnswer> {
        if self.plan.open.is_none() {
            let (sets, is_all) = known.all(self.plan.givens.most, ALL_STEPS)?;
            let minimal = |set: &FixedBitSet| GivenSet {
                givens: known.clues.chosen(set),
                is_minimal: true,
            };
            return Ok((sets.iter().map(minimal).collect(), is_all));
        }
        let placements = known.clues.options.len();
        let Some(counts) = self.plan.given_counts(placements) else {
            return Ok((Vec::new(), true));
        };
        let mut combinations = counts.flat_map(|count| (0..placements).combinations(count));
        let mut sets = Vec::new();
        for clues in combinations.by_ref().take(ALL_SETS) {
            let mut set = FixedBitSet::with_capacity(placements);
            set.extend(clues);
            if known.is_unique(&set)? {
                sets.push(GivenSet {
                    givens: known.clues.chosen(&set),
                    is_minimal: known.is_minimal(&set)?,
                });
            }
        }
        Ok((sets, combinations.next().is_none()))
    }
}
