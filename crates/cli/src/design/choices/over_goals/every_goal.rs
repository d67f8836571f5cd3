//! Choices that must solve every goal: a choice is dropped at the first goal that it fails.
//!
//! A search for one solution decides whether a choice solves a goal. Goals that many choices have
//! failed are tried first. To learn which these are, a few choices are tried on all goals at the
//! start. The choices left are counted on each goal, all together or one by one, whichever is
//! expected to be faster. The estimate uses the work of counting all choices on the first goal. The
//! result is the same either way.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow::{Break, Continue};

use num_bigint::BigUint;
use tilewright_dlx::{Answer, Budget, Solver};

use super::GoalQuestion;
use crate::cover::Instance;
use crate::design::choices::ChoiceError;
use crate::design::choices::batches::Batches;
use crate::design::choices::{Choice, ChoiceQuestion, ChoiceRule};
use crate::puzzle::Puzzle;
use crate::solve::SolveError;
use crate::solve::search::RunContext;

/// The number of goals on which a choice is tried in a round.
const GOALS_A_ROUND: usize = 16;

/// The maximum number of nodes of a search for one solution. A choice that reaches the limit is
/// kept.
const MOST_NODES: u64 = 1 << 22;

/// The cost of testing a choice on a goal: a count of all choices processes this number of states
/// in the same time (1 ms in November 2026).
const TEST: u64 = 2_000;

/// The cost of counting the solutions of one choice on a goal, in the same unit as [`TEST`].
const COUNT: u64 = 20_000;

/// The number of choices that are tried on all goals to rank the goals by difficulty.
const PROBES: usize = 16;

/// The goals are not ranked if there are fewer choices than this.
const FEW_CHOICES: usize = 4 * PROBES;

/// Whether testing each of these choices is expected to cost less than `work`, the number of states
/// of a count of all choices.
pub(super) fn tests_pay(choices: usize, work: u64) -> bool {
    (choices as u64).saturating_mul(TEST) <= work
}

/// Whether counting these choices one by one is expected to cost less than `work`, the number of
/// states of a count of all choices.
pub(super) fn counts_pay(choices: usize, work: u64) -> bool {
    (choices as u64).saturating_mul(COUNT) <= work
}

/// A choice that may solve every goal.
struct Candidate {
    copies: Vec<u32>,
    /// For each goal, whether the choice was tried on it and not found to fail.
    tried: Vec<bool>,
}

/// The goals that a choice passed in a round, and the one it failed, if any.
struct Trial {
    passed: Vec<usize>,
    failed: Option<usize>,
}

