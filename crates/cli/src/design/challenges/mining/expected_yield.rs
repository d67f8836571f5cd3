//! Decides whether more draws are worthwhile.

use rayon::prelude::*;

use super::{
    AMPLE, End, FAIR, MANY, MiningHalt, MiningProgress, MiningStage, MiningWork, OnProgress,
    PROBES, PartPool,
};
use crate::design::challenges::plan::Amount;
use crate::design::challenges::pool::CandidatePool;
use crate::design::challenges::solutions::SolutionSource;
use crate::support::rng::StableRng;

/// The natural logarithm of 1000, since a conclusion may be wrong with a probability of 1/1000.
const CONFIDENCE: f64 = 6.907_755_278_982_137;

/// Drawing for a part of a deck is given up if fewer than one in this many draws yields a new
/// challenge for it.
pub const RARE: u64 = MANY;

/// The number of draws without a new challenge after which a part with `wanted` challenges is given
/// up. A draw then gives a new one with a probability below 1/[`RARE`]; this conclusion is wrong
/// with a probability of at most 1/1000.
///
/// If the probability were p = 1 / `RARE` or more, n draws would give none with a probability of
/// (1 - p)^n < e^(-n p). There are at most `wanted` such waits, from one challenge to the next. So
/// each may be wrong with a probability of 1/(1000 `wanted`): n = `RARE` ln(1000 `wanted`).
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a few thousands"
)]
pub fn worth_while(wanted: usize) -> u64 {
    let confidence = CONFIDENCE + (wanted.max(1) as f64).ln();
    (RARE as f64 * confidence).ceil() as u64
}

impl MiningWork<'_> {
    /// Whether searches in a random order find solutions within the limits. True if the solutions
    /// come from a list or a diagram.
    pub(super) fn finds_solutions(&self, on_progress: &OnProgress<'_>) -> Result<bool, MiningHalt> {
        if !matches!(self.solutions, SolutionSource::Searched(..)) {
            return Ok(true);
        }
        on_progress(&MiningProgress {
            stage: MiningStage::Search,
            ..self.progress()
        });
        let finds = |number| {
            let mut rng = StableRng::new(self.plan.seed, number);
            let most_nodes = self.plan.limits.search;
            let drawn = self.solutions.draw(number, &mut rng, most_nodes)?;
            Ok(drawn.solution.is_some())
        };
        // The other searches end as soon as one has found a solution.
        let found = (0..PROBES).into_par_iter().map(finds);
        let found = found.find_any(|found| found != &Ok(false));
        found.unwrap_or(Ok(false))
    }

    /// The reason to give up drawing, if no part that lacks challenges is worth waiting for. `None`
    /// if the plan fixes the number of draws.
    pub(super) fn is_hopeless(&self) -> Option<End> {
        if self.plan.draws.is_some() {
            return None;
        }
        self.barren().or_else(|| self.fruitless())
    }

    /// [`End::Barren`], if no part that still lacks candidates is expected to get more, and each of
    /// them has fewer candidates than requested challenges.
    fn barren(&self) -> Option<End> {
        let mut fewest = None;
        for part in self.parts_to_fill() {
            let since = self.done.draws - part.last_new.draws;
            if !part.lacks() || since < worth_while(part.wanted) {
                return None;
            }
            fewest = Some(fewest.map_or(since, |fewest: u64| fewest.min(since)));
        }
        fewest.map(|draws| End::Barren { draws })
    }

    /// [`End::Fruitless`], if every part without enough candidates got nothing new within the limit
    /// of work.
    fn fruitless(&self) -> Option<End> {
        let limit = self.plan.limits.fruitless;
        let spent = |part: &PartPool| self.done.nodes - part.last_new.nodes;
        let last_new = self.parts_to_fill().map(|part| part.last_new);
        let last_new = last_new.max_by_key(|last_new| last_new.draws)?;
        let is_over = self.parts_to_fill().all(|part| spent(part) >= limit);
        is_over.then(|| End::Fruitless {
            draws: self.done.draws - last_new.draws,
            cut_off: self.done.cut_off - last_new.cut_off,
        })
    }

    /// The parts that do not have enough candidates to choose from.
    fn parts_to_fill(&self) -> impl Iterator<Item = &PartPool> {
        let parts = self.pools.iter();
        parts.filter(|part| !self.has_enough(part.wanted, &part.pool))
    }

    pub(super) fn is_enough(&self) -> bool {
        self.pools
            .iter()
            .all(|part| self.has_enough(part.wanted, &part.pool))
    }

    /// Whether a part has enough candidates to choose from.
    fn has_enough(&self, wanted: usize, pool: &CandidatePool) -> bool {
        let total = self.plan.amount.total() as u64;
        let distinct = self.solutions.listed().map_or(usize::MAX, <[_]>::len);
        let has_all_solutions = |factor: usize| {
            let wanted = wanted.saturating_mul(factor).min(distinct);
            pool.solutions() >= wanted
        };
        let candidates = pool.candidates.len();
        if matches!(self.plan.amount, Amount::Progression(_)) {
            return candidates >= wanted && self.has_all_levels();
        }
        if candidates >= wanted.saturating_mul(AMPLE) && has_all_solutions(2) {
            return true;
        }
        candidates >= wanted
            && ((self.done.draws >= total.saturating_mul(FAIR) && has_all_solutions(1))
                || self.done.draws >= total.saturating_mul(MANY))
    }
}
