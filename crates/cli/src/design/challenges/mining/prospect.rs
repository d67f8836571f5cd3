//! Whether to go on drawing.

use rayon::prelude::*;

use super::{AMPLE, End, FAIR, Halt, Hear, MANY, PROBES, PartPool, Progress, Stage, Work};
use crate::design::challenges::pool::Pool;
use crate::design::challenges::solutions::Solutions;
use crate::support::rng::StableRng;

/// The natural logarithm of a thousand.
const CONFIDENCE: f64 = 6.907_755_278_982_137;

/// A part that gets a new challenge from fewer than one draw in so many isn't worth
/// waiting for.
pub const RARE: u64 = MANY;

/// After so many draws without a new challenge for a part that lacks one of `wanted`, a
/// draw gives one with a chance of less than one in [`RARE`]; this is wrong one time in a
/// thousand at most.
///
/// If the chance were p = 1 / `RARE` or more, n draws would give none with a chance of (1 - p)^n <
/// e^(-n p). There are at most `wanted` such waits, from one challenge to the next, so
/// each may be wrong one time in 1000 `wanted`: n = `RARE` ln(1000 `wanted`).
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

impl Work<'_> {
    /// Whether searches in a random order find solutions in a time that can be waited
    /// for; true where solutions need not be searched for.
    pub(super) fn finds_solutions(&self, hear: &Hear<'_>) -> Result<bool, Halt> {
        if !matches!(self.solutions, Solutions::Searched(..)) {
            return Ok(true);
        }
        hear(&Progress {
            stage: Stage::Search,
            ..self.progress()
        });
        let finds = |number| {
            let mut rng = StableRng::new(self.plan.seed, number);
            let most_nodes = self.plan.limits.search;
            let drawn = self.solutions.draw(number, &mut rng, most_nodes)?;
            Ok(drawn.solution.is_some())
        };
        // The first one suffices.
        let found = (0..PROBES).into_par_iter().map(finds);
        let found = found.find_any(|found| found != &Ok(false));
        found.unwrap_or(Ok(false))
    }

    /// Why drawing is given up before its end, if it is: no part that lacks challenges is worth
    /// waiting for. Never if it was said how many draws there are to be.
    pub(super) fn is_hopeless(&self) -> Option<End> {
        if self.plan.draws.is_some() {
            return None;
        }
        self.barren().or_else(|| self.fruitless())
    }

    /// There were so many draws without anything new for the parts that lack challenges that none
    /// of them is worth waiting for, while the other parts have enough.
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

    /// So much was searched without anything new for the parts that there is no hope for more, or
    /// not for a better choice.
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

    /// The parts that have not enough to choose from.
    fn parts_to_fill(&self) -> impl Iterator<Item = &PartPool> {
        let parts = self.pools.iter();
        parts.filter(|part| !self.has_enough(part.wanted, &part.pool))
    }

    pub(super) fn is_enough(&self) -> bool {
        self.pools
            .iter()
            .all(|part| self.has_enough(part.wanted, &part.pool))
    }

    /// Whether a part has enough to choose from.
    fn has_enough(&self, wanted: usize, pool: &Pool) -> bool {
        let total = self.plan.amount.total() as u64;
        let distinct = self.solutions.listed().map_or(usize::MAX, <[_]>::len);
        let has_all_solutions = |factor: usize| {
            let wanted = wanted.saturating_mul(factor).min(distinct);
            pool.solutions() >= wanted
        };
        let candidates = pool.candidates.len();
        if candidates >= wanted.saturating_mul(AMPLE) && has_all_solutions(2) {
            return true;
        }
        candidates >= wanted
            && ((self.done.draws >= total.saturating_mul(FAIR) && has_all_solutions(1))
                || self.done.draws >= total.saturating_mul(MANY))
    }
}
