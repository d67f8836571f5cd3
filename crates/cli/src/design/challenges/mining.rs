//! Mining: from solutions to minimal challenges.
//!
//! For each draw a solution is taken, and sets of its placements that leave no
//! other solution and are minimal in that: by giving placements in a random
//! order until one solution is left, then leaving out what can be; once in any
//! order, once those first that lie in few solutions, which makes fewer givens,
//! once those that lie in many. If none of them has as many givens as are
//! wanted, all minimal sets are looked for. Where a number of open pieces is
//! wanted, placements are added to such a set: see `open`.
//!
//! Draws are made in rounds, each draw from its own random numbers, and taken
//! in order: so the challenges are the same for any number of threads. Where there
//! is no diagram of all solutions, a draw is cut off after so much work, and all
//! is given up after so much without anything new; work is counted in nodes, so
//! that falls at the same draw on every machine.

mod choose;
mod draw;
mod goals;
pub(super) mod limits;
mod open;
mod progress;
mod progression;
mod prospect;
mod work;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use itertools::Itertools;
use rayon::prelude::*;
use tilewright_dlx::OptionId;

use super::check::{Checker, Disagreement};
use super::plan::{Amount, Plan};
use super::pool::{Candidate, Spread};
use super::rivals::Rivals;
use super::solutions::Solutions;
use crate::design::difference_oracle::NoAnswer;
use crate::reason::deduction::{DeductionError, Rating, rate_until};
use crate::solve::space::Space;

use self::work::{ALL_STEPS, Done, Halt, PER_DRAW, PartPool, Work};
pub use self::work::{End, FirstRatings, Mine, MinedChallenge, MiningReport};
pub use goals::{GoalMine, GoalMiningError, GoalMiningReport, MinedGoal};
pub use limits::MiningLimits;
use progress::Hear;
pub use progress::{Progress, Stage};
pub use prospect::{RARE, worth_while};

/// Draws of a round.
const ROUND: u64 = 32;

/// Candidates for each challenge that there should be to choose from.
const AMPLE: usize = 8;

/// Draws for each challenge that there should be to choose from, if there are
/// not [`AMPLE`] candidates before.
const FAIR: u64 = 40;

/// Draws for each challenge until two of them may have the same solution.
const MANY: u64 = 160;

/// The first draws that show whether a search finds solutions at all.
const PROBES: u64 = 4;

/// So many candidates for each challenge are kept.
const KEPT: usize = 64;

