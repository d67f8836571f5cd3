//! How many solutions there are: by a sweep or a search, whichever is the faster.
//!
//! Where no engine is asked for, the search is forecast, and a sweep takes [turns](crate::contest) with
//! it. So the count takes little more than that of the faster of the two. Where there can be no second
//! thread, and where the work has a bound, a sweep is tried before a search that is not short, for a
//! share of the time that it is forecast to take.

use std::num::NonZeroUsize;
use std::ops::ControlFlow::Continue;

use num_bigint::BigUint;

use super::gate::{Ending, Gate};
use super::{Answer, Decision, Solver, SolverError};
use crate::engine::Engine;
use crate::forecast::Forecast;
use crate::schedule::{PartStats, Schedule};
use crate::search::Heuristic;

#[cfg(feature = "frontier")]
use super::SweepTrial;
#[cfg(feature = "frontier")]
use crate::clock::Interval;
#[cfg(feature = "frontier")]
use crate::frontier::{
    Frontier, FrontierError, FrontierProgress, FrontierReport, FrontierWatcher, PULSE,
};

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

impl CountSoFar {
    pub(super) fn nothing() -> Self {
        Self {
            at_least: BigUint::ZERO,
            engine: None,
            threads: NonZeroUsize::MIN,
        }
    }
}

impl Answer<Count, CountSoFar> {
    fn of_count(ending: Ending, count: Count) -> Self {
        let so_far = |count: Count| CountSoFar {
            at_least: count.solutions,
            engine: Some(count.engine),
            threads: count.threads,
        };
        match ending {
            Ending::Answered => Self::Known(count),
            Ending::Stopped => Self::Stopped(so_far(count)),
            Ending::OutOfBudget => Self::OutOfBudget(so_far(count)),
        }
    }
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
        if self.stop.is_set() {
            return Ok(Answer::Stopped(CountSoFar::nothing()));
        }
        #[cfg(feature = "frontier")]
        if self.engine == Some(Engine::Frontier) {
            self.decide(&Decision::Sweep { seconds: None });
            let (ending, report) = self.sweep(self.budget.most_work())?;
            return Ok(self.swept(ending, report));
        }
        if self.engine.is_some() && !self.may_share() {
            // Nothing is to be chosen, nor to be shared out.
            let schedule =
                Forecast::default().schedule(self.tree_engine()?, self.most_threads(), false);
            self.decide(&Decision::Search(&schedule));
            return self.count_on(&schedule);
        }
        let Ok(forecast) = self.forecast() else {
            return Ok(Answer::Stopped(CountSoFar::nothing()));
        };
        #[cfg(all(feature = "frontier", feature = "parallel"))]
        if self.engine.is_none()
            && self.budget.is_unlimited()
            && let Some(answer) = self.contest(&forecast)?
        {
            return Ok(answer);
        }
        #[cfg(feature = "frontier")]
        if self.engine.is_none()
            && let Some(trial) = SweepTrial::before(&forecast)
            && let Some(answer) = self.try_sweep(trial)
        {
            return Ok(answer);
        }
        self.search(&forecast)
    }

    /// Sweeps for as long as a trial lasts; none if it does not come to its end by then, or the
    /// problem cannot be swept.
    #[cfg(feature = "frontier")]
    fn try_sweep(&self, trial: SweepTrial) -> Option<Answer<Count, CountSoFar>> {
        let seconds = Some(trial.seconds);
        self.decide(&Decision::Sweep { seconds });
        match self.sweep(trial.most_work.min(self.budget.most_work())) {
            Ok((Ending::OutOfBudget, _)) => {
                self.decide(&Decision::SweepGivenUp);
                None
            }
            Ok((ending, report)) => Some(self.swept(ending, report)),
            Err(error) => {
                self.decide(&Decision::SweepRefused(&error));
                None
            }
        }
    }

    /// Sweeps, for no more than so much work.
    #[cfg(feature = "frontier")]
    fn sweep(&self, most_work: u64) -> Result<(Ending, FrontierReport), FrontierError> {
        self.run_sweep(most_work, &mut |frontier, watcher| {
            frontier.count_watched(watcher)
        })
    }

    /// Runs a sweep of some kind, for no more than so much work.
    #[cfg(feature = "frontier")]
    pub(super) fn run_sweep<E>(
        &self,
        most_work: u64,
        sweep: &mut SweepRun<'_, E>,
    ) -> Result<(Ending, FrontierReport), E> {
        let mut gate = Gate::new(self);
        let mut pulse = Interval::new(PULSE);
        let frontier = self.frontier.clone().threads(self.most_threads());
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

    #[cfg(feature = "frontier")]
    pub(super) fn swept(
        &self,
        ending: Ending,
        report: FrontierReport,
    ) -> Answer<Count, CountSoFar> {
        let count = Count {
            solutions: report.count,
            engine: Engine::Frontier,
            threads: self.most_threads(),
        };
        Answer::of_count(ending, count)
    }

    /// Searches for all of them.
    fn search(&self, forecast: &Forecast) -> Result<Answer<Count, CountSoFar>, SolverError> {
        let engine = match self.engine {
            Some(_) => self.tree_engine()?,
            None => forecast.engine(),
        };
        let schedule = Schedule {
            in_any_order: true,
            ..forecast.schedule(engine, self.most_threads(), false)
        };
        self.decide(&Decision::Search(&schedule));
        self.count_on(&schedule)
    }

    fn count_on(&self, schedule: &Schedule) -> Result<Answer<Count, CountSoFar>, SolverError> {
        let mut gate = Gate::new(self);
        let mut stats = PartStats::default();
        let ended = schedule.run::<()>(
            self.problem,
            Heuristic::default(),
            &self.givens,
            0,
            &|_, _| None,
            &mut gate.listener(&mut stats, Continue),
        );
        let ended = ended.map_err(SolverError::of_schedule)?;
        let ending = if ended.complete {
            Ending::Answered
        } else {
            gate.ending()
        };
        Ok(Self::searched(schedule, &stats, ending))
    }

    /// What a search has found.
    pub(super) fn searched(
        schedule: &Schedule,
        stats: &PartStats,
        ending: Ending,
    ) -> Answer<Count, CountSoFar> {
        let count = Count {
            solutions: stats.solutions.into(),
            engine: schedule.engine.into(),
            threads: schedule.threads,
        };
        Answer::of_count(ending, count)
    }
}
