//! A sweep and a search of the same problem, in turns: the count of whichever ends first.
//!
//! Which of them is the faster is forecast by random walks, which seldom see the few large subtrees
//! of a search, and know nothing of a sweep. So both are tried:
//!
//! 1. the search alone, for 25 to 36 ms, where it is forecast to take no more than 0.1 s;
//! 2. the sweep, as long as it is likely to end before the search is forecast to, by how it has grown
//!    so far, and a quarter of that time in any case, 10 to 50 ms: where it is the faster one it is so by
//!    far, as a rule;
//! 3. the search, for as long as it is forecast to take, beside which the sweep has a small share of the
//!    time to find out what it is likely to take;
//! 4. both in equal turns, if the sweep is likely to end before the search has taken twice as long
//!    as it has; else the sweep has a small share again.
//!
//! Nothing is done twice: who has not the turn sleeps. So little is lost where the forecast of the search
//! is right, and about a factor of two at most where it is not and that of the sweep is.
//!
//! Work is counted and no time, so the winner is the same on every machine.

use std::ops::ControlFlow;

use crate::forecast::Forecast;
use crate::frontier::{
    Frontier, FrontierError, FrontierProgress, FrontierReport, FrontierWatcher, SweepForecast,
};
use crate::schedule::TreeEngine;
use crate::solver::SweepTrial;
use crate::turns::{Runner, Turn, Turns};

/// The seconds of one thread that a turn lasts.
const TURN: f64 = 0.01;

/// A search that is forecast to take no longer than so many seconds of one thread begins alone, for as
/// long as it is forecast to, within bounds.
const SHORT: f64 = 0.1;
const LEAST_ALONE: f64 = 0.025;
const LONGEST_ALONE: f64 = 0.036;

/// What the sweep has before a search that does not begin alone, whatever it is likely to take: a share of
/// what the search is forecast to take, within bounds in seconds of one thread. As long as it has
/// taken few steps, what it is likely to take may be far too much.
const HEAD: f64 = 0.25;
const LEAST_HEAD: f64 = 0.01;
const LONGEST_HEAD: f64 = 0.05;

/// The work of a sweep in so many seconds of one thread.
fn work_in(seconds: f64) -> u64 {
    SweepTrial::of_seconds(seconds).most_work
}

/// The turns of a sweep and a search, each on a thread of its own.
///
/// ```
/// use std::ops::ControlFlow::Continue;
/// use tilewright_dlx::contest::Contest;
/// use tilewright_dlx::{Forecast, Frontier, FrontierError, text};
///
/// let problem = text::read("a b c d\na b\nb c\nc d\na\nb\nc\nd\n")?;
/// // A search that would take an hour.
/// let search = Forecast { nodes: 1e11, bits_nodes: 1e11, ..Forecast::default() };
/// let contest = Contest::new(&search);
/// let (searched, swept) = std::thread::scope(|scope| {
///     let searched = scope.spawn(|| {
///         let turn = contest.search();
///         while turn.count(1000).is_continue() {}
///         contest.search_is_first()
///     });
///     let _leaves = contest.leaving_sweep();
///     let swept = contest.sweep(|| Ok::<_, FrontierError>(Frontier::new(&problem)), &mut |_| Continue(()));
///     contest.end();
///     (searched.join(), swept)
/// });
/// assert!(!searched.expect("it does not panic"));
/// let report = swept?.expect("the sweep ends first");
/// assert_eq!(report.count, 5_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Contest {
    turns: Turns<'static>,
    seconds: f64,
    alone: f64,
}

impl Contest {
    /// Before anything is done, with what the search is forecast to take.
    pub fn new(forecast: &Forecast) -> Self {
        Self::up_to(forecast, u64::MAX)
    }

    /// The same, to be given up when each has had about so many seconds of one thread, whatever the
    /// search is forecast to take. Then neither has come to its end, and the contest [is
    /// spent](Self::is_spent).
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

    /// Sweeps when it has the turn. None if the search ends first; an incomplete report if `hear`, which
    /// is told of the progress as [`Frontier::count_watched`] tells of it, breaks out: then the search goes
    /// on, unless the contest is [ended](Self::end).
    ///
    /// # Errors
    ///
    /// Those of `frontier`, which is asked once the sweep has its first turn, and of
    /// [`Frontier::count_watched`].
    pub fn sweep<'p, E: From<FrontierError>>(
        &self,
        frontier: impl FnOnce() -> Result<Frontier<'p>, E>,
        hear: &mut FrontierWatcher<'_>,
    ) -> Result<Option<FrontierReport>, E> {
        let turn = self.turns.of(Runner::First);
        // To begin counts too: where the search begins alone, not before it has had its due.
        if turn.count(1).is_break() {
            return Ok(None);
        }
        let mut counted = 0;
        let mut likely = SweepForecast::new();
        let report = frontier()?.count_watched(&mut |progress: &FrontierProgress| {
            hear(progress)?;
            let work = progress.work.saturating_sub(counted);
            // Preparations tell of none.
            counted = counted.max(progress.work);
            turn.count(work)?;
            if likely.hear(progress) {
                turn.expect(likely.work());
            }
            ControlFlow::Continue(())
        })?;
        let is_first = turn.count(0).is_continue();
        if is_first && report.complete {
            self.end();
        }
        Ok(is_first.then_some(report))
    }

    /// What the search counts with, in the [work of its nodes](work_per_node).
    pub fn search(&self) -> Turn<'_> {
        self.turns.of(Runner::Second)
    }

    /// Says that the search has come to its end; whether the sweep has not done so before.
    pub fn search_is_first(&self) -> bool {
        let is_first = self.search().count(0).is_continue();
        if is_first {
            self.end();
        }
        is_first
    }

    /// Whether it was given up: both have had the time that they may have.
    pub fn is_spent(&self) -> bool {
        self.turns.is_spent()
    }

    /// Ends the turns of both.
    pub fn end(&self) {
        self.turns.end();
    }

    /// Leaves all turns to the search: there is no sweep, or no more.
    pub fn leave_to_search(&self) {
        self.turns.leave(Runner::First);
    }

    /// Ends the contest when it is dropped, by a panic too: the sweep must not wait for ever.
    pub fn ending(&self) -> impl Drop {
        AtLast(|| self.end())
    }

    /// Leaves all turns to the search when it is dropped, by a panic too: it must not wait for ever.
    pub fn leaving_sweep(&self) -> impl Drop {
        AtLast(|| self.leave_to_search())
    }
}

/// Does something when it is dropped.
struct AtLast<F: Fn()>(F);

impl<F: Fn()> Drop for AtLast<F> {
    fn drop(&mut self) {
        self.0();
    }
}

/// The [work](FrontierProgress::work) of a sweep that takes about as long as what the search that is
/// forecast counts as a node; at least 1.
pub fn work_per_node(forecast: &Forecast, engine: TreeEngine) -> u64 {
    let work = work_in(1e3 * forecast.seconds_counted(engine)) / 1000;
    work.max(1)
}
