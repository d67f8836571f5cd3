//! Choices of pieces over all goals of a file: which pieces fill every one of many boards?
//!
//! The choices of each goal are counted, goal by goal, and merged. If only choices that solve every
//! goal are requested, a choice is dropped at the first goal that it fails, usually before most
//! goals are counted.

mod every_goal;
mod question;

use std::collections::BTreeMap;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

pub use self::question::GoalQuestion;
use super::measures::to_f64;
use super::record::{ChoiceRecord, RecordBounds};
use super::{Choice, ChoiceError, ChoiceQuestion, GoalSolutions, GoalsSolved, RuleError};
use crate::cover::Instance;
use crate::puzzle::{Goal, Puzzle};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::RunContext;
use every_goal::{counts_pay, tests_pay};

/// The choices over all goals, or over the first goals if the run was stopped.
#[derive(Debug)]
pub struct OverGoals {
    /// The choices that solve at least one of the counted goals, in lexicographic order of their
    /// copies. If the question requires every goal, the choices that solve all counted goals.
    pub choices: Vec<Choice>,
    /// The number of goals counted. If no choice is left, the count ends early, and this is the
    /// number of all goals.
    pub goals: usize,
    /// The largest number of states or nodes of a count of all choices on one goal so far.
    work: u64,
}

impl OverGoals {
    fn of(kept: BTreeMap<Vec<u32>, Choice>, goals: usize, work: u64) -> Self {
        Self {
            choices: kept.into_values().collect(),
            goals,
            work,
        }
    }

    /// The state in which a run begins: at the first goal, or at the goal where an earlier run was
    /// stopped.
    fn begin(checkpoint: &CheckpointFile, bounds: RecordBounds) -> Result<Self, SolveError> {
        let record: Option<OverGoalsRecord> = checkpoint.state()?;
        let OverGoalsRecord {
            goals,
            choices,
            work,
        } = record.unwrap_or_default();
        let looked_at = RecordBounds { goals, ..bounds };
        let fits = |choice: &ChoiceRecord| choice.is_over_goals() && choice.fits(looked_at);
        if goals > bounds.goals || !choices.iter().all(fits) {
            return Err(checkpoint.damaged().into());
        }
        Ok(Self {
            choices: choices.into_iter().map(ChoiceRecord::choice).collect(),
            goals,
            work,
        })
    }
}

/// The state of a run, as a checkpoint keeps it.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OverGoalsRecord {
    goals: usize,
    choices: Vec<ChoiceRecord>,
    /// The largest number of states or nodes of a count on one goal. Checkpoints of earlier
    /// versions lack it.
    #[serde(default)]
    work: u64,
}

impl OverGoalsRecord {
    fn of(found: &OverGoals) -> Self {
        Self {
            goals: found.goals,
            choices: found.choices.iter().map(ChoiceRecord::of).collect(),
            work: found.work,
        }
    }
}

