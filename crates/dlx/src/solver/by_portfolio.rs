//! Answers a question by a sweep or a search, whichever ends first.
//!
//! If no engine is selected, the search is forecast, and a sweep takes turns with it, as described
//! in [portfolio](crate::portfolio). So an answer takes little longer than by the faster of the
//! two.

use std::cell::Cell;
use std::ops::ControlFlow::Continue;

use super::search_run::SearchRun;
use super::stop_check::{Ending, StopCheck};
use super::{Decision, Solver, SolverError};
use crate::clock::Interval;
use crate::forecast::Forecast;
use crate::frontier::{FrontierProgress, FrontierReport, FrontierWatcher, PULSE};
use crate::parallel::Advance;
use crate::portfolio::{Portfolio, PortfolioEnd, SearchTurn, work_per_node};
use crate::schedule::{PartStats, Schedule};

/// The results of the sweep or of the search, whichever ended first. If both were stopped: those of the search if
/// it had begun, and those of the sweep otherwise.
pub(super) enum PortfolioOutcome {
    Swept(Ending, FrontierReport),
    Searched(Ending, Schedule, PartStats),
}

/// A function that continues a search until the total number of its nodes exceeds a limit.
type AdvanceSearch<'a, 't, T> =
    dyn FnMut(&mut SearchRun<'t, T>, u64) -> Result<Advance, SolverError> + 'a;

impl Solver<'_> {
    /// Runs a sweep and a search in turns. `begin` begins the search, and `advance` continues it until its nodes
    /// exceed a limit. `refused` receives the error if the sweep is impossible; if it returns `Ok`, the search
    /// continues alone.
    pub(super) fn by_portfolio<'t, T: Send + 'static, E: From<SolverError>>(
        &self,
        forecast: &Forecast,
        sweep: impl FnOnce(&mut FrontierWatcher<'_>) -> Result<FrontierReport, E>,
        begin: &dyn Fn(Schedule) -> Result<SearchRun<'t, T>, SolverError>,
        advance: &mut AdvanceSearch<'_, 't, T>,
        refused: &mut dyn FnMut(E) -> Result<(), E>,
    ) -> Result<PortfolioOutcome, E> {
        let schedule = self.count_schedule(forecast, forecast.engine());
        let cost = work_per_node(forecast, schedule.engine);
        // The last progress of the search, which the observer receives; `None` before the search begins.
        let searched = Cell::new(None);
        let mut search: Option<SearchRun<'t, T>> = None;
        let mut failure = None;
        let mut stop_check = StopCheck::new(self);
        let mut pulse = Interval::new(PULSE);
        let portfolio = Portfolio::new(forecast).sweep_within(self.budget.most_work());
        let seconds = Some(portfolio.seconds());
        let mut on_progress = |progress: &FrontierProgress| {
            stop_check.check_flag()?;
            if !pulse.is_over() {
                return Continue(());
            }
            stop_check.check_observer(&searched.get().unwrap_or_else(|| progress.into()))
        };
        let mut turn = |limit: u64| {
            let mut advance = |search: &mut SearchRun<'t, T>| {
                let advanced = advance(search, limit / cost)?;
                searched.set(search.progress);
                Ok((advanced, search.spent()))
            };
            let advanced = match &mut search {
                Some(search) => advance(search),
                None => begin(schedule).and_then(|begun| advance(search.insert(begun))),
            };
            match advanced {
                Ok((Advance::Left, spent)) => SearchTurn::Left(spent.saturating_mul(cost)),
                Ok(_) => SearchTurn::Ended,
                Err(error) => {
                    failure = Some(error);
                    SearchTurn::Ended
                }
            }
        };
        let end = portfolio.run(
            |watcher| {
                self.decide(&Decision::Sweep { seconds });
                sweep(watcher)
            },
            &mut on_progress,
            &mut turn,
            refused,
        )?;
        if let Some(failure) = failure {
            return Err(failure.into());
        }
        Ok(match (end, search) {
            (PortfolioEnd::Swept(report), _) => {
                self.decide(&Decision::Swept(&report));
                PortfolioOutcome::Swept(Ending::Answered, report)
            }
            (PortfolioEnd::Searched, Some(search)) => {
                let (ending, stats) = search.end();
                PortfolioOutcome::Searched(ending, schedule, stats)
            }
            (PortfolioEnd::Stopped(_), Some(search)) => {
                let (_, stats) = search.end();
                PortfolioOutcome::Searched(stop_check.ending(), schedule, stats)
            }
            (PortfolioEnd::Stopped(report), None) => {
                PortfolioOutcome::Swept(stop_check.ending(), report)
            }
            (PortfolioEnd::Searched | PortfolioEnd::Spent, _) => {
                unreachable!("invariant: there is no limit, and what ends has begun")
            }
        })
    }
}
