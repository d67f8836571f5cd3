//! Counts all solutions of a problem by a sweep or a search.

use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tilewright_dlx::{
    Answer, Count, CountSoFar, Decision, Engine, ItemId, Observer, Problem, Progress, Solver,
};

use super::sweep_problem::say_swept;
use crate::solve::SolveError;
use crate::solve::search::{ProgressMeter, RunContext, WorkKind};
use crate::support::format::rough;
use crate::support::scratch_file::scratch_file;

/// Counts all solutions of a problem, by the requested engine or the faster one. Sweeps take the
/// items in the given `order`; items that are not in it follow.
///
/// # Errors
///
/// The requested engine cannot count this problem.
pub fn count_all(
    problem: &Problem,
    order: Option<&[ItemId]>,
    monitor: &RunContext,
) -> Result<Answer<Count, CountSoFar>, SolveError> {
    if monitor.resources.engine == Some(Engine::Regions) {
        return Err(SolveError::NoDissection);
    }
    let observer = CountObserver {
        monitor,
        meter: Mutex::default(),
    };
    let mut solver = Solver::new(problem);
    if let Some(order) = order {
        solver = solver.order(order)?;
    }
    let answer = solver
        .engine(monitor.resources.engine)
        .threads(monitor.resources.threads)
        .memory(monitor.resources.memory())
        .spill(|| Ok(Box::new(scratch_file()?)))
        .stop(monitor.stop())
        .observer(&observer)
        .count()?;
    Ok(answer)
}

/// Writes notes on the chosen engine and shows the progress.
struct CountObserver<'a> {
    monitor: &'a RunContext,
    meter: Mutex<Option<ProgressMeter<'a>>>,
}

impl<'a> CountObserver<'a> {
    fn meter(&self) -> MutexGuard<'_, Option<ProgressMeter<'a>>> {
        self.meter.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for CountObserver<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        let mut meter = self.meter();
        (meter.as_mut()).map_or(ControlFlow::Continue(()), |meter| {
            meter.on_progress(progress)
        })
    }

    fn decision(&self, decision: &Decision<'_>) {
        match decision {
            Decision::Forecast(forecast) => self.monitor.resources.say_forecast(forecast),
            Decision::Sweep { seconds } => {
                if let Some(seconds) = seconds {
                    let words =
                        || format!("sweep: tried if likely to end within {}", rough(*seconds));
                    self.monitor.resources.say(words);
                }
                // Once a search has begun, `Observer::progress` shows its progress.
                self.meter()
                    .get_or_insert_with(|| ProgressMeter::new(self.monitor, WorkKind::Sweep));
            }
            Decision::Swept(report) => say_swept(self.monitor, report),
            Decision::SweepRefused(error) => {
                self.monitor.resources.say(|| format!("sweep: {error}"));
            }
            Decision::Search(schedule) => {
                self.monitor.resources.say_schedule(schedule);
                let mut meter = self.meter();
                // The view of the sweep is closed before that of the search is opened.
                *meter = None;
                *meter = Some(ProgressMeter::new(self.monitor, WorkKind::Search));
            }
            _ => {}
        }
    }
}
