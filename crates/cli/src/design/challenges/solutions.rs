//! Where the solutions come from that challenges are made of.

use std::collections::BTreeSet;
use std::ops::ControlFlow::Break;

use tilewright_dlx::{Answer, Budget, OptionId, Problem, SolutionDiagram, Solver, Stopped};

use super::SymmetryClasses;
use crate::solve::search::Monitor;
use crate::support::rng::StableRng;

/// So many solutions are listed and looked at in turn, one of each kind; more
/// are drawn.
const MOST_LISTED: u32 = 20_000;

/// Solutions by the number of the draw.
pub(crate) enum Solutions<'a> {
    /// All there are up to symmetry, in a random order, again and again.
    Listed(Vec<Vec<OptionId>>),
    /// Drawn from the diagram, each solution as likely as any other.
    Draw(&'a SolutionDiagram),
    /// The first that a search finds that tries options in a random order: some
    /// are likelier than others.
    Searched(&'a Problem, &'a Monitor),
}

impl<'a> Solutions<'a> {
    /// Those of a diagram.
    pub(crate) fn of(
        diagram: &'a SolutionDiagram,
        symmetry_classes: &SymmetryClasses<'_>,
        seed: u64,
    ) -> Self {
        if diagram.count() > MOST_LISTED.into() {
            return Self::Draw(diagram);
        }
        let distinct: BTreeSet<_> = diagram
            .iter()
            .map(|s| symmetry_classes.canonical(&s))
            .collect();
        let mut listed: Vec<_> = distinct.into_iter().collect();
        // No draw has this number.
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

    /// The solution of a draw, if there is any. A search for it takes at most so many nodes
    /// in a row.
    ///
    /// # Errors
    ///
    /// A signal came.
    pub(crate) fn draw(
        &self,
        number: u64,
        rng: &mut StableRng,
        most_nodes: u64,
    ) -> Result<Draw, Stopped> {
        let at_once = |solution| Draw {
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

/// What came of a draw.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Draw {
    /// The solution, if one was found.
    pub(crate) solution: Option<Vec<OptionId>>,
    /// The nodes that were searched for it.
    pub(crate) nodes: u64,
    /// Whether there may be one that was not found.
    pub(crate) is_cut_off: bool,
}

/// The nodes of the first search for a solution; each that follows has twice as many.
const FIRST_SEARCH: u64 = 1 << 16;

/// Searches with the options in a random order, and begins anew in another one
/// whenever the search takes long: ever longer each time.
#[expect(clippy::expect_used, reason = "invariants of derived problems")]
fn searched(
    problem: &Problem,
    rng: &mut StableRng,
    most_nodes: u64,
    monitor: &Monitor,
) -> Result<Draw, Stopped> {
    let mut nodes = 0;
    let mut next = FIRST_SEARCH.min(most_nodes);
    while next <= most_nodes {
        let mut order: Vec<OptionId> = problem.options().collect();
        rng.shuffle(&mut order);
        // The same items and options: what was one problem is another one.
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
                return Ok(Draw {
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
    Ok(Draw {
        solution: None,
        nodes,
        is_cut_off: true,
    })
}
