//! How many solutions there are.

use std::num::NonZeroUsize;

use num_bigint::BigUint;

use super::count_task::{CountTask, Counted};
use super::gate::Ending;
use super::{Answer, Solver, SolverError};
use crate::engine::Engine;

#[cfg(feature = "frontier")]
use super::Decision;
#[cfg(feature = "frontier")]
use super::gate::Gate;
#[cfg(feature = "frontier")]
use crate::clock::Interval;
#[cfg(feature = "frontier")]
use crate::frontier::{Frontier, FrontierProgress, FrontierReport, FrontierWatcher, PULSE};
#[cfg(feature = "frontier")]
use std::ops::ControlFlow::Continue;

/// Counts with a frontier, and has a watcher told.
#[cfg(feature = "frontier")]
pub(super) type SweepRun<'r, E> =
    dyn FnMut(&Frontier<'_>, &mut FrontierWatcher<'_>) -> Result<FrontierReport, E> + 'r;

/// How many solutions there are.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// The exact number.
    pub solutions: BigUint,
    /// The engine that counted them.
    pub engine: Engine,
    /// The threads that shared the work.
    pub threads: NonZeroUsize,
}

/// What is known of a count that did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CountSoFar {
    /// There are no fewer solutions.
    pub at_least: BigUint,
    /// The engine that was at work; none if none had been chosen.
    pub engine: Option<Engine>,
    /// The threads that shared the work.
    pub threads: NonZeroUsize,
}

impl Solver<'_> {
    /// Counts the solutions, by the engine asked for or the one that is the fastest.
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
    /// The engine asked for cannot count this problem.
    pub fn count(&self) -> Result<Answer<Count, CountSoFar>, SolverError> {
        let task = CountTask {
            solver: self,
            distinct: None,
            #[cfg(feature = "frontier")]
            frontier: self.frontier.clone(),
        };
        let (ending, counted) = task.run()?;
        let (solutions, engine, threads) = match counted {
            Counted::Nothing => (BigUint::ZERO, None, NonZeroUsize::MIN),
            #[cfg(feature = "frontier")]
            Counted::Swept(report) => {
                let engine = Some(Engine::Frontier);
                (report.count, engine, self.most_threads())
            }
            Counted::Searched(schedule, stats) => {
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

    /// Runs a sweep of some kind, for no more than so much work.
    #[cfg(feature = "frontier")]
    pub(super) fn run_sweep<E>(
        &self,
        frontier: &Frontier<'_>,
        most_work: u64,
        sweep: &mut SweepRun<'_, E>,
    ) -> Result<(Ending, FrontierReport), E> {
        let mut gate = Gate::new(self);
        let mut pulse = Interval::new(PULSE);
        let frontier = frontier.clone().threads(self.most_threads());
        let report = sweep(&frontier, &mut |progress: &FrontierProgress| {
            if progress.work > most_work {
                return gate.close(Ending::OutOfBudget);
            }
            gate.look()?;
            if !pulse.is_over() {
                return Continue(());
            }
            gate.tell(&progress.into())
        })?;
        // What breaks out at the very end has come to it.
        let ending = if report.complete {
            self.decide(&Decision::Swept(&report));
            Ending::Answered
        } else {
            gate.ending()
        };
        Ok((ending, report))
    }
}
