//! Runs the restricted search (for one solution of each orbit) and the unrestricted search (of the whole tree)
//! alternately: see [`SearchPair`].

use std::cell::{OnceCell, RefCell};
use std::ops::ControlFlow::Break;

use tilewright_dlx::parallel::Event;
use tilewright_dlx::portfolio::{PairAdvance, Runner, SearchPair};
use tilewright_dlx::schedule::SearchTask;
use tilewright_dlx::{Distinct, Forecast, OptionId, PartStats, Schedule, Stopped, TreeEngine};

use super::precedent::PrecedentMethod;
use super::{CountResult, CountTask};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::{ProgressMeter, RunContext, WorkKind};
use crate::support::control_flow::break_if;

/// The unrestricted search, which visits the whole tree, with its progress so far.
pub(super) struct UnrestrictedSearch<'a> {
    distinct: Distinct<'a>,
    forecast: OnceCell<Forecast>,
    done: RefCell<PartsDone>,
}

/// The finished parts of a search, and its schedule.
#[derive(Debug, Clone, Default)]
struct PartsDone {
    parts: usize,
    tally: PartStats,
    schedule: Schedule,
}

impl PartsDone {
    fn add(&mut self, part: &PartStats) {
        self.parts += 1;
        self.tally.add(part);
    }
}

impl UnrestrictedSearch<'_> {
    /// The forecast of the search. It is made once, by random walks, and kept.
    pub(super) fn forecast(&self, monitor: &RunContext) -> Result<Forecast, Stopped> {
        if let Some(forecast) = self.forecast.get() {
            return Ok(*forecast);
        }
        monitor.resources.say(|| "without restrictions:".to_owned());
        let stop = monitor.stop();
        let forecast = monitor
            .resources
            .forecast(|walks| self.distinct.forecast_until(walks, stop))?;
        Ok(*self.forecast.get_or_init(|| forecast))
    }

    /// Begins the search after its finished parts, with the same engine as the restricted search,
    /// and returns it with its forecast. `None` if the run is stopped during the forecast.
    fn begin(
        &self,
        engine: TreeEngine,
        monitor: &RunContext,
    ) -> Option<(SearchTask<'_, ()>, Forecast)> {
        let forecast = self.forecast(monitor).ok()?;
        monitor
            .resources
            .say(|| "in parallel, without restrictions:".to_owned());
        let schedule = Schedule {
            in_any_order: true,
            ..monitor.resources.schedule_like(engine, &forecast)
        };
        let mut done = self.done.borrow_mut();
        done.schedule = schedule;
        let task = self.distinct.begin(&schedule, done.parts);
        task.spend(done.tally.profile.nodes());
        Some((task, forecast))
    }
}

/// The restricted search (for one solution of each orbit) in progress, and the unrestricted one (of the whole
/// tree) if it differs.
pub(super) struct PairRun<'r> {
    task: &'r CountTask<'r>,
    schedule: Schedule,
    pair: SearchPair<'r, ()>,
    unrestricted: Option<&'r UnrestrictedSearch<'r>>,
    /// Whether the first search of `pair` is the restricted one.
    is_restricted: bool,
    meter: ProgressMeter<'r>,
    /// The totals of the finished parts of the first search of `pair`.
    tally: PartStats,
}

/// How far the two searches have come after a turn. In each turn both are continued for a while.
pub(super) enum PairTurn {
    /// Neither search has ended. Holds the sum of their nodes.
    Left(u64),
    /// One search has ended, or both were stopped.
    Counted(Box<CountResult>),
    /// Each search has used all the nodes that it was allowed.
    Spent,
}

impl<'r> PairRun<'r> {
    /// Begins the restricted search after the parts that `checkpoint` has finished. Each search may
    /// use `most_nodes`.
    pub(super) fn begin(
        task: &'r CountTask<'r>,
        schedule: Schedule,
        checkpoint: &CheckpointFile,
        unrestricted: Option<&'r UnrestrictedSearch<'r>>,
        most_nodes: u64,
    ) -> Result<Self, SolveError> {
        let schedule = Schedule {
            in_any_order: true,
            ..schedule
        };
        let restricted = task.restricted.begin(&schedule, checkpoint.done());
        restricted.spend(checkpoint.tally().profile.nodes());
        let forecast = task.forecast()?;
        let mut pair = SearchPair::new(restricted, schedule.engine, &forecast, most_nodes);
        if unrestricted.is_none() {
            pair = pair.alone();
        }
        if checkpoint.keeps() {
            pair = pair.with_checkpoints();
        }
        Ok(Self {
            task,
            schedule,
            pair,
            unrestricted,
            is_restricted: true,
            meter: ProgressMeter::new(task.monitor, WorkKind::Search),
            tally: checkpoint.tally().clone(),
        })
    }

    /// Begins one search alone: the unrestricted one if it is given, otherwise the restricted one.
    pub(super) fn alone(
        task: &'r CountTask<'r>,
        schedule: Schedule,
        unrestricted: Option<&'r UnrestrictedSearch<'r>>,
        most_nodes: u64,
    ) -> Self {
        let schedule = Schedule {
            in_any_order: true,
            ..schedule
        };
        let search = unrestricted.map_or(&task.restricted, |whole| &whole.distinct);
        let begun = search.begin(&schedule, 0);
        let forecast = Forecast::default();
        Self {
            task,
            schedule,
            pair: SearchPair::new(begun, schedule.engine, &forecast, most_nodes).alone(),
            unrestricted: None,
            is_restricted: unrestricted.is_none(),
            meter: ProgressMeter::new(task.monitor, WorkKind::Search),
            tally: PartStats::default(),
        }
    }

