//! Mining: from solutions to minimal challenges.
//!
//! Each draw takes a solution and finds sets of its placements that leave no other solution and are
//! minimal. Placements are given in an order until one solution is left, then redundant ones are
//! removed. Three orders are used: a random one; placements in few solutions first, which needs
//! fewer givens; and placements in many solutions first. If none of these sets has a requested
//! number of givens, all minimal sets are searched for. If the plan says how many pieces are left
//! to place, placements are added to a minimal set: see `open`.
//!
//! Draws are made in rounds. Each draw has its own random numbers, and the draws are used in order,
//! so the challenges do not depend on the number of threads. Without a diagram of all solutions, a
//! draw is cut off at a limit of work, and mining ends after a limit of work without new
//! challenges. Work is counted in nodes, so the limits apply at the same draw on every machine.

mod choose;
mod curve;
mod draw;
mod expected_yield;
mod goals;
pub(super) mod limits;
mod open;
mod progress;
mod progression;
mod work;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use itertools::Itertools;
use rayon::prelude::*;
use tilewright_dlx::OptionId;

use super::check::{Checker, Disagreement};
use super::plan::{Amount, MiningPlan};
use super::pool::{ChallengeCandidate, Spread};
use super::rivals::Rivals;
use super::solutions::SolutionSource;
use crate::design::difference_oracle::NoAnswer;
use crate::reason::deduction::{DeductionError, Rating, rate_until};
use crate::solve::space::Space;

use self::curve::LackingLevels;
use self::work::{ALL_STEPS, MiningHalt, MiningWork, PER_DRAW, PartPool, WorkDone};
pub use self::work::{End, FirstRatings, Mine, MinedChallenge, MiningReport};
pub use curve::{RatingCurve, RatingCurveError, RatingGap};
pub use expected_yield::{RARE, worth_while};
pub use goals::{GoalMine, GoalMiningError, GoalMiningReport, MinedGoal};
pub use limits::MiningLimits;
use progress::OnProgress;
pub(crate) use progress::draws_in_words;
pub use progress::{MiningProgress, MiningStage};

/// The number of draws in a round.
const ROUND: u64 = 32;

/// The choice among the candidates begins once there are this many of them for each requested
/// challenge.
const AMPLE: usize = 8;

/// The number of draws for each requested challenge after which the choice among the candidates
/// begins even with fewer than [`AMPLE`] candidates.
const FAIR: u64 = 40;

/// The number of draws for each requested challenge after which two challenges may share a
/// solution.
const MANY: u64 = 160;

/// The number of searches made first, to see whether searches find solutions at all.
const PROBES: u64 = 4;

/// The maximum number of candidates kept for each requested challenge.
const KEPT: usize = 64;

