//! The restricted search and that of the whole tree, in turns: see [`SearchPair`].

use std::cell::{OnceCell, RefCell};
use std::ops::ControlFlow::{Break, Continue};

use tilewright_dlx::parallel::Event;
use tilewright_dlx::portfolio::{PairAdvance, Runner, SearchPair};
use tilewright_dlx::schedule::SearchTask;
use tilewright_dlx::{
    Distinct, Forecast, OptionId, PartStats, Schedule, Stopped, SymmetryCase, TreeEngine,
};

use super::{Count, Job};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor, Watch};

/// The search of the whole tree, as far as it has come.
pub(super) struct Rival<'a> {
    distinct: Distinct<'a>,
    forecast: OnceCell<Forecast>,
    done: RefCell<Done>,
}

/// The parts that are done of a search, and how it is carried out.
#[derive(Debug, Clone, Default)]
struct Done {
    parts: usize,
    tally: PartStats,
    schedule: Schedule,
}

impl Done {
    fn add(&mut self, part: &PartStats) {
        self.parts += 1;
        self.tally.add(part);
    }
}

impl Rival<'_> {
    /// What it is forecast to take, from walks made once.
    pub(super) fn forecast(
        &self,
        resources: &Resources,
        monitor: &Monitor,
    ) -> Result<Forecast, Stopped> {
        if let Some(forecast) = self.forecast.get() {
            return Ok(*forecast);
        }
        resources.say(|| "without restrictions:".to_owned());
        let stop = monitor.stop();
        let forecast = resources.forecast(|walks| self.distinct.forecast_until(walks, stop))?;
        Ok(*self.forecast.get_or_init(|| forecast))
    }

    /// Begins it after the parts that are done, by the engine of the search that it is beside.
    fn begin(
        &self,
        engine: TreeEngine,
        resources: &Resources,
        monitor: &Monitor,
    ) -> Option<(SearchTask<'_, ()>, Forecast)> {
        let forecast = self.forecast(resources, monitor).ok()?;
        resources.say(|| "beside it, without restrictions:".to_owned());
        let schedule = Schedule {
            in_any_order: true,
            ..resources.schedule_like(engine, &forecast)
        };
        let mut done = self.done.borrow_mut();
        done.schedule = schedule;
        let task = self.distinct.begin(&schedule, done.parts);
        task.spend(done.tally.profile.nodes());
        Some((task, forecast))
    }
}

/// The restricted search under way, and the one of the whole tree if it is another one.
pub(super) struct Race<'r> {
    job: &'r Job<'r>,
    schedule: Schedule,
    pair: SearchPair<'r>,
    rival: Option<&'r Rival<'r>>,
    watch: Watch<'r>,
    /// What the restricted search has found.
    tally: PartStats,
}

/// How a race comes out of its turn.
pub(super) enum Raced {
    /// Neither has come to its end: the nodes of both.
    Left(u64),
    /// One has come to its end, or both were stopped.
    Counted(Box<Count>),
    /// Each has had the nodes that it may have.
    Spent,
}

impl<'r> Race<'r> {
    /// Begins the restricted search after the parts that `checkpoint` knows to be done. Each may have so
    /// many nodes.
    pub(super) fn begin(
        job: &'r Job<'r>,
        schedule: Schedule,
        checkpoint: &CheckpointFile,
        rival: Option<&'r Rival<'r>>,
        most_nodes: u64,
    ) -> Result<Self, SolveError> {
        let schedule = Schedule {
            in_any_order: true,
            ..schedule
        };
        let restricted = job.restricted.begin(&schedule, checkpoint.done());
        restricted.spend(checkpoint.tally().profile.nodes());
        let forecast = job.forecast()?;
        let mut pair = SearchPair::new(restricted, schedule.engine, &forecast, most_nodes);
        if rival.is_none() {
            pair = pair.alone();
        }
        if checkpoint.keeps() {
            pair = pair.with_checkpoints();
        }
        Ok(Self {
            job,
            schedule,
            pair,
            rival,
            watch: Watch::new(job.monitor, Kind::Search),
            tally: checkpoint.tally().clone(),
        })
    }

    /// The engine of the restricted search.
    pub(super) fn engine(&self) -> TreeEngine {
        self.schedule.engine
    }

