//! Counts combined from parts that were counted separately, perhaps on other machines.

use std::fs::File;

use num_bigint::BigUint;
use tilewright_dlx::{
    DividedSweep, Frontier, FrontierError, FrontierProgress, FrontierReport, ItemId, PartStats,
    Schedule, SweepFileError, TreeEngine,
};

use super::{CountResult, CountTask};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::{ProgressMeter, WorkKind};
use crate::support::control_flow::break_if;
use crate::support::scratch_file::scratch_file;

impl CountTask<'_> {
    /// Divides the sweep that counts all solutions into about `parts` parts. The symmetries are
    /// divided out if possible. `None` if the sweep cannot be divided.
    ///
    /// # Errors
    ///
    /// A sweep cannot count this puzzle, `stops` returned true, or the stop flag was set.
    pub fn divided_sweep(
        &self,
        parts: usize,
        stops: &mut dyn FnMut(&FrontierProgress) -> bool,
    ) -> Result<Option<DividedSweep>, SolveError> {
        let made = self.folded()?.frontier()?.divided(parts, &mut |progress| {
            break_if(self.monitor.is_set() || stops(progress))
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
    /// A sweep cannot count this puzzle; or, as the inner error, the file is refused.
    pub fn open_sweep(
        &self,
        file: File,
    ) -> Result<Result<DividedSweep, SweepFileError>, SolveError> {
        let problem = self.folded()?.problem.fingerprint();
        let (memory, threads) = (
            self.monitor.resources.memory(),
            self.monitor.resources.threads,
        );
        Ok(DividedSweep::open(Box::new(file), problem, memory, threads))
    }

    /// Completes a count whose `solutions` the parts of a sweep have counted: adds the numbers of distinct
    /// solutions.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count).
    pub fn of_swept_parts(&self, solutions: &BigUint) -> Result<CountResult, SolveError> {
        let meter = ProgressMeter::new(self.monitor, WorkKind::Search);
        self.swept(solutions, true, meter, &mut CheckpointFile::nothing())
    }

    /// Makes the result of the count from the totals of the finished parts of a search. `complete`
    /// says whether these are all parts.
    ///
    /// # Errors
    ///
    /// The numbers of solutions by stabilizer contradict each other.
    pub fn of_searched_parts(
        &self,
        tally: &PartStats,
        engine: TreeEngine,
        complete: bool,
    ) -> Result<CountResult, SolveError> {
        let schedule = Schedule {
            engine,
            ..Schedule::default()
        };
        let count = self.counted(schedule, tally, complete)?;
        Ok(CountResult {
            interrupted: false,
            ..count
        })
    }

    /// Counts a slice of the [divided sweep](Self::divided_sweep) by another method: as a separate
    /// problem, swept as a whole and in the opposite direction. Stops once `stops` returns true.
    ///
    /// # Errors
    ///
    /// A sweep cannot count the slice.
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
            .memory(self.monitor.resources.memory())
            .spill(|| Ok(Box::new(scratch_file()?)))
            .threads(self.monitor.resources.threads)
            .count(&mut |_| break_if(self.monitor.is_set() || stops()));
        Ok(report?)
    }
}
