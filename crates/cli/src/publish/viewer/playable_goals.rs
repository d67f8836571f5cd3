//! A page of all goals of a file that have a solution.

use thiserror::Error;
use tilewright_dlx::DiagramError;

use super::content::{PageContent, PlayablePuzzle};
use super::embedded_solutions::EmbeddedSolutions;
use crate::cover::{Instance, InstanceError};
use crate::publish::goals::each_goal;
use crate::publish::open_goals::{MAX_OWN_BOARDS, OpenGoal};
use crate::puzzle::PuzzleFile;
use crate::solve::search::RunContext;
use crate::solve::space::Space;
use crate::support::label::Label;

/// The goals of a file that have a solution, in the order of the file.
#[derive(Debug)]
pub(crate) struct PlayableGoals {
    title: Label,
    boards: GoalBoards,
    /// The names of the goals without a solution.
    pub(crate) left_out: Vec<Label>,
}

#[derive(Debug)]
enum GoalBoards {
    /// At most [`MAX_OWN_BOARDS`] goals, each with its own board and solutions.
    Own(Vec<(Label, Instance, EmbeddedSolutions)>),
    /// Goals that leave cells of one board open. The page searches for solutions when a player opens a goal.
    Shared(Box<Instance>, Vec<OpenGoal>),
}

/// Why a page of all goals cannot be made.
#[derive(Debug, Error)]
pub(crate) enum PlayableGoalsError {
    /// The stop flag was set.
    #[error("interrupted")]
    Interrupted,
    /// There are too many goals with a board of their own.
    #[error(
        "the file has {count} goals; a page holds at most {MAX_OWN_BOARDS}, or more if they only leave cells of a \
         flat board open, without givens and conditions"
    )]
    TooMany {
        /// The number of goals in the file.
        count: usize,
    },
    /// No exact cover problem can be made for a goal.
    #[error(transparent)]
    Instance(InstanceError),
    /// No sample of solutions can be taken from the diagram of a goal's solutions.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}

impl From<InstanceError> for PlayableGoalsError {
    fn from(error: InstanceError) -> Self {
        match error {
            InstanceError::Stopped(_) => Self::Interrupted,
            error => Self::Instance(error),
        }
    }
}

impl PlayableGoals {
    /// The goals of a file, which share `limit` embedded solutions equally. The solutions of a goal are a sample of
    /// all, or if its diagram is too large, the first that a search finds. If there are more than
    /// [`MAX_OWN_BOARDS`] goals, they must leave cells of one board open, and no solutions are embedded.
    ///
    /// Cost: building a diagram of the solutions of each goal, or with more than [`MAX_OWN_BOARDS`] goals a
    /// search for the first solution of each.
    ///
    /// # Errors
    ///
    /// [`PlayableGoalsError`].
    pub(crate) fn of(
        file: &PuzzleFile,
        (limit, seed): (usize, u64),
        monitor: &RunContext,
    ) -> Result<Self, PlayableGoalsError> {
        let count = file.goals.len();
        let title = file.puzzle.title.clone();
        let names = || file.goals.iter().map(|goal| goal.name.clone());
        if count > MAX_OWN_BOARDS {
            let goals = OpenGoal::all_of(file).ok_or(PlayableGoalsError::TooMany { count })?;
            let first = |instance| solutions_of(&instance, None, monitor);
            let found = each_goal(file, monitor, first)?;
            let is_solvable = found.iter().map(|held| !held.solutions.is_empty());
            let (goals, left_out) = parted(goals.into_iter().zip(is_solvable));
            let instance = Instance::new_until(file.puzzle.clone(), monitor.stop())?;
            return Ok(Self {
                title,
                boards: GoalBoards::Shared(Box::new(instance), goals),
                left_out: left_out.into_iter().map(|goal| goal.name).collect(),
            });
        }
        let share = limit.div_ceil(count.max(1));
        let made = each_goal(file, monitor, |instance| {
            let held = solutions_of(&instance, Some((share, seed)), monitor)?;
            Ok::<_, PlayableGoalsError>((instance, held))
        })?;
        let goals = names().zip(made).map(|(name, (instance, held))| {
            let is_solvable = !held.solutions.is_empty();
            let held = if share == 0 {
                EmbeddedSolutions::none()
            } else {
                held
            };
            ((name, instance, held), is_solvable)
        });
        let (goals, left_out) = parted(goals);
        Ok(Self {
            title,
            boards: GoalBoards::Own(goals),
            left_out: left_out.into_iter().map(|(name, ..)| name).collect(),
        })
    }

    /// The number of goals that have a solution.
    pub(crate) fn len(&self) -> usize {
        match &self.boards {
            GoalBoards::Own(goals) => goals.len(),
            GoalBoards::Shared(_, goals) => goals.len(),
        }
    }

    pub(crate) fn content(&self) -> PageContent<'_> {
        match &self.boards {
            GoalBoards::Shared(instance, goals) => {
                PageContent::of_open_goals(instance, goals.clone())
            }
            GoalBoards::Own(goals) => {
                let puzzles = goals.iter().map(|(name, instance, held)| PlayablePuzzle {
                    name: Some(name.clone()),
                    instance,
                    held: held.clone(),
                    challenges: Vec::new(),
                });
                PageContent::of_goals(self.title.clone(), puzzles.collect())
            }
        }
    }
}

/// The items that are marked with true, and the items that are marked with false.
fn parted<T>(items: impl Iterator<Item = (T, bool)>) -> (Vec<T>, Vec<T>) {
    let (kept, left_out): (Vec<_>, Vec<_>) = items.partition(|(_, is_kept)| *is_kept);
    let bare = |items: Vec<(T, bool)>| items.into_iter().map(|(item, _)| item).collect();
    (bare(kept), bare(left_out))
}

/// The solutions of a goal to embed; none if the goal has none. `sample` is a number of solutions (at
/// least one) and a seed for choosing them at random. If `sample` is `None`, or the diagram of all
/// solutions is too large, they are the first that a search finds.
fn solutions_of(
    instance: &Instance,
    sample: Option<(usize, u64)>,
    monitor: &RunContext,
) -> Result<EmbeddedSolutions, PlayableGoalsError> {
    // The caller reports progress as a number of goals, so the computation for one goal reports none.
    let quiet = monitor.quietly();
    let share = sample.map_or(1, |(share, _)| share.max(1));
    if let Some((_, seed)) = sample
        && let Ok(space) = Space::build(instance, &quiet)
    {
        return Ok(EmbeddedSolutions::of(&space, share, seed)?);
    }
    if monitor.is_set() {
        return Err(PlayableGoalsError::Interrupted);
    }
    EmbeddedSolutions::first(instance, share, &quiet).ok_or(PlayableGoalsError::Interrupted)
}
