//! The best choices by an objective, each with a solution.

use tilewright_dlx::{Answer, OptionId, SolverError};

use super::ChoiceQuestion;
use super::items::ChoiceItems;
use crate::puzzle::PieceId;
use crate::solve::SolveError;
use crate::solve::any::SearchObserver;
use crate::solve::objective::{Objective, Quantity, placement_number};
use crate::solve::search::RunContext;

/// A choice of pieces with its value under an objective.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankedChoice {
    /// The number that the objective counts: the pieces, cells or different pieces, or the sum of
    /// the values of the pieces.
    pub number: u64,
    /// The copies of each piece of the puzzle, givens included.
    pub copies: Vec<u32>,
    /// A solution of the choice, as options of the exact cover problem.
    pub options: Vec<OptionId>,
}

/// The best choices found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestChoices {
    /// The choices, the best first.
    pub choices: Vec<RankedChoice>,
    /// Whether it is proved that no other choice with a solution is better.
    pub is_proved: bool,
    /// After a stop: a bound on [`RankedChoice::number`], if one is known. No choice that was not
    /// found has a better number than the bound.
    pub bound: Option<u64>,
}

impl ChoiceQuestion<'_> {
    /// Finds the `most` best choices that have a solution, with a proof that no other one is better. Solutions are not
    /// counted, so all conditions that items express are possible, such as `Apart`.
    ///
    /// ```
    /// use tilewright::cover::Instance;
    /// use tilewright::design::choices::{ChoiceQuestion, ChoiceRule};
    /// use tilewright::puzzle::Puzzle;
    /// use tilewright::solve::objective::{Objective, Quantity};
    /// use tilewright::solve::search::RunContext;
    /// use tilewright_dlx::Sense;
    ///
    /// // Monominoes and dominoes that do not touch pieces of their size, in a row of four.
    /// let text = "(lattice: Square, board: Optional(Rect(4, 1)), conditions: [Apart(by: Size)], pieces: [
    ///     Piece(name: \"1\", cells: Rect(1, 1), copies: Any), Piece(name: \"2\", cells: Rect(2, 1), copies: Any)])";
    /// let (instance, rule) = (Instance::new(Puzzle::from_ron(text)?)?, ChoiceRule::default());
    /// let cells = Objective { sense: Sense::Greatest, quantity: Quantity::Cells };
    /// let question = ChoiceQuestion::new(&instance, &rule);
    /// let best = question.best(cells, 2, &RunContext::silent())?;
    /// let copies: Vec<_> = best.choices.iter().map(|choice| (choice.number, &choice.copies[..])).collect();
    /// assert_eq!(copies, [(4, &[2, 1][..]), (3, &[1, 1])]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError::DifferentCopies`] for different pieces of which several copies may be used. The engine is not
    /// `frontier`, or the problem is too large for it.
    pub fn best(
        &self,
        objective: Objective,
        most: usize,
        monitor: &RunContext,
    ) -> Result<BestChoices, SolveError> {
        let puzzle = self.instance.puzzle();
        let is_many = puzzle
            .pieces
            .iter()
            .any(|piece| piece.copies_of_tile().max > 1);
        if objective.quantity == Quantity::Different && is_many {
            return Err(SolveError::DifferentCopies);
        }
        let items = ChoiceItems::new(self.instance)?;
        let mut problem = items.problem().clone();
        let options: Vec<OptionId> = problem.options().collect();
        for (option, meaning) in options.into_iter().zip(self.instance.meanings()) {
            let number = placement_number(puzzle, meaning, objective.quantity);
            problem
                .set_cost(option, number)
                .map_err(SolverError::from)?;
        }
        let tiles = puzzle.tiles();
        let copies = |options: &[OptionId]| {
            let mut copies = vec![0_u32; puzzle.pieces.len()];
            for option in options {
                let PieceId(first) = tiles[self.instance.meaning(*option).piece.index()];
                copies[first as usize] += 1;
            }
            copies
        };
        let accept = |options: &[OptionId]| self.rule.allows(&copies(options));
        let observer = SearchObserver::new(monitor);
        let solver = self.solver(&problem, monitor, &observer)?;
        let answer = solver.optimal_choices(objective.sense, most, &items.items, Some(&accept))?;
        let is_proved = answer.is_known();
        let (Answer::Known(best) | Answer::Stopped(best) | Answer::OutOfBudget(best)) = answer;
        let ranked = best.solutions.into_iter().map(|found| RankedChoice {
            number: found.cost,
            copies: copies(&found.options),
            options: found.options,
        });
        Ok(BestChoices {
            choices: ranked.collect(),
            is_proved,
            bound: best.bound.filter(|_| !is_proved),
        })
    }
}
