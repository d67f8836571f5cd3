//! Counts solutions, and solutions up to symmetry, in three ways.
//!
//! - By *search*, restricted so that it visits one solution of each orbit ([`Distinct`]).
//! - By *sweep*: all solutions are counted without listing them, the few symmetric ones are listed,
//!   and Burnside's lemma gives the number of orbits. If possible, symmetries make the sweep
//!   shorter: among the options that cover one chosen item, one of each orbit replaces the others.
//! - By *regions*, if all pieces have one size and any number of copies: the solutions are then
//!   dissections of the board.
//!
//! Puzzles with a condition on each solution are always searched.
//!
//! The method is chosen by a forecast of the time. On request a second method certifies the number.
//! It is an error if the two numbers differ.

mod by_boards;
mod by_orbits;
mod by_portfolio;
mod by_precedent;
mod by_regions;
mod by_search;
mod by_sweep;
mod certificate;
mod contradiction;
mod count;
mod count_task;
mod known;
mod of_parts;
mod precedent;
mod search_pair;
mod sweep_problem;
mod total;
mod whole;

use std::sync::OnceLock;

use num_bigint::BigUint;
use tilewright_dlx::portfolio::sweep_work_in;
use tilewright_dlx::{Distinct, Engine, Forecast, OptionId};

pub use by_boards::{BoardsCount, OrbitsByPieces, count_by_boards};
pub use by_sweep::distinct_of_all;
pub use contradiction::Contradiction;
pub use count::{CertifiedCount, CountResult};
pub use known::Known;
pub use precedent::Precedent;
pub use total::count_all;
pub use whole::CountRequest;

pub use self::count_task::CountTask;
use crate::cover::Instance;
use crate::cover::orbits::PuzzleSymmetry;
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::refute::feasibility::{Obstacle, refutation};
use crate::solve::search::{ProgressMeter, RunContext, WorkKind};
use crate::solve::symmetric::requested_kinds;
use crate::support::clock::Instant;
use search_pair::UnrestrictedSearch;

/// If the search for one solution of each orbit is forecast to take longer than this, in seconds of
/// one thread, the search of the whole tree is forecast too.
const LONG: f64 = 0.5;

/// The longest sweep, in seconds of one thread, that runs before any attempt to refute the puzzle
/// without a search.
const SHORT_SWEEP: f64 = 0.5;

impl<'a> CountTask<'a> {
    /// Sets up a count. Nothing is computed yet.
    pub fn new(
        instance: &'a Instance,
        group: &'a PuzzleSymmetry,
        distinct: &'a Distinct<'a>,
        monitor: &'a RunContext,
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
            monitor,
            forecast: OnceLock::new(),
            order: OnceLock::new(),
            folded: OnceLock::new(),
            refuted: OnceLock::new(),
            precedent: None,
            ended: OnceLock::new(),
        }
    }
}

