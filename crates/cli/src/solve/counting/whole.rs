//! A count of a puzzle in one call, without checkpoints.

use tilewright_dlx::Distinct;

use super::{CountResult, CountTask, Precedent, count_by_boards};
use crate::cover::Instance;
use crate::cover::orbits::PuzzleSymmetry;
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::RunContext;

/// What to count in addition to all solutions.
#[derive(Debug, Clone, Copy, Default)]
pub struct CountRequest {
    /// Whether to count only all solutions, not the solutions up to symmetry.
    pub solutions_alone: bool,
    /// Whether to certify the count: to count the same numbers again by another method.
    pub certify: bool,
}

impl CountRequest {
    /// Counts the solutions of a puzzle.
    ///
    /// Cost: that of finding the symmetries, unless only all solutions are counted, and of
    /// [`CountTask::count`].
    ///
    /// # Errors
    ///
    /// As [`CountTask::count`] and [`CountTask::certify`].
    pub fn count(
        self,
        instance: &Instance,
        monitor: &RunContext,
    ) -> Result<CountResult, SolveError> {
        let counted = self.count_after(None, instance, monitor)?;
        Ok(counted.0)
    }

    /// Like [`count`](Self::count), after a similar puzzle: its method is tried first. Also returns the precedent
    /// for the next puzzle, if a sweep or a search counted this one.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count).
    pub fn count_after(
        self,
        precedent: Option<Precedent>,
        instance: &Instance,
        monitor: &RunContext,
    ) -> Result<(CountResult, Option<Precedent>), SolveError> {
        let stop = monitor.stop();
        if !self.solutions_alone
            && !self.certify
            && let Some(boards) = count_by_boards(instance, monitor)?
        {
            return Ok((boards.count, None));
        }
        let trivial;
        let group = if self.solutions_alone {
            trivial = PuzzleSymmetry::trivial(instance, stop)?;
            &trivial
        } else {
            monitor.resources.check_symmetries(instance)?;
            instance.symmetry(stop)?
        };
        let distinct = Distinct::new_until(instance.problem(), &group.symmetries, stop)?;
        let task = CountTask::new(instance, group, &distinct, monitor).after(precedent);
        let mut count = task.count(&mut CheckpointFile::nothing())?;
        if self.certify {
            task.certify(&mut count)?;
        }
        if self.solutions_alone {
            count = count.of_solutions_alone();
        }
        Ok((count, task.precedent()))
    }
}