impl Mine<'_> {
    /// Mines the challenges of a plan, and checks each again by another engine.
    ///
    /// Runs on the threads of the current rayon pool.
    ///
    /// # Errors
    ///
    /// Two engines contradict each other, which would be a bug in this program.
    pub fn mine(
        &self,
        plan: &MiningPlan,
        on_progress: &OnProgress<'_>,
    ) -> Result<MiningReport, Disagreement> {
        let mut work = MiningWork::new(self, plan);
        let end = match work.draw_all(on_progress) {
            Ok(end) => end,
            Err(MiningHalt::Stopped) => End::Interrupted,
            Err(MiningHalt::Disagreement(doubt)) => return Err(doubt),
        };
        on_progress(&MiningProgress {
            stage: MiningStage::Choice,
            ..work.progress()
        });
        let (chosen, spread) = work.choose();
        let before = chosen.len();
        let challenges = self.checked(chosen)?;
        if self.monitor.is_set() {
            let (challenges, spread) = work.choose_at_once();
            return Ok(work.mined(End::Interrupted, challenges, spread));
        }
        Ok(MiningReport {
            unchecked: before - challenges.len(),
            ..work.mined(end, challenges, spread)
        })
    }

    /// The easiest and the hardest rating among the challenges of the first 32 draws, and their
    /// number. The difficulty that the plan requests is ignored. `None` if there are no challenges,
    /// or after a stop.
    ///
    /// It shows early that a puzzle has no challenges of a difficulty. Runs on the threads of the
    /// current rayon pool.
    ///
    /// Cost: 32 draws, and the rating of up to three challenges of each.
    ///
    /// # Errors
    ///
    /// As [`mine`](Self::mine).
    pub fn first_ratings(&self, plan: &MiningPlan) -> Result<Option<FirstRatings>, Disagreement> {
        let plan = MiningPlan {
            // Quantiles need the ratings of all challenges, so every challenge is rated and kept.
            amount: Amount::Quantiles(vec![1]),
            difficulty: None,
            ..plan.clone()
        };
        let work = MiningWork::new(self, &plan);
        let drawn: Vec<_> = (0..ROUND).into_par_iter().map(|at| work.draw(at)).collect();
        let mut ratings = Vec::new();
        for drawn in drawn {
            match drawn {
                Ok(drawn) => ratings.extend(drawn.candidates.iter().filter_map(|one| one.rating)),
                Err(MiningHalt::Stopped) => return Ok(None),
                Err(MiningHalt::Disagreement(doubt)) => return Err(doubt),
            }
        }
        let count = ratings.len();
        let ends = ratings.into_iter().minmax().into_option();
        Ok(ends.map(|(easiest, hardest)| FirstRatings {
            easiest,
            hardest,
            count,
        }))
    }

    /// Rates the unrated challenges, sorts them by rating, and checks all of them. Leaves out
    /// challenges that exceed a limit or that were not checked before a stop.
    fn checked(&self, chosen: Vec<MinedChallenge>) -> Result<Vec<MinedChallenge>, Disagreement> {
        let rated = chosen
            .into_par_iter()
            .map(|found| match found.rating {
                Some(_) => Ok(Some(found)),
                None => match self.rating(&found.givens) {
                    Ok(rating) => Ok(Some(MinedChallenge { rating, ..found })),
                    Err(MiningHalt::Stopped) => Ok(None),
                    Err(MiningHalt::Disagreement(doubt)) => Err(doubt),
                },
            })
            .collect::<Result<Vec<_>, Disagreement>>()?;
        let mut rated: Vec<MinedChallenge> = rated.into_iter().flatten().collect();
        rated.sort_by_key(MinedChallenge::place);
        let diagram = self.space.map(Space::diagram);
        let checker = Checker::new(self.instance.problem(), diagram, self.monitor);
        let checked = rated
            .into_par_iter()
            .map(|found| {
                Ok(checker
                    .check(&found.givens, found.is_minimal)?
                    .then_some(found))
            })
            .collect::<Result<Vec<_>, Disagreement>>()?;
        Ok(checked.into_iter().flatten().collect())
    }

    /// The rating of a challenge; `None` if it cannot be rated.
    fn rating(&self, givens: &[OptionId]) -> Result<Option<Rating>, MiningHalt> {
        match rate_until(self.instance, givens, self.monitor) {
            Ok(rating) => Ok(Some(rating)),
            Err(DeductionError::TooLarge { .. } | DeductionError::Undecided { .. }) => Ok(None),
            Err(DeductionError::Interrupted) => Err(MiningHalt::Stopped),
            Err(error) => Err(Disagreement::Deduction(error).into()),
        }
    }
}

impl<'a> MiningWork<'a> {
    fn new(mine: &'a Mine<'a>, plan: &'a MiningPlan) -> Self {
        let problem = mine.instance.problem();
        let diagram = mine.space.map(Space::diagram);
        let pool = |wanted| PartPool {
            wanted,
            ..PartPool::default()
        };
        Self {
            mine,
            plan,
            rivals: Rivals::new(problem, diagram, mine.monitor),
            solutions: match diagram {
                Some(diagram) => SolutionSource::of(diagram, mine.symmetry_classes, plan.seed),
                None => SolutionSource::Searched(problem, mine.monitor),
            },
            frequency: mine.space.map(draw::frequency).unwrap_or_default(),
            done: WorkDone::default(),
            pools: plan.amount.pool_sizes().into_iter().map(pool).collect(),
            seen: HashSet::new(),
            lacking: LackingLevels::none(),
        }
    }

    /// Draws solutions until there are enough candidates for challenges, or no more are expected.
    fn draw_all(&mut self, on_progress: &OnProgress<'_>) -> Result<End, MiningHalt> {
        let most = self.plan.most_draws();
        let all = self.solutions.listed().map(<[_]>::len);
        // If there are few solutions, each is drawn at most a few times. If that does not give
        // enough challenges, all challenges of all solutions are listed instead.
        let passes = all.map_or(u64::MAX, |all| PER_DRAW as u64 * all as u64);
        let mut hopeless = None;
        if !self.finds_solutions(on_progress)? {
            return Ok(End::NoSolution { searches: PROBES });
        }
        while self.done.draws < most.min(passes) {
            if self.is_enough() {
                return Ok(End::Enough);
            }
            hopeless = self.is_hopeless();
            if hopeless.is_some() {
                break;
            }
            let end = (self.done.draws + ROUND).min(most).min(passes);
            self.draw_round(end, on_progress)?;
            self.find_lacking();
        }
        if self.is_enough() {
            return Ok(End::Enough);
        }
        // A progression with enough candidates for its levels needs no list of all of them, which can be
        // millions.
        let has_levels = matches!(self.plan.amount, Amount::Progression(_))
            && !self.pools.iter().any(PartPool::lacks);
        if passes < most && !has_levels {
            return self.look_at_all(on_progress);
        }
        Ok(hopeless.unwrap_or(End::Draws))
    }

