//! Observers, which receive the progress of a solver and may stop it.

use std::ops::ControlFlow;

use crate::forecast::Forecast;
#[cfg(feature = "frontier")]
use crate::frontier::{FrontierError, FrontierReport};
use crate::schedule::Schedule;
use crate::search::Progress;

/// Receives the progress of a solver, and decides whether the work continues. It is called on the
/// thread that asked the question.
///
/// It takes `&self`, so that one observer may serve several solvers and their clones on many
/// threads. It can record what it receives in an [atomic](std::sync::atomic). Every closure from
/// `&Progress` to `ControlFlow<()>` is an observer:
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
/// use tilewright_dlx::{Answer, Progress, Solver, text};
///
/// // 24 items, each covered once or twice by three options: 6^24 solutions.
/// let items: Vec<String> = (0..24).map(|at| format!("1:2|i{at}")).collect();
/// let options: String = (0..24).map(|at| format!("i{at}\n").repeat(3)).collect();
/// let problem = text::read(&format!("{}\n{options}", items.join(" ")))?;
///
/// let nodes = AtomicU64::new(0);
/// let observer = |progress: &Progress| {
///     nodes.store(progress.nodes, Relaxed);
///     if progress.nodes < 100_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// };
/// let listed = Solver::new(&problem).observer(&observer).for_each(&mut |_| {
///     ControlFlow::Continue(())
/// })?;
/// assert!(matches!(listed, Answer::Stopped(_)));
/// assert!(nodes.load(Relaxed) >= 100_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer: Sync {
    /// Receives the progress of the current work. `Break` stops it.
    ///
    /// For a sweep, the number of nodes is its number of states, and the number of solutions is zero until it
    /// ends. If a sweep and a search take turns, only the progress of the search is reported once the search has
    /// begun.
    fn progress(&self, progress: &Progress) -> ControlFlow<()>;

    /// Receives each [`Decision`] when it is made. By default, does nothing.
    fn decision(&self, decision: &Decision<'_>) {
        let _ = decision;
    }
}

impl<F: Fn(&Progress) -> ControlFlow<()> + Sync> Observer for F {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        self(progress)
    }
}

/// A step on the way to an answer: a forecast, or the start or end of a sweep or search.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Decision<'d> {
    /// A search has been forecast.
    Forecast(&'d Forecast),
    /// A sweep is about to start.
    #[cfg(feature = "frontier")]
    Sweep {
        /// The sweep runs first if it is likely to end within this time, in seconds of one thread. `None` if no
        /// search takes turns with the sweep.
        seconds: Option<f64>,
    },
    /// The sweep has ended.
    #[cfg(feature = "frontier")]
    Swept(&'d FrontierReport),
    /// The problem cannot be swept. It is searched instead.
    #[cfg(feature = "frontier")]
    SweepRefused(&'d FrontierError),
    /// A search is about to start, with this schedule.
    Search(&'d Schedule),
    /// A sweep has counted all solutions. The solutions that have a symmetry are counted next.
    #[cfg(feature = "frontier")]
    Symmetric,
}
