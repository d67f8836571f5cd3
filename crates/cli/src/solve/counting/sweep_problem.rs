//! The exact cover problem whose solutions a sweep counts, and short sweeps that run before a search is
//! planned.

use std::ops::ControlFlow::Break;

use num_bigint::BigUint;
use tilewright_dlx::frontier::sweep_weight;
use tilewright_dlx::portfolio::sweep_work_in;
use tilewright_dlx::{Forecast, Frontier, FrontierProgress, FrontierReport, ItemId, Problem};

use super::CountTask;
use crate::cover::cell_order;
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::resources::WALKS;
use crate::solve::search::{ProgressMeter, RunContext, WorkKind};
use crate::support::scratch_file::scratch_file;

/// The maximum time of an early sweep, in seconds. The remaining walks of the forecast would take longer
/// than such a sweep.
const EARLY_SWEEP: f64 = 0.005;

/// The maximum time of an early sweep, as a share of the time of the search that the random walks so far
/// forecast.
const EARLY_SHARE: f64 = 0.015;

/// The largest weight (logarithm of the forecast cost) of a light sweep. Of 44 published boards, seven have a
/// smaller weight; their sweeps took 0.4 to 4 ms (November 2026).
const LIGHT: f64 = 12.0;

/// A problem whose solutions a sweep counts, with the resources.
#[derive(Debug)]
pub(super) struct SweepProblem<'a> {
    pub(super) problem: &'a Problem,
    /// The order in which the sweep takes the items. Items that are not in it follow.
    pub(super) order: &'a [ItemId],
    /// The threads, the memory, and where notes go.
    pub(super) monitor: &'a RunContext,
}

impl<'a> SweepProblem<'a> {
    /// Runs the sweep, resuming one that `checkpoint` holds. Returns its report and its work, or `None` if it
    /// takes more than `most_work`.
    pub(super) fn sweep(
        &self,
        most_work: u64,
        checkpoint: &mut CheckpointFile,
        meter: &mut ProgressMeter<'_>,
    ) -> Result<Option<(FrontierReport, u64)>, SolveError> {
        let mut work = 0;
        let mut on_progress = |progress: &FrontierProgress| {
            work = work.max(progress.work);
            if work > most_work {
                return Break(());
            }
            meter.on_progress(&progress.into())
        };
        let report = (self.frontier()?).count_on(checkpoint.of_sweeps(), &mut on_progress);
        let report = report.map_err(|error| checkpoint.of_sweep(error))?;
        if work > most_work && !report.complete {
            return Ok(None);
        }
        say_swept(self.monitor, &report);
        Ok(Some((report, work)))
    }

    /// A forecast of the sweep's cost, as a logarithm: see [`sweep_weight`].
    pub(super) fn weight(&self) -> f64 {
        let options = self.problem.options();
        let options = options.map(|option| self.problem.option_items(option));
        sweep_weight(self.problem.item_count(), self.order, options)
    }

    /// The sweep of this problem, with the order and the resources.
    pub(super) fn frontier(&self) -> Result<Frontier<'a>, SolveError> {
        Ok(Frontier::new(self.problem)
            .order(self.order)?
            .memory(self.monitor.resources.memory())
            .spill(|| Ok(Box::new(scratch_file()?)))
            .threads(self.monitor.resources.threads))
    }
}

/// Writes a note on the cost of a sweep.
pub(super) fn say_swept(monitor: &RunContext, report: &FrontierReport) {
    monitor.resources.say(|| {
        format!(
            "sweep: {:.2} M states in {} sweeps, {:.1} MiB at most",
            millions(report.states),
            report.sweeps,
            millions(report.peak_bytes) * 1e6 / 1_048_576.0,
        )
    });
}

/// If a sweep cannot count the solutions of the problem, writes a note that says why and returns
/// `Ok`: the caller then searches. Returns all other errors.
pub(super) fn refused(monitor: &RunContext, error: SolveError) -> Result<(), SolveError> {
    match error {
        SolveError::Sweep(error) => {
            monitor.resources.say(|| format!("sweep: {error}"));
            Ok(())
        }
        error => Err(error),
    }
}

#[expect(clippy::cast_precision_loss, reason = "for reading")]
pub(super) fn millions(number: u64) -> f64 {
    number as f64 / 1e6
}

impl CountTask<'_> {
    /// The count of all solutions by a sweep shorter than [`EARLY_SWEEP`], and the forecast of the
    /// search. The sweep is tried during the forecast, as soon as the random walks show that the
    /// search is long. `None` if the sweep is not tried or does not finish.
    pub(super) fn early_sweep(&self) -> Result<Option<(BigUint, Forecast)>, SolveError> {
        let mut swept = Ok(None);
        let stop = self.monitor.stop();
        let forecast = self.distinct.forecast_unless(WALKS, stop, &mut |walked| {
            if walked.seconds(walked.engine()) * EARLY_SHARE < EARLY_SWEEP {
                return false;
            }
            let count = self.light_sweep();
            swept = count.map(|count| count.map(|count| (count, *walked)));
            !matches!(swept, Ok(None))
        })?;
        if let Some(forecast) = forecast {
            self.monitor.resources.say_forecast(&forecast);
            self.forecast.get_or_init(|| forecast);
        }
        swept
    }

    /// The count of all solutions by a sweep lighter than [`LIGHT`] that ends within
    /// [`EARLY_SWEEP`]; `None` if there is no such sweep.
    fn light_sweep(&self) -> Result<Option<BigUint>, SolveError> {
        let folded = self.folded()?;
        if folded.weight() > LIGHT {
            return Ok(None);
        }
        let most_work = sweep_work_in(EARLY_SWEEP);
        let mut meter = ProgressMeter::new(self.monitor, WorkKind::Sweep);
        let report = folded.sweep(most_work, &mut CheckpointFile::nothing(), &mut meter);
        match report {
            Ok(Some((report, _))) if report.complete => return Ok(Some(report.count)),
            Ok(_) => self.monitor.resources.say(|| "sweep: given up".to_owned()),
            Err(error) => refused(self.monitor, error)?,
        }
        Ok(None)
    }

    /// The order in which sweeps take the items, computed at the first call.
    pub(super) fn order(&self) -> Result<&[ItemId], SolveError> {
        if let Some(order) = self.order.get() {
            return Ok(order);
        }
        let order = cell_order::order(self.instance, self.monitor.stop())?;
        Ok(self.order.get_or_init(|| order))
    }

    /// The problem for a sweep that counts all solutions, with the symmetries divided out if possible.
    pub(super) fn folded(&self) -> Result<SweepProblem<'_>, SolveError> {
        let (problem, order) = (self.instance.problem(), self.order()?);
        let folded = if let Some(folded) = self.folded.get() {
            folded
        } else {
            let (symmetries, stop) = (&self.group.symmetries, self.monitor.stop());
            let folded = symmetries.fold_until(problem, order, stop)?;
            self.folded.get_or_init(|| folded)
        };
        Ok(SweepProblem {
            problem: folded.as_ref().unwrap_or(problem),
            order,
            monitor: self.monitor,
        })
    }
}
