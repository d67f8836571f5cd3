//! Counts all solutions of a problem.

use std::num::NonZeroUsize;

use num_bigint::BigUint;

use super::count_task::{CountTaskResult, SweepAndSearch};
use super::stop_check::Ending;
use super::{Answer, Solver, SolverError};
use crate::engine::Engine;

#[cfg(feature = "frontier")]
use super::Decision;
#[cfg(feature = "frontier")]
use super::stop_check::StopCheck;
#[cfg(feature = "frontier")]
use crate::clock::Interval;
#[cfg(feature = "frontier")]
use crate::frontier::{Frontier, FrontierProgress, FrontierReport, FrontierWatcher, PULSE};
#[cfg(feature = "frontier")]
use std::ops::ControlFlow::Continue;

/// A function that counts by a sweep with the given frontier, and passes the progress to the watcher.
#[cfg(feature = "frontier")]
pub(super) type SweepRun<'r, E> =
    dyn FnMut(&Frontier<'_>, &mut FrontierWatcher<'_>) -> Result<FrontierReport, E> + 'r;

/// The exact number of solutions, and how it was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// The exact number of solutions.
    pub solutions: BigUint,
    /// The engine that counted the solutions.
    pub engine: Engine,
    /// The number of threads that shared the work.
    pub threads: NonZeroUsize,
}

/// What is known from a count that ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CountSoFar {
    /// A lower bound on the number of solutions.
    pub at_least: BigUint,
    /// The engine that was counting; `None` if none had been chosen.
    pub engine: Option<Engine>,
    /// The number of threads that shared the work.
    pub threads: NonZeroUsize,
}

impl Solver<'_> {
    /// Counts the solutions, by the selected engine, or by the fastest one if none is selected.
    ///
    /// ```
    /// use tilewright_dlx::{Solver, text};
    ///
    /// // A row of a hundred cells, each paired with one of its neighbours or left alone.
    /// let names: Vec<String> = (0..100).map(|at| format!("c{at}")).collect();
    /// let alone = names.iter().map(|name| format!("{name}\n"));
    /// let pairs = names.windows(2).map(|pair| format!("{} {}\n", pair[0], pair[1]));
    /// let options: String = alone.chain(pairs).collect();
    /// let problem = text::read(&format!("{}\n{options}", names.join(" ")))?;
    /// let count = Solver::new(&problem).count()?.known().expect("it has no budget");
    /// assert_eq!(count.solutions.to_string(), "573147844013817084101"); // Fibonacci
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The selected engine cannot count this problem.
    pub fn count(&self) -> Result<Answer<Count, CountSoFar>, SolverError> {
        let task = SweepAndSearch {
            solver: self,
            distinct: None,
            whole: None,
            #[cfg(feature = "frontier")]
            frontier: self.frontier.clone(),
        };
        let (ending, counted) = task.run()?;
        let (solutions, engine, threads) = match counted {
            CountTaskResult::Nothing => (BigUint::ZERO, None, NonZeroUsize::MIN),
            #[cfg(feature = "frontier")]
            CountTaskResult::Swept(report) => {
                let engine = Some(Engine::Frontier);
                (report.count, engine, self.most_threads())
            }
            CountTaskResult::Searched(schedule, stats) => {
                let engine = Some(schedule.engine.into());
                (stats.solutions.into(), engine, schedule.threads)
            }
        };
        Ok(match (ending, engine) {
            (Ending::Answered, Some(engine)) => Answer::Known(Count {
                solutions,
                engine,
                threads,
            }),
            (ending, engine) => ending.unanswered(CountSoFar {
                at_least: solutions,
                engine,
                threads,
            }),
        })
    }

    /// Runs a sweep of at most `most_work` units of work.
    #[cfg(feature = "frontier")]
    pub(super) fn run_sweep<E>(
        &self,
        frontier: &Frontier<'_>,
        most_work: u64,
        sweep: &mut SweepRun<'_, E>,
    ) -> Result<(Ending, FrontierReport), E> {
        let mut stop_check = StopCheck::new(self);
        let mut pulse = Interval::new(PULSE);
        let frontier = frontier.clone().threads(self.most_threads());
        let report = sweep(&frontier, &mut |progress: &FrontierProgress| {
            if progress.work > most_work {
                return stop_check.end_with(Ending::OutOfBudget);
            }
            stop_check.check_flag()?;
            if !pulse.is_over() {
                return Continue(());
            }
            stop_check.check_observer(&progress.into())
        })?;
        // If a sweep breaks out after its last step, its count is complete.
        let ending = if report.complete {
            self.decide(&Decision::Swept(&report));
            Ending::Answered
        } else {
            stop_check.ending()
        };
        Ok((ending, report))
    }
}
