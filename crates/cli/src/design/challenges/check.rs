//! Checks challenges once more, in another way than they were found.

use std::ops::ControlFlow;

use thiserror::Error;
use tilewright_dlx::{Bits, Diagram, Links, OptionId, Problem, Progress, Visitor};

use crate::reason::deduction::DeductionError;
use crate::solve::search::Monitor;

/// Nodes after which the check of a challenge is given up: some ten seconds to a
/// minute.
const MOST_NODES: u64 = 1 << 26;

/// Two ways contradict each other: a fault of this program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Doubt {
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

/// Checks that givens leave one solution, and more if any is left out.
pub(super) struct Checker<'a> {
    problem: &'a Problem,
    diagram: Option<&'a Diagram>,
    bits: Option<Bits<'a>>,
    monitor: &'a Monitor,
}

impl<'a> Checker<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        diagram: Option<&'a Diagram>,
        monitor: &'a Monitor,
    ) -> Self {
        Self {
            monitor,
            problem,
            diagram,
            bits: Bits::new(problem).ok(),
        }
    }

    /// Whether the challenge was checked in full; false if that would take too
    /// long, or after a signal.
    ///
    /// With a diagram of all solutions, that is asked how many are left, with
    /// all givens and without each of them; and a search must find one solution
    /// and no other. Without a diagram, where `bits` found the challenge,
    /// `links` searches for all that.
    ///
    /// # Errors
    ///
    /// [`Doubt`]: it is no minimal challenge.
    pub(super) fn check(&self, givens: &[OptionId]) -> Result<bool, Doubt> {
        let fewer = (0..givens.len()).map(|left_out| {
            let mut fewer = givens.to_vec();
            fewer.remove(left_out);
            fewer
        });
        let asked =
            std::iter::once((givens.to_vec(), true)).chain(fewer.map(|fewer| (fewer, false)));
        for (asked, is_one) in asked {
            if self.monitor.is_set() {
                return Ok(false);
            }
            let mut answers = match self.diagram {
                Some(diagram) => vec![is_one_in(diagram, &asked)],
                None => vec![self.is_one_by_links(&asked)],
            };
            if self.diagram.is_some() && is_one {
                answers.push(self.is_one_by_search(&asked));
            }
            for answer in answers {
                match answer {
                    None => return Ok(false),
                    Some(answer) if answer == is_one => {}
                    Some(_) => {
                        return Err(Doubt::Engines {
                            givens: givens.to_vec(),
                        });
                    }
                }
            }
        }
        Ok(true)
    }

    fn is_one_by_search(&self, givens: &[OptionId]) -> Option<bool> {
        let Some(bits) = &self.bits else {
            return self.is_one_by_links(givens);
        };
        let mut two = Two::within(MOST_NODES, self.monitor);
        let report = bits.clone().given(givens).ok()?.run(&mut two);
        two.is_one(report.complete)
    }

    fn is_one_by_links(&self, givens: &[OptionId]) -> Option<bool> {
        // Links take some eight times as long.
        let mut two = Two::within(MOST_NODES / 8, self.monitor);
        let links = Links::new(self.problem).given(givens).ok()?;
        let report = links.run(&mut two);
        two.is_one(report.complete)
    }
}

/// Whether a diagram has exactly one solution with these givens.
fn is_one_in(diagram: &Diagram, givens: &[OptionId]) -> Option<bool> {
    let left = diagram.restrict(givens, &[]).ok()?;
    Some(left.count() == 1_u32.into())
}

/// Stops at the second solution.
struct Two<'i> {
    solutions: u32,
    most_nodes: u64,
    monitor: &'i Monitor,
}

impl<'i> Two<'i> {
    fn within(most_nodes: u64, monitor: &'i Monitor) -> Self {
        Self {
            solutions: 0,
            most_nodes,
            monitor,
        }
    }

    /// Whether there was one solution, unless the search did not end.
    fn is_one(&self, is_complete: bool) -> Option<bool> {
        (is_complete || self.solutions > 1).then_some(self.solutions == 1)
    }
}

impl Visitor for Two<'_> {
    fn solution(&mut self, _: &[OptionId]) -> ControlFlow<()> {
        self.solutions += 1;
        if self.solutions > 1 {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if progress.nodes > self.most_nodes || self.monitor.is_set() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