impl Mine<'_> {
    /// Mines what `plan` asks for, and checks each challenge once more by
    /// another engine.
    ///
    /// Works on the threads of the rayon pool that it is called in.
    ///
    /// # Errors
    ///
    /// Two engines contradict each other, which would be a fault of this
    /// program.
    pub fn mine(&self, plan: &Plan, hear: &Hear<'_>) -> Result<MiningReport, Disagreement> {
        let mut work = Work::new(self, plan);
        let end = match work.draw_all(hear) {
            Ok(end) => end,
            Err(Halt::Stopped) => End::Interrupted,
            Err(Halt::Disagreement(doubt)) => return Err(doubt),
        };
        hear(&Progress {
            stage: Stage::Choice,
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

    /// What the challenges of the first 32 draws rate, whatever the plan says of that: the easiest and
    /// the hardest, and how many they are; none if none was found, or after a signal.
    ///
    /// It shows at once that a puzzle seems to have no challenges of a difficulty. Works on the
    /// threads of the rayon pool that it is called in.
    ///
    /// Cost: 32 draws, and the rating of three challenges of each.
    ///
    /// # Errors
    ///
    /// As [`mine`](Self::mine).
    pub fn first_ratings(&self, plan: &Plan) -> Result<Option<FirstRatings>, Disagreement> {
        let plan = Plan {
            // All are rated, and none is left out.
            amount: Amount::Quantiles(vec![1]),
            difficulty: None,
            ..plan.clone()
        };
        let work = Work::new(self, &plan);
        let drawn: Vec<_> = (0..ROUND).into_par_iter().map(|at| work.draw(at)).collect();
        let mut ratings = Vec::new();
        for drawn in drawn {
            match drawn {
                Ok(drawn) => ratings.extend(drawn.candidates.iter().filter_map(|one| one.rating)),
                Err(Halt::Stopped) => return Ok(None),
                Err(Halt::Disagreement(doubt)) => return Err(doubt),
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

    /// Rates what is not rated yet, puts the easiest first, and checks all once
    /// more; leaves out what it could not check, for time or for a signal.
    fn checked(&self, chosen: Vec<MinedChallenge>) -> Result<Vec<MinedChallenge>, Disagreement> {
        let rated = chosen
            .into_par_iter()
            .map(|found| match found.rating {
                Some(_) => Ok(Some(found)),
                None => match self.rating(&found.givens) {
                    Ok(rating) => Ok(Some(MinedChallenge { rating, ..found })),
                    Err(Halt::Stopped) => Ok(None),
                    Err(Halt::Disagreement(doubt)) => Err(doubt),
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

    /// How hard a challenge is; none if that cannot be told.
    fn rating(&self, givens: &[OptionId]) -> Result<Option<Rating>, Halt> {
        match rate_until(self.instance, givens, self.monitor) {
            Ok(rating) => Ok(Some(rating)),
            Err(DeductionError::TooLarge { .. } | DeductionError::Undecided { .. }) => Ok(None),
            Err(DeductionError::Interrupted) => Err(Halt::Stopped),
            Err(error) => Err(Disagreement::Deduction(error).into()),
        }
    }
}

impl<'a> Work<'a> {
    fn new(mine: &'a Mine<'a>, plan: &'a Plan) -> Self {
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
                Some(diagram) => Solutions::of(diagram, mine.symmetry_classes, plan.seed),
                None => Solutions::Searched(problem, mine.monitor),
            },
            frequency: mine.space.map(draw::frequency).unwrap_or_default(),
            done: Done::default(),
            pools: plan.amount.pool_sizes().into_iter().map(pool).collect(),
            seen: HashSet::new(),
        }
    }

    /// Draws until there is enough to choose from, or no more can be had.
    fn draw_all(&mut self, hear: &Hear<'_>) -> Result<End, Halt> {
        let most = self.plan.most_draws();
        let all = self.solutions.listed().map(<[_]>::len);
        // With few solutions, every one has its turn a few times, and then all
        // is looked at.
        let passes = all.map_or(u64::MAX, |all| PER_DRAW as u64 * all as u64);
        let mut hopeless = None;
        if !self.finds_solutions(hear)? {
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
            self.draw_round(end, hear)?;
        }
        if self.is_enough() {
            return Ok(End::Enough);
        }
        if passes < most {
            return self.look_at_all(hear);
        }
        Ok(hopeless.unwrap_or(End::Draws))
    }

    /// Draws up to a number of draws. After a signal, what was drawn until then is kept.
    fn draw_round(&mut self, end: u64, hear: &Hear<'_>) -> Result<(), Halt> {
        let before = self.progress();
        let (draws, cut_off) = (AtomicU64::new(before.draws), AtomicU64::new(before.cut_off));
        let draw = |number| {
            let drawn = self.draw(number)?;
            let is_cut_off = u64::from(drawn.is_cut_off);
            hear(&Progress {
                draws: draws.fetch_add(1, Relaxed) + 1,
                cut_off: cut_off.fetch_add(is_cut_off, Relaxed) + is_cut_off,
                ..before.clone()
            });
            Ok(drawn)
        };
        let round = self.done.draws..end;
        let drawn: Vec<Result<_, Halt>> = round.into_par_iter().map(draw).collect();
        let mut halted = Ok(());
        for drawn in drawn {
            match drawn {
                Ok(drawn) => {
                    self.done.draws += 1;
                    self.done.nodes += drawn.nodes;
                    self.done.cut_off += u64::from(drawn.is_cut_off);
                    self.keep(drawn.candidates);
                }
                Err(doubt @ Halt::Disagreement(_)) => return Err(doubt),
                Err(Halt::Stopped) => halted = Err(Halt::Stopped),
            }
        }
        hear(&self.progress());
        halted
    }

    /// Looks at every challenge of every solution, the minimal ones or those that leave as many
    /// pieces open as are wanted.
    fn look_at_all(&mut self, hear: &Hear<'_>) -> Result<End, Halt> {
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
                    Err(NoAnswer::Stopped) => return Err(Halt::Stopped),
                    Err(NoAnswer::TooLong) => (Vec::new(), false),
                };
                Ok((self.candidates(&listed[at], sets)?, is_all))
            };
            let found: Vec<_> = round
                .into_par_iter()
                .map(all_of)
                .collect::<Result<_, Halt>>()?;
            for (found, is_all_of) in found {
                is_all &= is_all_of;
                self.keep(found);
            }
            hear(&Progress {
                stage: Stage::All {
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

    /// Puts candidates that are new into their pools.
    fn keep(&mut self, candidates: impl IntoIterator<Item = Candidate>) {
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

    /// What was mined, as far as it has come.
    fn mined(&self, end: End, challenges: Vec<MinedChallenge>, spread: Spread) -> MiningReport {
        let candidates = self.pools.iter().map(|part| part.pool.candidates.len());
        MiningReport {
            challenges,
            candidates: candidates.sum(),
            draws: self.done.draws,
            cut_off: self.done.cut_off,
            end,
            spread,
            unchecked: 0,
        }
    }
}

#[cfg(test)]
mod tests;
