//! Counting solutions, up to symmetry too, in three ways.
//!
//! - By *search*: restricted so that every orbit of solutions is met once
//!   ([`Distinct`]).
//! - By *sweep*: all solutions are counted without listing any, the few that
//!   have a symmetry are listed, and Burnside's lemma gives the orbits. One
//!   item keeps one option of each orbit, which stands for the others.
//!
//! - By *regions*, where the pieces are all of one size, each as often as one
//!   likes: solutions are partitions of the board then.
//!
//! Where a condition is asked of each solution, it is a search.
//!
//! Which one is faster is forecast. Another one certifies the number, if
//! that is asked for: if the two differ, that is an error.

mod by_boards;
mod by_orbits;
mod by_regions;
mod by_search;
mod by_sweep;
mod certificate;
mod contradiction;
mod count;
mod first_to_end;
mod job;
mod known;
mod of_parts;
mod race;
mod total;
mod whole;

use std::sync::OnceLock;

use num_bigint::BigUint;
use tilewright_dlx::{Distinct, Engine, Forecast, ItemId, OptionId, SweepTrial};

pub use by_boards::{BoardsCount, OrbitsByPieces, count_by_boards};
pub use by_sweep::distinct_of_all;
pub use contradiction::Contradiction;
pub use count::{CertifiedCount, Count};
pub use known::Known;
pub use total::{Total, count_all};
pub use whole::CountRequest;

pub use self::job::Job;
use crate::cover::Instance;
use crate::cover::cell_order;
use crate::cover::orbits::PuzzleSymmetry;
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::refute::feasibility::{Obstacle, refutation};
use crate::solve::resources::{Resources, WALKS};
use crate::solve::search::Monitor;
use crate::solve::symmetric::requested_kinds;
use crate::support::clock::Instant;
use race::Rival;
use total::All;

/// Where the restricted search is forecast to take longer, in seconds of one
/// thread, the search of the whole tree is forecast before anything is tried.
const LONG: f64 = 0.5;

/// A sweep that takes no longer than this on one thread, in seconds, is not
/// held up by looking for a proof that there is no solution.
const SHORT_SWEEP: f64 = 0.5;

/// Else a light one that takes no longer than this, once walks have told that it would be no more than this
/// share of the search: the rest of the forecast is told by trying the search out, and that takes longer.
const EARLY_SWEEP: f64 = 0.005;
const EARLY_SHARE: f64 = 0.015;

/// A sweep is light up to this weight: the seven as light of 44 published boards were swept in 0.4 to 4 ms
/// (November 2026).
const LIGHT: f64 = 12.0;

impl<'a> Job<'a> {
    /// What is to be counted, with what means.
    pub fn new(
        instance: &'a Instance,
        group: &'a PuzzleSymmetry,
        distinct: &'a Distinct<'a>,
        resources: &'a Resources,
        monitor: &'a Monitor,
    ) -> Self {
        let restricted = if instance.filter().is_some() {
            distinct.accepting(|options: &[OptionId]| instance.accepts(options))
        } else {
            distinct.clone()
        };
        Self {
            instance,
            group,
            distinct,
            restricted,
            resources,
            monitor,
            forecast: OnceLock::new(),
            order: OnceLock::new(),
            folded: OnceLock::new(),
            refuted: OnceLock::new(),
        }
    }
}

