//! A search that can be watched and stopped.
//!
//! Carries out a schedule: tells a [`Monitor`] of the progress, and ends cleanly when that asks
//! for it.

mod kind;
mod monitor;
mod progress;
mod time_left;

use std::ops::ControlFlow::{self, Break};
use std::time::Duration;

use tilewright_dlx::parallel::Event;
use tilewright_dlx::schedule::Map;
use tilewright_dlx::{Distinct, Heuristic, OptionId, PartStats, Problem, Schedule};

pub use kind::Kind;
pub use monitor::{Monitor, Observer, ProgressView};
pub use progress::Watch;

use crate::solve::SolveError;

/// What is searched for.
#[derive(Debug, Clone, Copy)]
pub enum Scope<'a> {
    /// All solutions.
    All {
        /// The problem.
        problem: &'a Problem,
        /// Which item to branch on.
        heuristic: Heuristic,
        /// The options chosen beforehand.
        givens: &'a [OptionId],
    },
    /// One solution of each kind.
    Distinct(&'a Distinct<'a>),
}

impl<'a> Scope<'a> {
    /// All solutions that hold the givens, branching as every engine does by
    /// itself: on the item with the fewest options.
    pub fn all(problem: &'a Problem, givens: &'a [OptionId]) -> Self {
        Self::All {
            problem,
            heuristic: Heuristic::Mrv,
            givens,
        }
    }
}

/// A search to be run.
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    /// What is searched for.
    pub scope: Scope<'a>,
    /// How it is carried out.
    pub schedule: Schedule,
    /// How many parts were done before.
    pub done: usize,
}

/// What is heard of a search while it runs, in order.
#[derive(Debug)]
pub enum Heard<'t, T> {
    /// What was made of a solution.
    Solution(T),
    /// A part is done.
    Part(&'t PartStats),
}

/// How a watched search ended.
#[derive(Debug, Clone)]
pub struct SearchEnd {
    /// What was found, and what it took.
    pub tally: PartStats,
    /// Whether everything was searched.
    pub complete: bool,
    /// Whether a signal stopped it.
    pub interrupted: bool,
    /// How long it took.
    pub elapsed: Duration,
}

impl Search<'_> {
    /// Runs the search. What `map` makes of a solution, on the thread that
    /// finds it, is heard by `listen` on this one; its error stops the search.
    ///
    /// # Errors
    ///
    /// The listener's, or givens that cannot be.
    pub fn run<T: Send, E: From<SolveError>>(
        &self,
        monitor: &Monitor,
        map: &Map<'_, T>,
        mut listen: impl FnMut(Heard<'_, T>) -> Result<ControlFlow<()>, E>,
    ) -> Result<SearchEnd, E> {
        let mut watch = Watch::new(monitor, Kind::Search);
        let mut failure = None;
        let mut tally = PartStats::default();
        let mut take = |event| {
            let heard = match event {
                Event::Item(item) => watch.beside(|| listen(Heard::Solution(item))),
                Event::Part(part) => {
                    tally.add(&part);
                    listen(Heard::Part(&part))
                }
                Event::Unfinished(part) => {
                    tally.add(&part);
                    return Break(());
                }
                Event::Progress(progress) => return watch.hear(&progress),
            };
            match heard {
                Ok(ControlFlow::Continue(())) => watch.flow(),
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
        let (elapsed, signalled) = watch.end();
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

    /// Runs the search to count alone.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn count(&self, monitor: &Monitor) -> Result<SearchEnd, SolveError> {
        self.run::<(), SolveError>(monitor, &|_, _| None, |_| Ok(ControlFlow::Continue(())))
    }
}
