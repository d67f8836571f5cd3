//! The choices of pieces of each goal of a file by itself: which boards, and with which pieces?
//!
//! Every board of a family is a goal. The goals are shared out to the threads; what comes of one does not
//! depend on the others, and they are brought together in the file's order.
//!
//! Where the pieces leave one choice alone and no more than so many solutions are wanted, a search for
//! one more comes first: it ends early where there are many.

use std::ops::ControlFlow::{Break, Continue};

use serde::{Deserialize, Serialize};
use tilewright_dlx::{Budget, Solver};

use super::batches::Batches;
use super::over_goals::{GoalQuestion, GoalQuestionError};
use super::record::{RecordBounds, SelectionRecord};
use super::wish::Wish;
use super::{Choice, ChoiceQuestion, Judge, Selection};
use crate::cover::Instance;
use crate::puzzle::{Copies, Puzzle};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;

/// A search for more solutions than are wanted takes so many nodes at most.
const NODES: u64 = 1 << 20;

/// More solutions than this are not searched for one by one.
const MOST_SEARCHED: u64 = 1 << 16;

/// What came of all goals, or of the first until it was stopped.
#[derive(Debug)]
pub struct EachGoal {
    /// The choices of all goals looked at.
    pub selection: Selection,
    /// How many goals were looked at.
    pub goals: usize,
    /// Whether all goals were looked at and the choices kept were measured.
    pub is_complete: bool,
}

/// What a checkpoint keeps.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EachGoalRecord {
    goals: usize,
    selection: SelectionRecord,
}

impl EachGoalRecord {
    fn of(found: &EachGoal) -> Self {
        Self {
            goals: found.goals,
            selection: SelectionRecord::of(&found.selection),
        }
    }
}

impl EachGoal {
    /// Where a run begins: with the first goal, or where one before was stopped.
    fn begin(checkpoint: &CheckpointFile, bounds: RecordBounds) -> Result<Self, SolveError> {
        let record: Option<EachGoalRecord> = checkpoint.state()?;
        let Some(EachGoalRecord { goals, selection }) = record else {
            return Ok(Self {
                selection: Selection::new(),
                goals: 0,
                is_complete: false,
            });
        };
        let looked_at = RecordBounds { goals, ..bounds };
        if goals > bounds.goals || !selection.fits(looked_at) {
            return Err(checkpoint.damaged().into());
        }
        Ok(Self {
            selection: selection.selection(),
            goals,
            is_complete: false,
        })
    }

    /// Stopped before the last goal, or before all choices were measured: no measure is known.
    fn stopped(
        mut self,
        wish: Wish<'_>,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Self, SolveError> {
        self.selection.keep(wish);
        checkpoint.stop_with_state(&EachGoalRecord::of(&self))?;
        for choice in &mut self.selection.first {
            choice.measures = vec![None; wish.measures.len()];
        }
        Ok(self)
    }
}

