//! The dancing-links engine: Knuth's Algorithm X, with bounded items and, as in his Algorithm C, colours.
//!
//! This is the reference engine. Its search tree, and its counts of nodes and updates, are those of
//! the paper ("Dancing Links", 2000), whose tables the tests reproduce. It stores only the links
//! and a stack, so its memory is proportional to the size of the problem. Use it to list solutions,
//! to profile, and to check every other engine.

mod below;
mod dance;
mod given;
mod left;
mod lists;
mod matrix;
mod min_cost;
mod split;
mod store;
mod walk;

pub use given::GivenError;
pub(crate) use given::check as check_givens;
pub(crate) use left::LinksSearch;
pub(crate) use min_cost::{Cheapest, cheapest};
pub(crate) use split::Splitter;
pub(crate) use walk::{WalkStep, Walker};

use std::ops::ControlFlow;

use dance::Dance;
use matrix::{LinkMatrix, node_count};
use store::Store;

use crate::problem::{OptionId, Problem};
use crate::search::{Heuristic, Progress, Report, Visitor, VisitorAdapter};
use crate::subtree::{Split, Subtree};

/// Searches with fewer matrix nodes than this use wide tables. Most are so short that allocating the 65,536 rows
/// of a narrow table takes longer than the search.
const FEW_NODES: usize = 512;

/// Sets up a [`Dance`] that is compiled for the heuristic and the kind of problem, and evaluates an expression
/// with it. A dance that supports bounds supports colours too.
macro_rules! with_dance {
    ($links:expr, $matrix:expr, $dance:ident => $use:expr) => {
        match ($links.heuristic, !$links.problem.is_exact()) {
            (Heuristic::Mrv, false) => {
                let $dance = $links.dance::<true, false, _>($matrix);
                $use
            }
            (Heuristic::Mrv, true) => {
                let $dance = $links.dance::<true, true, _>($matrix);
                $use
            }
            (Heuristic::First, false) => {
                let $dance = $links.dance::<false, false, _>($matrix);
                $use
            }
            (Heuristic::First, true) => {
                let $dance = $links.dance::<false, true, _>($matrix);
                $use
            }
        }
    };
}

use with_dance;

/// A search with dancing links, set up to run.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_dlx::{Heuristic, Links, OptionId, Problem};
///
/// // Choose two or three of four coins, the first of them among these.
/// let mut problem = Problem::new();
/// let coins = problem.add_bounded("coins", 2..=3)?;
/// let first = problem.add_bounded("first", 0..=1)?;
/// let penny = problem.add_option(&[coins, first])?;
/// for _ in 0..3 {
///     problem.add_option(&[coins])?;
/// }
///
/// let mut sizes = Vec::new();
/// let report = Links::new(&problem)
///     .heuristic(Heuristic::First)
///     .given(&[penny])?
///     .run(&mut |solution: &[OptionId]| {
///         assert_eq!(solution[0], penny);
///         sizes.push(solution.len());
///         ControlFlow::Continue(())
///     });
/// assert_eq!(report.solutions, 6);
/// assert_eq!(sizes.iter().filter(|&&size| size == 2).count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Links<'p> {
    problem: &'p Problem,
    heuristic: Heuristic,
    givens: Vec<OptionId>,
}

impl<'p> Links<'p> {
    /// Sets up a search of the whole problem with the default heuristic.
    pub fn new(problem: &'p Problem) -> Self {
        Self {
            problem,
            heuristic: Heuristic::default(),
            givens: Vec::new(),
        }
    }

    /// A search with givens that have been checked, and the default heuristic.
    pub(crate) fn with_checked(problem: &'p Problem, givens: Vec<OptionId>) -> Self {
        Self {
            givens,
            ..Self::new(problem)
        }
    }

    /// Sets how the item to branch on is chosen.
    #[must_use]
    pub fn heuristic(mut self, heuristic: Heuristic) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// Chooses options beforehand, the givens. They come first in every solution, in this order.
    /// Each is the only node of its level. Further calls add to the givens.
    ///
    /// The solutions are those of the problem that contain all givens. Choosing a given makes the
    /// same updates as choosing it in the whole problem. (To restrict the X pentomino, the paper
    /// removes its other options instead. That tree has the same nodes, and fewer updates on the
    /// levels of the givens.)
    ///
    /// # Errors
    ///
    /// A given is not in the problem, is given twice, or covers an item that may not be covered again; the error
    /// names the item.
    pub fn given(mut self, options: &[OptionId]) -> Result<Self, GivenError> {
        self.givens.extend_from_slice(options);
        given::check(self.problem, &self.givens)?;
        Ok(self)
    }

    /// Searches, and passes each solution to the visitor: each set of options exactly once.
    ///
    /// The same problem, heuristic and givens give the same solutions in the same order, and the
    /// same counts. Memory is proportional to the size of the problem. The time for a node is
    /// proportional to its updates; with [`Heuristic::Mrv`], add the number of primary items not
    /// yet covered. The number of nodes may be exponential.
    pub fn run<V: Visitor + ?Sized>(&self, visitor: &mut V) -> Report {
        self.search(None, &mut VisitorAdapter(visitor))
    }

