//! Checks challenges once more, in another way than they were found.

use thiserror::Error;
use tilewright_dlx::{Answer, Bits, Budget, Engine, OptionId, Problem, SolutionDiagram, Solver};

use crate::reason::deduction::DeductionError;
use crate::solve::search::Monitor;

/// Nodes after which the check of a challenge is given up: some ten seconds to a
/// minute.
const MOST_NODES: u64 = 1 << 26;

/// Two ways contradict each other: a fault of this program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Disagreement {
    /// Two engines, or the diagram.
    #[error(
        "two engines contradict each other about the givens {givens:?}: \
         please report this fault of the program"
    )]
    Engines {
        /// The options that were given.
        givens: Vec<OptionId>,
    },
    /// The rater does not find the one solution.
    #[error("the rater contradicts the search: please report this fault of the program")]
    Deduction(#[source] DeductionError),
}

/// Checks that givens leave one solution, and, of a minimal challenge, more if any is left out.
pub(super) struct Checker<'a> {
    diagram: Option<&'a SolutionDiagram>,
    /// By the faster engine that there is for the problem.
    solver: Solver<'a>,
    links: Solver<'a>,
    monitor: &'a Monitor,
}

impl<'a> Checker<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        diagram: Option<&'a SolutionDiagram>,
        monitor: &'a Monitor,
    ) -> Self {
        // Links take some eight times as long.
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

    /// Whether the challenge was checked in full; false if that would take too
    /// long, or after a signal.
    ///
    /// With a diagram of all solutions, that is asked how many are left, with
    /// all givens and without each of them; and a search must find one solution
    /// and no other. Without a diagram, where `bits` found the challenge,
    /// `links` searches for all that. Of a challenge that is not minimal only the
    /// one solution is checked.
    ///
    /// # Errors
    ///
    /// [`Disagreement`]: it is no challenge, or not minimal as it is said to be.
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

/// Whether there is exactly one solution with these givens; none if that would take too long, or
/// after a signal.
fn is_one(solver: &Solver<'_>, givens: &[OptionId]) -> Option<bool> {
    match solver.clone().given(givens).ok()?.at_most(2).ok()? {
        Answer::Known(found) => Some(found.len() == 1),
        Answer::Stopped(_) | Answer::OutOfBudget(_) => None,
    }
}

/// Whether a diagram has exactly one solution with these givens.
fn is_one_in(diagram: &SolutionDiagram, givens: &[OptionId]) -> Option<bool> {
    let left = diagram.restrict(givens, &[]).ok()?;
    Some(left.count() == 1_u32.into())
}
