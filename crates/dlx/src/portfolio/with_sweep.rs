//! Runs a sweep and a search in turns.

use std::ops::ControlFlow::{Break, Continue};

use super::constants::{HEAD, LEAST_ALONE, LEAST_HEAD, LONGEST_ALONE, LONGEST_HEAD, SHORT, TURN};
use super::sweep_work::sweep_work_in;
use super::turns::{Runner, Turns};
use crate::forecast::Forecast;
use crate::frontier::{FrontierProgress, FrontierReport, FrontierWatcher, SweepForecast};
use crate::schedule::TreeEngine;

/// The result of a turn of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchTurn {
    /// The search has paused. Holds its total work so far, in units of a sweep's work.
    Left(u64),
    /// The search ended or was stopped.
    Ended,
}

/// How a portfolio of a sweep and a search ended.
#[derive(Clone, Debug)]
pub enum PortfolioEnd {
    /// The sweep has counted all solutions.
    Swept(FrontierReport),
    /// The search has ended before the sweep.
    Searched,
    /// The sweep was stopped. Holds its report.
    Stopped(FrontierReport),
    /// Both the sweep and the search have done all the work that they may do.
    Spent,
}

/// A sweep and a search that take turns.
///
/// ```
/// use std::ops::ControlFlow::Continue;
/// use tilewright_dlx::portfolio::{Portfolio, PortfolioEnd, SearchTurn};
/// use tilewright_dlx::{Forecast, Frontier, FrontierError, text};
///
/// let problem = text::read("a b c d\na b\nb c\nc d\na\nb\nc\nd\n")?;
/// // A search that would take an hour.
/// let forecast = Forecast { nodes: 1e11, bits_nodes: 1e11, ..Forecast::default() };
/// let end = Portfolio::new(&forecast).run(
///     |watcher| Frontier::new(&problem).count_watched(watcher),
///     &mut |_| Continue(()),
///     &mut |limit| SearchTurn::Left(limit + 1),
///     &mut |refused: FrontierError| Err(refused),
/// )?;
/// assert!(matches!(end, PortfolioEnd::Swept(report) if report.count == 5_u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Portfolio {
    turns: Turns,
    seconds: f64,
    alone: f64,
    most_sweep: u64,
}

impl Portfolio {
    /// A portfolio for a search with this forecast.
    pub fn new(forecast: &Forecast) -> Self {
        Self::up_to(forecast, u64::MAX)
    }

    /// Like [`new`](Self::new), but ends as [spent](PortfolioEnd::Spent) once the sweep and the search have each
    /// taken about `seconds` seconds of one thread, whatever the forecast.
    pub fn within(forecast: &Forecast, seconds: f64) -> Self {
        Self::up_to(forecast, sweep_work_in(seconds))
    }

    fn up_to(forecast: &Forecast, most: u64) -> Self {
        let seconds = forecast.seconds(forecast.engine());
        let alone = if seconds <= SHORT {
            seconds.clamp(LEAST_ALONE, LONGEST_ALONE)
        } else {
            0.0
        };
        let head = sweep_work_in((seconds * HEAD).clamp(LEAST_HEAD, LONGEST_HEAD));
        let turns = Turns::new(0, sweep_work_in(TURN), most);
        Self {
            turns: turns.favouring_second(sweep_work_in(seconds), sweep_work_in(alone), head),
            seconds,
            alone,
            most_sweep: u64::MAX,
        }
    }

    /// Limits the work of the sweep to `most_work` units. After that, the search continues alone.
    #[must_use]
    pub fn sweep_within(self, most_work: u64) -> Self {
        Self {
            most_sweep: most_work,
            ..self
        }
    }

    /// The forecast time of the search, in seconds of one thread. A sweep that is likely to end within this time
    /// runs first.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// How long the search runs before the sweep begins, in seconds of one thread; `None` if the sweep runs first.
    pub fn seconds_alone(&self) -> Option<f64> {
        (self.alone > 0.0).then_some(self.alone)
    }