impl CountTask<'_> {
    /// Counts the solutions, by the requested engine or the one forecast to be faster. Writes
    /// checkpoints if `checkpoint` keeps a file.
    ///
    /// # Errors
    ///
    /// The requested engine cannot count this puzzle, the system refuses memory or threads, or the
    /// checkpoint cannot be written.
    #[expect(
        clippy::expect_used,
        clippy::missing_panics_doc,
        reason = "an invariant of counts without a limit"
    )]
    pub fn count(&self, checkpoint: &mut CheckpointFile) -> Result<CountResult, SolveError> {
        let count = self.count_up_to(None, checkpoint)?;
        Ok(count.expect("invariant: a count without a limit is not given up"))
    }

    /// Counts without checkpoints. `None` if each engine takes longer than about `seconds` on one
    /// thread. The limit is a number of operations, so the result is the same on every run and
    /// machine. Counts by regions, and counts of symmetric solutions alone, have no limit.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count).
    pub fn count_within(&self, seconds: f64) -> Result<Option<CountResult>, SolveError> {
        self.count_up_to(Some(seconds), &mut CheckpointFile::nothing())
    }

    fn count_up_to(
        &self,
        most: Option<f64>,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Option<CountResult>, SolveError> {
        let (started, before) = (Instant::now(), checkpoint.before());
        let count = self.counted_up_to(most, checkpoint)?;
        Ok(count.map(|count| CountResult {
            elapsed: before + started.elapsed(),
            ..count
        }))
    }

    /// The result of [`count_up_to`](Self::count_up_to), except that its elapsed time is not set yet.
    fn counted_up_to(
        &self,
        most: Option<f64>,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Option<CountResult>, SolveError> {
        let engine = if checkpoint.forecast().is_some() {
            // The run began without a requested engine, so it may use both search and sweep.
            self.monitor.resources.engine
        } else {
            checkpoint.engine().or(self.monitor.resources.engine)
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
            Some(Engine::Frontier) => self.sweep(most.map_or(u64::MAX, sweep_work_in), checkpoint),
            Some(Engine::Regions) => self.dissections(checkpoint).map(Some),
            None if !is_filtered => self.count_by_portfolio(most, checkpoint),
            _ => {
                // The number of parts does not depend on the number of threads. Several parts may
                // repeat a subtree, so the number of nodes depends on how the search is divided.
                let schedule = self
                    .monitor
                    .resources
                    .resume(checkpoint, true, false, || self.forecast())?;
                let unrestricted = self.unrestricted()?;
                let nodes = match most {
                    Some(seconds) => self.forecast()?.nodes_in(schedule.engine, seconds),
                    None => u64::MAX,
                };
                self.count_by_pair(schedule, checkpoint, unrestricted.as_ref(), nodes)
            }
        }
    }

    /// Counts by a sweep. `None` if it takes longer than about `seconds` on one thread, or if
    /// solutions must be checked one by one.
    ///
    /// # Errors
    ///
    /// A sweep cannot count this puzzle.
    pub fn sweep_within(&self, seconds: f64) -> Result<Option<CountResult>, SolveError> {
        if self.instance.filter().is_some() || !requested_kinds(self.instance).is_empty() {
            return Ok(None);
        }
        self.sweep(sweep_work_in(seconds), &mut CheckpointFile::nothing())
    }

    /// Counts by a sweep or a search, whichever ends first, or by regions if that is known to be
    /// faster. `None` if each takes longer than `most` seconds.
    fn count_by_portfolio(
        &self,
        most: Option<f64>,
        checkpoint: &mut CheckpointFile,
    ) -> Result<Option<CountResult>, SolveError> {
        if let Some(count) = self.try_dissections(checkpoint)? {
            return Ok(Some(count));
        }
        if most.is_none()
            && !checkpoint.keeps()
            && let Some(count) = self.count_as_before()?
        {
            return Ok(Some(count));
        }
        if let Some(solutions) = checkpoint.swept() {
            return self.of_all(&solutions, checkpoint, None).map(Some);
        }
        if checkpoint.forecast().is_none()
            && let Some((solutions, walked)) = self.early_sweep()?
        {
            return self.of_all(&solutions, checkpoint, Some(walked)).map(Some);
        }
        let unrestricted = self.unrestricted()?;
        let forecast = match checkpoint.forecast() {
            Some(forecast) => forecast,
            None => self.cheaper(unrestricted.as_ref())?,
        };
        checkpoint.go_by(forecast);
        self.first_to_end(forecast, unrestricted.as_ref(), most, checkpoint)
    }

    /// Completes the count once a sweep has counted all solutions.
    fn of_all(
        &self,
        solutions: &BigUint,
        checkpoint: &mut CheckpointFile,
        forecast: Option<Forecast>,
    ) -> Result<CountResult, SolveError> {
        let meter = ProgressMeter::new(self.monitor, WorkKind::Sweep);
        let count = self.swept(solutions, true, meter, checkpoint)?;
        Ok(self.with_reason(count, || forecast.or_else(|| self.forecast().ok())))
    }

    /// If the count is zero, replaces it by one with a proof that there is no solution, if such a proof is found.
    /// Looks for the proof now if that was not done before the sweep.
    fn with_reason(
        &self,
        count: CountResult,
        forecast: impl FnOnce() -> Option<Forecast>,
    ) -> CountResult {
        let is_zero = count.solutions.exact() == Some(&BigUint::ZERO);
        let obstacle = is_zero.then(|| self.refuted(forecast)).flatten();
        obstacle.cloned().map_or(count, CountResult::refuted)
    }

    /// A proof that there is no solution, if one is found within a small share of the forecast time
    /// of the search. It is looked for only at the first call.
    fn refuted(&self, forecast: impl FnOnce() -> Option<Forecast>) -> Option<&Obstacle> {
        let refute = || {
            let seconds = self.monitor.resources.for_refutations(&forecast()?);
            refutation(self.instance, seconds, &|| self.monitor.is_set())
        };
        self.refuted.get_or_init(refute).as_ref()
    }

    /// The forecast of the search for one solution of each orbit, or of the search of the whole tree
    /// if that is forecast to be faster.
    fn cheaper(
        &self,
        unrestricted: Option<&UnrestrictedSearch<'_>>,
    ) -> Result<Forecast, SolveError> {
        let own = self.forecast()?;
        let seconds = |forecast: &Forecast| forecast.seconds(forecast.engine());
        let Some(unrestricted) = unrestricted.filter(|_| seconds(&own) > LONG) else {
            return Ok(own);
        };
        let other = unrestricted.forecast(self.monitor)?;
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
        let forecast = self.monitor.resources.forecast(forecast)?;
        Ok(*self.forecast.get_or_init(|| forecast))
    }
}
