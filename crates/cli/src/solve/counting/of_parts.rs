//! Counts whose parts were counted one by one, by whomever.

use std::fs::File;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use tilewright_dlx::{
    DividedSweep, Frontier, FrontierError, FrontierProgress, FrontierReport, ItemId, PartStats,
    Schedule, SweepFileError, TreeEngine,
};

use super::{Count, Job};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::{Kind, Watch};
use crate::support::scratch_file::scratch_file;

impl Job<'_> {
    /// The sweep that counts all solutions, with the symmetries divided out as far as they can be, in about so
    /// many parts; none if it cannot be divided.
    ///
    /// # Errors
    ///
    /// A sweep cannot count this puzzle, `stops` says that it takes too long, or a signal came.
    pub fn divided_sweep(
        &self,
        parts: usize,
        stops: &mut dyn FnMut(&FrontierProgress) -> bool,
    ) -> Result<Option<DividedSweep>, SolveError> {
        let made = self.folded()?.frontier()?.divided(parts, &mut |progress| {
            if self.monitor.is_set() || stops(progress) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        match made {
            Err(FrontierError::Interrupted) => Err(SolveError::Interrupted),
            made => Ok(made?),
        }
    }

    /// Opens the file of a [divided sweep](Self::divided_sweep).
    ///
    /// # Errors
    ///
    /// A sweep cannot count this puzzle; or, within, the file is refused.
    pub fn open_sweep(
        &self,
        file: File,
    ) -> Result<Result<DividedSweep, SweepFileError>, SolveError> {
        let problem = self.folded()?.problem.fingerprint();
        let (memory, threads) = (self.resources.memory(), self.resources.threads);
        Ok(DividedSweep::open(Box::new(file), problem, memory, threads))
    }

    /// What is known once parts have counted all solutions.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count).
    pub fn of_swept_parts(&self, solutions: &BigUint) -> Result<Count, SolveError> {
        let watch = Watch::new(self.monitor, Kind::Search);
        self.swept(solutions, true, watch, &mut CheckpointFile::nothing())
    }

    /// What is known once parts of the search have found these solutions, which may not be all.
    ///
    /// # Errors
    ///
    /// The tally says of some stabilizers what no group allows.
    pub fn of_searched_parts(
        &self,
        tally: &PartStats,
        engine: TreeEngine,
        complete: bool,
    ) -> Result<Count, SolveError> {
        let schedule = Schedule {
            engine,
            ..Schedule::default()
        };
        let count = self.counted(schedule, tally, complete)?;
        Ok(Count {
            interrupted: false,
            ..count
        })
    }

    /// Counts a slice of the [divided sweep](Self::divided_sweep) in another way: as a problem of its own,
    /// which is swept whole and from the other end. `stops` is asked whether to stop.
    ///
    /// # Errors
    ///
    /// A sweep cannot count it.
    pub fn count_slice(
        &self,
        sweep: &DividedSweep,
        slice: usize,
        stops: &mut dyn FnMut() -> bool,
    ) -> Result<FrontierReport, SolveError> {
        let all = self.folded()?;
        let Some(problem) = sweep.slice_problem(all.problem, slice)? else {
            unreachable!("invariant: the slice is one of those of the sweep");
        };
        let item = |item: &ItemId| problem.item(all.problem.item_name(*item));
        let backwards: Vec<ItemId> = self.order()?.iter().rev().filter_map(item).collect();
        let report = Frontier::new(&problem)
            .order(&backwards)?
            .memory(self.resources.memory())
            .spill(|| Ok(Box::new(scratch_file()?)))
            .threads(self.resources.threads)
            .count(&mut |_| {
                if self.monitor.is_set() || stops() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        Ok(report?)
    }
}