impl GoalQuestion<'_> {
    /// Looks through the choices of pieces of `pool`, which is the file's puzzle with some pieces left
    /// out or their copies changed, on each goal's board by itself. `hear` is told how many goals are
    /// done.
    ///
    /// Cost: the count of the choices of each goal, one a thread, and what it takes to judge them.
    ///
    /// # Errors
    ///
    /// A goal has pieces of its own; what is wanted cannot be told; or as [`ChoiceQuestion::count`].
    pub fn select_each(
        &self,
        pool: &Puzzle,
        wish: Wish<'_>,
        resources: &Resources,
        monitor: &Monitor,
        checkpoint: &mut CheckpointFile,
        hear: &mut dyn FnMut(usize),
    ) -> Result<EachGoal, GoalQuestionError> {
        let goals = &self.file.goals;
        let batches = Batches::new(goals.len(), resources);
        let quiet = monitor.quietly();
        let of_goal = |at: usize| self.of_goal(at, pool, wish, &batches.resources, &quiet);
        let bounds = self.record_bounds(pool);
        let mut found = EachGoal::begin(checkpoint, bounds)?;
        let mut is_stopped = false;
        batches.run(found.goals, &of_goal, &mut |batch| {
            for selection in batch {
                let Some(selection) = selection else {
                    is_stopped = true;
                    return Ok(Break(()));
                };
                found.selection.add(selection, wish);
                found.goals += 1;
            }
            if checkpoint.is_due() {
                let record = EachGoalRecord::of(&found);
                checkpoint.keep_state(&record).map_err(SolveError::from)?;
            }
            hear(found.goals);
            Ok::<_, GoalQuestionError>(Continue(()))
        })?;
        if is_stopped {
            return Ok(found.stopped(wish, checkpoint)?);
        }
        found.selection.keep(wish);
        match self.measure(&mut found.selection, pool, wish, monitor) {
            Err(GoalQuestionError::Solve(SolveError::Interrupted)) => {
                return Ok(found.stopped(wish, checkpoint)?);
            }
            measured => measured?,
        }
        found.is_complete = true;
        Ok(found)
    }

    /// Measures the choices kept, each on the board of its goal.
    fn measure(
        &self,
        selection: &mut Selection,
        pool: &Puzzle,
        wish: Wish<'_>,
        monitor: &Monitor,
    ) -> Result<(), GoalQuestionError> {
        for choice in &mut selection.first {
            let posed = self.posed(&self.file.goals[goal_of(choice)], pool)?;
            let judge = Judge::new(&posed, wish.wanted, false, monitor.stop())?;
            choice.measures = judge.measures(choice, wish.measures)?;
        }
        Ok(())
    }

    /// What comes of a goal; none if it was stopped.
    fn of_goal(
        &self,
        at: usize,
        pool: &Puzzle,
        wish: Wish<'_>,
        resources: &Resources,
        monitor: &Monitor,
    ) -> Result<Option<Selection>, GoalQuestionError> {
        if monitor.is_set() {
            return Ok(None);
        }
        let posed = self.posed(&self.file.goals[at], pool)?;
        let judge = Judge::new(&posed, wish.wanted, false, monitor.stop())?;
        match self.select(at, &posed, &judge, wish, resources, monitor) {
            Ok(selection) => Ok(Some(selection)),
            Err(GoalQuestionError::Solve(SolveError::Interrupted)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn select(
        &self,
        at: usize,
        posed: &Puzzle,
        judge: &Judge<'_>,
        wish: Wish<'_>,
        resources: &Resources,
        monitor: &Monitor,
    ) -> Result<Selection, GoalQuestionError> {
        let instance =
            Instance::new_until(posed.clone(), monitor.stop()).map_err(SolveError::from)?;
        let is_fixed = |Copies { min, max }: Copies| min == max;
        let one_choice = posed
            .pieces
            .iter()
            .all(|piece| is_fixed(piece.copies_of_tile()));
        if let Some(most) = judge.most_solutions()
            && one_choice
            && has_more_than(most, &instance, monitor)?
        {
            return Ok(Selection {
                solvable: 1,
                solutions: most.into(),
                uncounted: 1,
                ..Selection::new()
            });
        }
        let choices = ChoiceQuestion::new(&instance, self.rule)
            .distinct(wish.counts_distinct())
            .count(resources, monitor)?;
        judge.check_symmetries(&choices)?;
        let here = choices.iter().map(|choice| Choice {
            goal: Some(at),
            ..choice
        });
        let unmeasured = Wish {
            measures: &[],
            ..wish
        };
        Ok(Selection::of(here, judge, unmeasured)?)
    }
}

/// The goal on whose board a choice is.
#[expect(clippy::expect_used, reason = "an invariant of choices of each goal")]
fn goal_of(choice: &Choice) -> usize {
    (choice.goal).expect("invariant: a choice of a goal says which")
}

/// Whether it is found soon that there are more solutions than this.
fn has_more_than(most: u64, instance: &Instance, monitor: &Monitor) -> Result<bool, SolveError> {
    if most >= MOST_SEARCHED {
        return Ok(false);
    }
    let more = usize::try_from(most + 1).unwrap_or(usize::MAX);
    let found = Solver::new(instance.problem())
        .budget(Budget::nodes(NODES))
        .stop(monitor.stop())
        .at_most(more)?;
    monitor.stop().check()?;
    Ok(found.known().is_some_and(|found| found.len() == more))
}
