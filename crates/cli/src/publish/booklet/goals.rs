//! Booklets of the goals of a puzzle, each with its number of solutions.

use num_bigint::BigUint;
use rayon::prelude::*;
use thiserror::Error;
use tilewright_dlx::{Answer, SolverError};

use super::cache::{Computed, ProblemKey};
use super::{Booklet, BookletHint, Cache, Content, Task};
use crate::cover::{Instance, InstanceError};
use crate::puzzle::{Goal, PuzzleFile};
use crate::solve::search::RunContext;
use crate::support::label::Label;

/// Why a booklet of goals cannot be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GoalsError {
    /// No exact cover problem can be made for a goal.
    #[error("the goal {goal:?}: {error}")]
    Instance {
        /// The goal's name.
        goal: String,
        /// Why the goal's exact cover problem cannot be made.
        error: InstanceError,
    },
    /// The solutions of a goal cannot be counted.
    #[error("the goal {goal:?}: {error}")]
    Solver {
        /// The goal's name.
        goal: String,
        /// Why the goal's solutions cannot be counted.
        error: SolverError,
    },
    /// A goal has no solution, so a booklet cannot pose it.
    #[error("the goal {goal:?} has no solution")]
    NoSolution {
        /// The goal's name.
        goal: String,
    },
    /// The run was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// The exact cover problem of a goal.
///
/// # Errors
///
/// [`GoalsError::Instance`] if no exact cover problem can be made for the goal.
pub(crate) fn instance_of(file: &PuzzleFile, goal: &Goal) -> Result<Instance, GoalsError> {
    Instance::new(file.with_goal(goal).puzzle).map_err(|error| GoalsError::Instance {
        goal: goal.name.to_string(),
        error,
    })
}

/// Counts the solutions of a goal, and finds one.
///
/// Cost: a count by the fastest engine, on one thread, and a search for one solution.
fn counted(
    name: &Label,
    instance: &Instance,
    monitor: &RunContext,
) -> Result<Computed, GoalsError> {
    let refused = |error| GoalsError::Solver {
        goal: name.to_string(),
        error,
    };
    let solver = instance.solver().stop(monitor.stop());
    let Answer::Known(count) = solver.count().map_err(refused)? else {
        return Err(GoalsError::Interrupted);
    };
    let Answer::Known(first) = solver.first().map_err(refused)? else {
        return Err(GoalsError::Interrupted);
    };
    match first {
        Some(solution) => Ok(Computed {
            is_unique: count.solutions == BigUint::from(1_u32),
            solution,
            rating: None,
            count: Some(count.solutions),
        }),
        None => Err(GoalsError::NoSolution {
            goal: name.to_string(),
        }),
    }
}

impl<'a> Booklet<'a> {
    /// A booklet of goals of a puzzle, in the order given. For each goal it has the number of solutions and
    /// one solution. Known results are taken from the cache.
    ///
    /// Cost: a count for each goal that is not cached, on the threads of the current rayon pool.
    ///
    /// # Errors
    ///
    /// [`GoalsError`]: a goal has no solution, its solutions cannot be counted, or the run was interrupted.
    ///
    /// # Panics
    ///
    /// If `goals` is empty.
    pub fn of_goals(
        title: impl Into<Label>,
        puzzle: Label,
        goals: &'a [(Label, Instance)],
        cache: &Cache,
        monitor: &RunContext,
    ) -> Result<Self, GoalsError> {
        assert!(!goals.is_empty(), "a booklet of goals has a goal");
        let computed = goals.par_iter().map(|(name, instance)| {
            if monitor.is_set() {
                return Err(GoalsError::Interrupted);
            }
            let key = ProblemKey::new(instance);
            let compute = || counted(name, instance, monitor);
            cache.computed((&key, instance), instance.givens(), true, compute)
        });
        let computed = computed.collect::<Result<Vec<_>, _>>()?;
        let tasks = (1_u32..).zip(goals.iter().zip(computed));
        let tasks = tasks.map(|(number, ((name, instance), computed))| Task {
            instance,
            id: name.clone(),
            number: number.to_string(),
            board: Some(name.clone()),
            is_card: false,
            givens: instance.givens().to_vec(),
            level: None,
            rating: None,
            stale: None,
            hint: BookletHint { step: None },
            is_unique: computed.is_unique,
            solution: computed.solution,
            count: computed.count,
        });
        let content = Content::Challenges(tasks.collect());
        Ok(Self::with_content(
            title.into(),
            puzzle,
            &goals[0].1,
            content,
        ))
    }
}
