//! Finds solutions other than the target: in the diagram of all solutions, or by a search.

use fixedbitset::FixedBitSet;
use tilewright_dlx::{Answer, Budget, OptionId, Problem, SolutionDiagram, Solver};

use super::clue::{Clue, under};
use crate::design::difference_oracle::{DifferenceOracle, NoAnswer, subset};
use crate::solve::search::RunContext;

/// The maximum number of nodes of a search. Searching them takes ten seconds to a minute.
const MOST_NODES: u64 = 1 << 26;

/// A solution with its clues. The diagram of all solutions gives the other solutions.
pub(super) struct InDiagram<'a> {
    pub(super) problem: &'a Problem,
    pub(super) diagram: &'a SolutionDiagram,
    pub(super) solution: &'a [OptionId],
    pub(super) clues: &'a [Clue],
    pub(super) monitor: &'a RunContext,
}

impl InDiagram<'_> {
    /// For each option, the number of clues that it makes true.
    fn weights(&self) -> Vec<u32> {
        let mut weights = vec![0; self.problem.option_count()];
        for option in self.clues.iter().flat_map(|clue| &clue.options) {
            weights[option.index()] += 1;
        }
        weights
    }

    /// Another solution in which the given clues are true, and as many of the other clues as
    /// possible. `None` if there is none.
    fn rival(&self, given: &FixedBitSet) -> Option<Vec<OptionId>> {
        let mut left: Option<SolutionDiagram> = None;
        // Clues with few options come first, because they leave the smallest diagrams.
        let mut clues: Vec<&Clue> = given.ones().map(|clue| &self.clues[clue]).collect();
        clues.sort_by_key(|clue| clue.options.len());
        for clue in clues {
            let diagram = left.as_ref().unwrap_or(self.diagram);
            left = Some(match clue.options[..] {
                [option] => diagram.restrict(&[option], &[]).ok()?,
                _ => diagram.restrict_to_any(&clue.options).ok()?,
            });
        }
        let diagram = left.as_ref().unwrap_or(self.diagram);
        diagram
            .max_weight_except(self.solution, &self.weights())
            .ok()?
    }
}

impl DifferenceOracle for InDiagram<'_> {
    fn count(&self) -> usize {
        self.clues.len()
    }

    fn difference(&self, given: &FixedBitSet) -> Result<Option<FixedBitSet>, NoAnswer> {
        if self.monitor.is_set() {
            return Err(NoAnswer::Stopped);
        }
        Ok(self.rival(given).map(|rival| differing(self.clues, &rival)))
    }

    /// The difference from a solution in which as many clues as possible are true. It is minimal.
    fn least_difference(&self, given: &FixedBitSet) -> Result<Option<FixedBitSet>, NoAnswer> {
        self.difference(given)
    }
}

/// A solution with its clues. Searches find the other solutions, with `bits` if the problem is
/// small enough, otherwise with `links`.
pub(super) struct BySearch<'a> {
    pub(super) problem: &'a Problem,
    pub(super) solution: &'a [OptionId],
    pub(super) clues: &'a [Clue],
    pub(super) monitor: &'a RunContext,
}

impl DifferenceOracle for BySearch<'_> {
    fn count(&self) -> usize {
        self.clues.len()
    }

    fn difference(&self, given: &FixedBitSet) -> Result<Option<FixedBitSet>, NoAnswer> {
        let clues = given.ones().map(|clue| &self.clues[clue]);
        // If there is no room for a few more items, the problem is far too large to search.
        let under = under(self.problem, clues).map_err(|_| NoAnswer::TooLong)?;
        match solver(&under, self.monitor).other_than(self.solution) {
            Ok(Answer::Known(other)) => Ok(other.map(|other| differing(self.clues, &other))),
            Ok(Answer::Stopped(())) => Err(NoAnswer::Stopped),
            Ok(Answer::OutOfBudget(())) | Err(_) => Err(NoAnswer::TooLong),
        }
    }
}

/// A solver that stops undecided after [`MOST_NODES`] nodes.
pub(super) fn solver<'p>(problem: &'p Problem, monitor: &RunContext) -> Solver<'p> {
    let solver = Solver::new(problem).budget(Budget::nodes(MOST_NODES));
    solver.stop(monitor.stop())
}

/// The clues that are false in a solution.
fn differing(clues: &[Clue], solution: &[OptionId]) -> FixedBitSet {
    subset(clues.len(), |clue| !clues[clue].holds(solution))
}
