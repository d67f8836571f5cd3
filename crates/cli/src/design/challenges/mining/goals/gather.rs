//! Collects candidates of goals until there are enough to choose from.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use itertools::Itertools;
use rayon::prelude::*;
use tilewright_dlx::{OptionId, StopFlag};
use tilewright_geometry::{Board, Cell};

use super::super::super::balanced::{BalancedSelection, variation};
use super::super::super::plan::{Amount, MiningPlan, quantiles};
use super::super::super::pool::{ChallengeCandidate, Spread};
use super::super::curve::{LackingLevels, LevelStretches, order};
use super::super::expected_yield::worth_while;
use super::super::progress::OnProgress;
use super::super::progression::PATIENCE;
use super::super::{
    AMPLE, End, FAIR, KEPT, MANY, Mine, MinedChallenge, MiningHalt, MiningProgress, MiningReport,
    MiningStage, MiningWork, PER_DRAW,
};
use super::choice::{GoalCandidate, GoalChoice};
use super::{GoalMine, GoalMiningError, GoalMiningReport, MinedGoal};
use crate::cover::InstanceError;
use crate::puzzle::PuzzleFile;
use crate::support::label::Label;
use crate::support::rng::StableRng;

/// The number of goals processed together.
const GOALS: usize = 16;

/// The number of draws for each goal in the first pass.
const FIRST_DRAWS: u64 = 8;

/// The maximum number of passes over all goals. Each pass has twice the draws of the previous one.
const PASSES: u32 = 8;

/// A progression takes the candidates it has after this many successive draws that do not reduce
/// the number of missing candidates.
const GOAL_PATIENCE: u64 = 4 * PATIENCE;

/// The candidates for a part of the deck.
#[derive(Debug, Default)]
struct GoalPool {
    wanted: usize,
    candidates: Vec<GoalCandidate>,
    goals: BTreeSet<usize>,
    /// The number of draws so far when the part of the deck got its latest candidate.
    last_new: u64,
}

pub(super) struct GoalWork<'a> {
    mine: GoalMine<'a>,
    plan: &'a MiningPlan,
    /// The names of all pieces of all goals, each with its index and its maximum number of copies.
    pieces: BTreeMap<Label, (usize, u32)>,
    pools: Vec<GoalPool>,
    seen: HashSet<(usize, Vec<OptionId>)>,
    draws: u64,
    looked_at: BTreeSet<usize>,
    /// For a progression, the ranges of difficulty with too few candidates, in ascending order.
    lacking: LackingLevels,
}

impl<'a> GoalWork<'a> {
    pub(super) fn new(mine: GoalMine<'a>, plan: &'a MiningPlan) -> Self {
        let pool = |wanted| GoalPool {
            wanted,
            ..GoalPool::default()
        };
        Self {
            pieces: pieces_of(mine.file),
            mine,
            plan,
            pools: plan.amount.pool_sizes().into_iter().map(pool).collect(),
            seen: HashSet::new(),
            draws: 0,
            looked_at: BTreeSet::new(),
            lacking: LackingLevels::none(),
        }
    }

    /// Processes goals until there are enough candidates, or no more are expected.
    pub(super) fn draw_all(
        &mut self,
        on_progress: &OnProgress<'_>,
    ) -> Result<End, GoalMiningError> {
        let goals = self.mine.file.goals.len();
        let mut order: Vec<usize> = (0..goals).collect();
        StableRng::new(self.plan.seed, u64::MAX).shuffle(&mut order);
        for pass in 0..PASSES {
            let first = FIRST_DRAWS * ((1 << pass) - 1);
            let draws = first..first + (FIRST_DRAWS << pass);
            for (done, together) in order.chunks(GOALS).enumerate() {
                if self.is_enough() {
                    return Ok(End::Enough);
                }
                if let Some(end) = self.is_hopeless() {
                    return Ok(end);
                }
                if self.draws >= self.plan.most_draws() {
                    return Ok(End::Draws);
                }
                let of_goal = |goal: &usize| self.candidates(*goal, draws.clone());
                let found: Vec<_> = together.par_iter().map(of_goal).collect();
                for (goal, found) in together.iter().zip(found) {
                    let (drawn, candidates) = found?;
                    self.looked_at.insert(*goal);
                    self.draws += drawn;
                    self.keep(candidates);
                }
                self.find_lacking();
                let done = (done * GOALS + together.len()).min(goals);
                on_progress(&self.progress(MiningStage::Goals { done, of: goals }));
            }
        }
        Ok(if self.is_enough() {
            End::Enough
        } else {
            End::Draws
        })
    }