    /// Counts by the sweep or the search, whichever ends first.
    ///
    /// `sweep` is called when the sweep gets its first turn. It runs a sweep with the given
    /// watcher, and calls the watcher between any two batches of work, as
    /// [`Frontier::count_watched`](crate::Frontier::count_watched) does. `on_progress` receives the
    /// same progress; if it breaks out, both are stopped. `search` continues the search until its
    /// total work exceeds the given limit. `refused` receives an error of the sweep; if it returns
    /// `Ok`, the search continues alone.
    ///
    /// # Errors
    ///
    /// The error that `refused` returns.
    pub fn run<E>(
        mut self,
        sweep: impl FnOnce(&mut FrontierWatcher<'_>) -> Result<FrontierReport, E>,
        on_progress: &mut FrontierWatcher<'_>,
        search: &mut dyn FnMut(u64) -> SearchTurn,
        refused: &mut dyn FnMut(E) -> Result<(), E>,
    ) -> Result<PortfolioEnd, E> {
        if let Some(end) = self.let_search(search) {
            return Ok(end);
        }
        // The sweep has begun, which counts as one unit of work.
        self.turns.spend(Runner::First, 1);
        match self.sweep(sweep, on_progress, search) {
            Ok(Some(end)) => return Ok(end),
            Ok(None) => {}
            Err(error) => refused(error)?,
        }
        self.turns.leave(Runner::First);
        match self.let_search(search) {
            Some(end) => Ok(end),
            None => unreachable!("invariant: a sweep that has left has no turn"),
        }
    }

    /// Runs the search until it is the sweep's turn. Returns how the portfolio ended, if it did.
    fn let_search(&mut self, search: &mut dyn FnMut(u64) -> SearchTurn) -> Option<PortfolioEnd> {
        loop {
            match self.turns.next() {
                None => return Some(PortfolioEnd::Spent),
                Some((Runner::First, _)) => return None,
                Some((Runner::Second, limit)) => match search(limit) {
                    SearchTurn::Left(work) => self.turns.spend(Runner::Second, work),
                    SearchTurn::Ended => return Some(PortfolioEnd::Searched),
                },
            }
        }
    }

    /// Runs the sweep, and the search whenever it is the search's turn. Returns how the portfolio ended; `None` if
    /// the sweep has done all the work that it may do.
    fn sweep<E>(
        &mut self,
        sweep: impl FnOnce(&mut FrontierWatcher<'_>) -> Result<FrontierReport, E>,
        on_progress: &mut FrontierWatcher<'_>,
        search: &mut dyn FnMut(u64) -> SearchTurn,
    ) -> Result<Option<PortfolioEnd>, E> {
        let mut counted = 0;
        let mut likely = SweepForecast::new();
        let (mut ended, mut is_over) = (None, false);
        let report = sweep(&mut |progress: &FrontierProgress| {
            on_progress(progress)?;
            // While a sweep is prepared, its progress shows no work.
            counted = counted.max(progress.work);
            is_over = counted > self.most_sweep;
            if is_over {
                return Break(());
            }
            self.turns.spend(Runner::First, counted.saturating_add(1));
            ended = self.let_search(search);
            if ended.is_some() {
                return Break(());
            }
            if likely.update(progress) {
                self.turns.expect(likely.work());
            }
            Continue(())
        })?;
        Ok(match ended {
            Some(end) => Some(end),
            // If the sweep breaks out after its last step, its count is complete.
            None if report.complete => Some(PortfolioEnd::Swept(report)),
            None if is_over => None,
            None => Some(PortfolioEnd::Stopped(report)),
        })
    }
}

/// The approximate [work](FrontierProgress::work) that a sweep does in the time of one counted node
/// of the search with this forecast; at least 1.
pub fn work_per_node(forecast: &Forecast, engine: TreeEngine) -> u64 {
    let work = sweep_work_in(1e3 * forecast.seconds_counted(engine)) / 1000;
    work.max(1)
}
