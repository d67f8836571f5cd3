//! A sweep and a search in turns.

use std::ops::ControlFlow::{Break, Continue};

use super::constants::{HEAD, LEAST_ALONE, LEAST_HEAD, LONGEST_ALONE, LONGEST_HEAD, SHORT, TURN};
use super::turns::{Runner, Turns};
use crate::forecast::Forecast;
use crate::frontier::{
    Frontier, FrontierError, FrontierProgress, FrontierReport, FrontierWatcher, SweepForecast,
};
use crate::schedule::TreeEngine;
use crate::sweep_trial::SweepTrial;

/// The work of a sweep in so many seconds of one thread.
fn work_in(seconds: f64) -> u64 {
    SweepTrial::of_seconds(seconds).most_work
}

/// How a search comes out of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchTurn {
    /// It was left, and has done so much work in all, in that of a sweep.
    Left(u64),
    /// It has come to its end, or was stopped.
    Ended,
}

/// How a portfolio ends.
#[derive(Clone, Debug)]
pub enum PortfolioEnd {
    /// The sweep has counted all solutions.
    Swept(FrontierReport),
    /// The search ended first.
    Searched,
    /// The sweep was stopped, and this is its report.
    Stopped(FrontierReport),
    /// Each has had the work that it may do.
    Spent,
}

/// A sweep and a search, and whose turn it is.
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
///     || Ok::<_, FrontierError>(Frontier::new(&problem)),
///     &mut |_| Continue(()),
///     &mut |limit| SearchTurn::Left(limit + 1),
///     &mut |refused| Err(refused),
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
    /// Before anything is done, with what the search is forecast to take.
    pub fn new(forecast: &Forecast) -> Self {
        Self::up_to(forecast, u64::MAX)
    }

    /// The same, to be given up when each has had about so many seconds of one thread, whatever the
    /// search is forecast to take: then it is [spent](PortfolioEnd::Spent).
    pub fn within(forecast: &Forecast, seconds: f64) -> Self {
        Self::up_to(forecast, work_in(seconds))
    }

    fn up_to(forecast: &Forecast, most: u64) -> Self {
        let seconds = forecast.seconds(forecast.engine());
        let alone = if seconds <= SHORT {
            seconds.clamp(LEAST_ALONE, LONGEST_ALONE)
        } else {
            0.0
        };
        let head = work_in((seconds * HEAD).clamp(LEAST_HEAD, LONGEST_HEAD));
        let turns = Turns::new(0, work_in(TURN), most);
        Self {
            turns: turns.favouring_second(work_in(seconds), work_in(alone), head),
            seconds,
            alone,
            most_sweep: u64::MAX,
        }
    }

    /// Lets the sweep do no more than so much work; then the search goes on alone.
    #[must_use]
    pub fn sweep_within(self, most_work: u64) -> Self {
        Self {
            most_sweep: most_work,
            ..self
        }
    }

    /// The seconds of one thread that the search is forecast to take: a sweep that is likely to end in them
    /// goes first.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// The seconds of one thread that the search has before the sweep begins, if it begins.
    pub fn seconds_alone(&self) -> Option<f64> {
        (self.alone > 0.0).then_some(self.alone)
    }

    /// Counts by the one that ends first.
    ///
    /// `frontier` is asked once the sweep has its first turn, and `hear` is told of its progress as
    /// [`Frontier::count_watched`] tells of it: if it breaks out, all is stopped. `search` goes on with the
    /// search until it has done more than the work that it is given, in all. What refuses the sweep is
    /// told to `refused`: then the search goes on alone.
    ///
    /// # Errors
    ///
    /// Those of `refused`.
    pub fn run<'p, E: From<FrontierError>>(
        mut self,
        frontier: impl FnOnce() -> Result<Frontier<'p>, E>,
        hear: &mut FrontierWatcher<'_>,
        search: &mut dyn FnMut(u64) -> SearchTurn,
        refused: &mut dyn FnMut(E) -> Result<(), E>,
    ) -> Result<PortfolioEnd, E> {
        if let Some(end) = self.let_search(search) {
            return Ok(end);
        }
        // To begin counts too.
        self.turns.spend(Runner::First, 1);
        match self.sweep(frontier, hear, search) {
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

    /// Lets the search go on until the sweep has the turn; how all ended, if it did.
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

    /// Sweeps, and lets the search go on whenever it has the turn; how all ended, unless the sweep has done
    /// what it may do.
    fn sweep<'p, E: From<FrontierError>>(
        &mut self,
        frontier: impl FnOnce() -> Result<Frontier<'p>, E>,
        hear: &mut FrontierWatcher<'_>,
        search: &mut dyn FnMut(u64) -> SearchTurn,
    ) -> Result<Option<PortfolioEnd>, E> {
        let mut counted = 0;
        let mut likely = SweepForecast::new();
        let (mut ended, mut is_over) = (None, false);
        let report = frontier()?.count_watched(&mut |progress: &FrontierProgress| {
            hear(progress)?;
            // Preparations tell of none.
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
            if likely.hear(progress) {
                self.turns.expect(likely.work());
            }
            Continue(())
        })?;
        Ok(match ended {
            Some(end) => Some(end),
            // What breaks out at the very end has come to it.
            None if report.complete => Some(PortfolioEnd::Swept(report)),
            None if is_over => None,
            None => Some(PortfolioEnd::Stopped(report)),
        })
    }
}

/// The [work](FrontierProgress::work) of a sweep that takes about as long as what the search that is
/// forecast counts as a node; at least 1.
pub fn work_per_node(forecast: &Forecast, engine: TreeEngine) -> u64 {
    let work = work_in(1e3 * forecast.seconds_counted(engine)) / 1000;
    work.max(1)
}
