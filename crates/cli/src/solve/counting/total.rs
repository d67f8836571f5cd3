//! All solutions of a problem, counted by a sweep or a search.

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{self, Break};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use num_bigint::BigUint;
use tilewright_dlx::frontier::sweep_weight;
use tilewright_dlx::{
    Answer, CountSoFar, Decision, Engine, Forecast, Frontier, FrontierProgress, FrontierReport,
    ItemId, Observer, Problem, Progress, Solver, SweepTrial,
};

use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor, Watch};
use crate::support::clock::Instant;
use crate::support::format::rough;
use crate::support::scratch_file::scratch_file;

/// How many solutions there are.
#[derive(Debug, Clone, PartialEq)]
pub struct Total {
    /// As many were found.
    pub solutions: BigUint,
    /// The engine that counted them; none if it was stopped before one was chosen.
    pub engine: Option<Engine>,
    /// On how many threads.
    pub threads: NonZeroUsize,
    /// Whether these are all.
    pub complete: bool,
    /// Whether it was stopped.
    pub interrupted: bool,
    /// How long it took.
    pub elapsed: Duration,
}

/// Counts all solutions of a problem, by the engine asked for or the faster one. Sweeps go in the order
/// of some items, if one is known; the others follow.
///
/// # Errors
///
/// The engine asked for cannot count this problem.
pub fn count_all(
    problem: &Problem,
    order: Option<&[ItemId]>,
    resources: &Resources,
    monitor: &Monitor,
) -> Result<Total, SolveError> {
    if resources.engine == Some(Engine::Regions) {
        return Err(SolveError::NoDissection);
    }
    let started = Instant::now();
    let observer = CountObserver {
        resources,
        monitor,
        watch: Mutex::default(),
    };
    let mut solver = Solver::new(problem);
    if let Some(order) = order {
        solver = solver.order(order)?;
    }
    let answer = solver
        .engine(resources.engine)
        .threads(resources.threads)
        .memory(resources.memory())
        .spill(|| Ok(Box::new(scratch_file()?)))
        .stop(monitor.stop())
        .observer(&observer)
        .count()?;
    drop(observer);
    let elapsed = started.elapsed();
    Ok(match answer {
        Answer::Known(count) => Total {
            solutions: count.solutions,
            engine: Some(count.engine),
            threads: count.threads,
            complete: true,
            interrupted: false,
            elapsed,
        },
        Answer::Stopped(so_far) | Answer::OutOfBudget(so_far) => {
            let CountSoFar {
                at_least,
                engine,
                threads,
                ..
            } = so_far;
            Total {
                solutions: at_least,
                engine,
                threads,
                complete: false,
                interrupted: true,
                elapsed,
            }
        }
    })
}

/// Says what is chosen, and shows how far it is.
struct CountObserver<'a> {
    resources: &'a Resources,
    monitor: &'a Monitor,
    watch: Mutex<Option<Watch<'a>>>,
}

impl<'a> CountObserver<'a> {
    fn watch(&self) -> MutexGuard<'_, Option<Watch<'a>>> {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for CountObserver<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        let mut watch = self.watch();
        (watch.as_mut()).map_or(ControlFlow::Continue(()), |watch| watch.hear(progress))
    }

    fn decision(&self, decision: &Decision<'_>) {
        match decision {
            Decision::Forecast(forecast) => self.resources.say_forecast(forecast),
            Decision::Sweep { seconds } => {
                if let Some(seconds) = seconds {
                    let words = || format!("sweep: tried if likely to end in {}", rough(*seconds));
                    self.resources.say(words);
                }
                // A search that has begun is shown: see `Observer::progress`.
                self.watch()
                    .get_or_insert_with(|| Watch::new(self.monitor, Kind::Sweep));
            }
            Decision::Swept(report) => say_swept(self.resources, report),
            Decision::SweepGivenUp => self.resources.say(|| "sweep: given up".to_owned()),
            Decision::SweepRefused(error) => self.resources.say(|| format!("sweep: {error}")),
            Decision::Search(schedule) => {
                self.resources.say_schedule(schedule);
                let mut watch = self.watch();
                // One is shown at a time.
                *watch = None;
                *watch = Some(Watch::new(self.monitor, Kind::Search));
            }
            _ => {}
        }
    }
}

/// A problem all of whose solutions are to be counted.
#[derive(Debug)]
pub(super) struct All<'a> {
    /// The problem.
    pub(super) problem: &'a Problem,
    /// The order of the sweep; items not in it follow.
    pub(super) order: &'a [ItemId],
    /// What it may take.
    pub(super) resources: &'a Resources,
}

impl<'a> All<'a> {
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
            watch.hear(&progress.into())
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

    /// What the sweep is likely to take, as a logarithm: see [`sweep_weight`].
    pub(super) fn weight(&self) -> f64 {
        let options = self.problem.options();
        let options = options.map(|option| self.problem.option_items(option));
        sweep_weight(self.problem.item_count(), self.order, options)
    }

    /// The sweep, with the means that there are.
    pub(super) fn frontier(&self) -> Result<Frontier<'a>, SolveError> {
        Ok(Frontier::new(self.problem)
            .order(self.order)?
            .memory(self.resources.memory())
            .spill(|| Ok(Box::new(scratch_file()?)))
            .threads(self.resources.threads))
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
        Err(error) => refused(resources, error).map(|()| None),
        swept => swept,
    }
}

/// Says why there is no sweep, where a search need not be refused too.
pub(super) fn refused(resources: &Resources, error: SolveError) -> Result<(), SolveError> {
    match error {
        SolveError::Sweep(error) => {
            resources.say(|| format!("sweep: {error}"));
            Ok(())
        }
        error => Err(error),
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

#[expect(clippy::cast_precision_loss, reason = "for reading")]
pub(super) fn millions(number: u64) -> f64 {
    number as f64 / 1e6
}

/// A number of threads, which is small.
fn float(threads: NonZeroUsize) -> f64 {
    u32::try_from(threads.get()).map_or(f64::INFINITY, f64::from)
}
