//! The restricted search and the search for all solutions, in turns.
//!
//! Restrictions make most searches smaller. But they change which item has the
//! fewest options, and now and then lead the search astray, by any factor. So the
//! search of the whole tree takes turns with it: the count costs at most twice
//! the work that the lesser of the two takes. As long as the restricted search
//! has done less than three quarters of what random walks forecast for the whole
//! tree, it goes on alone: as a rule it ends in that time, and the other one never begins.
//! (Walks seldom forecast too much: by Markov's inequality, k times as much with
//! a chance of one in k at most.)

use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use tilewright_dlx::turns::{Runner, Turn, Turns};
use tilewright_dlx::{
    Distinct, Forecast, OptionId, PartStats, Schedule, Stopped, SymmetryCase, TreeEngine,
};

use super::{Count, Job};
use crate::cover::Instance;
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::resources::Resources;
use crate::solve::search::{Heard, Monitor, Scope, Search, SearchEnd};

/// The nodes of a turn: milliseconds.
const QUANTUM: u64 = 1 << 16;

/// The seconds of one thread that the restricted search has to begin with: less
/// would not pay for a forecast of the other one.
const HEAD_START: f64 = 0.1;

/// The share of what is forecast for the whole tree up to which the restricted
/// search goes on alone.
const ALONE: f64 = 0.75;

/// Where checkpoints are kept, the search of the whole tree, of which they hold
/// nothing, ends after this many nodes: it must not be caught up with again and
/// again.
const WITH_CHECKPOINTS: u64 = 1 << 20;

/// The search of the whole tree, as far as it has come.
pub(super) struct Rival<'a> {
    instance: &'a Instance,
    distinct: Distinct<'a>,
    forecast: OnceLock<Forecast>,
    progress: Mutex<Done>,
}

/// The search that a rival is beside.
#[derive(Debug, Clone, Copy)]
struct Restricted {
    engine: TreeEngine,
    forecast: Forecast,
}

/// The parts that are done of a search.
#[derive(Debug, Clone, Default)]
struct Done {
    parts: usize,
    tally: PartStats,
}

/// Ends the turns when it is dropped, by a panic too: the other search must not
/// wait for ever.
struct EndAtLast<'t>(&'t Turns<'t>);

impl Drop for EndAtLast<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl<'a> Rival<'a> {
    fn new(instance: &'a Instance, distinct: Distinct<'a>) -> Self {
        Self {
            instance,
            distinct,
            forecast: OnceLock::new(),
            progress: Mutex::default(),
        }
    }

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

    /// Searches when it has the turn; what was found, if it came to the end.
    fn run(
        &self,
        turns: &Turns<'_>,
        restricted: Restricted,
        resources: &Resources,
        monitor: &Monitor,
    ) -> Result<Option<(SearchEnd, Schedule)>, SolveError> {
        let turn = turns.of(Runner::Second);
        if turn.count(0).is_break() {
            return Ok(None);
        }
        let forecast = self.forecast(resources, monitor)?;
        let least = forecast.least_nodes / forecast.nodes.max(1.0);
        let Restricted {
            engine,
            forecast: own,
        } = restricted;
        let alone = forecast.seconds(engine) * least.max(ALONE);
        turn.extend_first_turn(own.nodes_in(engine, alone));
        let Done { parts, tally } = self.done().clone();
        if turn.count(tally.profile.nodes()).is_break() {
            return Ok(None);
        }
        resources.say(|| "beside it, without restrictions:".to_owned());
        let accept = |options: &[OptionId]| self.instance.accepts(options);
        let mut distinct = self.distinct.in_turn(turn);
        if self.instance.filter().is_some() {
            distinct = distinct.accepting(&accept);
        }
        let schedule = resources.schedule_like(engine, &forecast);
        let search = Search {
            scope: Scope::Distinct(&distinct),
            schedule: Schedule {
                in_any_order: true,
                ..schedule
            },
            done: parts,
        };
        let mut ended =
            search.run::<(), SolveError>(&monitor.quietly(), &|_, _| None, |heard| {
                if let Heard::Part(part) = heard {
                    let mut done = self.done();
                    done.parts += 1;
                    done.tally.add(part);
                }
                Ok(ControlFlow::Continue(()))
            })?;
        if !ended.complete || turn.count(0).is_break() {
            return Ok(None);
        }
        turns.end();
        ended.tally.add(&tally);
        Ok(Some((ended, schedule)))
    }

    fn done(&self) -> MutexGuard<'_, Done> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
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
        let whole = Distinct::unrestricted(self.instance.problem(), symmetries)?;
        Ok(Some(Rival::new(self.instance, whole)))
    }

    /// Counts by the restricted search, after the parts that `checkpoint` knows to be
    /// done, or by the rival if that ends first; none if each takes more than so
    /// many nodes, or the turn that both are `within` is over, in which a node costs so
    /// much. Parts that are done are not done again.
    pub(super) fn race(
        &self,
        schedule: Schedule,
        checkpoint: &mut CheckpointFile,
        rival: Option<&Rival<'_>>,
        most_nodes: u64,
        within: Option<(Turn<'_>, u64)>,
    ) -> Result<Option<Count>, SolveError> {
        let restricted = Restricted {
            engine: schedule.engine,
            forecast: self.forecast()?,
        };
        let head_start = restricted.forecast.nodes_in(schedule.engine, HEAD_START);
        let mut turns = Turns::new(head_start, QUANTUM, most_nodes);
        if let Some((turn, cost)) = within {
            turns = turns.within(turn, cost);
        }
        if checkpoint.keeps() {
            turns.let_second_leave_after(WITH_CHECKPOINTS);
        }
        let (resources, monitor) = (self.resources, self.monitor);
        thread::scope(|scope| {
            let end = EndAtLast(&turns);
            let turns = end.0;
            let contest = |rival| {
                let run = move || {
                    let run = Rival::run(rival, turns, restricted, resources, monitor);
                    match &run {
                        // It cannot be carried out: the restricted search goes on alone.
                        Err(_) => turns.leave(Runner::Second),
                        Ok(None) if monitor.is_set() => turns.end(),
                        Ok(_) => {}
                    }
                    run
                };
                thread::Builder::new().spawn_scoped(scope, run).ok()
            };
            let contest = rival.and_then(contest);
            if contest.is_none() {
                turns.leave(Runner::Second);
            }
            let restricted = self.search(schedule, checkpoint, Some(turns.of(Runner::First)));
            drop(end);
            let second = contest.map(|second| {
                let panic = |panic| std::panic::resume_unwind(panic);
                second.join().unwrap_or_else(panic)
            });
            match (restricted?, second) {
                (Some(count), _) if count.complete => Ok(Some(count)),
                (_, Some(Ok(Some((ended, schedule))))) => {
                    resources.say(|| "search: the one without restrictions ended first".to_owned());
                    let mut count = self.counted(&ended, schedule, &ended.tally)?;
                    count.restricted = false;
                    Ok(Some(count))
                }
                (restricted, _) => Ok(restricted),
            }
        })
    }
}
