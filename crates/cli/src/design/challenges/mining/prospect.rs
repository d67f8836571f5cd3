//! Whether to go on drawing.

use rayon::prelude::*;

use super::{AMPLE, FAIR, Halt, Hear, MANY, PROBES, Progress, Stage, Work};
use crate::design::challenges::pool::Pool;
use crate::design::challenges::solutions::Solutions;
use crate::design::clues::NoAnswer;
use crate::support::dice::Dice;

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
        let found = (0..PROBES).into_par_iter().map(|number| {
            match self
                .solutions
                .draw(number, &mut Dice::new(self.plan.seed, number))
            {
                Ok(found) => Ok(found.is_some()),
                Err(NoAnswer::TooLong) => Ok(false),
                Err(NoAnswer::Stopped) => Err(Halt::Stopped),
            }
        });
        // The first one suffices.
        let found = found.find_any(|found| found != &Ok(false));
        found.unwrap_or(Ok(false))
    }

    /// How many draws there were without anything new for the parts that lack challenges,
    /// if these are so many that none of them is worth waiting for, while the other
    /// parts have enough. None if it was said how many draws there are to be.
    pub(super) fn barren(&self) -> Option<u64> {
        if self.plan.draws.is_some() {
            return None;
        }
        let mut fewest = None;
        for ((wanted, pool), last_new) in self.pools.iter().zip(&self.last_new) {
            if self.has_enough(*wanted, pool) {
                continue;
            }
            let since = self.draws - last_new;
            if pool.candidates.len() >= *wanted || since < worth_while(*wanted) {
                return None;
            }
            fewest = Some(fewest.map_or(since, |fewest: u64| fewest.min(since)));
        }
        fewest
    }

    pub(super) fn is_enough(&self) -> bool {
        self.pools
            .iter()
            .all(|(wanted, pool)| self.has_enough(*wanted, pool))
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
            && ((self.draws >= total.saturating_mul(FAIR) && has_all_solutions(1))
                || self.draws >= total.saturating_mul(MANY))
    }
}