impl Job<'_> {
    /// Counts the solutions, by the engine asked for or the faster one.
    /// `checkpoint` keeps checkpoints, if any are wanted.
    ///
    /// # Errors
    ///
    /// The engine asked for cannot count this puzzle; or what the system or
    /// the checkpoint refuses.
    #[expect(
        clippy::expect_used,
        clippy::missing_panics_doc,
        reason = "an invariant of counts without a limit"
    )]
    pub fn count(&self, checkpoint: &mut CheckpointFile) -> Result<Count, SolveError> {
        let count = self.count_up_to(None, checkpoint)?;
        Ok(count.expect("invariant: a count without a limit is not given up"))
    }

    /// The same without checkpoints; none if each engine takes more than about so many seconds on one
    /// thread, whatever was forecast. That is told by the work done, so that it is the same on every run
    /// and machine. A count by regions, or of symmetric solutions alone, has no limit.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count).
    pub fn count_within(&self, seconds: f64) -> Result<Option<Count>, SolveError> {
        self.count_up_to(Some(seconds), &mut CheckpointFile::nothing())
    }

    fn count_up_to(
        &self,
        most: Option<f64>,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Option<Count>, SolveError> {
        let (started, before) = (Instant::now(), checkpoint.before());
        let count = self.counted_up_to(most, checkpoint)?;
        Ok(count.map(|count| Count {
            elapsed: before + started.elapsed(),
            ..count
        }))
    }

    /// The same; how long it took is not told.
    fn counted_up_to(
        &self,
        most: Option<f64>,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Option<Count>, SolveError> {
        let engine = if checkpoint.forecast().is_some() {
            // No engine was asked for when the run was begun.
            self.resources.engine
        } else {
            checkpoint.engine().or(self.resources.engine)
        };
        let kinds = requested_kinds(self.instance);
        if !kinds.is_empty() {
            return self.symmetric_ones(&kinds, engine).map(Some);
        }
        let is_filtered = self.instance.filter().is_some();
        match engine {
            Some(engine @ (Engine::Frontier | Engine::Regions)) if is_filtered => {
                Err(SolveError::Filtered { engine })
            }
            Some(Engine::Frontier) => {
                let work = |seconds| SweepTrial::of_seconds(seconds).most_work;
                self.sweep(most.map_or(u64::MAX, work), &|_| false, checkpoint)
            }
            Some(Engine::Regions) => self.dissections(checkpoint).map(Some),
            None if !is_filtered => self.faster(most, checkpoint),
            _ => {
                // The parts are many whatever the threads: the nodes searched, of subtrees
                // met again too, depend on the parts.
                let schedule = self
                    .resources
                    .resume(checkpoint, true, || self.forecast())?;
                let rival = self.rival()?;
                let nodes = match most {
                    Some(seconds) => self.forecast()?.nodes_in(schedule.engine, seconds),
                    None => u64::MAX,
                };
                self.race(schedule, checkpoint, rival.as_ref(), nodes)
            }
        }
    }

    /// Counts by a sweep, if it takes about so many seconds on one thread, and looks at no solution.
    ///
    /// # Errors
    ///
    /// A sweep cannot count this puzzle.
    pub fn sweep_within(&self, seconds: f64) -> Result<Option<Count>, SolveError> {
        if self.instance.filter().is_some() || !requested_kinds(self.instance).is_empty() {
            return Ok(None);
        }
        let most_work = SweepTrial::of_seconds(seconds).most_work;
        self.sweep(most_work, &|_| false, &mut CheckpointFile::nothing())
    }

    /// Sweeps and searches in turn, each for longer than the other one before,
    /// until one of them comes to its end. A search goes on where it was
    /// stopped, a sweep too where checkpoints are kept, and begins anew where
    /// not; all in all it takes a few times as long as the faster of the two,
    /// however wrong the forecast is.
    ///
    /// A proof that there is no solution is looked for before the search, and
    /// before that once a sweep takes longer than a short one.
    ///
    /// Nothing of this depends on the number of threads. None if each takes more than the seconds of
    /// `most`, if there are any.
    fn faster(
        &self,
        most: Option<f64>,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Option<Count>, SolveError> {
        if let Some(count) = self.try_dissections(checkpoint)? {
            return Ok(Some(count));
        }
        let rival = self.rival()?;
        let first = || self.cheaper(rival.as_ref());
        if !checkpoint.keeps() {
            if let Some(count) = self.early_sweep()? {
                return Ok(Some(count));
            }
            return self.first_to_end(first()?, rival.as_ref(), most);
        }
        let mut forecast = checkpoint.forecast().map_or_else(first, Ok)?;
        // A run that is resumed looks as one that was never stopped does: by the first forecast.
        let refuted = || self.refuted(|| first().ok());
        let short = SweepTrial::of_seconds(SHORT_SWEEP).most_work;
        loop {
            checkpoint.go_by(forecast);
            if let Some(most_work) = total::trial(self.resources, &forecast) {
                let is_vain = |work| work > short && refuted().is_some();
                let sweep = || self.sweep(most_work, &is_vain, checkpoint);
                if let Some(count) = total::attempt(self.resources, sweep)? {
                    return Ok(Some(self.with_reason(count, || first().ok())));
                }
            }
            if let Some(obstacle) = refuted() {
                return Ok(Some(Count::refuted(obstacle.clone())));
            }
            let schedule = self
                .resources
                .resume(checkpoint, true, || self.forecast())?;
            let most_nodes = forecast.nodes_within(schedule.engine, 2.0);
            if let Some(count) = self.race(schedule, checkpoint, rival.as_ref(), most_nodes)? {
                return Ok(Some(count));
            }
            self.resources
                .say(|| "search: longer than forecast".to_owned());
            forecast = forecast.times(4.0);
            if most.is_some_and(|seconds| forecast.seconds(forecast.engine()) > seconds) {
                return Ok(None);
            }
        }
    }

    /// What a sweep of a moment counts, while a search that takes long is forecast.
    fn early_sweep(&self) -> Result<Option<Count>, SolveError> {
        let mut swept = Ok(None);
        let stop = self.monitor.stop();
        let forecast = self.distinct.forecast_unless(WALKS, stop, &mut |walked| {
            if walked.seconds(walked.engine()) * EARLY_SHARE < EARLY_SWEEP {
                return false;
            }
            let count = self.light_sweep();
            swept = count.map(|count| count.map(|count| self.with_reason(count, || Some(*walked))));
            !matches!(swept, Ok(None))
        })?;
        if let Some(forecast) = forecast {
            self.resources.say_forecast(&forecast);
            self.forecast.get_or_init(|| forecast);
        }
        swept
    }

    /// A sweep of a moment, if it is light.
    fn light_sweep(&self) -> Result<Option<Count>, SolveError> {
        if self.folded()?.weight() > LIGHT {
            return Ok(None);
        }
        let sweep = || self.sweep_within(EARLY_SWEEP);
        total::attempt(self.resources, sweep)
    }

    /// A count with the reason, if there is no solution: it is told however short a sweep was.
    fn with_reason(&self, count: Count, forecast: impl FnOnce() -> Option<Forecast>) -> Count {
        let is_zero = count.solutions.exact() == Some(&BigUint::ZERO);
        let obstacle = is_zero.then(|| self.refuted(forecast)).flatten();
        obstacle.cloned().map_or(count, Count::refuted)
    }

    /// A proof that there is no solution, looked for once, for a small share of
    /// what the search is forecast to take.
    fn refuted(&self, forecast: impl FnOnce() -> Option<Forecast>) -> Option<&Obstacle> {
        let refute = || {
            let seconds = self.resources.for_refutations(&forecast()?);
            refutation(self.instance, seconds, &|| self.monitor.is_set())
        };
        self.refuted.get_or_init(refute).as_ref()
    }

    /// The forecast of the restricted search, or of its rival if that is
    /// forecast to be the faster one.
    fn cheaper(&self, rival: Option<&Rival<'_>>) -> Result<Forecast, SolveError> {
        let own = self.forecast()?;
        let seconds = |forecast: &Forecast| forecast.seconds(forecast.engine());
        let Some(rival) = rival.filter(|_| seconds(&own) > LONG) else {
            return Ok(own);
        };
        let other = rival.forecast(self.resources, self.monitor)?;
        Ok(if seconds(&other) < seconds(&own) {
            other
        } else {
            own
        })
    }

    fn forecast(&self) -> Result<Forecast, SolveError> {
        if let Some(forecast) = self.forecast.get() {
            return Ok(*forecast);
        }
        let stop = self.monitor.stop();
        let forecast = |walks| self.distinct.forecast_until(walks, stop);
        let forecast = self.resources.forecast(forecast)?;
        Ok(*self.forecast.get_or_init(|| forecast))
    }

    /// The order of sweeps.
    fn order(&self) -> Result<&[ItemId], SolveError> {
        if let Some(order) = self.order.get() {
            return Ok(order);
        }
        let order = cell_order::order(self.instance, self.monitor.stop())?;
        Ok(self.order.get_or_init(|| order))
    }

    /// What a sweep counts: all solutions, with the symmetries divided out, as far as they can be.
    fn folded(&self) -> Result<All<'_>, SolveError> {
        let (problem, order) = (self.instance.problem(), self.order()?);
        let folded = if let Some(folded) = self.folded.get() {
            folded
        } else {
            let (symmetries, stop) = (&self.group.symmetries, self.monitor.stop());
            let folded = symmetries.fold_until(problem, order, stop)?;
            self.folded.get_or_init(|| folded)
        };
        Ok(All {
            problem: folded.as_ref().unwrap_or(problem),
            order,
            resources: self.resources,
        })
    }
}