    /// Makes the draws with the numbers in `draws` for a goal, at most a few for each solution of
    /// the goal if its solutions are listed. Returns the number of draws made and the candidates
    /// found.
    fn candidates(
        &self,
        goal: usize,
        draws: std::ops::Range<u64>,
    ) -> Result<(u64, Vec<GoalCandidate>), GoalMiningError> {
        let seed = StableRng::new(self.plan.seed, goal as u64).any();
        let plan = MiningPlan {
            seed,
            ..self.plan.clone()
        };
        self.mine.with_goal(goal, |mine| {
            let mut work = MiningWork::new(mine, &plan);
            work.lacking.ranges.clone_from(&self.lacking.ranges);
            let solutions = work.solutions.listed().map_or(u64::MAX, |listed| {
                (PER_DRAW as u64).saturating_mul(listed.len() as u64)
            });
            let mut drawn = 0;
            let mut candidates = Vec::new();
            for number in draws.start..draws.end.min(solutions) {
                drawn += 1;
                for candidate in work.draw(number)?.candidates {
                    candidates.push(self.candidate(goal, mine, (seed, number), candidate));
                }
            }
            Ok((drawn, candidates))
        })
    }

    /// The candidate as one of a goal. Its givens are replaced by a random image under the goal's
    /// symmetries.
    fn candidate(
        &self,
        goal: usize,
        mine: &Mine<'_>,
        (seed, number): (u64, u64),
        candidate: ChallengeCandidate,
    ) -> GoalCandidate {
        let images = mine
            .symmetry_classes
            .images(&candidate.givens)
            .collect_vec();
        let mut rng = StableRng::new(!seed, number);
        let givens = images[rng.below(images.len())].clone();
        let puzzle = mine.instance.puzzle();
        let name = |given: &OptionId| &puzzle.piece(mine.instance.meaning(*given).piece).name;
        let pieces = givens
            .iter()
            .filter_map(|given| self.pieces.get(name(given)));
        GoalCandidate {
            goal,
            pieces: pieces.map(|(place, _)| *place).collect(),
            candidate: ChallengeCandidate {
                givens,
                ..candidate
            },
        }
    }

    /// Adds each new candidate to the pool of the part of the deck that it fits, unless the pool is
    /// full.
    fn keep(&mut self, candidates: Vec<GoalCandidate>) {
        for found in candidates {
            let Some(part) = self.plan.pool_of(&found.candidate) else {
                continue;
            };
            let pool = &mut self.pools[part];
            let is_full = pool.candidates.len() >= KEPT.saturating_mul(pool.wanted);
            let key = (found.goal, found.candidate.givens.clone());
            if !is_full && self.seen.insert(key) {
                pool.goals.insert(found.goal);
                pool.candidates.push(found);
                pool.last_new = self.draws;
            }
        }
    }

    /// The candidates divided among the levels of a progression; `None` for other plans.
    fn level_stretches(&self) -> Option<LevelStretches> {
        let all = self.pools.iter().flat_map(|pool| &pool.candidates);
        let levels = self.plan.levels()?;
        let keys = all.map(|found| order(&found.candidate));
        Some(LevelStretches::of_unsorted(&self.plan.curve, levels, keys))
    }

    /// Finds the ranges of difficulty in which a progression has too few candidates.
    fn find_lacking(&mut self) {
        if let Some(levels) = self.level_stretches() {
            self.lacking.update(&levels, self.draws);
        }
    }

    /// Whether all parts have enough candidates, and these come from enough goals: at least 1.5
    /// times as many goals as requested challenges, unless all goals of the file were processed.
    fn is_enough(&self) -> bool {
        let goals = self.pools.iter().flat_map(|pool| &pool.goals);
        let wanted = self.plan.amount.total();
        let is_all = self.looked_at.len() == self.mine.file.goals.len();
        let has_goals = is_all || goals.unique().count() >= wanted + wanted / 2;
        has_goals && self.pools.iter().all(|pool| self.has_enough(pool))
    }

