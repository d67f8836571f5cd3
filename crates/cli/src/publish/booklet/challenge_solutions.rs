//! Solutions that a book must not show before its last pages: those of its challenges.

mod cover_solution;

use std::collections::BTreeSet;

use tilewright_dlx::{Answer, Budget, OptionId, Solver, Symmetries};
use tilewright_geometry::Cell;

pub(crate) use self::cover_solution::CoverSolution;
use super::{Booklet, BookletError, Content};
use crate::cover::Instance;
use crate::solve::search::RunContext;
use crate::support::label::Label;

/// The maximum number of nodes of the search for another solution.
const MOST_NODES: u64 = 5_000_000;

/// A solution as a set of pieces, each with its name and its cells. In this form, solutions of different
/// puzzles can be compared.
type SolutionByName = BTreeSet<(Label, Vec<Cell>)>;

/// The solutions of all challenges in some booklets.
#[derive(Debug, Default)]
pub struct ChallengeSolutions(BTreeSet<SolutionByName>);

impl ChallengeSolutions {
    /// The solutions of all challenges of some booklets.
    pub fn of<'b, 'a: 'b>(booklets: impl IntoIterator<Item = &'b Booklet<'a>>) -> Self {
        let tasks = booklets.into_iter().flat_map(Booklet::tasks);
        Self(
            tasks
                .map(|task| by_name(task.instance, &task.solution))
                .collect(),
        )
    }

    /// Whether a solution, or an image of it under a symmetry, is among the challenges' solutions.
    fn have(&self, instance: &Instance, group: Option<&Symmetries>, solution: &[OptionId]) -> bool {
        let Some(group) = group else {
            return self.0.contains(&by_name(instance, solution));
        };
        group.ids().any(|g| {
            let image = solution.iter().map(|option| group.image(g, *option));
            let image: Vec<OptionId> = image.collect();
            self.0.contains(&by_name(instance, &image))
        })
    }

    /// A solution of a puzzle that is not an image of a challenge's solution. `None` if there is
    /// none, or if the search reaches its limit of nodes.
    ///
    /// Cost: a search for at most one more solution than the challenges' solutions have images.
    ///
    /// # Errors
    ///
    /// [`BookletError::Interrupted`].
    pub(super) fn other(
        &self,
        instance: &Instance,
        monitor: &RunContext,
    ) -> Result<Option<Vec<OptionId>>, BookletError> {
        let group = match instance.symmetry(monitor.stop()) {
            Ok(group) => Some(&group.symmetries),
            Err(_) if monitor.is_set() => return Err(BookletError::Interrupted),
            // The symmetries are too many to list, so they are not used.
            Err(_) => None,
        };
        let order = group.map_or(1, Symmetries::order);
        let most = self.0.len().saturating_mul(order).saturating_add(1);
        let solver = Solver::new(instance.problem())
            .budget(Budget::nodes(MOST_NODES))
            .stop(monitor.stop());
        let Ok(solver) = solver.given(instance.givens()) else {
            return Ok(None);
        };
        let found = match solver.at_most(most) {
            Ok(Answer::Known(found) | Answer::OutOfBudget(found)) => found,
            Ok(Answer::Stopped(_)) => return Err(BookletError::Interrupted),
            Err(_) => return Ok(None),
        };
        Ok(found
            .into_iter()
            .find(|solution| !self.have(instance, group, solution)))
    }
}

fn by_name(instance: &Instance, solution: &[OptionId]) -> SolutionByName {
    let puzzle = instance.puzzle();
    let placed = solution.iter().map(|option| {
        let meaning = instance.meaning(*option);
        let cells = meaning.placement.cells.iter();
        let cells = cells.map(|cell| puzzle.board.cell(*cell)).collect();
        (puzzle.piece(meaning.piece).name.clone(), cells)
    });
    placed.collect()
}

impl Booklet<'_> {
    /// Adds a solution for a cover. It is a solution of the hardest challenge's puzzle, but not of
    /// any challenge. Without such a solution the cover shows the pieces.
    ///
    /// On its cover, a booklet of solutions shows its first solution, so none is added.
    ///
    /// Cost: a search for a few solutions more than there are challenges.
    ///
    /// # Errors
    ///
    /// [`BookletError::Interrupted`].
    pub fn with_cover_solution(
        mut self,
        solutions: &ChallengeSolutions,
        monitor: &RunContext,
    ) -> Result<Self, BookletError> {
        let Content::Challenges(tasks) = &self.content else {
            return Ok(self);
        };
        let instance = tasks.last().map_or(self.instance, |task| task.instance);
        let other = solutions.other(instance, monitor)?;
        self.cover_solution = other.map(|solution| CoverSolution { instance, solution });
        Ok(self)
    }

    /// Whether a cover can show a solution that gives no challenge away.
    pub fn has_cover_solution(&self) -> bool {
        matches!(self.content, Content::Solutions(_)) || self.cover_solution.is_some()
    }
}
