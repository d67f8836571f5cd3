//! Mines challenges of many goals for one deck.
//!
//! Goals are processed in a random order, sixteen at a time. For each, a few solutions are drawn
//! and their challenges collected, until there are enough candidates of enough goals. If all goals
//! are done before that, all are processed again with twice as many draws. Candidates whose goals
//! were used least are chosen first, and among these, candidates whose pieces were used least.

mod choice;
mod gather;
mod mine;

use itertools::Itertools;
use tilewright_dlx::{Bits, StopFlag};

pub use self::mine::{GoalMine, GoalMiningError, GoalMiningReport, MinedGoal};
use super::super::SymmetryClasses;
use super::super::plan::MiningPlan;
use super::progress::OnProgress;
use super::{End, Mine, MiningHalt, MiningStage};
use crate::cover::{Instance, InstanceError};
use crate::solve::SolveError;
use crate::solve::space::{Space, SpaceError};
use gather::GoalWork;

impl GoalMine<'_> {
    /// Mines the challenges of a plan from all goals of a file together, and checks each again by
    /// another engine.
    ///
    /// Runs on the threads of the current rayon pool. The challenges do not depend on the number of
    /// threads, provided the diagrams of all solutions fit in the memory of each.
    ///
    /// Cost: for each processed goal a diagram of its solutions, a few draws, and ratings if the
    /// plan needs them. A deck of 48 processes about 50 to 100 goals.
    ///
    /// # Errors
    ///
    /// [`GoalMiningError`]. A stop is not an error: it ends mining early.
    pub fn mine(
        &self,
        plan: &MiningPlan,
        on_progress: &OnProgress<'_>,
    ) -> Result<GoalMiningReport, GoalMiningError> {
        let mut work = GoalWork::new(*self, plan);
        let end = match work.draw_all(on_progress) {
            Err(error) if error.is_interrupted() => End::Interrupted,
            end => end?,
        };
        on_progress(&work.progress(MiningStage::Choice));
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
        // The run was stopped: take the first candidates found.
        let chosen = work.choose(&StopFlag::new()).into_iter();
        let chosen = chosen.map(|(part, taken)| {
            let file = self.file.with_goal(&self.file.goals[taken.goal]);
            let own = file.puzzle.givens.len();
            (taken.goal, taken.candidate.found(part, own))
        });
        let chosen = chosen.sorted_by_key(|(_, one)| one.place()).collect();
        work.report(End::Interrupted, chosen, 0)
    }

    /// Calls `then` with the miner of a single goal.
    fn with_goal<T>(
        &self,
        goal: usize,
        then: impl FnOnce(&Mine<'_>) -> Result<T, MiningHalt>,
    ) -> Result<T, GoalMiningError> {
        let stop = self.monitor.stop();
        let instance = self.instance(goal)?;
        let group = instance.symmetry(stop).map_err(SolveError::from)?;
        let symmetry_classes = SymmetryClasses::new(&instance, group);
        let threads = self.monitor.resources.threads.get();
        let mut monitor = self.monitor.share(threads);
        monitor.resources.notes = None;
        let space = match Space::build(&instance, &monitor) {
            Ok(space) => Some(space),
            Err(SpaceError::Interrupted) => return Err(MiningHalt::Stopped.into()),
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
