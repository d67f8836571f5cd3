//! Booklets of the goals of a puzzle, each with its number of solutions.

use num_bigint::BigUint;
use rayon::prelude::*;
use tilewright_dlx::Answer;

use super::cache::{Computed, ProblemKey};
use super::{Booklet, BookletError, Cache, Content, Task};
use crate::cover::Instance;
use crate::solve::search::RunContext;
use crate::support::label::Label;

/// Counts the solutions of a goal, and finds one.
///
/// Cost: a count by the fastest engine, on one thread, and a search for one solution.
fn counted(
    name: &Label,
    instance: &Instance,
    monitor: &RunContext,
) -> Result<Computed, BookletError> {
    let refused = |error| BookletError::Count {
        goal: name.to_string(),
        error,
    };
    let solver = instance.solver().stop(monitor.stop());
    let Answer::Known(count) = solver.count().map_err(refused)? else {
        return Err(BookletError::Interrupted);
    };
    let Answer::Known(first) = solver.first().map_err(refused)? else {
        return Err(BookletError::Interrupted);
    };
    match first {
        Some(solution) => Ok(Computed {
            is_unique: count.solutions == BigUint::from(1_u32),
            solution,
            rating: None,
            count: Some(count.solutions),
        }),
        None => Err(BookletError::NoSolution {
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
    /// [`BookletError`]: a goal has no solution or cannot be counted, or the run was interrupted.
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
    ) -> Result<Self, BookletError> {
        assert!(!goals.is_empty(), "a booklet of goals has a goal");
        let computed = goals.par_iter().map(|(name, instance)| {
            if monitor.is_set() {
                return Err(BookletError::Interrupted);
            }
            let key = ProblemKey::new(instance);
            let compute = || counted(name, instance, monitor);
            cache.computed((&key, instance), instance.givens(), true, compute)
        });
        let computed = computed.collect::<Result<Vec<_>, _>>()?;
        let tasks = (1_u32..).zip(goals.iter().zip(computed));
        let tasks = tasks.map(|(number, ((name, instance), computed))| Task {
            id: name.clone(),
            number: number.to_string(),
            board: Some(name.clone()),
            is_unique: computed.is_unique,
            count: computed.count,
            ..Task::solved(instance, instance.givens().to_vec(), computed.solution)
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
