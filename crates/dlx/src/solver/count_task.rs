//! Counts all solutions, or one of each orbit, by a sweep or a search, whichever ends first.

use super::search_run::SearchRun;
use super::stop_check::Ending;
use super::{Decision, Solver, SolverError, WALKS};
use crate::distinct::Distinct;
use crate::forecast::Forecast;
use crate::schedule::{PartStats, Schedule};
use crate::stop::Stopped;

#[cfg(feature = "frontier")]
use super::by_portfolio::PortfolioOutcome;
#[cfg(feature = "frontier")]
use crate::engine::Engine;
#[cfg(feature = "frontier")]
use crate::frontier::{Frontier, FrontierError, FrontierReport};

/// A sweep and a search that count the same solutions.
pub(super) struct SweepAndSearch<'t> {
    pub(super) solver: &'t Solver<'t>,
    /// The search for one solution of each orbit. If `None`, the search is for all solutions that contain the
    /// givens.
    pub(super) distinct: Option<Distinct<'t>>,
    /// The search of the whole tree; `None` if it is not to take turns with `distinct`.
    pub(super) whole: Option<Distinct<'t>>,
    /// The sweep, which counts all solutions even if `distinct` is set.
    #[cfg(feature = "frontier")]
    pub(super) frontier: Frontier<'t>,
}

/// The results of the sweep or of the search, whichever ended first.
pub(super) enum CountTaskResult {
    /// The work was stopped before any engine began.
    Nothing,
    #[cfg(feature = "frontier")]
    Swept(FrontierReport),
    Searched(Schedule, PartStats),
}

impl SweepAndSearch<'_> {
    /// Counts by the selected engine. If none is selected, counts by the sweep or the search,
    /// whichever ends first.
    pub(super) fn run(&self) -> Result<(Ending, CountTaskResult), SolverError> {
        let solver = self.solver;
        let stopped = Ok((Ending::Stopped, CountTaskResult::Nothing));
        if solver.stop.is_set() {
            return stopped;
        }
        #[cfg(feature = "frontier")]
        if solver.engine == Some(Engine::Frontier) {
            solver.decide(&Decision::Sweep { seconds: None });
            let (ending, report) = self.sweep()?;
            return Ok((ending, CountTaskResult::Swept(report)));
        }
        if solver.engine.is_some() && !solver.may_share() {
            // No forecast is needed: there is no engine to choose and no work to share.
            let engine = solver.tree_engine()?;
            let schedule = Forecast::default().schedule(engine, solver.most_threads(), false);
            return self.search(schedule, &Forecast::default());
        }
        let Ok(forecast) = self.forecast() else {
            return stopped;
        };
        #[cfg(feature = "frontier")]
        if solver.engine.is_none() {
            return self.first_to_end(&forecast);
        }
        let engine = match solver.engine {
            Some(_) => solver.tree_engine()?,
            None => forecast.engine(),
        };
        self.search(solver.count_schedule(&forecast, engine), &forecast)
    }

    fn forecast(&self) -> Result<Forecast, Stopped> {
        let Some(distinct) = &self.distinct else {
            return self.solver.forecast();
        };
        let forecast = distinct.forecast_until(WALKS, &self.solver.stop)?;
        self.solver.decide(&Decision::Forecast(&forecast));
        Ok(forecast)
    }

    /// Counts by a sweep within the budget.
    #[cfg(feature = "frontier")]
    fn sweep(&self) -> Result<(Ending, FrontierReport), FrontierError> {
        let most_work = self.solver.budget.most_work();
        self.solver
            .run_sweep(&self.frontier, most_work, &mut |frontier, watcher| {
                frontier.count_watched(watcher)
            })
    }

    /// Counts by a search alone.
    fn search(
        &self,
        schedule: Schedule,
        forecast: &Forecast,
    ) -> Result<(Ending, CountTaskResult), SolverError> {
        let mut search = self.begin(schedule, forecast)?;
        search.count(u64::MAX)?;
        let (ending, stats) = search.end();
        Ok((ending, CountTaskResult::Searched(schedule, stats)))
    }

    fn begin(
        &self,
        schedule: Schedule,
        forecast: &Forecast,
    ) -> Result<SearchRun<'_, ()>, SolverError> {
        let (solver, whole) = (self.solver, self.whole.as_ref());
        match &self.distinct {
            Some(distinct) => Ok(SearchRun::of_distinct(
                solver, distinct, whole, schedule, forecast,
            )),
            None => SearchRun::new(solver, schedule),
        }
    }

    /// Counts by the sweep or the search, whichever ends first.
    #[cfg(feature = "frontier")]
    fn first_to_end(&self, forecast: &Forecast) -> Result<(Ending, CountTaskResult), SolverError> {
        let solver = self.solver;
        let outcome = solver.by_portfolio(
            forecast,
            |watcher| {
                let frontier = self.frontier.clone().threads(solver.most_threads());
                Ok(frontier.count_watched(watcher)?)
            },
            &|schedule| self.begin(schedule, forecast),
            &mut SearchRun::count,
            &mut |refused| match refused {
                SolverError::Frontier(error) => {
                    solver.decide(&Decision::SweepRefused(&error));
                    Ok(())
                }
                refused => Err(refused),
            },
        )?;
        Ok(match outcome {
            PortfolioOutcome::Swept(ending, report) => (ending, CountTaskResult::Swept(report)),
            PortfolioOutcome::Searched(ending, schedule, stats) => {
                (ending, CountTaskResult::Searched(schedule, stats))
            }
        })
    }
}
