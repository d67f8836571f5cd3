//! Mining challenges of many goals for one deck.
//!
//! Goals are looked at in a random order, sixteen at a time. Of each a few solutions are drawn, and
//! their challenges are gathered until there are enough to choose from, of enough goals. Where that
//! takes more than there are goals, all are looked at again with twice as many draws. Of what was
//! gathered, those challenges are taken whose goals, then whose pieces, were taken least.

mod choice;
mod gather;
mod mine;

use std::num::NonZeroUsize;

use itertools::Itertools;
use tilewright_dlx::{Bits, StopFlag};

pub use self::mine::{GoalMine, GoalMiningError, GoalMiningReport, MinedGoal};
use super::super::SymmetryClasses;
use super::super::plan::Plan;
use super::progress::Hear;
use super::{End, Halt, Mine, Stage};
use crate::cover::{Instance, InstanceError};
use crate::solve::SolveError;
use crate::solve::resources::Resources;
use crate::solve::space::{Space, SpaceError};
use gather::GoalWork;

impl GoalMine<'_> {
    /// Mines what a plan asks for of all goals of a file together, and checks each challenge once
    /// more by another engine.
    ///
    /// Works on the threads of the rayon pool that it is called in; the challenges are the same for
    /// any number of threads, as long as the diagrams of all solutions fit in the memory that each
    /// has.
    ///
    /// Cost: for each goal that is looked at a diagram of its solutions, a few draws, and ratings if
    /// the plan needs them. A deck of 48 looks at some 50 to 100 goals.
    ///
    /// # Errors
    ///
    /// [`GoalMiningError`]; a signal is none, it ends the report.
    pub fn mine(&self, plan: &Plan, hear: &Hear<'_>) -> Result<GoalMiningReport, GoalMiningError> {
        let mut work = GoalWork::new(*self, plan);
        let end = match work.draw_all(hear) {
            Err(error) if error.is_interrupted() => End::Interrupted,
            end => end?,
        };
        hear(&work.progress(Stage::Choice));
        if end != End::Interrupted {
            let chosen = work.choose(self.monitor.stop());
            let before = chosen.len();
            match work.checked(chosen) {
                Err(error) if error.is_interrupted() => {}
                checked => {
                    let checked = checked?;
                    let unchecked = before - checked.len();
                    return work.report(end, checked, unchecked);
                }
            }
        }
        // The first that were found.
        let chosen = work.choose(&StopFlag::new()).into_iter();
        let chosen = chosen.map(|(part, taken)| {
            let file = self.file.with_goal(&self.file.goals[taken.goal]);
            let own = file.puzzle.givens.len();
            (taken.goal, taken.candidate.found(part, own))
        });
        let chosen = chosen.sorted_by_key(|(_, one)| one.place()).collect();
        work.report(End::Interrupted, chosen, 0)
    }

    /// Does something with a goal as a mine of its own.
    fn with_goal<T>(
        &self,
        goal: usize,
        then: impl FnOnce(&Mine<'_>) -> Result<T, Halt>,
    ) -> Result<T, GoalMiningError> {
        let stop = self.monitor.stop();
        let instance = self.instance(goal)?;
        let group = instance.symmetry(stop).map_err(SolveError::from)?;
        let symmetry_classes = SymmetryClasses::new(&instance, group);
        let monitor = self.monitor.quietly();
        let each = Resources {
            threads: NonZeroUsize::MIN,
            memory: Some(self.resources.memory() / self.resources.threads.get() as u64),
            notes: None,
            ..*self.resources
        };
        let space = match Space::build(&instance, &each, &monitor) {
            Ok(space) => Some(space),
            Err(SpaceError::Interrupted) => return Err(Halt::Stopped.into()),
            Err(_) if Bits::fits(instance.problem()) => None,
            Err(source) => {
                let goal = self.file.goals[goal].name.clone();
                return Err(GoalMiningError::TooLarge { goal, source });
            }
        };
        Ok(then(&Mine {
            instance: &instance,
            symmetry_classes: &symmetry_classes,
            space: space.as_ref(),
            monitor: &monitor,
        })?)
    }

    fn instance(&self, goal: usize) -> Result<Instance, InstanceError> {
        let file = self.file.with_goal(&self.file.goals[goal]);
        Instance::new(file.puzzle)
    }
}

#[cfg(test)]
mod tests;
