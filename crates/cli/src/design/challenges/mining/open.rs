//! Challenges that leave so many pieces open, and give more than they must.
//!
//! A minimal challenge leaves as much open as it can. For a beginner, placements of its solution
//! are added to it until few pieces are left: at random, or, half of the time, those last that
//! ease the challenge most.

use fixedbitset::FixedBitSet;
use itertools::Itertools;
use tilewright_dlx::OptionId;

use super::super::minimal::KnownDifferences;
use super::super::plan::GivensRange;
use super::super::rivals::Placements;
use super::{ALL_STEPS, Halt, Work};
use crate::design::difference_oracle::NoAnswer;
use crate::support::rng::StableRng;

/// So many of the givens that are added are chosen by how much they ease the challenge. What is
/// added before them is added at random: rating a challenge with much left open takes long.
const EASING: usize = 3;

/// Sets of givens of one solution that are looked at when all its challenges are.
const ALL_SETS: usize = 20_000;

/// Givens that leave one solution.
#[derive(Debug)]
pub(super) struct GivenSet {
    pub(super) givens: Vec<OptionId>,
    /// Whether none can be left out.
    pub(super) is_minimal: bool,
}

impl Work<'_> {
    /// How many givens a minimal set of a solution of so many placements may have, if it is to
    /// be used; none if no number will do.
    pub(super) fn minimal_range(&self, placements: usize) -> Option<GivensRange> {
        if self.plan.open.is_some() {
            let most = *self.plan.given_counts(placements)?.end();
            return Some(GivensRange { least: 0, most });
        }
        (self.plan.givens.least <= placements).then_some(self.plan.givens)
    }

    /// Minimal sets of a solution's placements as they are, or where pieces are to be left open,
    /// with more given until so many are.
    pub(super) fn opened(
        &self,
        known: &KnownDifferences<Placements<'_>>,
        sets: Vec<FixedBitSet>,
        rng: &mut StableRng,
    ) -> Result<Vec<GivenSet>, Halt> {
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

    /// Gives more of a solution's placements, until there are as many as wanted: of the last
    /// `easing` of them always the one with which the challenge rates easiest.
    fn filled(
        &self,
        known: &KnownDifferences<Placements<'_>>,
        mut given: FixedBitSet,
        wanted: usize,
        easing: usize,
        rng: &mut StableRng,
    ) -> Result<FixedBitSet, Halt> {
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
                    // What cannot be rated comes last.
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

    /// All sets of a solution's placements that are wanted, and whether these are all there are.
    pub(super) fn all_sets(
        &self,
        known: &mut KnownDifferences<Placements<'_>>,
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
