//! The source of the solutions from which challenges are made.

use std::collections::BTreeSet;
use std::ops::ControlFlow::Break;

use tilewright_dlx::{Answer, Budget, OptionId, Problem, SolutionDiagram, Solver, Stopped};
use tilewright_geometry::compact::set_of;

use super::SymmetryClasses;
use crate::solve::search::RunContext;
use crate::support::rng::StableRng;

/// The maximum number of solutions that are listed, one of each orbit. If there are more, random
/// solutions are drawn instead.
const MOST_LISTED: u32 = 20_000;

/// A source of solutions. The number of a draw determines its solution.
pub(crate) enum SolutionSource<'a> {
    /// All solutions up to symmetry, in a random order, repeated cyclically.
    Listed(Vec<Vec<OptionId>>),
    /// Uniform random draws from the diagram of all solutions.
    Draw(&'a SolutionDiagram),
    /// The first solution of a search with the options in a random order. Such draws are not
    /// uniform.
    Searched(&'a Problem, &'a RunContext),
}

impl<'a> SolutionSource<'a> {
    pub(crate) fn of(
        diagram: &'a SolutionDiagram,
        symmetry_classes: &SymmetryClasses<'_>,
        seed: u64,
    ) -> Self {
        if diagram.count() > MOST_LISTED.into() {
            return Self::Draw(diagram);
        }
        let distinct: BTreeSet<_> = set_of(diagram.iter().map(|s| symmetry_classes.canonical(&s)));
        let mut listed: Vec<_> = distinct.into_iter().collect();
        // No draw has the number `u64::MAX`, so the shuffle is independent of all draws.
        StableRng::new(seed, u64::MAX).shuffle(&mut listed);
        Self::Listed(listed)
    }

    /// All solutions up to symmetry, if they are listed.
    pub(crate) fn listed(&self) -> Option<&[Vec<OptionId>]> {
        match self {
            Self::Listed(listed) => Some(listed),
            Self::Draw(_) | Self::Searched(..) => None,
        }
    }

    /// The solution of a draw, if there is one. A single search for it uses at most `most_nodes`.
    ///
    /// # Errors
    ///
    /// The stop flag was set.
    pub(crate) fn draw(
        &self,
        number: u64,
        rng: &mut StableRng,
        most_nodes: u64,
    ) -> Result<SolutionDraw, Stopped> {
        let at_once = |solution| SolutionDraw {
            solution,
            nodes: 0,
            is_cut_off: false,
        };
        match self {
            Self::Listed(listed) => {
                let at = number.checked_rem(listed.len() as u64);
                let at = at.and_then(|at| usize::try_from(at).ok());
                Ok(at_once(at.map(|at| listed[at].clone())))
            }
            Self::Draw(diagram) => Ok(at_once(diagram.sample(rng.any()).next())),
            Self::Searched(problem, monitor) => searched(problem, rng, most_nodes, monitor),
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SolutionDraw {
    pub(crate) solution: Option<Vec<OptionId>>,
    /// The number of nodes searched.
    pub(crate) nodes: u64,
    /// Whether the search ended at its limit, so that a solution may exist.
    pub(crate) is_cut_off: bool,
}

/// The maximum number of nodes of the first search for a solution. Each later search has twice as many.
const FIRST_SEARCH: u64 = 1 << 16;

/// Searches with the options in a random order. A search that reaches its limit is restarted in
/// another order with twice the limit.
#[expect(clippy::expect_used, reason = "invariants of derived problems")]
fn searched(
    problem: &Problem,
    rng: &mut StableRng,
    most_nodes: u64,
    monitor: &RunContext,
) -> Result<SolutionDraw, Stopped> {
    let mut nodes = 0;
    let mut next = FIRST_SEARCH.min(most_nodes);
    while next <= most_nodes {
        let mut order: Vec<OptionId> = problem.options().collect();
        rng.shuffle(&mut order);
        // The derived problem is `problem` with its options in a random order.
        let shuffled = (problem.derive().options(order).build())
            .expect("invariant: a problem has room for its own options");
        let mut found = None;
        let solver = Solver::new(&shuffled.problem).stop(monitor.stop());
        let searched = solver
            .budget(Budget::nodes(next))
            .for_each(&mut |solution| {
                found = Some(shuffled.original_solution(solution));
                Break(())
            })
            .expect("invariant: no engine is asked for that could refuse");
        let (Answer::Known(report) | Answer::Stopped(report) | Answer::OutOfBudget(report)) =
            &searched;
        nodes += report.profile.nodes();
        match searched {
            Answer::Known(_) => {
                return Ok(SolutionDraw {
                    solution: found,
                    nodes,
                    is_cut_off: false,
                });
            }
            Answer::Stopped(_) => return Err(Stopped),
            Answer::OutOfBudget(_) => {}
        }
        next *= 2;
    }
    Ok(SolutionDraw {
        solution: None,
        nodes,
        is_cut_off: true,
    })
}