    /// Goes on until the nodes of both are more than `most_nodes`. `checkpoint` counts the parts that are
    /// done.
    pub(super) fn advance(
        &mut self,
        most_nodes: u64,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Raced, SolveError> {
        let (job, rival, engine) = (self.job, self.rival, self.schedule.engine);
        let (resources, monitor) = (job.resources, job.monitor);
        let (watch, tally) = (&mut self.watch, &mut self.tally);
        let mut failure = None;
        let advance = self.pair.advance(
            most_nodes,
            &mut |event| match event {
                Event::Item(()) => watch.flow(),
                Event::Part(part) => {
                    tally.add(&part);
                    if let Err(error) = checkpoint.part(&part, None, || Ok::<(), SolveError>(())) {
                        failure = Some(error);
                        return Break(());
                    }
                    watch.flow()
                }
                Event::Unfinished(part) => {
                    tally.add(&part);
                    Break(())
                }
                Event::Progress(progress) => watch.hear(&progress),
            },
            &mut move || rival?.begin(engine, resources, monitor),
            &mut |event| {
                if let (Event::Part(part), Some(rival)) = (&event, rival) {
                    rival.done.borrow_mut().add(part);
                }
                if monitor.is_set() {
                    Break(())
                } else {
                    Continue(())
                }
            },
        )?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        match advance {
            PairAdvance::Left => Ok(Raced::Left(self.pair.spent())),
            PairAdvance::Spent => Ok(Raced::Spent),
            PairAdvance::Ended(Runner::First) => {
                let (restricted, _) = self.pair.tasks();
                self.tally.profile.merge(&restricted.above());
                let count = self.job.counted(self.schedule, &self.tally, true)?;
                Ok(Raced::Counted(Box::new(count)))
            }
            PairAdvance::Ended(Runner::Second) => self.rival_ended(),
            PairAdvance::Stopped => self
                .stop(checkpoint)
                .map(|count| Raced::Counted(Box::new(count))),
        }
    }

    fn rival_ended(&self) -> Result<Raced, SolveError> {
        let (_, Some(second)) = self.pair.tasks() else {
            unreachable!("invariant: a search that has ended has begun");
        };
        let Some(rival) = self.rival else {
            unreachable!("invariant: a search that has ended is there");
        };
        let resources = self.job.resources;
        resources.say(|| "search: the one without restrictions ended first".to_owned());
        let Done {
            mut tally,
            schedule,
            ..
        } = rival.done.borrow().clone();
        tally.profile.merge(&second.above());
        let count = self.job.counted(schedule, &tally, true)?;
        Ok(Raced::Counted(Box::new(Count {
            restricted: false,
            ..count
        })))
    }

    /// Stops both: what is known by now, of which a checkpoint is kept.
    pub(super) fn stop(&mut self, checkpoint: &mut CheckpointFile) -> Result<Count, SolveError> {
        self.tally.add(&self.pair.give_up_first());
        let count = self.job.counted(self.schedule, &self.tally, false)?;
        if count.interrupted {
            checkpoint.stop(|| Ok::<(), SolveError>(()))?;
        }
        Ok(count)
    }
}

impl Job<'_> {
    /// The search of the whole tree, if the restricted one is another one.
    pub(super) fn rival(&self) -> Result<Option<Rival<'_>>, SolveError> {
        let restricted = |case: &SymmetryCase| !case.restrictions.is_empty();
        if !self.distinct.cases().iter().any(restricted) {
            return Ok(None);
        }
        let symmetries = &self.group.symmetries;
        let mut whole = Distinct::unrestricted(self.instance.problem(), symmetries)?;
        if self.instance.filter().is_some() {
            whole = whole.accepting(|options: &[OptionId]| self.instance.accepts(options));
        }
        Ok(Some(Rival {
            distinct: whole,
            forecast: OnceCell::new(),
            done: RefCell::default(),
        }))
    }

    /// Counts by the restricted search, after the parts that `checkpoint` knows to be done, or by the rival
    /// if that ends first; none if each takes more than `most_nodes`.
    pub(super) fn race(
        &self,
        schedule: Schedule,
        checkpoint: &mut CheckpointFile,
        rival: Option<&Rival<'_>>,
        most_nodes: u64,
    ) -> Result<Option<Count>, SolveError> {
        let mut race = Race::begin(self, schedule, checkpoint, rival, most_nodes)?;
        match race.advance(u64::MAX, checkpoint)? {
            Raced::Counted(count) => Ok(Some(*count)),
            Raced::Spent | Raced::Left(_) => Ok(None),
        }
    }
}