    /// Makes the next draws, until there are `end` draws in total. After a stop, the finished draws
    /// are kept.
    fn draw_round(&mut self, end: u64, on_progress: &OnProgress<'_>) -> Result<(), MiningHalt> {
        let before = self.progress();
        let (draws, cut_off) = (AtomicU64::new(before.draws), AtomicU64::new(before.cut_off));
        let draw = |number| {
            let drawn = self.draw(number)?;
            let is_cut_off = u64::from(drawn.is_cut_off);
            on_progress(&MiningProgress {
                draws: draws.fetch_add(1, Relaxed) + 1,
                cut_off: cut_off.fetch_add(is_cut_off, Relaxed) + is_cut_off,
                ..before.clone()
            });
            Ok(drawn)
        };
        let round = self.done.draws..end;
        let drawn: Vec<Result<_, MiningHalt>> = round.into_par_iter().map(draw).collect();
        let mut halted = Ok(());
        for drawn in drawn {
            match drawn {
                Ok(drawn) => {
                    self.done.draws += 1;
                    self.done.nodes += drawn.nodes;
                    self.done.cut_off += u64::from(drawn.is_cut_off);
                    self.keep(drawn.candidates);
                }
                Err(doubt @ MiningHalt::Disagreement(_)) => return Err(doubt),
                Err(MiningHalt::Stopped) => halted = Err(MiningHalt::Stopped),
            }
        }
        on_progress(&self.progress());
        halted
    }

    /// Lists every challenge of every solution: the minimal ones or, if the plan says how many
    /// pieces are left to place, all that leave that many.
    fn look_at_all(&mut self, on_progress: &OnProgress<'_>) -> Result<End, MiningHalt> {
        let count = self.solutions.listed().map_or(0, <[_]>::len);
        let mut is_all = true;
        let mut from = 0;
        while from < count {
            let round: Range<usize> = from..(from + 8).min(count);
            from = round.end;
            let listed = self.solutions.listed().unwrap_or_default();
            let all_of = |at: usize| {
                let mut known = self.known(listed[at].clone());
                let (sets, is_all) = match self.all_sets(&mut known) {
                    Ok(found) => found,
                    Err(NoAnswer::Stopped) => return Err(MiningHalt::Stopped),
                    Err(NoAnswer::TooLong) => (Vec::new(), false),
                };
                Ok((self.candidates(&listed[at], sets)?, is_all))
            };
            let found: Vec<_> = round
                .into_par_iter()
                .map(all_of)
                .collect::<Result<_, MiningHalt>>()?;
            for (found, is_all_of) in found {
                is_all &= is_all_of;
                self.keep(found);
            }
            on_progress(&MiningProgress {
                stage: MiningStage::All {
                    done: from,
                    of: count,
                },
                ..self.progress()
            });
            if !self.pools.iter().any(PartPool::lacks) {
                return Ok(End::Enough);
            }
        }
        Ok(if is_all { End::All } else { End::Draws })
    }

    /// Adds each new candidate to the pool of the part of the deck that it fits, unless the pool is
    /// full.
    fn keep(&mut self, candidates: impl IntoIterator<Item = ChallengeCandidate>) {
        for candidate in candidates {
            let Some(part) = self.plan.pool_of(&candidate) else {
                continue;
            };
            let part = &mut self.pools[part];
            let is_full = part.pool.candidates.len() >= KEPT.saturating_mul(part.wanted);
            if !is_full && self.seen.insert(candidate.givens.clone()) {
                part.pool.add(candidate);
                part.last_new = self.done;
            }
        }
    }

    /// The report of the work done so far.
    fn mined(&self, end: End, challenges: Vec<MinedChallenge>, spread: Spread) -> MiningReport {
        let candidates = self.pools.iter().map(|part| part.pool.candidates.len());
        MiningReport {
            challenges,
            candidates: candidates.sum(),
            draws: self.done.draws,
            cut_off: self.done.cut_off,
            end,
            spread,
            gaps: self
                .level_stretches()
                .map_or_else(Vec::new, |levels| levels.gaps()),
            unchecked: 0,
        }
    }
}

#[cfg(test)]
mod tests;
