//! A sweep and the searches, in turns.
//!
//! Which of them is the faster is forecast by random walks, which seldom see the few large subtrees
//! of a search, and know nothing of a sweep. So all are tried:
//!
//! 1. the search alone, as long as it is forecast to take, where that is no more than [`SHORT`] seconds;
//! 2. the sweep, as long as it is likely to end before the search is forecast to, by how it has grown
//!    so far: where it is the faster one it is so by far, as a rule;
//! 3. the search, for as long as it is forecast to take, beside which the sweep has a small share of the
//!    time to find out what it is likely to take;
//! 4. both in equal turns, if the sweep is likely to end before the search has taken twice as long
//!    as it has; else the sweep has a small share again.
//!
//! Nothing is done twice: who has not the turn sleeps. So little is lost where the forecast of the search
//! is right, and about a factor of two at most where it is not and that of the sweep is.
//!
//! Work is counted and no time, so the winner is the same on every machine.

use std::ops::ControlFlow::{self, Break, Continue};
use std::thread;

use num_bigint::BigUint;
use tilewright_dlx::turns::{Runner, Turn, Turns};
use tilewright_dlx::{
    Forecast, FrontierProgress, FrontierReport, SweepForecast, SweepTrial, TreeEngine,
};

use super::race::{EndAtLast, Rival};
use super::total::{self, as_search};
use super::{Count, Job, SHORT_SWEEP};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::{Kind, Watch, rough};

/// The seconds of one thread that a turn lasts.
const TURN: f64 = 0.01;

/// A search that is forecast to take no longer than so many seconds of one thread begins alone, for as
/// long as it is forecast to, and no shorter than [`LEAST_ALONE`].
const SHORT: f64 = 0.05;
const LEAST_ALONE: f64 = 0.025;

/// The options of a problem whose nodes take the engines as long as a forecast says; those of larger
/// ones take longer in proportion (measured in November 2026 on 3,000 to 7,000 options).
const OPTIONS: f64 = 2000.0;

/// The work of a sweep in so many seconds of one thread.
fn work_in(seconds: f64) -> u64 {
    SweepTrial::of_seconds(seconds).most_work
}

/// Leaves the turns to the search when it is dropped, by a panic too: nobody must wait for ever.
struct LeaveAtLast<'t>(&'t Turns<'t>);

impl Drop for LeaveAtLast<'_> {
    fn drop(&mut self) {
        self.0.leave(Runner::First);
    }
}

