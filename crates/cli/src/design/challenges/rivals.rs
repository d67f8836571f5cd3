//! Finds whether some of a solution's placements allow another solution.
//!
//! This is asked thousands of times, so two methods are combined. The first is a search under the
//! givens that stops at the first other solution. If it reaches its limit of nodes, the diagram of
//! all solutions answers in a time that does not depend on the givens.

use std::cell::Cell;
use std::ops::ControlFlow::{Break, Continue};

use fixedbitset::FixedBitSet;
use tilewright_dlx::{Answer, Budget, OptionId, Problem, SolutionDiagram, Solver};

use crate::design::difference_oracle::{DifferenceOracle, NoAnswer, subset};
use crate::solve::search::RunContext;

/// The maximum number of nodes of a search before the diagram is used. Searching them takes about
/// 20 ms.
const FEW_NODES: u64 = 1 << 16;

/// Finds solutions that differ from a known one.
pub(crate) struct Rivals<'a> {
    solver: Solver<'a>,
    diagram: Option<&'a SolutionDiagram>,
}

impl<'a> Rivals<'a> {
    pub(crate) fn new(
        problem: &'a Problem,
        diagram: Option<&'a SolutionDiagram>,
        monitor: &'a RunContext,
    ) -> Self {
        Self {
            solver: Solver::new(problem).stop(monitor.stop()),
            diagram,
        }
    }

    /// A solution that contains `givens`, which are part of `known`, and differs from `known`.
    /// Without a diagram, the searched nodes are subtracted from `nodes_left`.
    pub(crate) fn rival(
        &self,
        known: &[OptionId],
        givens: &[OptionId],
        nodes_left: &Cell<u64>,
    ) -> Result<Option<Vec<OptionId>>, NoAnswer> {
        let most_nodes = match self.diagram {
            Some(_) => FEW_NODES,
            None if nodes_left.get() == 0 => return Err(NoAnswer::TooLong),
            None => nodes_left.get(),
        };
        let mut rival = None;
        // There is no error: the givens are part of a solution, so they do not conflict; and no
        // engine is requested that could refuse the problem.
        let solver = self.solver.clone().given(givens);
        let solver = solver.map_err(|_| NoAnswer::TooLong)?;
        let searched = solver
            .budget(Budget::nodes(most_nodes))
            .for_each(&mut |solution| {
                if is_same(solution, known) {
                    return Continue(());
                }
                rival = Some(solution.to_vec());
                Break(())
            })
            .map_err(|_| NoAnswer::TooLong)?;
        let (Answer::Known(report) | Answer::Stopped(report) | Answer::OutOfBudget(report)) =
            &searched;
        if self.diagram.is_none() {
            let left = nodes_left.get().saturating_sub(report.profile.nodes());
            nodes_left.set(left);
        }
        match searched {
            _ if rival.is_some() => Ok(rival),
            Answer::Known(_) => Ok(None),
            Answer::Stopped(_) => Err(NoAnswer::Stopped),
            Answer::OutOfBudget(_) => {
                let diagram = self.diagram.ok_or(NoAnswer::TooLong)?;
                Ok(in_diagram(diagram, known, givens))
            }
        }
    }
}

impl Rivals<'_> {
    /// The number of nodes of a search for all solutions with these givens, at most 65,536.
    pub(crate) fn nodes(&self, givens: &[OptionId]) -> Result<u64, NoAnswer> {
        let solver = self.solver.clone().given(givens);
        let solver = solver.map_err(|_| NoAnswer::TooLong)?;
        let searched = solver
            .budget(Budget::nodes(FEW_NODES))
            .for_each(&mut |_| Continue(()))
            .map_err(|_| NoAnswer::TooLong)?;
        match searched {
            Answer::Stopped(_) => Err(NoAnswer::Stopped),
            Answer::Known(report) | Answer::OutOfBudget(report) => Ok(report.profile.nodes()),
        }
    }
}

/// The first solution of a diagram that contains the givens and differs from `known`. `None` if
/// there is none.
fn in_diagram(
    diagram: &SolutionDiagram,
    known: &[OptionId],
    givens: &[OptionId],
) -> Option<Vec<OptionId>> {
    let left = diagram.restrict(givens, &[]).ok()?;
    left.iter()
        .take(2)
        .find(|solution| !is_same(solution, known))
}

/// Whether two solutions consist of the same options.
fn is_same(solution: &[OptionId], known: &[OptionId]) -> bool {
    solution.len() == known.len() && solution.iter().all(|option| known.contains(option))
}

/// The placements of a solution, as clues.
pub(crate) struct PlacementClues<'a> {
    rivals: &'a Rivals<'a>,
    /// Without a diagram: the number of nodes that all further searches for other solutions together
    /// may visit.
    nodes_left: Cell<u64>,
    /// The options of the solution, the puzzle's own givens included.
    solution: Vec<OptionId>,
    /// The options of the solution without the puzzle's own givens.
    pub(crate) options: Vec<OptionId>,
}

impl<'a> PlacementClues<'a> {
    /// The placements of `solution` as clues, except those in `given`. Without a diagram of all
    /// solutions, all later searches for other solutions together may use `most_nodes`.
    pub(crate) fn new(
        rivals: &'a Rivals<'a>,
        solution: Vec<OptionId>,
        given: &[OptionId],
        most_nodes: u64,
    ) -> Self {
        let mut options = solution.clone();
        options.retain(|option| !given.contains(option));
        options.sort_unstable();
        Self {
            rivals,
            nodes_left: Cell::new(most_nodes),
            solution,
            options,
        }
    }

    pub(crate) fn nodes_left(&self) -> u64 {
        self.nodes_left.get()
    }

    pub(crate) fn chosen(&self, clues: &FixedBitSet) -> Vec<OptionId> {
        clues.ones().map(|clue| self.options[clue]).collect()
    }
}

impl DifferenceOracle for PlacementClues<'_> {
    fn count(&self) -> usize {
        self.options.len()
    }

    fn difference(&self, given: &FixedBitSet) -> Result<Option<FixedBitSet>, NoAnswer> {
        let givens = self.chosen(given);
        let rival = self
            .rivals
            .rival(&self.solution, &givens, &self.nodes_left)?;
        Ok(rival.map(|rival| {
            let differs = |clue: usize| !rival.contains(&self.options[clue]);
            subset(self.count(), differs)
        }))
    }
}
