//! Finds any one solution, for puzzles too large to count.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use tilewright_dlx::{Answer, Observer, OptionId, Progress, Solver, SolverError};

use super::SolveError;
use super::refute::feasibility::{Obstacle, obstacles};
use super::search::{ProgressMeter, RunContext, WorkKind};
use crate::cover::{Instance, cell_layout};
use crate::support::format::grouped;

/// The result of a search for one solution.
#[derive(Debug, Clone)]
pub enum AnySolution {
    /// A solution: the givens and the chosen options.
    Found(Vec<OptionId>),
    /// No solution exists, for these reasons. Each was found without a search.
    Refuted(Vec<Obstacle>),
    /// No solution exists: the search ended without one.
    None,
    /// The search was stopped before a solution or a proof was found.
    Interrupted,
}

/// Finds any one solution. Obstacles and colourings are checked before [`Solver::any`] searches.
/// The same `seed` gives the same solution on any number of threads.
///
/// # Examples
///
/// ```
/// use tilewright::cover::Instance;
/// use tilewright::puzzle::{Piece, Puzzle};
/// use tilewright::solve::any::{AnySolution, any_solution};
/// use tilewright::solve::search::RunContext;
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
/// let ask = |instance| any_solution(instance, 1, &RunContext::silent());
/// let rectangle_14 = of_polyominoes(rectangle(square, 15, 14)?, 6)?;
/// assert!(matches!(ask(&rectangle_14)?, AnySolution::Refuted(_)));
///
/// // But the twelve pentominoes fill a rectangle of 3 × 20.
/// let rectangle_20 = of_polyominoes(rectangle(square, 20, 3)?, 5)?;
/// let AnySolution::Found(solution) = ask(&rectangle_20)? else { panic!("there are eight") };
/// assert!(rectangle_20.problem().check(&solution).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`SolveError::Solver`] if the requested engine cannot search the puzzle.
pub fn any_solution(
    instance: &Instance,
    seed: u64,
    monitor: &RunContext,
) -> Result<AnySolution, SolveError> {
    let obstacles = obstacles(instance);
    if !obstacles.is_empty() {
        return Ok(AnySolution::Refuted(obstacles));
    }
    let Ok(layout) = cell_layout::layout(instance, monitor.stop()) else {
        return Ok(AnySolution::Interrupted);
    };
    let meter = SearchObserver::new(monitor);
    let answer = Solver::new(instance.problem())
        .given(instance.givens())
        .map_err(SolverError::from)?
        .layout(&layout)
        .map_err(SolverError::from)?
        .engine(monitor.resources.engine)
        .threads(monitor.resources.threads)
        .stop(monitor.stop())
        .observer(&meter)
        .any(seed)?;
    Ok(match answer {
        Answer::Known(Some(solution)) => AnySolution::Found(solution),
        Answer::Known(None) => AnySolution::None,
        Answer::Stopped(()) | Answer::OutOfBudget(()) => AnySolution::Interrupted,
    })
}

/// Shows the progress of a search as the number of options tried.
pub(crate) struct SearchObserver<'a>(Mutex<ProgressMeter<'a>>);

impl<'a> SearchObserver<'a> {
    pub(crate) fn new(monitor: &'a RunContext) -> Self {
        Self(Mutex::new(ProgressMeter::new(monitor, WorkKind::Search)))
    }
}

impl Observer for SearchObserver<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        let words = format!("{} options tried", grouped(progress.nodes));
        let mut meter = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        meter.on_progress_text(None, &words)
    }
}