impl GoalQuestion<'_> {
    /// Drops the choices that fail any goal after the first. All choices in `kept` are known to
    /// solve the first goal. `None` if the run was stopped. `on_progress` receives the number of
    /// choices left.
    pub(super) fn drop_failing(
        &self,
        pool: &Puzzle,
        kept: &mut BTreeMap<Vec<u32>, Choice>,
        monitor: &RunContext,
        on_progress: &mut dyn FnMut(usize),
    ) -> Result<Option<()>, ChoiceError> {
        let goals = self.file.goals.len();
        let Some(mut failures) = self.difficulties(pool, kept, monitor)? else {
            return Ok(None);
        };
        let first_alone: Vec<bool> = (0..goals).map(|goal| goal == 0).collect();
        let candidate = |copies: &Vec<u32>| Candidate {
            copies: copies.clone(),
            tried: first_alone.clone(),
        };
        let mut candidates: Vec<Candidate> = kept.keys().map(candidate).collect();
        loop {
            let before = candidates.len();
            let mut order: Vec<usize> = (0..goals).collect();
            order.sort_by_key(|goal| Reverse(failures[*goal]));
            let batches = Batches::new(before, monitor);
            let try_one = |at: usize| self.trial(pool, &candidates[at], &order, monitor);
            let mut trials: Vec<Trial> = Vec::with_capacity(before);
            batches.run(0, &try_one, &mut |batch| {
                for trial in batch {
                    let Some(trial) = trial else {
                        return Ok(Break(()));
                    };
                    trials.push(trial);
                }
                on_progress(kept.len());
                Ok::<_, ChoiceError>(Continue(()))
            })?;
            let is_stopped = trials.len() < before;
            let tried = candidates.into_iter().zip(trials);
            candidates = Vec::new();
            for (mut candidate, trial) in tried {
                if let Some(goal) = trial.failed {
                    failures[goal] += 1;
                    kept.remove(&candidate.copies);
                    continue;
                }
                for goal in trial.passed {
                    candidate.tried[goal] = true;
                }
                candidates.push(candidate);
            }
            on_progress(kept.len());
            if is_stopped {
                return Ok(None);
            }
            let is_done = |one: &Candidate| one.tried.iter().all(|tried| *tried);
            if candidates.iter().all(is_done) {
                return Ok(Some(()));
            }
        }
    }

    /// For each goal, how many of `PROBES` choices have no solution on it. These choices are taken
    /// from the half of `kept` with fewer solutions. `None` if the run was stopped.
    fn difficulties(
        &self,
        pool: &Puzzle,
        kept: &BTreeMap<Vec<u32>, Choice>,
        monitor: &RunContext,
    ) -> Result<Option<Vec<u64>>, ChoiceError> {
        let goals = self.file.goals.len();
        let mut failures = vec![0; goals];
        if kept.len() < FEW_CHOICES {
            return Ok(Some(failures));
        }
        let mut choices: Vec<&Choice> = kept.values().collect();
        choices.sort_by(|one, other| one.solutions.cmp(&other.solutions));
        let probes: Vec<&Choice> = (0..PROBES)
            .map(|probe| choices[probe * choices.len() / (2 * PROBES)])
            .collect();
        let batches = Batches::new(PROBES * goals, monitor);
        let test = |at: usize| {
            let copies = &probes[at % PROBES].copies;
            match self.may_solve(pool, copies, at / PROBES, monitor) {
                Err(ChoiceError::Solve(SolveError::Interrupted)) => Ok(None),
                solves => solves.map(Some),
            }
        };
        let mut tested = 0;
        batches.run(0, &test, &mut |batch| {
            for solves in batch {
                let Some(solves) = solves else {
                    return Ok(Break(()));
                };
                failures[tested / PROBES] += u64::from(!solves);
                tested += 1;
            }
            Ok::<_, ChoiceError>(Continue(()))
        })?;
        Ok((tested == PROBES * goals).then_some(failures))
    }

    /// Tries a choice on the next goals of `order` on which it was not tried before. `None` if the
    /// run was stopped.
    fn trial(
        &self,
        pool: &Puzzle,
        candidate: &Candidate,
        order: &[usize],
        monitor: &RunContext,
    ) -> Result<Option<Trial>, ChoiceError> {
        let open = order.iter().filter(|goal| !candidate.tried[**goal]);
        let mut passed = Vec::new();
        for &goal in open.take(GOALS_A_ROUND) {
            match self.may_solve(pool, &candidate.copies, goal, monitor) {
                Err(ChoiceError::Solve(SolveError::Interrupted)) => return Ok(None),
                Ok(false) => {
                    return Ok(Some(Trial {
                        passed,
                        failed: Some(goal),
                    }));
                }
                solves => {
                    solves?;
                    passed.push(goal);
                }
            }
        }
        Ok(Some(Trial {
            passed,
            failed: None,
        }))
    }

    /// Whether a choice solves a goal. True, too, if the search reached its limit undecided.
    fn may_solve(
        &self,
        pool: &Puzzle,
        copies: &[u32],
        goal: usize,
        monitor: &RunContext,
    ) -> Result<bool, ChoiceError> {
        let Some(instance) = self.chosen(pool, copies, goal, monitor)? else {
            return Ok(false);
        };
        let found = Solver::new(instance.problem())
            .budget(Budget::nodes(MOST_NODES))
            .stop(monitor.stop())
            .first()
            .map_err(SolveError::from)?;
        monitor.stop().check().map_err(SolveError::from)?;
        Ok(!matches!(found, Answer::Known(None)))
    }

    /// The exact cover problem of a choice on the board of a goal. `None` if the choice lacks a
    /// piece that is given on this board.
    fn chosen(
        &self,
        pool: &Puzzle,
        copies: &[u32],
        goal: usize,
        monitor: &RunContext,
    ) -> Result<Option<Instance>, ChoiceError> {
        monitor.stop().check().map_err(SolveError::from)?;
        let posed = self.posed(&self.file.goals[goal], pool)?;
        let givens = posed.givens_of_tiles();
        if givens.iter().zip(copies).any(|(given, own)| given > own) {
            return Ok(None);
        }
        let instance = Instance::new_until(posed.chosen(copies), monitor.stop());
        Ok(Some(instance.map_err(SolveError::from)?))
    }

    /// The choices that solve a goal, each counted separately.
    pub(super) fn one_by_one(
        &self,
        pool: &Puzzle,
        kept: &BTreeMap<Vec<u32>, Choice>,
        goal: usize,
        monitor: &RunContext,
    ) -> Result<Vec<Choice>, ChoiceError> {
        let kept: Vec<&Vec<u32>> = kept.keys().collect();
        let batches = Batches::new(kept.len(), monitor);
        let count = |at: usize| -> Result<BigUint, ChoiceError> {
            let Some(instance) = self.chosen(pool, kept[at], goal, monitor)? else {
                return Ok(BigUint::ZERO);
            };
            let rule = ChoiceRule::default();
            let question = ChoiceQuestion::new(&instance, &rule).distinct(false);
            Ok(question.count(&batches.each)?.solutions())
        };
        let mut counts = Vec::with_capacity(kept.len());
        batches.run(0, &count, &mut |batch| {
            counts.extend(batch);
            Ok::<_, ChoiceError>(Continue(()))
        })?;
        let counted = kept.into_iter().zip(counts);
        let solved = counted.filter(|(_, solutions)| *solutions > BigUint::ZERO);
        Ok(solved
            .map(|(copies, solutions)| Choice::new(copies.clone(), solutions))
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Source, load};

    /// Checks that testing choices on a few goals at a time, and counting them one by one, keeps
    /// the same choices as counting all choices.
    #[test]
    fn choices_given_up_are_those_that_fail_a_goal() {
        let text = r#"(lattice: Square, board: Rect(4, 3), goals: [Holes(count: 2)], pieces: [
            Set(of: Polyominoes(3), copies: (0, 2), prefix: "3"), Set(of: Polyominoes(4), copies: (0, 1)),
            Set(of: Polyominoes(2), copies: (0, 3), prefix: "2"),
            Set(of: Polyominoes(1), copies: (0, 5), prefix: "1")])"#;
        let file = load(&Source::new("test", text)).unwrap();
        let (pool, rule) = (&file.puzzle, ChoiceRule::default());
        let question = GoalQuestion {
            file: &file,
            rule: &rule,
            every_goal: true,
        };
        let monitor = RunContext::silent();
        let of = |goal: usize| -> BTreeMap<Vec<u32>, Choice> {
            let (choices, _) = question.choices_of(goal, pool, &monitor).unwrap();
            let by_copies = |choice: Choice| (choice.copies.clone(), choice);
            choices.into_iter().map(by_copies).collect()
        };
        let goals = file.goals.len();
        let mut kept = of(0);
        assert!(kept.len() >= FEW_CHOICES, "{}", kept.len());
        let mut expected = kept.clone();
        for goal in 1..goals {
            let solved = of(goal);
            expected.retain(|copies, _| solved.contains_key(copies));
        }
        let found = question.drop_failing(pool, &mut kept, &monitor, &mut |_| ());
        assert_eq!(found.unwrap(), Some(()));
        assert_eq!(kept, expected);
        assert!(goals > 2 * GOALS_A_ROUND && !kept.is_empty());
        let mut counted = of(7);
        counted.retain(|copies, _| kept.contains_key(copies));
        let counted: Vec<Choice> = counted.into_values().collect();
        assert_eq!(
            question.one_by_one(pool, &kept, 7, &monitor).unwrap(),
            counted
        );
    }
}
