//! Finds the best solutions by an objective: those with the most or the fewest pieces, covered cells or different
//! pieces, or with the highest or the lowest value.
//!
//! Each placement gets a cost, so that [`Solver::optimal`] finds the solutions of least or greatest cost. For
//! different pieces, a piece of which several copies may be used gets an option that leaves it out. Only these
//! options cost 1, so the cost is the number of pieces left out.

use tilewright_dlx::{
    Accept, Answer, Entry, ItemId, OptionId, Problem, ProblemError, Sense, Solver, SolverError,
};

use super::SolveError;
use super::any::SearchObserver;
use super::search::RunContext;
use crate::cover::{Instance, Meaning, cell_order};
use crate::puzzle::{Piece, PieceId, Puzzle};

/// What an objective counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// The pieces, with every copy counted.
    Pieces,
    /// The cells that pieces cover.
    Cells,
    /// The different pieces. The faces of a tile count as one piece.
    Different,
    /// The sum of the values of the pieces, with every copy counted.
    Value,
}

/// Which solutions are the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Objective {
    /// Whether the least or the greatest number is the best.
    pub sense: Sense,
    /// What is counted in a solution.
    pub quantity: Quantity,
}

/// A solution, and the number that the objective gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankedSolution {
    /// The number that the objective counts in the solution, such as the number of pieces.
    pub number: u64,
    /// The options that make the solution, those of the givens first.
    pub options: Vec<OptionId>,
}

/// The best solutions found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestReport {
    /// The solutions, the best first.
    pub solutions: Vec<RankedSolution>,
    /// Whether it is proved that no other solution is better, or that there is no solution.
    pub is_proved: bool,
    /// If the search was stopped, a bound: no solution outside the list has a better number than this. `None`
    /// if no bound is known.
    pub bound: Option<u64>,
}

/// Finds the `most` best solutions by an objective, with a proof that no other one is better.
///
/// Conditions that are not items of the exact cover problem are checked on each solution. The search runs on one
/// thread, a sweep on the threads of `monitor`. Both stay within the memory of `monitor`. If the monitor stops
/// the work, the report has the best solutions found so far, and a bound.
///
/// # Examples
///
/// ```
/// use tilewright::cover::Instance;
/// use tilewright::puzzle::Puzzle;
/// use tilewright::solve::objective::{Objective, Quantity, best_solutions};
/// use tilewright::solve::search::RunContext;
/// use tilewright_dlx::Sense;
///
/// // The fewest squares that fill a rectangle of 5 × 6: seven do not.
/// let text = "(lattice: Square, board: Rect(6, 5), pieces: [
///     Piece(name: \"1\", cells: Rect(1, 1), copies: Any), Piece(name: \"2\", cells: Rect(2, 2), copies: Any),
///     Piece(name: \"3\", cells: Rect(3, 3), copies: Any), Piece(name: \"4\", cells: Rect(4, 4), copies: Any),
///     Piece(name: \"5\", cells: Rect(5, 5), copies: Any)])";
/// let instance = Instance::new(Puzzle::from_ron(text)?)?;
/// let fewest = Objective { sense: Sense::Least, quantity: Quantity::Pieces };
/// let report = best_solutions(&instance, fewest, 1, &RunContext::silent())?;
/// assert!(report.is_proved);
/// assert_eq!(report.solutions[0].number, 5, "two of 3 × 3, three of 2 × 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`SolveError`] if the requested engine cannot compare costs, or if the problem is too large.
pub fn best_solutions(
    instance: &Instance,
    objective: Objective,
    most: usize,
    monitor: &RunContext,
) -> Result<BestReport, SolveError> {
    let weighted = WeightedProblem::of(instance, objective).map_err(SolverError::from)?;
    let Ok(order) = cell_order::order(instance, monitor.stop()) else {
        return Ok(BestReport {
            solutions: Vec::new(),
            is_proved: false,
            bound: None,
        });
    };
    let old = instance.problem();
    let cells = order
        .iter()
        .filter_map(|cell| weighted.problem.item(old.item_name(*cell)));
    let order: Vec<ItemId> = cells.collect();
    let original = |options: &[OptionId]| -> Vec<OptionId> {
        let options = options.iter().copied();
        options
            .filter(|option| option.index() < old.option_count())
            .collect()
    };
    let accept = |options: &[OptionId]| instance.accepts(&original(options));
    let accept: Option<&Accept<'_>> = instance.filter().is_some().then_some(&accept);
    let observer = SearchObserver::new(monitor);
    let answer = Solver::new(&weighted.problem)
        .given(instance.givens())
        .map_err(SolverError::from)?
        .order(&order)
        .map_err(SolverError::from)?
        .engine(monitor.resources.engine)
        .memory(monitor.resources.memory())
        .threads(monitor.resources.threads)
        .stop(monitor.stop())
        .observer(&observer)
        .optimal(weighted.sense, most, accept)?;
    let is_proved = answer.is_known();
    let (Answer::Known(best) | Answer::Stopped(best) | Answer::OutOfBudget(best)) = answer;
    let ranked = best.solutions.into_iter().map(|found| RankedSolution {
        number: weighted.number(found.cost),
        options: original(&found.options),
    });
    Ok(BestReport {
        solutions: ranked.collect(),
        is_proved,
        bound: best
            .bound
            .filter(|_| !is_proved)
            .map(|bound| weighted.number(bound)),
    })
}

