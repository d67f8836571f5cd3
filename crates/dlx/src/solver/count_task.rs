//! A count by a sweep or a search, whichever is the faster: of all solutions, or of distinct ones.
//!
//! Where no engine is asked for, the search is forecast, and a sweep takes [turns](crate::contest) with
//! it. So the count takes little more than that of the faster of the two. Where there can be no second
//! thread, and where the work has a bound, a sweep is tried before a search that is not short, for a
//! share of the time that it is forecast to take.

use std::ops::ControlFlow::Continue;

use super::gate::{Ending, Gate};
use super::{Decision, Solver, SolverError, WALKS};
use crate::distinct::Distinct;
use crate::forecast::Forecast;
use crate::schedule::{Ended, PartStats, Schedule, ScheduleError, Skip, SubSearch, Take};
use crate::search::Heuristic;
use crate::stop::Stopped;
use crate::turns::Turn;

#[cfg(feature = "frontier")]
use super::SweepTrial;
#[cfg(feature = "frontier")]
use crate::engine::Engine;
#[cfg(feature = "frontier")]
use crate::frontier::{Frontier, FrontierError, FrontierReport};

/// A sweep and a search that count the same solutions.
pub(super) struct CountTask<'t> {
    pub(super) solver: &'t Solver<'t>,
    /// The search for one solution of each orbit; none for that of all solutions under the givens.
    pub(super) distinct: Option<Distinct<'t>>,
    /// The sweep, which counts all solutions in either case.
    #[cfg(feature = "frontier")]
    pub(super) frontier: Frontier<'t>,
}

/// What was counted, by the way that ended first.
pub(super) enum Counted {
    /// Nothing: it was stopped before.
    Nothing,
    #[cfg(feature = "frontier")]
    Swept(FrontierReport),
    Searched(Schedule, PartStats),
}

impl CountTask<'_> {
    /// Counts by the engine asked for, or the faster one.
    pub(super) fn run(&self) -> Result<(Ending, Counted), SolverError> {
        let solver = self.solver;
        let stopped = Ok((Ending::Stopped, Counted::Nothing));
        if solver.stop.is_set() {
            return stopped;
        }
        #[cfg(feature = "frontier")]
        if solver.engine == Some(Engine::Frontier) {
            solver.decide(&Decision::Sweep { seconds: None });
            let (ending, report) = self.sweep(solver.budget.most_work())?;
            return Ok((ending, Counted::Swept(report)));
        }
        if solver.engine.is_some() && !solver.may_share() {
            // Nothing is to be chosen, nor to be shared out.
            let engine = solver.tree_engine()?;
            let schedule = Forecast::default().schedule(engine, solver.most_threads(), false);
            return self.search(schedule);
        }
        let Ok(forecast) = self.forecast() else {
            return stopped;
        };
        #[cfg(all(feature = "frontier", feature = "parallel"))]
        if solver.engine.is_none()
            && solver.budget.is_unlimited()
            && let Some(counted) = self.contest(&forecast)?
        {
            return Ok(counted);
        }
        #[cfg(feature = "frontier")]
        if solver.engine.is_none()
            && let Some(trial) = SweepTrial::before(&forecast)
            && let Some((ending, report)) = self.try_sweep(trial)
        {
            return Ok((ending, Counted::Swept(report)));
        }
        let engine = match solver.engine {
            Some(_) => solver.tree_engine()?,
            None => forecast.engine(),
        };
        self.search(Schedule {
            in_any_order: true,
            ..forecast.schedule(engine, solver.most_threads(), false)
        })
    }

    fn forecast(&self) -> Result<Forecast, Stopped> {
        let Some(distinct) = &self.distinct else {
            return self.solver.forecast();
        };
        let forecast = distinct.forecast_until(WALKS, &self.solver.stop)?;
        self.solver.decide(&Decision::Forecast(&forecast));
        Ok(forecast)
    }

    /// Sweeps for as long as a trial lasts; none if it does not come to its end by then, or the
    /// problem cannot be swept.
    #[cfg(feature = "frontier")]
    fn try_sweep(&self, trial: SweepTrial) -> Option<(Ending, FrontierReport)> {
        let solver = self.solver;
        let seconds = Some(trial.seconds);
        solver.decide(&Decision::Sweep { seconds });
        match self.sweep(trial.most_work.min(solver.budget.most_work())) {
            Ok((Ending::OutOfBudget, _)) => {
                solver.decide(&Decision::SweepGivenUp);
                None
            }
            Ok(swept) => Some(swept),
            Err(error) => {
                solver.decide(&Decision::SweepRefused(&error));
                None
            }
        }
    }

    /// Sweeps, for no more than `most_work`.
    #[cfg(feature = "frontier")]
    fn sweep(&self, most_work: u64) -> Result<(Ending, FrontierReport), FrontierError> {
        self.solver
            .run_sweep(&self.frontier, most_work, &mut |frontier, watcher| {
                frontier.count_watched(watcher)
            })
    }

    /// Searches for all of them, alone.
    fn search(&self, schedule: Schedule) -> Result<(Ending, Counted), SolverError> {
        self.solver.decide(&Decision::Search(&schedule));
        let mut gate = Gate::new(self.solver);
        let mut stats = PartStats::default();
        let ended = self.search_on(&schedule, None, &mut gate.listener(&mut stats, Continue));
        let ended = ended.map_err(SolverError::of_schedule)?;
        let ending = if ended.complete {
            Ending::Answered
        } else {
            gate.ending()
        };
        Ok((ending, Counted::Searched(schedule, stats)))
    }

    /// Searches, in turn with a sweep if there is one.
    pub(super) fn search_on(
        &self,
        schedule: &Schedule,
        turn: Option<Turn<'_>>,
        take: &mut Take<'_, ()>,
    ) -> Result<Ended, ScheduleError> {
        match (&self.distinct, turn) {
            (Some(distinct), None) => distinct.run_on(schedule, 0, &|_, _| None, take),
            (Some(distinct), Some(turn)) => {
                let distinct = distinct.in_turn(turn);
                distinct.run_on(schedule, 0, &|_, _| None, take)
            }
            (None, turn) => {
                let (problem, givens) = (self.solver.problem, &self.solver.givens);
                let sub = SubSearch {
                    turn,
                    ..SubSearch::of_all(problem, Heuristic::default(), givens, schedule.parts)
                };
                schedule.run_sub(&sub, &mut Skip(0), &|_, _| None, take)
            }
        }
    }
}
