//! One solution of something huge, no matter which.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use tilewright_dlx::{Answer, Observer, OptionId, Progress, Solver, SolverError};

use super::SolveError;
use super::refute::feasibility::{Obstacle, obstacles};
use super::resources::Resources;
use super::search::{Kind, Monitor, Watch};
use crate::cover::{Instance, cell_layout};
use crate::support::format::grouped;

/// What came of looking for any solution.
#[derive(Debug, Clone)]
pub enum AnySolution {
    /// A solution: the givens, and the options chosen.
    Found(Vec<OptionId>),
    /// There is none, for these reasons, which need no search.
    Refuted(Vec<Obstacle>),
    /// There is none, as an exact search has shown.
    None,
    /// It was stopped before either was known.
    Interrupted,
}

/// Finds a solution, no matter which. Obstacles and colourings are looked at first, then
/// [`Solver::any`] searches. A seed gives the same solution for any number of threads.
///
/// # Examples
///
/// ```
/// use tilewright::cover::Instance;
/// use tilewright::puzzle::{Piece, Puzzle};
/// use tilewright::solve::any::{AnySolution, any_solution};
/// use tilewright::solve::resources::Resources;
/// use tilewright::solve::search::Monitor;
/// use tilewright_geometry::{Board, Lattice, rectangle};
///
/// // The 35 hexominoes never fill a rectangle of 14 × 15: eleven of them cover an even number of
/// // dark squares.
/// let square = Lattice::Square;
/// let of_polyominoes = |board, size| {
///     let puzzle = Puzzle::builder(square)
///         .board(Board::new(square, board, [])?)
///         .pieces(Piece::all_of_size(square, size)?)
///         .build()?;
///     Ok::<_, Box<dyn std::error::Error>>(Instance::new(puzzle)?)
/// };
/// let ask = |instance| any_solution(instance, 1, &Resources::default(), &Monitor::silent());
/// let rectangle_14 = of_polyominoes(rectangle(square, 15, 14)?, 6)?;
/// assert!(matches!(ask(&rectangle_14)?, AnySolution::Refuted(_)));
///
/// // But the twelve pentominoes fill one of 3 × 20.
/// let rectangle_20 = of_polyominoes(rectangle(square, 20, 3)?, 5)?;
/// let AnySolution::Found(solution) = ask(&rectangle_20)? else { panic!("there are eight") };
/// assert!(rectangle_20.problem().check(&solution).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The engine asked for cannot search the puzzle: [`SolveError::Solver`].
pub fn any_solution(
    instance: &Instance,
    seed: u64,
    resources: &Resources,
    monitor: &Monitor,
) -> Result<AnySolution, SolveError> {
    let obstacles = obstacles(instance);
    if !obstacles.is_empty() {
        return Ok(AnySolution::Refuted(obstacles));
    }
    let Ok(layout) = cell_layout::layout(instance, monitor.stop()) else {
        return Ok(AnySolution::Interrupted);
    };
    let watch = WatchObserver::new(monitor);
    let answer = Solver::new(instance.problem())
        .given(instance.givens())
        .map_err(SolverError::from)?
        .layout(&layout)
        .map_err(SolverError::from)?
        .engine(resources.engine)
        .threads(resources.threads)
        .stop(monitor.stop())
        .observer(&watch)
        .any(seed)?;
    Ok(match answer {
        Answer::Known(Some(solution)) => AnySolution::Found(solution),
        Answer::Known(None) => AnySolution::None,
        Answer::Stopped(()) | Answer::OutOfBudget(()) => AnySolution::Interrupted,
    })
}

/// Shows how far a search is.
pub(crate) struct WatchObserver<'a>(Mutex<Watch<'a>>);

impl<'a> WatchObserver<'a> {
    pub(crate) fn new(monitor: &'a Monitor) -> Self {
        Self(Mutex::new(Watch::new(monitor, Kind::Search)))
    }
}

impl Observer for WatchObserver<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        let words = format!("{} options tried", grouped(progress.nodes));
        let mut watch = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        watch.hear_words(None, &words)
    }
}