/// A problem whose costs express an objective.
struct WeightedProblem {
    /// The exact cover problem: the options of the instance, followed by options that leave a piece out.
    problem: Problem,
    sense: Sense,
    /// The number of pieces of the puzzle, if the cost of a solution is the number of pieces that it
    /// leaves out. `None` if the cost is itself the number to be minimized or maximized.
    pieces: Option<u64>,
}

impl WeightedProblem {
    fn of(instance: &Instance, objective: Objective) -> Result<Self, ProblemError> {
        let puzzle = instance.puzzle();
        let Objective { sense, quantity } = objective;
        let tiles = puzzle.tiles();
        if quantity == Quantity::Different
            && puzzle
                .pieces
                .iter()
                .any(|piece| piece.copies_of_tile().max > 1)
        {
            return Self::of_different(instance, &tiles, sense);
        }
        let mut problem = instance.problem().clone();
        for (option, meaning) in problem.options().zip(instance.meanings()) {
            problem.set_cost(option, placement_number(puzzle, meaning, quantity))?;
        }
        Ok(Self {
            problem,
            sense,
            pieces: None,
        })
    }

    /// The problem with a further option, of cost 1, for each piece that may be left out. A solution with this
    /// option leaves the piece out. Two items for each such piece ensure that a solution contains either this
    /// option or placements of the piece. All of these options cover the first item, which must be covered. They
    /// give the second item one colour if they place the piece, and another one if they leave it out.
    fn of_different(
        instance: &Instance,
        tiles: &[PieceId],
        sense: Sense,
    ) -> Result<Self, ProblemError> {
        let (old, puzzle) = (instance.problem(), instance.puzzle());
        let mut problem = Problem::new();
        let mut items = Vec::with_capacity(old.item_count());
        for item in old.items().filter(|item| old.is_primary(*item)) {
            let bounds = old.bounds(item).unwrap_or(1..=1);
            items.push(problem.add_bounded(old.item_name(item), bounds)?);
        }
        let may_miss = |(first, piece): &(PieceId, &Piece)| {
            let given = puzzle
                .givens
                .iter()
                .any(|given| tiles[given.piece.index()] == *first);
            piece.copies_of_tile().min == 0 && !given
        };
        let optional: Vec<(PieceId, &Piece)> = puzzle.first_faces().filter(may_miss).collect();
        let mut used = vec![None; puzzle.pieces.len()];
        for (first, piece) in &optional {
            let most = piece.copies_of_tile().max;
            used[first.index()] =
                Some(problem.add_bounded(format!("@used/{}", piece.name), 1..=most)?);
        }
        for item in old.items().filter(|item| !old.is_primary(*item)) {
            items.push(problem.add_secondary(old.item_name(item))?);
        }
        let mut kind = vec![None; puzzle.pieces.len()];
        for (first, piece) in &optional {
            kind[first.index()] = Some(problem.add_secondary(format!("@kind/{}", piece.name))?);
        }
        let [is_used, is_left] = ["@used", "@left"].map(|name| problem.add_colour(name));
        let (is_used, is_left) = (is_used?, is_left?);
        for (option, meaning) in old.options().zip(instance.meanings()) {
            let mut entries = Vec::new();
            for entry in old.option_entries(option) {
                let name = entry.colour.map(|colour| old.colour_name(colour));
                let colour = name.map(|name| problem.add_colour(name)).transpose()?;
                entries.push(Entry {
                    item: items[entry.item.index()],
                    colour,
                });
            }
            let first = tiles[meaning.piece.index()].index();
            entries.extend(used[first].map(Entry::from));
            entries.extend(kind[first].map(|item| Entry::coloured(item, is_used)));
            problem.add_coloured_option(&entries)?;
        }
        for (used, kind) in used.into_iter().zip(kind) {
            if let (Some(used), Some(kind)) = (used, kind) {
                let entries = [used.into(), Entry::coloured(kind, is_left)];
                let option = problem.add_coloured_option(&entries)?;
                problem.set_cost(option, 1)?;
            }
        }
        let sense = match sense {
            Sense::Least => Sense::Greatest,
            Sense::Greatest => Sense::Least,
        };
        let pieces = puzzle.first_faces().count() as u64;
        Ok(Self {
            problem,
            sense,
            pieces: Some(pieces),
        })
    }

    /// Converts the cost of a solution into the number that the objective gives it.
    fn number(&self, cost: u64) -> u64 {
        self.pieces
            .map_or(cost, |pieces| pieces.saturating_sub(cost))
    }
}

/// What a placement adds to this quantity of the solution that contains it.
pub(crate) fn placement_number(puzzle: &Puzzle, meaning: &Meaning, quantity: Quantity) -> u32 {
    match quantity {
        Quantity::Pieces | Quantity::Different => 1,
        Quantity::Cells => u32::try_from(meaning.placement.cells.len()).unwrap_or(u32::MAX),
        Quantity::Value => puzzle.piece(meaning.piece).value,
    }
}
