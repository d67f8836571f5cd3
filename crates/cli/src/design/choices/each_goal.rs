//! Selects choices of pieces for each goal of a file separately: which boards, and with which
//! pieces?
//!
//! Every board of a family is a goal. The goals are distributed among the threads. Their results
//! are independent, and are merged in the file's order.
//!
//! If the pieces leave a single choice and the requirements bound its solutions, a search first
//! looks for one solution more than the bound. If there are many solutions, this search ends early.

use std::ops::ControlFlow::{Break, Continue};

use serde::{Deserialize, Serialize};
use tilewright_dlx::{Budget, Solver};

use super::ChoiceError;
use super::batches::Batches;
use super::over_goals::GoalQuestion;
use super::record::{RecordBounds, SelectionRecord};
use super::selection_spec::SelectionSpec;
use super::{Choice, ChoiceQuestion, Judge, Selection};
use crate::cover::Instance;
use crate::puzzle::{Copies, Puzzle};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::RunContext;

/// The maximum number of nodes of a search for more solutions than the requirements allow.
const NODES: u64 = 1 << 20;

/// If the requirements allow this number of solutions or more, no search tests whether a choice has
/// too many.
const MOST_SEARCHED: u64 = 1 << 16;

/// The choices selected for each goal, or for the first goals if the run was stopped.
#[derive(Debug)]
pub struct EachGoal {
    /// The selection from the choices of all processed goals.
    pub selection: Selection,
    /// The number of processed goals.
    pub goals: usize,
    /// Whether all goals were processed and the kept choices were measured.
    pub is_complete: bool,
}

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
    /// The state in which a run begins: without goals, or with the processed goals of the
    /// checkpoint.
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

    /// The result of a run that is stopped before the last goal or before all choices were
    /// measured. All measures are unknown.
    fn stopped(
        mut self,
        spec: SelectionSpec<'_>,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Self, SolveError> {
        self.selection.keep(spec);
        checkpoint.stop_with_state(&EachGoalRecord::of(&self))?;
        for choice in &mut self.selection.first {
            choice.measures = vec![None; spec.measures.len()];
        }
        Ok(self)
    }
}

impl GoalQuestion<'_> {
    /// Selects from the choices of pieces of `pool`, for each goal's board separately. `pool` is
    /// the file's puzzle with some pieces left out, or with other numbers of copies. `on_progress`
    /// receives the number of goals done.
    ///
    /// Cost: counting the choices of each goal, one goal per thread, and judging them.
    ///
    /// # Errors
    ///
    /// A goal has other pieces than the file's puzzle, or the requirements cannot be judged. Also
    /// the errors of [`ChoiceQuestion::count`].
    pub fn select_each(
        &self,
        pool: &Puzzle,
        spec: SelectionSpec<'_>,
        monitor: &RunContext,
        checkpoint: &mut CheckpointFile,
        on_progress: &mut dyn FnMut(usize),
    ) -> Result<EachGoal, ChoiceError> {
        let goals = &self.file.goals;
        let batches = Batches::new(goals.len(), monitor);
        let of_goal = |at: usize| self.of_goal(at, pool, spec, &batches.each);
        let bounds = self.record_bounds(pool);
        let mut found = EachGoal::begin(checkpoint, bounds)?;
        let mut is_stopped = false;
        batches.run(found.goals, &of_goal, &mut |batch| {
            for selection in batch {
                let Some(selection) = selection else {
                    is_stopped = true;
                    return Ok(Break(()));
                };
                found.selection.add(selection, spec);
                found.goals += 1;
            }
            if checkpoint.is_due() {
                let record = EachGoalRecord::of(&found);
                checkpoint.keep_state(&record).map_err(SolveError::from)?;
            }
            on_progress(found.goals);
            Ok::<_, ChoiceError>(Continue(()))
        })?;
        if is_stopped {
            return Ok(found.stopped(spec, checkpoint)?);
        }
        found.selection.keep(spec);
        match self.measure(&mut found.selection, pool, spec, monitor) {
            Err(ChoiceError::Solve(SolveError::Interrupted)) => {
                return Ok(found.stopped(spec, checkpoint)?);
            }
            measured => measured?,
        }
        found.is_complete = true;
        Ok(found)
    }

    /// Measures the kept choices, each on the board of its goal.
    fn measure(
        &self,
        selection: &mut Selection,
        pool: &Puzzle,
        spec: SelectionSpec<'_>,
        monitor: &RunContext,
    ) -> Result<(), ChoiceError> {
        for choice in &mut selection.first {
            let posed = self.posed(&self.file.goals[goal_of(choice)], pool)?;
            let judge = Judge::new(&posed, spec.wanted, false, monitor.stop())?;
            choice.measures = judge.measures(choice, spec.measures)?;
        }
        Ok(())
    }

    /// The selection for one goal. `None` if the run was stopped.
    fn of_goal(
        &self,
        at: usize,
        pool: &Puzzle,
        spec: SelectionSpec<'_>,
        monitor: &RunContext,
    ) -> Result<Option<Selection>, ChoiceError> {
        if monitor.is_set() {
            return Ok(None);
        }
        let posed = self.posed(&self.file.goals[at], pool)?;
        let judge = Judge::new(&posed, spec.wanted, false, monitor.stop())?;
        match self.select(at, &posed, &judge, spec, monitor) {
            Ok(selection) => Ok(Some(selection)),
            Err(ChoiceError::Solve(SolveError::Interrupted)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn select(
        &self,
        at: usize,
        posed: &Puzzle,
        judge: &Judge<'_>,
        spec: SelectionSpec<'_>,
        monitor: &RunContext,
    ) -> Result<Selection, ChoiceError> {
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
            .distinct(spec.counts_distinct())
            .count(monitor)?;
        judge.check_symmetries(&choices)?;
        let here = choices.iter().map(|choice| Choice {
            goal: Some(at),
            ..choice
        });
        let unmeasured = SelectionSpec {
            measures: &[],
            ..spec
        };
        Ok(Selection::of(here, judge, unmeasured)?)
    }
}

/// The index of the goal whose board the choice fills.
#[expect(clippy::expect_used, reason = "an invariant of choices of each goal")]
fn goal_of(choice: &Choice) -> usize {
    (choice.goal).expect("invariant: a choice of a goal says which")
}

/// Whether a short search finds more than `most` solutions.
fn has_more_than(most: u64, instance: &Instance, monitor: &RunContext) -> Result<bool, SolveError> {
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
