//! A count by a sweep or a search, whichever is the faster: of all solutions, or of distinct ones.
//!
//! Where no engine is asked for, the search is forecast, and a sweep takes turns with it, as the
//! [portfolio](crate::portfolio) says. So the count takes little more than that of the faster of the two.

#[cfg(feature = "frontier")]
use std::cell::Cell;
use std::ops::ControlFlow::Continue;

use super::gate::{Ending, Gate};
use super::{Decision, Solver, SolverError, WALKS};
use crate::distinct::Distinct;
use crate::forecast::Forecast;
use crate::parallel::{Advance, Event};
use crate::schedule::{PartStats, Schedule, SearchTask, TreeEngine};
use crate::search::{Heuristic, Progress};
use crate::stop::Stopped;

#[cfg(feature = "frontier")]
use crate::clock::Interval;
#[cfg(feature = "frontier")]
use crate::engine::Engine;
#[cfg(feature = "frontier")]
use crate::frontier::{Frontier, FrontierError, FrontierProgress, FrontierReport, PULSE};
#[cfg(feature = "frontier")]
use crate::portfolio::{Portfolio, PortfolioEnd, SearchTurn, work_per_node};

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
            let (ending, report) = self.sweep()?;
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
        #[cfg(feature = "frontier")]
        if solver.engine.is_none() {
            return self.first_to_end(&forecast);
        }
        let engine = match solver.engine {
            Some(_) => solver.tree_engine()?,
            None => forecast.engine(),
        };
        self.search(self.schedule(&forecast, engine))
    }

    /// How the search is carried out that is forecast.
    fn schedule(&self, forecast: &Forecast, engine: TreeEngine) -> Schedule {
        Schedule {
            in_any_order: true,
            ..forecast.schedule(engine, self.solver.most_threads(), false)
        }
    }

    fn forecast(&self) -> Result<Forecast, Stopped> {
        let Some(distinct) = &self.distinct else {
            return self.solver.forecast();
        };
        let forecast = distinct.forecast_until(WALKS, &self.solver.stop)?;
        self.solver.decide(&Decision::Forecast(&forecast));
        Ok(forecast)
    }

    /// Sweeps, for no more than the budget.
    #[cfg(feature = "frontier")]
    fn sweep(&self) -> Result<(Ending, FrontierReport), FrontierError> {
        let most_work = self.solver.budget.most_work();
        self.solver
            .run_sweep(&self.frontier, most_work, &mut |frontier, watcher| {
                frontier.count_watched(watcher)
            })
    }

    /// Searches for all of them, alone.
    fn search(&self, schedule: Schedule) -> Result<(Ending, Counted), SolverError> {
        let mut search = CountSearch::new(self, schedule)?;
        search.advance(u64::MAX)?;
        Ok(search.end())
    }

    /// Counts by the sweep or the search, whichever ends first.
    #[cfg(feature = "frontier")]
    fn first_to_end(&self, forecast: &Forecast) -> Result<(Ending, Counted), SolverError> {
        let solver = self.solver;
        let schedule = self.schedule(forecast, forecast.engine());
        let cost = work_per_node(forecast, schedule.engine);
        // The progress of the search, once it has begun: what an observer is told never goes back.
        let searched = Cell::new(None);
        let mut search: Option<CountSearch<'_>> = None;
        let mut failure = None;
        let mut gate = Gate::new(solver);
        let mut pulse = Interval::new(PULSE);
        let portfolio = Portfolio::new(forecast).sweep_within(solver.budget.most_work());
        let seconds = Some(portfolio.seconds());
        let end = portfolio.run(
            || {
                solver.decide(&Decision::Sweep { seconds });
                Ok::<_, FrontierError>(self.frontier.clone().threads(solver.most_threads()))
            },
            &mut |progress: &FrontierProgress| {
                gate.look()?;
                if !pulse.is_over() {
                    return Continue(());
                }
                gate.tell(&searched.get().unwrap_or_else(|| progress.into()))
            },
            &mut |limit| {
                let advance = match &mut search {
                    Some(search) => search.advance(limit / cost),
                    None => CountSearch::new(self, schedule)
                        .and_then(|begun| search.insert(begun).advance(limit / cost)),
                };
                searched.set(search.as_ref().and_then(|search| search.progress));
                match (advance, &search) {
                    (Ok(Advance::Left), Some(search)) => {
                        SearchTurn::Left(search.task.spent().saturating_mul(cost))
                    }
                    (Ok(_), _) => SearchTurn::Ended,
                    (Err(error), _) => {
                        failure = Some(error);
                        SearchTurn::Ended
                    }
                }
            },
            &mut |refused| {
                solver.decide(&Decision::SweepRefused(&refused));
                Ok(())
            },
        )?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        Ok(match (end, search) {
            (PortfolioEnd::Swept(report), _) => {
                solver.decide(&Decision::Swept(&report));
                (Ending::Answered, Counted::Swept(report))
            }
            (PortfolioEnd::Searched, Some(search)) => search.end(),
            (PortfolioEnd::Stopped(_), Some(search)) => {
                let (_, counted) = search.end();
                (gate.ending(), counted)
            }
            (PortfolioEnd::Stopped(report), None) => (gate.ending(), Counted::Swept(report)),
            (PortfolioEnd::Searched | PortfolioEnd::Spent, _) => {
                unreachable!("invariant: there is no limit, and what ends has begun")
            }
        })
    }
}

/// The search of a count.
struct CountSearch<'t> {
    schedule: Schedule,
    task: SearchTask<'t, ()>,
    gate: Gate<'t, 't>,
    stats: PartStats,
    /// What was told of it last.
    progress: Option<Progress>,
    is_done: bool,
}

impl<'t> CountSearch<'t> {
    fn new(task: &'t CountTask<'t>, schedule: Schedule) -> Result<Self, SolverError> {
        let solver = task.solver;
        solver.decide(&Decision::Search(&schedule));
        let begun = match &task.distinct {
            Some(distinct) => Ok(distinct.begin(&schedule, 0)),
            None => schedule.begin(solver.problem, Heuristic::default(), &solver.givens, 0),
        };
        Ok(Self {
            schedule,
            task: begun.map_err(SolverError::of_schedule)?,
            gate: Gate::new(solver),
            stats: PartStats::default(),
            progress: None,
            is_done: false,
        })
    }

    /// Goes on until more than `limit` nodes are spent in all.
    fn advance(&mut self, limit: u64) -> Result<Advance, SolverError> {
        let (stats, progress) = (&mut self.stats, &mut self.progress);
        let mut listen = self.gate.listener(stats, Continue);
        let advance = self.task.advance(limit, &|_, _| None, &mut |event| {
            if let Event::Progress(told) = &event {
                *progress = Some(*told);
            }
            listen(event)
        });
        let advance = advance.map_err(SolverError::of_schedule)?;
        self.is_done = advance == Advance::Done;
        Ok(advance)
    }

    /// What was counted.
    fn end(mut self) -> (Ending, Counted) {
        let ending = if self.is_done {
            Ending::Answered
        } else {
            self.stats.add(&self.task.give_up());
            self.gate.ending()
        };
        (ending, Counted::Searched(self.schedule, self.stats))
    }
}
