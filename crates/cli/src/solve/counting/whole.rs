//! A whole count of a puzzle by itself, without checkpoints.

use tilewright_dlx::Distinct;

use super::{Count, Job, count_by_boards};
use crate::cover::Instance;
use crate::cover::orbits::PuzzleSymmetry;
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;

/// What is wanted of a count beside the number of all solutions.
#[derive(Debug, Clone, Copy, Default)]
pub struct CountRequest {
    /// All solutions alone: symmetries are not divided out.
    pub solutions_alone: bool,
    /// The same numbers once more in another way.
    pub certify: bool,
}

impl CountRequest {
    /// Counts the solutions of a puzzle.
    ///
    /// Cost: that of finding the symmetries, unless all solutions alone are wanted, and of [`Job::count`].
    ///
    /// # Errors
    ///
    /// As [`Job::count`] and [`Job::certify`].
    pub fn count(
        self,
        instance: &Instance,
        resources: &Resources,
        monitor: &Monitor,
    ) -> Result<Count, SolveError> {
        let stop = monitor.stop();
        if !self.solutions_alone
            && !self.certify
            && let Some(boards) = count_by_boards(instance, resources, monitor)?
        {
            return Ok(boards.count);
        }
        let trivial;
        let group = if self.solutions_alone {
            trivial = PuzzleSymmetry::trivial(instance, stop)?;
            &trivial
        } else {
            resources.check_symmetries(instance)?;
            instance.symmetry(stop)?
        };
        let distinct = Distinct::new_until(instance.problem(), &group.symmetries, stop)?;
        let job = Job::new(instance, group, &distinct, resources, monitor);
        let mut count = job.count(&mut CheckpointFile::nothing())?;
        if self.certify {
            job.certify(&mut count)?;
        }
        Ok(if self.solutions_alone {
            count.of_solutions_alone()
        } else {
            count
        })
    }
}