    /// Continues both searches until one ends. `None` if each takes more nodes than it may use.
    pub(super) fn finish(
        mut self,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Option<CountResult>, SolveError> {
        match self.advance(u64::MAX, checkpoint)? {
            PairTurn::Counted(count) => Ok(Some(*count)),
            PairTurn::Spent | PairTurn::Left(_) => Ok(None),
        }
    }

    /// The engine of the restricted search.
    pub(super) fn engine(&self) -> TreeEngine {
        self.schedule.engine
    }

    /// Continues both searches until the sum of their nodes exceeds `most_nodes`. Adds finished
    /// parts to `checkpoint`.
    pub(super) fn advance(
        &mut self,
        most_nodes: u64,
        checkpoint: &mut CheckpointFile,
    ) -> Result<PairTurn, SolveError> {
        let (task, unrestricted, engine) = (self.task, self.unrestricted, self.schedule.engine);
        let monitor = task.monitor;
        let (meter, tally) = (&mut self.meter, &mut self.tally);
        let mut failure = None;
        let advance = self.pair.advance(
            most_nodes,
            &|_, _| None,
            &mut |event| match event {
                Event::Item(()) => meter.flow(),
                Event::Part(part) => {
                    tally.add(&part);
                    if let Err(error) = checkpoint.part(&part, None, || Ok::<(), SolveError>(())) {
                        failure = Some(error);
                        return Break(());
                    }
                    meter.flow()
                }
                Event::Unfinished(part) => {
                    tally.add(&part);
                    Break(())
                }
                Event::Progress(progress) => meter.on_progress(&progress),
            },
            &mut move || unrestricted?.begin(engine, monitor),
            &mut |event| {
                if let (Event::Part(part), Some(unrestricted)) = (&event, unrestricted) {
                    unrestricted.done.borrow_mut().add(part);
                }
                break_if(monitor.is_set())
            },
        )?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        match advance {
            PairAdvance::Left => Ok(PairTurn::Left(self.pair.spent())),
            PairAdvance::Spent => Ok(PairTurn::Spent),
            PairAdvance::Ended(Runner::First) => {
                let (first, _) = self.pair.tasks();
                self.tally.profile.merge(&first.above());
                self.ended(self.schedule, &self.tally, self.is_restricted)
            }
            PairAdvance::Ended(Runner::Second) => self.unrestricted_ended(),
            PairAdvance::Stopped => self
                .stop(checkpoint)
                .map(|count| PairTurn::Counted(Box::new(count))),
        }
    }

    fn unrestricted_ended(&self) -> Result<PairTurn, SolveError> {
        let (_, Some(second)) = self.pair.tasks() else {
            unreachable!("invariant: a search that has ended has begun");
        };
        let Some(unrestricted) = self.unrestricted else {
            unreachable!("invariant: a search that has ended is there");
        };
        self.task
            .monitor
            .resources
            .say(|| "search: the one without restrictions ended first".to_owned());
        let PartsDone {
            mut tally,
            schedule,
            ..
        } = unrestricted.done.borrow().clone();
        tally.profile.merge(&second.above());
        self.ended(schedule, &tally, false)
    }

    /// Makes the result of the count from a search that has ended, and records how it was made.
    fn ended(
        &self,
        schedule: Schedule,
        tally: &PartStats,
        restricted: bool,
    ) -> Result<PairTurn, SolveError> {
        let engine = schedule.engine;
        let method = if restricted {
            PrecedentMethod::Restricted(engine)
        } else {
            PrecedentMethod::Unrestricted(engine)
        };
        self.task.record(method, tally.profile.nodes());
        let count = self.task.counted(schedule, tally, true)?;
        Ok(PairTurn::Counted(Box::new(CountResult {
            restricted,
            ..count
        })))
    }

    /// Stops both searches and returns the count so far. Writes the checkpoint if the stop flag was
    /// set.
    pub(super) fn stop(
        &mut self,
        checkpoint: &mut CheckpointFile,
    ) -> Result<CountResult, SolveError> {
        self.tally.add(&self.pair.give_up_first());
        let count = CountResult {
            restricted: self.is_restricted,
            ..self.task.counted(self.schedule, &self.tally, false)?
        };
        if count.interrupted {
            checkpoint.stop(|| Ok::<(), SolveError>(()))?;
        }
        Ok(count)
    }
}

impl CountTask<'_> {
    /// The search of the whole tree, if it differs from the search for one solution of each orbit.
    pub(super) fn unrestricted(&self) -> Result<Option<UnrestrictedSearch<'_>>, SolveError> {
        if !self.distinct.is_restricted() {
            return Ok(None);
        }
        let symmetries = &self.group.symmetries;
        let mut whole = Distinct::unrestricted(self.instance.problem(), symmetries)?;
        if self.instance.filter().is_some() {
            whole = whole.accepting(|options: &[OptionId]| self.instance.accepts(options));
        }
        Ok(Some(UnrestrictedSearch {
            distinct: whole,
            forecast: OnceCell::new(),
            done: RefCell::default(),
        }))
    }

    /// Counts by the search for one solution of each orbit, resuming after the finished parts of
    /// `checkpoint`, or by the search of the whole tree if that ends first. `None` if each takes
    /// more than `most_nodes`.
    pub(super) fn count_by_pair(
        &self,
        schedule: Schedule,
        checkpoint: &mut CheckpointFile,
        unrestricted: Option<&UnrestrictedSearch<'_>>,
        most_nodes: u64,
    ) -> Result<Option<CountResult>, SolveError> {
        PairRun::begin(self, schedule, checkpoint, unrestricted, most_nodes)?.finish(checkpoint)
    }
}
