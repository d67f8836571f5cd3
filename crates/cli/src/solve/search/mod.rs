//! A search that reports its progress and can be stopped.
//!
//! Runs a schedule, reports its progress to a [`RunContext`], and ends cleanly when the stop flag is
//! set.

mod kind;
mod progress;
mod run_context;
mod time_left;

use std::ops::ControlFlow::{self, Break};
use std::time::Duration;

use tilewright_dlx::parallel::Event;
use tilewright_dlx::schedule::Map;
use tilewright_dlx::{Distinct, Heuristic, OptionId, PartStats, Problem, Schedule};

pub use kind::WorkKind;
pub(crate) use kind::share_done;
pub use progress::ProgressMeter;
pub use run_context::{ProgressSink, ProgressView, RunContext};

use crate::solve::SolveError;

/// Which solutions a search looks for.
#[derive(Debug, Clone, Copy)]
pub enum Scope<'a> {
    /// All solutions.
    All {
        /// The problem to search.
        problem: &'a Problem,
        /// The rule that chooses the item to branch on.
        heuristic: Heuristic,
        /// The options chosen beforehand.
        givens: &'a [OptionId],
    },
    /// One solution of each orbit under the puzzle's symmetries.
    Distinct(&'a Distinct<'a>),
}

impl<'a> Scope<'a> {
    /// All solutions that contain the givens, branching on the item with the fewest options.
    pub fn all(problem: &'a Problem, givens: &'a [OptionId]) -> Self {
        Self::All {
            problem,
            heuristic: Heuristic::Mrv,
            givens,
        }
    }
}

/// The solutions to search for, the schedule, and the part from which the search starts.
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    /// The solutions that the search looks for.
    pub scope: Scope<'a>,
    /// The engine, the threads and the parts.
    pub schedule: Schedule,
    /// The number of parts that earlier runs finished. They are skipped.
    pub done: usize,
}

/// The events that a search reports while it runs, in order.
#[derive(Debug)]
pub enum SearchEvent<'t, T> {
    /// The result of `map` for a solution.
    Solution(T),
    /// A part is finished.
    Part(&'t PartStats),
}

/// The result of a search that has ended.
#[derive(Debug, Clone)]
pub struct SearchEnd {
    /// The totals of the parts that this run searched.
    pub tally: PartStats,
    /// Whether the whole tree was searched.
    pub complete: bool,
    /// Whether the stop flag ended the search.
    pub interrupted: bool,
    /// The time that this run took.
    pub elapsed: Duration,
}

impl Search<'_> {
    /// Runs the search. `map` runs on the thread that finds a solution, and `listen` receives its
    /// result on the calling thread. An error of `listen` stops the search.
    ///
    /// # Errors
    ///
    /// The error of `listen`, or givens that conflict with each other.
    pub fn run<T: Send, E: From<SolveError>>(
        &self,
        monitor: &RunContext,
        map: &Map<'_, T>,
        mut listen: impl FnMut(SearchEvent<'_, T>) -> Result<ControlFlow<()>, E>,
    ) -> Result<SearchEnd, E> {
        let mut meter = ProgressMeter::new(monitor, WorkKind::Search);
        let mut failure = None;
        let mut tally = PartStats::default();
        let mut take = |event| {
            let flow = match event {
                Event::Item(item) => meter.suspend(|| listen(SearchEvent::Solution(item))),
                Event::Part(part) => {
                    tally.add(&part);
                    listen(SearchEvent::Part(&part))
                }
                Event::Unfinished(part) => {
                    tally.add(&part);
                    return Break(());
                }
                Event::Progress(progress) => return meter.on_progress(&progress),
            };
            match flow {
                Ok(ControlFlow::Continue(())) => meter.flow(),
                Ok(flow) => flow,
                Err(error) => {
                    failure = Some(error);
                    Break(())
                }
            }
        };
        let ended = match self.scope {
            Scope::All {
                problem,
                heuristic,
                givens,
            } => self
                .schedule
                .run(problem, heuristic, givens, self.done, map, &mut take),
            Scope::Distinct(distinct) => distinct.run_on(&self.schedule, self.done, map, &mut take),
        }
        .map_err(SolveError::from)?;
        let (elapsed, signalled) = meter.end();
        if let Some(failure) = failure {
            return Err(failure);
        }
        tally.profile.merge(&ended.above);
        Ok(SearchEnd {
            tally,
            complete: ended.complete,
            interrupted: !ended.complete && signalled,
            elapsed,
        })
    }

    /// Runs the search only to count.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn count(&self, monitor: &RunContext) -> Result<SearchEnd, SolveError> {
        self.run::<(), SolveError>(monitor, &|_, _| None, |_| Ok(ControlFlow::Continue(())))
    }
}