    /// Whether a part has enough candidates: eight for each requested challenge, from at least
    /// twice as many goals as challenges. After many draws, one candidate for each challenge is
    /// enough.
    fn has_enough(&self, pool: &GoalPool) -> bool {
        let of_goals = |factor: usize| {
            let wanted = pool.wanted.saturating_mul(factor);
            pool.goals.len() >= wanted.min(self.mine.file.goals.len())
        };
        let total = self.plan.amount.total() as u64;
        let candidates = pool.candidates.len();
        if matches!(self.plan.amount, Amount::Progression(_)) {
            let patience = self.plan.draws.is_none().then_some(GOAL_PATIENCE);
            let has_levels = self.lacking.is_over(self.draws, patience);
            return candidates >= pool.wanted && of_goals(1) && has_levels;
        }
        candidates >= pool.wanted.saturating_mul(AMPLE) && of_goals(2)
            || candidates >= pool.wanted
                && (self.draws >= total.saturating_mul(FAIR) && of_goals(1)
                    || self.draws >= total.saturating_mul(MANY))
    }

    /// The reason to end mining, if every part without enough candidates got nothing new for so
    /// long that more draws are not worthwhile.
    fn is_hopeless(&self) -> Option<End> {
        if self.plan.draws.is_some() {
            return None;
        }
        let lacking = self.pools.iter().filter(|pool| !self.has_enough(pool));
        let since = lacking.map(|pool| {
            let since = self.draws - pool.last_new;
            let is_lost = pool.candidates.len() < pool.wanted && since >= worth_while(pool.wanted);
            is_lost.then_some(since)
        });
        let draws = since.collect::<Option<Vec<u64>>>()?.into_iter().min()?;
        Some(End::Barren { draws })
    }

    pub(super) fn progress(&self, stage: MiningStage) -> MiningProgress {
        MiningProgress {
            stage,
            draws: self.draws,
            cut_off: 0,
            candidates: (self.pools.iter().map(|pool| pool.candidates.len())).collect(),
        }
    }

    /// Chooses challenges for each part, beginning with the part that has the fewest candidates.
    /// After a stop, no more challenges are chosen.
    pub(super) fn choose(&self, stop: &StopFlag) -> Vec<(usize, GoalCandidate)> {
        let mut choice = GoalChoice::new(&self.pieces);
        let mut taken = Vec::new();
        for (part, wanted, candidates) in self.parts() {
            let chosen = choice.take(&candidates, wanted, stop);
            taken.extend(chosen.into_iter().map(|candidate| (part, candidate)));
        }
        taken
    }

    /// For each part of the deck: its index, the requested number of challenges and the candidates.
    /// For a progression, each level is an entry with one challenge. For a number of challenges or
    /// for grades, the parts with the fewest candidates come first.
    fn parts(&self) -> Vec<(usize, usize, Vec<GoalCandidate>)> {
        if matches!(self.plan.amount, Amount::Count(_) | Amount::Grades(_)) {
            let parts = self.pools.iter().enumerate();
            let parts = parts.map(|(part, pool)| (part, pool.wanted, pool.candidates.clone()));
            return parts
                .sorted_by_key(|(_, _, candidates)| candidates.len())
                .collect();
        }
        let all = self.pools.iter().flat_map(|pool| &pool.candidates);
        let all = all
            .sorted_by_key(|found| order(&found.candidate))
            .collect_vec();
        let sizes = self.plan.amount.sizes();
        let owned = |found: &[&GoalCandidate]| found.iter().copied().cloned().collect_vec();
        if !matches!(self.plan.amount, Amount::Progression(_)) {
            let parts = quantiles(&sizes, &all).enumerate();
            return parts
                .map(|(part, (wanted, found))| (part, wanted, owned(found)))
                .collect();
        }
        // A progression has one level for each candidate, up to the requested number of levels. If
        // it has fewer levels, the tiers keep their proportions.
        let wanted: usize = sizes.iter().sum();
        let tiers = sizes.iter().enumerate();
        let tiers = tiers.flat_map(|(tier, size)| std::iter::repeat_n(tier, *size));
        let tiers = tiers.collect_vec();
        let keys = all
            .iter()
            .map(|found| order(&found.candidate))
            .collect_vec();
        let stretches = LevelStretches::new(&self.plan.curve, wanted, &keys).stretches();
        let levels = stretches.len();
        let stretches = stretches.into_iter().enumerate();
        stretches
            .map(|(level, found)| (tiers[level * wanted / levels], 1, owned(&all[found])))
            .collect()
    }

