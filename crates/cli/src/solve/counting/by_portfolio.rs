//! Runs a sweep and the searches of a puzzle alternately: see [`Portfolio`].

use std::cell::{Cell, RefCell};
use std::io::{self, Read, Write};
use std::ops::ControlFlow::{self, Break, Continue};

use tilewright_dlx::portfolio::{
    Portfolio, PortfolioEnd, SearchTurn, sweep_work_in, work_per_node,
};
use tilewright_dlx::{
    Forecast, FrontierCheckpoints, FrontierProgress, FrontierReport, FrontierWatcher,
};

use super::precedent::PrecedentMethod;
use super::search_pair::{PairRun, PairTurn, UnrestrictedSearch};
use super::sweep_problem::{refused, say_swept};
use super::{CountResult, CountTask, SHORT_SWEEP};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::{ProgressMeter, WorkKind};
use crate::support::format::rough;

impl CountTask<'_> {
    /// Counts by a sweep or a search, whichever ends first. `None` if each takes longer than `most`
    /// seconds. Both resume from `checkpoint` and write to it.
    pub(super) fn first_to_end(
        &self,
        forecast: Forecast,
        unrestricted: Option<&UnrestrictedSearch<'_>>,
        most: Option<f64>,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Option<CountResult>, SolveError> {
        let portfolio = most.map_or_else(
            || Portfolio::new(&forecast),
            |seconds| Portfolio::within(&forecast, seconds),
        );
        self.monitor.resources.say(|| {
            if let Some(alone) = portfolio.seconds_alone() {
                format!("search: runs alone for about {}", rough(alone))
            } else {
                let seconds = rough(portfolio.seconds());
                format!("sweep: tried if likely to end within {seconds}")
            }
        });
        let store = SharedStore {
            checkpoint: RefCell::new(checkpoint),
            is_over: Cell::new(false),
        };
        let mut searches = Searches::new(self, forecast, unrestricted, &store);
        let mut meter: Option<ProgressMeter<'_>> = None;
        let short = sweep_work_in(SHORT_SWEEP);
        let mut work = 0;
        let end = portfolio.run(
            |watcher| self.sweep_in_turns(&store, watcher),
            &mut |progress: &FrontierProgress| -> ControlFlow<()> {
                let meter =
                    meter.get_or_insert_with(|| ProgressMeter::new(self.monitor, WorkKind::Sweep));
                work = work.max(progress.work);
                meter.on_progress(&progress.into())?;
                if progress.work > short && self.refuted(|| Some(forecast)).is_some() {
                    store.is_over.set(true);
                    return Break(());
                }
                Continue(())
            },
            &mut |limit| searches.advance(limit),
            &mut |error| refused(self.monitor, error),
        )?;
        drop(meter);
        let swept = match end {
            PortfolioEnd::Spent => return Ok(None),
            PortfolioEnd::Searched => match searches.end? {
                Some(count) => return Ok(Some(count)),
                None => None,
            },
            PortfolioEnd::Stopped(_) if self.refuted.get().is_some_and(Option::is_some) => None,
            PortfolioEnd::Stopped(report) => match searches.stop() {
                Some(count) => return count.map(Some),
                None => Some(report),
            },
            PortfolioEnd::Swept(report) => {
                say_swept(self.monitor, &report);
                self.record(PrecedentMethod::Sweep, work);
                Some(report)
            }
        };
        let count = match swept {
            Some(report) => {
                let meter = ProgressMeter::new(self.monitor, WorkKind::Sweep);
                let checkpoint = &mut store.checkpoint.borrow_mut();
                self.swept(&report.count, report.complete, meter, checkpoint)?
            }
            None => CountResult::none(),
        };
        Ok(Some(self.with_reason(count, || Some(forecast))))
    }

    fn sweep_in_turns(
        &self,
        store: &SharedStore<'_>,
        watcher: &mut FrontierWatcher<'_>,
    ) -> Result<FrontierReport, SolveError> {
        let frontier = self.folded()?.frontier()?;
        let mut shared = store;
        let keeps = store.checkpoint.borrow().keeps();
        let report = frontier.count_on(keeps.then_some(&mut shared as _), watcher);
        report.map_err(|error| store.checkpoint.borrow().of_sweep(error))
    }
}

/// Shares one checkpoint between a sweep and the searches that run between its steps.
struct SharedStore<'c> {
    checkpoint: RefCell<&'c mut CheckpointFile>,
    /// Whether the count is known. If so, the state of the sweep, which is then stopped, is not saved.
    is_over: Cell<bool>,
}

impl FrontierCheckpoints for &SharedStore<'_> {
    fn kept(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        self.checkpoint.borrow_mut().kept()
    }

    fn due(&mut self, bytes: u64) -> bool {
        self.checkpoint.borrow_mut().due(bytes)
    }

    fn keep(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        if self.is_over.get() {
            return Ok(());
        }
        self.checkpoint.borrow_mut().keep(write)
    }
}

/// The searches of a count, one after another. Each has a longer forecast than the one before, and so
/// may use more threads.
struct Searches<'j> {
    task: &'j CountTask<'j>,
    unrestricted: Option<&'j UnrestrictedSearch<'j>>,
    /// The forecast of the search. It is multiplied by 4 each time a search exceeds it.
    forecast: Forecast,
    store: &'j SharedStore<'j>,
    pair: Option<PairRun<'j>>,
    /// The work of all searches, in the units of a sweep's work.
    work: u64,
    /// `Ok(Some)` once a search has ended. `Ok(None)` until then, and if a refutation was found
    /// instead.
    end: Result<Option<CountResult>, SolveError>,
}