    fn search(&self, below: Option<&Subtree>, visitor: &mut dyn Visitor) -> Report {
        let mut search = self.begin(below);
        let flow = search.resume(self.problem, visitor);
        search.end(flow.is_continue())
    }

    /// Searches only a subtree. The report of a subtree that does not exist has no nodes.
    ///
    /// The report counts the last branch on the path to the subtree, and everything below it. Solutions are
    /// complete, with the options chosen on the path, givens first.
    pub fn run_subtree<V: Visitor + ?Sized>(&self, subtree: &Subtree, visitor: &mut V) -> Report {
        self.search(Some(subtree), &mut VisitorAdapter(visitor))
    }

    /// Cuts the tree into about `target` parts, estimated from the number of branches at each node. It is assumed
    /// that all subtrees of a node are equally large. Then each part has at most 1/`target` of the tree. In the
    /// last 32nd of the tree, parts are an eighth as large, so that all threads finish at about the same time. If
    /// branches end early, there are fewer parts. If nodes have many branches, there are more, by at most the
    /// number of branches of a node.
    ///
    /// The cut depends only on the problem, the heuristic, the givens and `target`. It searches the
    /// tree above the parts, and keeps the paths to all parts in memory. A
    /// [`Schedule`](crate::Schedule) makes the same cut, but part by part, while earlier parts are
    /// searched.
    pub fn split(&self, target: usize) -> Split {
        let mut splitter = self.splitter(target);
        let mut parts = Vec::new();
        while let ControlFlow::Continue(Some(part)) =
            splitter.next(&mut || ControlFlow::Continue(()))
        {
            parts.push(part);
        }
        Split::new(parts, splitter.above())
    }

    /// Cuts the tree like [`split`](Self::split), but returns the parts one after the other.
    pub(crate) fn splitter(&self, target: usize) -> Splitter {
        with_dance!(self, LinkMatrix::new(self.problem), dance => Splitter::new(dance, target))
    }

    /// Cuts a subtree as [`split`](Self::split) cuts the tree; `None` if the subtree does not exist.
    pub(crate) fn splitter_below(&self, below: &Subtree, target: usize) -> Option<Splitter> {
        with_dance!(self, LinkMatrix::new(self.problem), dance => {
            let mut dance = dance;
            dance.descend(below).then(|| Splitter::below(dance, below, target))
        })
    }

    /// How many items the heuristic examines at the root to choose the item to branch on.
    pub(crate) fn items(&self) -> u64 {
        match self.heuristic {
            Heuristic::Mrv => self.problem.primary_count() as u64,
            Heuristic::First => 1,
        }
    }

    /// A walker that walks down the search tree from its root.
    pub(crate) fn walker(&self) -> Walker {
        Walker::new(self.problem, self.heuristic, &self.givens)
    }

    /// Builds the links. Calls the visitor's `progress` about every million entries; the visitor may break out.
    fn matrix_while<S: Store>(&self, visitor: &mut dyn Visitor) -> ControlFlow<(), LinkMatrix<S>> {
        LinkMatrix::new_while(self.problem, &mut || visitor.progress(&Progress::default()))
    }

    fn dance<const MRV: bool, const BOUNDED: bool, S: Store>(
        &self,
        matrix: LinkMatrix<S>,
    ) -> Dance<MRV, BOUNDED, S> {
        let mut dance = Dance::new(matrix, self.problem);
        dance.give(&self.givens);
        dance
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow::Continue;

    use super::store::{Narrow, Wide};
    use super::*;

    #[test]
    fn wide_and_narrow_tables_lead_to_the_same_search() {
        const SIDE: usize = 6;
        let mut problem = Problem::new();
        let cells: Vec<_> = (0..SIDE * SIDE)
            .filter_map(|cell| problem.add_primary(format!("c{cell}")).ok())
            .collect();
        for cell in 0..SIDE * SIDE {
            for (is_inside, other) in [(cell % SIDE + 1 < SIDE, cell + 1), (true, cell + SIDE)] {
                if is_inside && other < cells.len() {
                    assert!(problem.add_option(&[cells[cell], cells[other]]).is_ok());
                }
            }
        }
        let mut lists = [Vec::new(), Vec::new()];
        let [wide, narrow] = &mut lists;
        let mut keep_wide = |solution: &[OptionId]| {
            wide.push(solution.to_vec());
            Continue(())
        };
        let mut keep_narrow = |solution: &[OptionId]| {
            narrow.push(solution.to_vec());
            Continue(())
        };
        let links = Links::new(&problem);
        let reports = [
            links.begin(None).run_in::<Wide>(&problem, &mut keep_wide),
            links
                .begin(None)
                .run_in::<Narrow>(&problem, &mut keep_narrow),
        ];
        assert_eq!(reports[0].solutions, 6728);
        assert_eq!(reports[0], reports[1]);
        assert_eq!(lists[0], lists[1]);
    }
}
