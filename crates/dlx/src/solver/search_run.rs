//! Runs a search for an answer, adds up the results of its parts, and records why it ended.

use std::ops::ControlFlow::{self, Continue};

use super::stop_check::{Ending, StopCheck};
use super::{Decision, Solver, SolverError, WALKS};
use crate::distinct::Distinct;
use crate::forecast::Forecast;
use crate::parallel::{Advance, Event};
use crate::portfolio::{PairAdvance, Runner, SearchPair, SecondSearch};
use crate::schedule::{Map, PartStats, Schedule, TreeEngine};
use crate::search::{Heuristic, Progress};

/// A search in progress. If it finds only one solution of each orbit, a search of the whole tree may take turns
/// with it.
pub(super) struct SearchRun<'t, T> {
    solver: &'t Solver<'t>,
    pair: SearchPair<'t, T>,
    engine: TreeEngine,
    /// The search of the whole tree; `None` if it does not take turns with the restricted one.
    whole: Option<&'t Distinct<'t>>,
    stop_check: StopCheck<'t, 't>,
    stats: PartStats,
    /// The results so far of the search of the whole tree.
    whole_stats: PartStats,
    /// The last progress that the search has reported.
    pub(super) progress: Option<Progress>,
    is_done: bool,
}

impl<'t> SearchRun<'t, ()> {
    /// Begins the search for one solution of each orbit.
    pub(super) fn of_distinct(
        solver: &'t Solver<'t>,
        distinct: &'t Distinct<'t>,
        whole: Option<&'t Distinct<'t>>,
        schedule: Schedule,
        forecast: &Forecast,
    ) -> Self {
        solver.decide(&Decision::Search(&schedule));
        let task = distinct.begin(&schedule, 0);
        let pair = SearchPair::new(task, schedule.engine, forecast, u64::MAX);
        let pair = match whole {
            Some(_) => pair,
            None => pair.alone(),
        };
        Self::of(solver, pair, whole, schedule.engine)
    }

    /// Continues the search until the total number of nodes exceeds `limit`. Solutions are only counted.
    pub(super) fn count(&mut self, limit: u64) -> Result<Advance, SolverError> {
        let (solver, engine, whole) = (self.solver, self.engine, self.whole);
        self.advance_with(limit, &|_, _| None, &mut Continue, &mut || {
            let whole = whole?;
            let forecast = whole.forecast_until(WALKS, &solver.stop).ok()?;
            let schedule = solver.count_schedule(&forecast, forecast.engine_like(engine));
            solver.decide(&Decision::Search(&schedule));
            Some((whole.begin(&schedule, 0), forecast))
        })
    }
}

impl<'t, T: Send + 't> SearchRun<'t, T> {
    /// Begins the search for all solutions that contain the givens.
    pub(super) fn new(solver: &'t Solver<'t>, schedule: Schedule) -> Result<Self, SolverError> {
        solver.decide(&Decision::Search(&schedule));
        let begun = schedule.begin(solver.problem, Heuristic::default(), &solver.givens, 0);
        let task = begun.map_err(SolverError::of_schedule)?;
        let forecast = Forecast::default();
        let pair = SearchPair::new(task, schedule.engine, &forecast, u64::MAX).alone();
        Ok(Self::of(solver, pair, None, schedule.engine))
    }

    fn of(
        solver: &'t Solver<'t>,
        pair: SearchPair<'t, T>,
        whole: Option<&'t Distinct<'t>>,
        engine: TreeEngine,
    ) -> Self {
        Self {
            solver,
            pair,
            engine,
            whole,
            stop_check: StopCheck::new(solver),
            stats: PartStats::default(),
            whole_stats: PartStats::default(),
            progress: None,
            is_done: false,
        }
    }

    /// Continues the search until the total number of nodes exceeds `limit`. `take` receives the values that `map`
    /// makes of solutions, and may stop the search.
    pub(super) fn advance(
        &mut self,
        limit: u64,
        map: &Map<'_, T>,
        take: &mut dyn FnMut(T) -> ControlFlow<()>,
    ) -> Result<Advance, SolverError> {
        self.advance_with(limit, map, take, &mut || None)
    }

    fn advance_with(
        &mut self,
        limit: u64,
        map: &Map<'_, T>,
        take: &mut dyn FnMut(T) -> ControlFlow<()>,
        begin_whole: &mut SecondSearch<'_, 't, T>,
    ) -> Result<Advance, SolverError> {
        let (progress, solver) = (&mut self.progress, self.solver);
        let whole_stats = &mut self.whole_stats;
        let mut listen = self.stop_check.listener(&mut self.stats, take);
        let advance = self.pair.advance(
            limit,
            map,
            &mut |event| {
                if let Event::Progress(reached) = &event {
                    *progress = Some(*reached);
                }
                listen(event)
            },
            begin_whole,
            &mut |event| {
                if let Event::Part(part) = &event {
                    whole_stats.add(part);
                }
                // The restricted search finds the stop flag in its next turn, and reports the stop.
                if solver.stop.is_set() {
                    ControlFlow::Break(())
                } else {
                    Continue(())
                }
            },
        );
        drop(listen);
        Ok(match advance.map_err(SolverError::of_schedule)? {
            PairAdvance::Left => Advance::Left,
            PairAdvance::Ended(Runner::First) => {
                self.is_done = true;
                Advance::Done
            }
            PairAdvance::Ended(Runner::Second) => {
                self.stats = std::mem::take(&mut self.whole_stats);
                self.is_done = true;
                Advance::Done
            }
            PairAdvance::Stopped | PairAdvance::Spent => {
                let _ = self.stop_check.check_flag();
                Advance::Stopped
            }
        })
    }

    /// The total number of nodes searched so far.
    #[cfg(feature = "frontier")]
    pub(super) fn spent(&self) -> u64 {
        self.pair.spent()
    }

    /// Ends the search. Returns how it ended, and its results.
    pub(super) fn end(mut self) -> (Ending, PartStats) {
        if self.is_done {
            return (Ending::Answered, self.stats);
        }
        self.stats.add(&self.pair.give_up_first());
        (self.stop_check.ending(), self.stats)
    }
}