impl<'j> Searches<'j> {
    fn new(
        task: &'j CountTask<'j>,
        forecast: Forecast,
        unrestricted: Option<&'j UnrestrictedSearch<'j>>,
        store: &'j SharedStore<'j>,
    ) -> Self {
        Self {
            task,
            unrestricted,
            forecast,
            store,
            pair: None,
            work: 0,
            end: Ok(None),
        }
    }

    /// Continues the searches until their total work exceeds `limit`.
    fn advance(&mut self, limit: u64) -> SearchTurn {
        match self.try_advance(limit) {
            Ok(Some(work)) => SearchTurn::Left(work),
            Ok(None) => {
                let is_interrupted = matches!(&self.end, Ok(Some(count)) if count.interrupted);
                self.store.is_over.set(!is_interrupted);
                SearchTurn::Ended
            }
            Err(error) => {
                self.end = Err(error);
                SearchTurn::Ended
            }
        }
    }

    /// Continues the searches until their total work exceeds `limit`, and returns that work. `None`
    /// once there is a count or a refutation.
    fn try_advance(&mut self, limit: u64) -> Result<Option<u64>, SolveError> {
        let task = self.task;
        if task.refuted(|| Some(self.forecast)).is_some() {
            return Ok(None);
        }
        let own = task.forecast()?;
        loop {
            let mut pair = match self.pair.take() {
                Some(pair) => pair,
                None => self.begin()?,
            };
            let cost = work_per_node(&own, pair.engine());
            match pair.advance(limit / cost, &mut self.store.checkpoint.borrow_mut())? {
                PairTurn::Left(nodes) => {
                    self.pair = Some(pair);
                    self.work = self.work.max(nodes.saturating_mul(cost));
                    return Ok(Some(self.work));
                }
                PairTurn::Counted(count) => {
                    self.end = Ok(Some(*count));
                    return Ok(None);
                }
                PairTurn::Spent => {
                    let words = || "search: longer than forecast".to_owned();
                    task.monitor.resources.say(words);
                    self.forecast = self.forecast.times(4.0);
                }
            }
        }
    }

    /// Begins a search, on one thread unless its forecast is long enough for more.
    fn begin(&mut self) -> Result<PairRun<'j>, SolveError> {
        let task = self.task;
        let mut checkpoint = self.store.checkpoint.borrow_mut();
        let worth_threads = self.forecast.is_worth_threads();
        let schedule =
            (task.monitor.resources)
                .resume(&mut checkpoint, true, worth_threads, || task.forecast())?;
        // A search with a short forecast runs on one thread, with a limit of nodes. If it reaches the
        // limit, `try_advance` begins another search, whose forecast is four times as long.
        let most_nodes = if worth_threads {
            u64::MAX
        } else {
            self.forecast.nodes_within(schedule.engine, 2.0)
        };
        PairRun::begin(task, schedule, &checkpoint, self.unrestricted, most_nodes)
    }

    /// Stops the search that has begun and returns what it counted; `None` if none has begun.
    fn stop(&mut self) -> Option<Result<CountResult, SolveError>> {
        let pair = self.pair.as_mut()?;
        Some(pair.stop(&mut self.store.checkpoint.borrow_mut()))
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use num_bigint::BigUint;
    use tilewright_dlx::{Distinct, Engine};

    use super::*;
    use crate::cover::Instance;
    use crate::cover::orbits::PuzzleSymmetry;
    use crate::puzzle::Puzzle;
    use crate::solve::resources::Resources;
    use crate::solve::search::RunContext;

    const ENGINES: [Option<Engine>; 4] = [
        None,
        Some(Engine::Links),
        Some(Engine::Bits),
        Some(Engine::Frontier),
    ];

    /// The number of solutions, or `None` if no engine finishes within the time.
    fn counted_within(
        seconds: f64,
        text: &str,
        engine: Option<Engine>,
        threads: usize,
    ) -> Option<BigUint> {
        let instance = Instance::new(Puzzle::from_ron(text).unwrap()).unwrap();
        let group = PuzzleSymmetry::of(&instance).unwrap();
        let distinct = Distinct::new(instance.problem(), &group.symmetries).unwrap();
        let resources = Resources {
            engine,
            threads: NonZeroUsize::new(threads).unwrap(),
            ..Resources::default()
        };
        let monitor = RunContext::silent().with(resources);
        let task = CountTask::new(&instance, &group, &distinct, &monitor);
        let count = task.count_within(seconds).unwrap()?;
        Some(count.solutions.exact().unwrap().clone())
    }

    /// Checks a search that takes long but is forecast to take almost no time, since few walks of a
    /// forecast reach deep levels of a large board.
    #[test]
    fn what_takes_long_is_given_up_whatever_was_forecast() {
        let large = "(lattice: Square, board: Rect(30, 30), \
            pieces: [Set(of: Polyominoes(5), only: [\"Y\"], copies: 180)])";
        for (engine, threads) in ENGINES.into_iter().zip([2, 1, 2, 1]) {
            assert_eq!(
                counted_within(0.1, large, engine, threads),
                None,
                "{engine:?}"
            );
        }
    }

    #[test]
    fn what_ends_before_is_counted() {
        let small =
            "(lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(2), copies: 8)])";
        for engine in ENGINES {
            assert_eq!(counted_within(1.0, small, engine, 1), Some(36_u32.into()));
        }
    }
}