    /// Rates the unrated challenges, and checks all challenges, goal by goal. Returns them by part,
    /// the easiest first.
    pub(super) fn checked(
        &self,
        chosen: Vec<(usize, GoalCandidate)>,
    ) -> Result<Vec<(usize, MinedChallenge)>, GoalMiningError> {
        let by_goal = chosen
            .into_iter()
            .map(|(part, found)| (found.goal, (part, found.candidate)))
            .into_group_map()
            .into_iter()
            .sorted_by_key(|(goal, _)| *goal)
            .collect_vec();
        let checked = by_goal.into_par_iter().map(|(goal, found)| {
            let checked = self.mine.with_goal(goal, |mine| {
                let own = mine.instance.givens().len();
                let found = found.into_iter();
                let found = found.map(|(part, candidate)| candidate.found(part, own));
                let checked = mine.checked(found.collect())?;
                if mine.monitor.is_set() {
                    return Err(MiningHalt::Stopped);
                }
                Ok(checked)
            })?;
            Ok(checked.into_iter().map(|one| (goal, one)).collect_vec())
        });
        let checked: Vec<Vec<(usize, MinedChallenge)>> =
            checked.collect::<Result<_, GoalMiningError>>()?;
        let mut checked = checked.concat();
        checked.sort_by_key(|(_, one)| one.place());
        Ok(checked)
    }

    /// The report of mining. In it, a goal is given by its index among the goals that have
    /// challenges.
    pub(super) fn report(
        &self,
        end: End,
        challenges: Vec<(usize, MinedChallenge)>,
        unchecked: usize,
    ) -> Result<GoalMiningReport, GoalMiningError> {
        let goals = challenges.iter().map(|(goal, _)| *goal);
        let goals = goals.sorted().dedup().collect_vec();
        let mined = goals.par_iter().map(|goal| {
            Ok(MinedGoal {
                name: self.mine.file.goals[*goal].name.clone(),
                instance: self.mine.instance(*goal)?,
            })
        });
        let mined = mined.collect::<Result<Vec<_>, InstanceError>>()?;
        let place = |goal: &usize| goals.partition_point(|other| other < goal);
        let of = challenges.iter().map(|(goal, _)| place(goal)).collect_vec();
        let challenges = challenges.into_iter().map(|(_, one)| one).collect_vec();
        Ok(GoalMiningReport {
            mined: MiningReport {
                spread: self.spread(&mined, &of, &challenges),
                challenges,
                candidates: self.pools.iter().map(|pool| pool.candidates.len()).sum(),
                draws: self.draws,
                cut_off: 0,
                end,
                gaps: self
                    .level_stretches()
                    .map_or_else(Vec::new, |levels| levels.gaps()),
                unchecked,
            },
            of,
            goals: mined,
            looked_at: self.looked_at.len(),
        })
    }

    /// How balanced the givens are over pieces and cells.
    fn spread(&self, goals: &[MinedGoal], of: &[usize], challenges: &[MinedChallenge]) -> Spread {
        let mut choice = GoalChoice::new(&self.pieces);
        let boards = goals.iter().map(|goal| &goal.instance.puzzle().board);
        let cells = boards.flat_map(Board::cells);
        let mut cells: BTreeMap<Cell, f64> = cells.map(|cell| (*cell, 0.0)).collect();
        for (goal, challenge) in of.iter().zip(challenges) {
            let instance = &goals[*goal].instance;
            let puzzle = instance.puzzle();
            for given in &challenge.givens {
                let meaning = instance.meaning(*given);
                if let Some((piece, _)) = self.pieces.get(&puzzle.piece(meaning.piece).name) {
                    choice.give(*piece);
                }
                for cell in &*meaning.placement.cells {
                    *cells.entry(puzzle.board.cell(*cell)).or_default() += 1.0;
                }
            }
        }
        Spread {
            pieces: variation(&choice.pieces),
            cells: variation(&cells.into_values().collect_vec()),
        }
    }
}

/// The pieces of all goals of a file by name, each with its index and its maximum number of copies.
fn pieces_of(file: &PuzzleFile) -> BTreeMap<Label, (usize, u32)> {
    let mut pieces: BTreeMap<Label, (usize, u32)> = BTreeMap::new();
    let own = std::iter::once(&file.puzzle);
    let goals = file.goals.iter().filter_map(|goal| goal.change.puzzle());
    for piece in own.chain(goals).flat_map(|puzzle| &puzzle.pieces) {
        let (_, copies) = pieces.entry(piece.name.clone()).or_default();
        *copies = piece.copies.max.max(*copies);
    }
    for (place, (at, _)) in pieces.values_mut().enumerate() {
        *at = place;
    }
    pieces
}
