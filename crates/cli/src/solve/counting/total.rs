//! All solutions of a problem, counted by a sweep or a search.

use std::num::NonZeroUsize;
use std::ops::ControlFlow::Break;
use std::time::Duration;

use num_bigint::BigUint;
use tilewright_dlx::{
    Engine, Forecast, Frontier, FrontierProgress, FrontierReport, ItemId, Problem, Progress,
    SweepTrial,
};

use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor, Scope, Search, Watch, rough};
use crate::support::scratch_file::scratch_file;

/// A problem all of whose solutions are to be counted.
#[derive(Debug)]
pub struct All<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The order of the sweep; items not in it follow.
    pub order: &'a [ItemId],
    /// What it may take.
    pub resources: &'a Resources,
    /// Stops it, and hears of it.
    pub monitor: &'a Monitor,
}

/// How many solutions there are.
#[derive(Debug, Clone, PartialEq)]
pub struct Total {
    /// As many were found.
    pub solutions: BigUint,
    /// The engine that counted them.
    pub engine: Engine,
    /// On how many threads.
    pub threads: NonZeroUsize,
    /// Whether these are all.
    pub complete: bool,
    /// Whether it was stopped.
    pub interrupted: bool,
    /// How long it took.
    pub elapsed: Duration,
}

impl All<'_> {
    /// Counts by the engine asked for, or the faster one.
    ///
    /// # Errors
    ///
    /// The engine asked for cannot count this problem.
    #[expect(
        clippy::expect_used,
        clippy::missing_panics_doc,
        reason = "an invariant of sweeps"
    )]
    pub fn count(&self) -> Result<Total, SolveError> {
        if self.resources.engine == Some(Engine::Regions) {
            return Err(SolveError::NoDissection);
        }
        if self.resources.engine == Some(Engine::Frontier) {
            let swept = self.sweep_alone(u64::MAX)?;
            return Ok(swept.expect("invariant: a sweep without a limit is not given up"));
        }
        let forecast = self
            .resources
            .forecast(|walks| Forecast::of_until(self.problem, walks, self.monitor.stop()))?;
        if self.resources.engine.is_none()
            && let Some(most_work) = trial(self.resources, &forecast)
            && let Some(total) = attempt(self.resources, || self.sweep_alone(most_work))?
        {
            return Ok(total);
        }
        self.search(&forecast)
    }

    /// Sweeps, from where `checkpoint` knows that it was stopped; none if it takes
    /// more than so much work, or if `is_vain` says so, which is told of the work.
    pub(super) fn sweep(
        &self,
        most_work: u64,
        is_vain: &dyn Fn(u64) -> bool,
        checkpoint: &mut CheckpointFile,
        watch: &mut Watch<'_>,
    ) -> Result<Option<FrontierReport>, SolveError> {
        let mut given_up = false;
        let mut hear = |progress: &FrontierProgress| {
            given_up = progress.work > most_work || is_vain(progress.work);
            if given_up {
                return Break(());
            }
            watch.hear(&as_search(progress))
        };
        let frontier = self.frontier()?;
        let report = if checkpoint.keeps() {
            let report = frontier.count_on(checkpoint, &mut hear);
            report.map_err(|error| checkpoint.of_sweep(error))?
        } else {
            frontier.count(&mut hear)?
        };
        if given_up && !report.complete {
            return Ok(None);
        }
        say_swept(self.resources, &report);
        Ok(Some(report))
    }

    /// The sweep, with the means that there are.
    pub(super) fn frontier(&self) -> Result<Frontier<'_>, SolveError> {
        Ok(Frontier::new(self.problem)
            .order(self.order)?
            .memory(self.resources.memory())
            .spill(|| Ok(Box::new(scratch_file()?)))
            .threads(self.resources.threads))
    }

    fn sweep_alone(&self, most_work: u64) -> Result<Option<Total>, SolveError> {
        let mut watch = Watch::new(self.monitor, Kind::Sweep);
        let report = self.sweep(
            most_work,
            &|_| false,
            &mut CheckpointFile::nothing(),
            &mut watch,
        )?;
        let (elapsed, signalled) = watch.end();
        Ok(report.map(|report| Total {
            interrupted: !report.complete && signalled,
            complete: report.complete,
            solutions: report.count,
            engine: Engine::Frontier,
            threads: self.resources.threads,
            elapsed,
        }))
    }

    /// Searches for all of them.
    pub(super) fn search(&self, forecast: &Forecast) -> Result<Total, SolveError> {
        let schedule = self.resources.schedule(forecast, false);
        let search = Search {
            scope: Scope::all(self.problem, &[]),
            schedule,
            done: 0,
        };
        let ended = search.count(self.monitor)?;
        Ok(Total {
            solutions: ended.tally.solutions.into(),
            engine: schedule.engine.into(),
            threads: schedule.threads,
            complete: ended.complete,
            interrupted: ended.interrupted,
            elapsed: ended.elapsed,
        })
    }
}

/// Says what a sweep took.
pub(super) fn say_swept(resources: &Resources, report: &FrontierReport) {
    resources.say(|| {
        format!(
            "sweep: {:.2} M states in {} sweeps, {:.1} MiB at most",
            millions(report.states),
            report.sweeps,
            millions(report.peak_bytes) * 1e6 / 1_048_576.0,
        )
    });
}

/// What a sweep comes to; none if it was too long, or is refused where a
/// search need not be.
pub(super) fn attempt<T>(
    resources: &Resources,
    sweep: impl FnOnce() -> Result<Option<T>, SolveError>,
) -> Result<Option<T>, SolveError> {
    match sweep() {
        Ok(None) => {
            resources.say(|| "sweep: given up".to_owned());
            Ok(None)
        }
        Err(SolveError::Sweep(error)) => {
            resources.say(|| format!("sweep: {error}"));
            Ok(None)
        }
        swept => swept,
    }
}

/// How much work a sweep may do before it is given up for the search that is
/// forecast; none if it is not worth a trial.
pub(super) fn trial(resources: &Resources, forecast: &Forecast) -> Option<u64> {
    let trial = SweepTrial::before(forecast)?;
    resources.say(|| {
        let elapsed = trial.seconds / float(resources.threads);
        format!("sweep: tried for about {}", rough(elapsed))
    });
    Some(trial.most_work)
}

/// The progress of a sweep as that of a search, whose nodes are states.
pub(crate) fn as_search(progress: &FrontierProgress) -> Progress {
    Progress {
        nodes: progress.states,
        solutions: 0,
        fraction: progress.fraction,
    }
}

#[expect(clippy::cast_precision_loss, reason = "for reading")]
pub(super) fn millions(number: u64) -> f64 {
    number as f64 / 1e6
}

/// A number of threads, which is small.
fn float(threads: NonZeroUsize) -> f64 {
    u32::try_from(threads.get()).map_or(f64::INFINITY, f64::from)
}