impl Job<'_> {
    /// Counts by a sweep or a search, whichever ends first in its turns, without checkpoints.
    pub(super) fn contest(
        &self,
        forecast: Forecast,
        rival: Option<&Rival<'_>>,
    ) -> Result<Count, SolveError> {
        let expected = forecast.seconds(forecast.engine());
        let alone = if expected <= SHORT {
            expected.max(LEAST_ALONE)
        } else {
            0.0
        };
        self.resources.say(|| {
            if alone > 0.0 {
                format!("search: alone for about {}", rough(alone))
            } else {
                format!("sweep: tried if likely to end in {}", rough(expected))
            }
        });
        let turns = Turns::new(0, work_in(TURN), u64::MAX)
            .favouring_second(work_in(expected), work_in(alone));
        let (searched, swept) = thread::scope(|scope| {
            let end = EndAtLast(&turns);
            let turns = end.0;
            let run = move || {
                let _leaves = LeaveAtLast(turns);
                self.sweep_in(turns, forecast)
            };
            let beside = thread::Builder::new().spawn_scoped(scope, run).ok();
            if beside.is_none() {
                turns.leave(Runner::First);
            }
            let searched = self.search_in(turns.of(Runner::Second), forecast, rival);
            drop(end);
            let panic = |panic| std::panic::resume_unwind(panic);
            let swept = beside.map(|beside| beside.join().unwrap_or_else(panic));
            (searched, swept.unwrap_or(Ok(None)))
        });
        if let Some(count) = searched? {
            return Ok(count);
        }
        let watch = Watch::new(self.monitor, Kind::Sweep);
        let count = match swept? {
            Some(report) => {
                let checkpoint = &mut CheckpointFile::nothing();
                self.swept(&report.count, report.complete, watch, checkpoint)?
            }
            None => match self.refuted.get() {
                Some(Some(_)) => Count::none(),
                _ => return Err(SolveError::Interrupted),
            },
        };
        // The reason is told however short the sweep was.
        let is_zero = count.solutions.exact() == Some(&BigUint::ZERO);
        let obstacle = is_zero.then(|| self.refuted(|| Some(forecast))).flatten();
        Ok(obstacle.cloned().map_or(count, Count::refuted))
    }

    /// Sweeps when it has the turn, and ends the turns if it comes to its end or is stopped; none
    /// if the others end them, or the puzzle cannot be swept.
    fn sweep_in(
        &self,
        turns: &Turns<'_>,
        forecast: Forecast,
    ) -> Result<Option<FrontierReport>, SolveError> {
        let turn = turns.of(Runner::First);
        // To begin counts too: where the search begins alone, not before it has had its due.
        if turn.count(1).is_break() {
            return Ok(None);
        }
        let swept = total::attempt(self.resources, || self.sweep_on(turn, forecast))?;
        match swept {
            // What was refuted has no turn any more.
            Some(report) if report.complete || self.monitor.is_set() => {
                let is_first = turn.count(0).is_continue();
                turns.end();
                Ok(Some(report).filter(|_| is_first))
            }
            _ => Ok(None),
        }
    }

    fn sweep_on(
        &self,
        turn: Turn<'_>,
        forecast: Forecast,
    ) -> Result<Option<FrontierReport>, SolveError> {
        let all = self.folded()?;
        let mut watch = Watch::new(self.monitor, Kind::Sweep);
        let mut counted = 0;
        let mut likely = SweepForecast::new();
        let mut hear = |progress: &FrontierProgress| -> ControlFlow<()> {
            watch.hear(&as_search(progress))?;
            let is_short = progress.work <= work_in(SHORT_SWEEP);
            if !is_short && self.refuted(|| Some(forecast)).is_some() {
                return Break(());
            }
            let work = progress.work.saturating_sub(counted);
            // Preparations tell of none.
            counted = counted.max(progress.work);
            turn.count(work)?;
            if likely.hear(progress) {
                turn.expect(likely.work());
            }
            Continue(())
        };
        let report = all.frontier()?.count_watched(&mut hear)?;
        if report.complete {
            total::say_swept(self.resources, &report);
        }
        Ok(Some(report))
    }

    /// Searches when it has the turn; none if there is no solution, or the turns ended before
    /// anything was searched.
    fn search_in(
        &self,
        turn: Turn<'_>,
        mut forecast: Forecast,
        rival: Option<&Rival<'_>>,
    ) -> Result<Option<Count>, SolveError> {
        if turn.count(0).is_break() || self.refuted(|| Some(forecast)).is_some() {
            return Ok(None);
        }
        let checkpoint = &mut CheckpointFile::nothing();
        loop {
            checkpoint.go_by(forecast);
            let schedule = self
                .resources
                .resume(checkpoint, true, || self.forecast())?;
            // Threads are not worth their start yet, but may be later.
            let most_nodes = if forecast.is_worth_threads() {
                u64::MAX
            } else {
                forecast.nodes_within(2.0)
            };
            let within = Some((turn, self.work_per_node(schedule.engine)?));
            let count = self.race(schedule, checkpoint, rival, most_nodes, within)?;
            if count.is_some() || turn.is_over() {
                return Ok(count);
            }
            self.resources
                .say(|| "search: longer than forecast".to_owned());
            forecast = forecast.times(4.0);
        }
    }

    /// The work of a sweep that takes as long as a node of a search.
    fn work_per_node(&self, engine: TreeEngine) -> Result<u64, SolveError> {
        let seconds = self.forecast()?.seconds_per_node(engine);
        let options = u32::try_from(self.instance.problem().option_count()).unwrap_or(u32::MAX);
        let work = work_in(1e3 * seconds * (f64::from(options) / OPTIONS).max(1.0)) / 1000;
        Ok(work.max(1))
    }
}
