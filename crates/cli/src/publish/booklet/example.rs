//! Worked examples: an easy challenge that is not in the booklet, solved step by step.

mod worked;

use tilewright_dlx::OptionId;

pub(crate) use self::worked::WorkedExample;
use super::{Booklet, BookletError, ChallengeSolutions, Task};
use crate::cover::Instance;
use crate::reason::deduction::{
    DeductionError, DeductionPath, Grade, Rating, Step, Technique, rate_until, with_own,
};
use crate::solve::search::RunContext;

/// The maximum number of pieces left to place in an example.
const OPEN: usize = 5;

impl Booklet<'_> {
    /// Adds a worked example: an easy challenge with at most five pieces to place, which deductions
    /// solve without guessing. Its solution is not among `solutions`. Without such a solution there
    /// is no example. Booklets of cards, goals or solutions have none either.
    ///
    /// Cost: a search for a few solutions more than there are challenges, and a rating for each
    /// piece.
    ///
    /// # Errors
    ///
    /// [`BookletError::Interrupted`].
    pub fn with_example(
        mut self,
        solutions: &ChallengeSolutions,
        monitor: &RunContext,
    ) -> Result<Self, BookletError> {
        let mut tasks = self.tasks().iter();
        let Some(task) = tasks.find(|task| !task.is_card && task.count.is_none()) else {
            return Ok(self);
        };
        let instance = task.instance;
        if let Some(solution) = solutions.other(instance, monitor)? {
            self.example = example(instance, solution, monitor)?;
        }
        Ok(self)
    }

    /// Whether there is a worked example.
    pub fn has_example(&self) -> bool {
        self.example.is_some()
    }
}

/// The worked example with this solution. `None` if no challenge with this solution is easy enough.
fn example<'a>(
    instance: &'a Instance,
    solution: Vec<OptionId>,
    monitor: &RunContext,
) -> Result<Option<WorkedExample<'a>>, BookletError> {
    let Some((givens, rating)) = givens_of(instance, &solution, monitor)? else {
        return Ok(None);
    };
    let Ok(path) = DeductionPath::new(instance, &givens) else {
        return Ok(None);
    };
    let path = path.with_solution(&solution).until(monitor);
    let steps: Vec<Step> = path.collect();
    if monitor.is_set() {
        return Err(BookletError::Interrupted);
    }
    let task = Task {
        rating: Some(rating),
        is_unique: true,
        ..Task::solved(instance, givens, solution)
    };
    Ok((!steps.is_empty()).then_some(WorkedExample { task, steps }))
}

/// All givens of an easy challenge with this solution, and its rating. The pieces left to place lie
/// near each other. `None` if there is no such challenge.
fn givens_of(
    instance: &Instance,
    solution: &[OptionId],
    monitor: &RunContext,
) -> Result<Option<(Vec<OptionId>, Rating)>, BookletError> {
    let own = with_own(instance, &[]);
    let mut givens = solution.to_vec();
    let mut found = None;
    let mut open = 0;
    for option in from_a_corner(instance, solution) {
        if own.contains(&option) {
            continue;
        }
        let fewer: Vec<OptionId> = givens.iter().copied().filter(|o| *o != option).collect();
        match rate_until(instance, &fewer, monitor) {
            Ok(rating) if rating.grade() == Grade::Easy && rating.hardest != Technique::Search => {
                found = Some(rating);
                givens = fewer;
                open += 1;
            }
            Err(DeductionError::Interrupted) => return Err(BookletError::Interrupted),
            Ok(_) | Err(_) => {}
        }
        if open == OPEN {
            break;
        }
    }
    Ok(found.map(|rating| (with_own(instance, &givens), rating)))
}

/// The placements of a solution, ordered by the distance of their farthest cell from the first
/// covered cell of the board.
fn from_a_corner(instance: &Instance, solution: &[OptionId]) -> Vec<OptionId> {
    let puzzle = instance.puzzle();
    let cells = |option: OptionId| &instance.meaning(option).placement.cells;
    let first = solution
        .iter()
        .min_by_key(|option| cells(**option).iter().min());
    let centre = |cell| puzzle.lattice.centre(puzzle.board.cell(cell));
    let start = first.and_then(|option| cells(*option).iter().min());
    let Some(start) = start.map(|cell| centre(*cell)) else {
        return Vec::new();
    };
    let distance = |option: OptionId| {
        let far = cells(option).iter().map(|cell| {
            let at = centre(*cell);
            let along = [0, 1, 2].map(|axis| (at[axis] - start[axis]).powi(2));
            along.iter().sum::<f64>()
        });
        far.fold(0.0, f64::max)
    };
    let mut all = solution.to_vec();
    all.sort_by(|a, b| distance(*a).total_cmp(&distance(*b)).then(a.cmp(b)));
    all
}