impl GoalQuestion<'_> {
    /// Counts the solutions of all choices of pieces of `puzzle` on each goal's board. `puzzle` is that
    /// of the file, possibly with some pieces left out, or with other numbers of copies. `on_progress`
    /// receives the numbers of goals done and of choices left.
    ///
    /// Cost: counting the choices of each goal, and a few hundred bytes for each choice kept. If
    /// choices must solve every goal: counting those of the first goal, searching for one solution
    /// of each choice on a few goals, and counting the choices left.
    ///
    /// # Errors
    ///
    /// A goal has other pieces than the file's puzzle. Also the errors of [`ChoiceQuestion::count`].
    pub fn count(
        &self,
        puzzle: &Puzzle,
        monitor: &RunContext,
        checkpoint: &mut CheckpointFile,
        on_progress: &mut dyn FnMut(usize, usize),
    ) -> Result<OverGoals, ChoiceError> {
        let begun = OverGoals::begin(checkpoint, self.record_bounds(puzzle))?;
        let (goals, mut work) = (begun.goals, begun.work);
        let by_copies = |choice: Choice| (choice.copies.clone(), choice);
        let mut kept: BTreeMap<Vec<u32>, Choice> =
            begun.choices.into_iter().map(by_copies).collect();
        let quiet = monitor.quietly();
        for at in goals..self.file.goals.len() {
            let tested = if at == 1 && self.every_goal && tests_pay(kept.len(), work) {
                self.drop_failing(puzzle, &mut kept, &quiet, &mut |left| on_progress(1, left))?
            } else {
                Some(())
            };
            if self.every_goal && at > 0 && kept.is_empty() {
                break;
            }
            let counted = match tested {
                None => Err(SolveError::Interrupted.into()),
                Some(()) if self.every_goal && at > 0 && counts_pay(kept.len(), work) => {
                    self.one_by_one(puzzle, &kept, at, &quiet)
                }
                Some(()) => self
                    .choices_of(at, puzzle, &quiet)
                    .map(|(choices, counted)| {
                        work = work.max(counted);
                        choices
                    }),
            };
            let choices = match counted {
                Err(ChoiceError::Solve(SolveError::Interrupted)) => {
                    let found = OverGoals::of(kept, at, work);
                    let record = OverGoalsRecord::of(&found);
                    checkpoint.stop_with_state(&record)?;
                    return Ok(found);
                }
                choices => choices?,
            };
            let mut still = BTreeMap::new();
            for choice in choices {
                let before = kept.remove(&choice.copies);
                if at > 0 && before.is_none() && self.every_goal {
                    continue;
                }
                let choice = with_goal(before, at, choice);
                still.insert(choice.copies.clone(), choice);
            }
            if !self.every_goal {
                still.append(&mut kept);
            }
            kept = still;
            on_progress(at + 1, kept.len());
            if checkpoint.is_due() {
                let so_far = OverGoals::of(kept.clone(), at + 1, work);
                checkpoint
                    .keep_state(&OverGoalsRecord::of(&so_far))
                    .map_err(SolveError::from)?;
            }
        }
        Ok(OverGoals::of(kept, self.file.goals.len(), work))
    }

    /// The choices that solve a goal, counted together, and the states or nodes of that count.
    fn choices_of(
        &self,
        goal: usize,
        pool: &Puzzle,
        monitor: &RunContext,
    ) -> Result<(Vec<Choice>, u64), ChoiceError> {
        let posed = self.posed(&self.file.goals[goal], pool)?;
        let instance = Instance::new_until(posed, monitor.stop()).map_err(SolveError::from)?;
        let question = ChoiceQuestion::new(&instance, self.rule).distinct(false);
        let choices = question.count(monitor)?;
        Ok((choices.iter().collect(), choices.work))
    }

    /// The bounds that a checkpoint of this question must fit.
    pub(super) fn record_bounds(&self, pool: &Puzzle) -> RecordBounds {
        RecordBounds {
            pieces: pool.pieces.len(),
            goals: self.file.goals.len(),
        }
    }

    /// The puzzle of a goal with the pieces of `pool`.
    pub(super) fn posed(&self, goal: &Goal, pool: &Puzzle) -> Result<Puzzle, ChoiceError> {
        let own = self.file.with_goal(goal).puzzle;
        if own.pieces != self.file.puzzle.pieces {
            return Err(ChoiceError::OwnPieces {
                goal: goal.name.clone(),
            });
        }
        let posed = own.with_pieces(pool.pieces.clone());
        posed.map_err(|given| {
            let name = own.piece(own.givens[given].piece).name.clone();
            RuleError::Given { name }.into()
        })
    }
}

/// A choice with one more goal that it solves. `before` is the choice with the earlier goals;
/// `None` if there are none. `here` is the choice with its solutions on this goal.
fn with_goal(before: Option<Choice>, goal: usize, here: Choice) -> Choice {
    let own = GoalSolutions {
        goal,
        solutions: here.solutions,
    };
    let (mut sum, goals) = before.map_or((BigUint::ZERO, None), |before| {
        (before.solutions, before.goals)
    });
    sum += &own.solutions;
    let number = to_f64(&own.solutions);
    let logs = number * number.ln();
    let goals = match goals {
        None => GoalsSolved {
            number: 1,
            hardest: own.clone(),
            easiest: own,
            logs,
        },
        Some(goals) => GoalsSolved {
            number: goals.number + 1,
            hardest: if own.solutions < goals.hardest.solutions {
                own.clone()
            } else {
                goals.hardest
            },
            easiest: if own.solutions > goals.easiest.solutions {
                own
            } else {
                goals.easiest
            },
            logs: goals.logs + logs,
        },
    };
    Choice {
        goals: Some(goals),
        ..Choice::new(here.copies, sum)
    }
}
