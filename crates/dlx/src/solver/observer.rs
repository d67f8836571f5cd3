//! Whoever listens to a solver.

use std::ops::ControlFlow;

use crate::forecast::Forecast;
#[cfg(feature = "frontier")]
use crate::frontier::{FrontierError, FrontierReport};
use crate::schedule::Schedule;
use crate::search::Progress;

/// Whoever listens to a solver: is told of its progress and asked whether to go on, on the thread
/// that asked the question.
///
/// It takes `&self`, so that one observer may listen to several solvers and clones of them, on many threads: an [atomic](std::sync::atomic) holds what it notes down. Every closure that
/// takes a progress is one:
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
    /// Is told how far the work under way has come. `Break` stops it.
    ///
    /// The nodes of a sweep are its states, and it has found no solution before it ends. Where a sweep
    /// and a search take turns, it is the progress of the search as soon as that has begun.
    fn progress(&self, progress: &Progress) -> ControlFlow<()>;

    /// Is told what is known or begun, when it is.
    fn decision(&self, decision: &Decision<'_>) {
        let _ = decision;
    }
}

impl<F: Fn(&Progress) -> ControlFlow<()> + Sync> Observer for F {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        self(progress)
    }
}

/// What a solver has found out, or begins, on its way to an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Decision<'d> {
    /// What a search is forecast to take.
    Forecast(&'d Forecast),
    /// A sweep begins.
    #[cfg(feature = "frontier")]
    Sweep {
        /// About how many seconds of one thread it is tried for; none if it goes on to its end.
        seconds: Option<f64>,
    },
    /// The sweep has come to its end.
    #[cfg(feature = "frontier")]
    Swept(&'d FrontierReport),
    /// The sweep is given up for a search, since it takes longer than it was tried for.
    #[cfg(feature = "frontier")]
    SweepGivenUp,
    /// The problem cannot be swept, and is searched instead.
    #[cfg(feature = "frontier")]
    SweepRefused(&'d FrontierError),
    /// A search begins.
    Search(&'d Schedule),
    /// A sweep has counted all solutions, and those that have a symmetry are counted now.
    #[cfg(feature = "frontier")]
    Symmetric,
}
