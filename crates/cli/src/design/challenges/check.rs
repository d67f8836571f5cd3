//! Checks each challenge by another method than the one that found it.

use thiserror::Error;
use tilewright_dlx::{Answer, Bits, Budget, Engine, OptionId, Problem, SolutionDiagram, Solver};

use crate::reason::deduction::DeductionError;
use crate::solve::search::RunContext;

/// The maximum number of nodes searched to check a challenge. Searching them takes ten seconds to a
/// minute.
const MOST_NODES: u64 = 1 << 26;

/// Two methods contradict each other, which is a bug in this program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Disagreement {
    /// Two engines, or an engine and the diagram of all solutions, contradict each other.
    #[error(
        "two engines contradict each other about the givens {givens:?}: this is a bug in \
         tilewright, please report it"
    )]
    Engines {
        /// The givens for which the methods contradict each other.
        givens: Vec<OptionId>,
    },
    /// The deductions for the rating do not find the only solution.
    #[error("the rater contradicts the search: this is a bug in tilewright, please report it")]
    Deduction(#[source] DeductionError),
}

/// Checks that givens leave one solution, and for a minimal challenge that removing any given
/// leaves several.
pub(super) struct Checker<'a> {
    diagram: Option<&'a SolutionDiagram>,
    /// Searches with the fastest engine that the problem allows.
    solver: Solver<'a>,
    links: Solver<'a>,
    monitor: &'a RunContext,
}

impl<'a> Checker<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        diagram: Option<&'a SolutionDiagram>,
        monitor: &'a RunContext,
    ) -> Self {
        // A node takes the engine `links` about eight times as long as the engine `bits`.
        let links = Solver::new(problem)
            .engine(Engine::Links)
            .budget(Budget::nodes(MOST_NODES / 8))
            .stop(monitor.stop());
        Self {
            monitor,
            diagram,
            solver: if Bits::fits(problem) {
                let bits = links.clone().engine(Engine::Bits);
                bits.budget(Budget::nodes(MOST_NODES))
            } else {
                links.clone()
            },
            links,
        }
    }

    /// Checks a challenge. Returns false if the limits were reached or the stop flag is set.
    ///
    /// The diagram of all solutions, if there is one, gives the number of solutions with all givens
    /// and without each of them, and a search confirms that all givens leave one solution. Without
    /// a diagram, the engine `links` searches for these numbers, since the engine `bits` found the
    /// challenge. For a challenge that is not minimal, only its one solution is checked.
    ///
    /// # Errors
    ///
    /// [`Disagreement`]: it does not have exactly one solution, or is stated to be minimal but is
    /// not.
    pub(super) fn check(
        &self,
        givens: &[OptionId],
        is_minimal: bool,
    ) -> Result<bool, Disagreement> {
        let left_out = if is_minimal { givens.len() } else { 0 };
        let fewer = (0..left_out).map(|left_out| {
            let mut fewer = givens.to_vec();
            fewer.remove(left_out);
            fewer
        });
        let asked =
            std::iter::once((givens.to_vec(), true)).chain(fewer.map(|fewer| (fewer, false)));
        for (asked, has_one) in asked {
            if self.monitor.is_set() {
                return Ok(false);
            }
            let mut answers = match self.diagram {
                Some(diagram) => vec![is_one_in(diagram, &asked)],
                None => vec![is_one(&self.links, &asked)],
            };
            if self.diagram.is_some() && has_one {
                answers.push(is_one(&self.solver, &asked));
            }
            for answer in answers {
                match answer {
                    None => return Ok(false),
                    Some(answer) if answer == has_one => {}
                    Some(_) => {
                        return Err(Disagreement::Engines {
                            givens: givens.to_vec(),
                        });
                    }
                }
            }
        }
        Ok(true)
    }
}

/// Whether there is exactly one solution with these givens. `None` if the limits were reached or
/// the stop flag is set.
fn is_one(solver: &Solver<'_>, givens: &[OptionId]) -> Option<bool> {
    match solver.clone().given(givens).ok()?.at_most(2).ok()? {
        Answer::Known(found) => Some(found.len() == 1),
        Answer::Stopped(_) | Answer::OutOfBudget(_) => None,
    }
}

/// Whether a diagram has exactly one solution with these givens. `None` if the diagram cannot be
/// restricted to them.
fn is_one_in(diagram: &SolutionDiagram, givens: &[OptionId]) -> Option<bool> {
    let left = diagram.restrict(givens, &[]).ok()?;
    Some(left.count() == 1_u32.into())
}
