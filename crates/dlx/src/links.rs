//! The engine with dancing links: Knuth's Algorithm X, with bounded items and, as in his Algorithm
//! C, colours.
//!
//! It is the reference: its search tree, and its counts of nodes and updates, are those of the
//! paper ("Dancing Links", 2000), whose tables the tests reproduce. It keeps nothing but the links
//! and a stack, so memory is proportional to the size of the problem. Use it to list solutions, to
//! profile, and to check every other engine against.

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
pub(crate) use min_cost::cheapest;
pub(crate) use split::Splitter;
pub(crate) use walk::{Step, Walker};

use std::ops::ControlFlow;

use dance::Dance;
use matrix::{Matrix, node_count};
use store::Store;

use crate::problem::{OptionId, Problem};
use crate::search::{Heuristic, Progress, Report, Visitor, VisitorAdapter};
use crate::subtree::{Split, Subtree};

/// Of fewer nodes a search is mostly so short that making room for 65,536 takes longer.
const FEW_NODES: usize = 512;

/// Sets up the dance of a matrix for the heuristic and the problem, and passes it on. A dance that
/// knows of bounds knows of colours too.
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

    /// The same with givens that have been checked.
    pub(crate) fn with_checked(problem: &'p Problem, givens: Vec<OptionId>) -> Self {
        Self {
            givens,
            ..Self::new(problem)
        }
    }

    /// Sets which item to branch on.
    #[must_use]
    pub fn heuristic(mut self, heuristic: Heuristic) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// Chooses options beforehand: they come first in every solution, in this order, and each is
    /// the one node of its level. Further calls add to the givens.
    ///
    /// The solutions are those of the problem that hold all the givens. The updates of a given are
    /// those of choosing it in the whole problem. The paper, on the other hand, restricts the X
    /// pentomino by leaving its other options out: that tree has the same nodes, and fewer updates
    /// on the levels of the givens.
    ///
    /// # Errors
    ///
    /// A given is not in the problem, is given twice, or covers an item that may not be covered
    /// once more; the error names the item.
    pub fn given(mut self, options: &[OptionId]) -> Result<Self, GivenError> {
        self.givens.extend_from_slice(options);
        given::check(self.problem, &self.givens)?;
        Ok(self)
    }

    /// Searches, and hands each solution to the visitor: each set of options exactly once.
    ///
    /// The same problem, heuristic and givens lead to the same solutions in the same order, and to
    /// the same counts. Memory is proportional to the size of the problem. A node takes time
    /// proportional to its updates and, with [`Heuristic::Mrv`], to the number of primary items
    /// that are not yet covered; the number of nodes may be exponential.
    pub fn run<V: Visitor + ?Sized>(&self, visitor: &mut V) -> Report {
        self.search(None, &mut VisitorAdapter(visitor))
    }

    fn search(&self, below: Option<&Subtree>, visitor: &mut dyn Visitor) -> Report {
        let mut search = self.begin(below);
        let flow = search.go_on(self.problem, visitor);
        search.end(flow.is_continue())
    }

    /// Searches a subtree alone; a subtree that is not there has no nodes.
    ///
    /// What is counted is what [`run`](Self::run) counts at the last branch on the way to the
    /// subtree and below it. Solutions are handed out whole, with the options chosen on the way,
    /// the givens first.
    pub fn run_subtree<V: Visitor + ?Sized>(&self, subtree: &Subtree, visitor: &mut V) -> Report {
        self.search(Some(subtree), &mut VisitorAdapter(visitor))
    }

    /// Cuts the tree into about `wanted` parts, as far as can be told from the number of branches
    /// at each node: a part has at most one `wanted`-th of the tree, as if all subtrees of a node
    /// were equal, and at most an eighth of that in the last 32nd of the tree, so that threads come
    /// to the end together. Where branches end early there are fewer parts; there are more, at most
    /// as many times as a node has branches, where nodes have many branches.
    ///
    /// The cut depends on the problem, the heuristic, the givens and `wanted` alone. It takes a
    /// search of the tree above the parts, and memory for the ways to them. A
    /// [`Schedule`](crate::Schedule) cuts the same parts one by one, while the earlier ones are
    /// searched.
    pub fn split(&self, wanted: usize) -> Split {
        let mut splitter = self.splitter(wanted);
        let mut parts = Vec::new();
        while let ControlFlow::Continue(Some(part)) =
            splitter.next(&mut || ControlFlow::Continue(()))
        {
            parts.push(part);
        }
        Split::new(parts, splitter.above())
    }

    /// Cuts the tree as [`split`](Self::split) does, one part after the other.
    pub(crate) fn splitter(&self, wanted: usize) -> Splitter {
        with_dance!(self, Matrix::new(self.problem), dance => Splitter::new(dance, wanted))
    }

    /// Cuts a subtree as [`split`](Self::split) cuts the tree; none if it is not there.
    pub(crate) fn splitter_below(&self, below: &Subtree, wanted: usize) -> Option<Splitter> {
        with_dance!(self, Matrix::new(self.problem), dance => {
            let mut dance = dance;
            dance.descend(below).then(|| Splitter::below(dance, below, wanted))
        })
    }

    /// The items that are looked at to choose one, at the root.
    pub(crate) fn items(&self) -> u64 {
        match self.heuristic {
            Heuristic::Mrv => self.problem.primary_count() as u64,
            Heuristic::First => 1,
        }
    }

    /// Sets up walks from the root of the search tree.
    pub(crate) fn walker(&self) -> Walker {
        Walker::new(self.problem, self.heuristic, &self.givens)
    }

    /// The links, unless the visitor breaks out while there are millions of them to be made.
    fn matrix_while<S: Store>(&self, visitor: &mut dyn Visitor) -> ControlFlow<(), Matrix<S>> {
        Matrix::new_while(self.problem, &mut || visitor.progress(&Progress::default()))
    }

    fn dance<const MRV: bool, const BOUNDED: bool, S: Store>(
        &self,
        matrix: Matrix<S>,
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
            for (beside, other) in [(cell % SIDE + 1 < SIDE, cell + 1), (true, cell + SIDE)] {
                if beside && other < cells.len() {
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
