//! The engine with dancing links: Knuth's Algorithm X, with bounded items.
//!
//! It is the reference: its search tree, and its counts of nodes and updates, are those of the
//! paper ("Dancing Links", 2000), whose tables the tests reproduce. It keeps nothing but the links
//! and a stack, so memory is proportional to the size of the problem. Use it to list solutions, to
//! profile, and to check every other engine against.

mod cut;
mod dance;
mod given;
mod lists;
mod matrix;
mod walk;

pub use given::GivenError;
pub(crate) use given::check as check_givens;
pub(crate) use walk::{Step, Walker};

use std::ops::ControlFlow;

use dance::Dance;
use matrix::Matrix;

use crate::problem::{OptionId, Problem};
use crate::search::{Heuristic, Report, Visitor};
use crate::subtree::{Split, Subtree};

/// No more parts than this for each one wanted.
const MOST_PARTS_PER_WANTED: usize = 64;

/// One of so many parts is cut again: with 6 × 10 pentominoes, the very last took a thirtieth.
const PARTS_PER_ONE_CUT_AGAIN: usize = 32;

/// Sets up the dance for the heuristic and the problem, and calls a method of it.
macro_rules! dance {
    ($links:expr, $visitor:expr, $method:ident($($argument:expr),*)) => {{
        let visitor = $visitor;
        match ($links.heuristic, $links.problem.has_bounded()) {
            (Heuristic::Mrv, false) => {
                $links.dance::<_, true, false>(visitor).$method($($argument),*)
            }
            (Heuristic::Mrv, true) => {
                $links.dance::<_, true, true>(visitor).$method($($argument),*)
            }
            (Heuristic::First, false) => {
                $links.dance::<_, false, false>(visitor).$method($($argument),*)
            }
            (Heuristic::First, true) => {
                $links.dance::<_, false, true>(visitor).$method($($argument),*)
            }
        }
    }};
}

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
        dance!(self, visitor, run())
    }

    /// Searches a subtree alone; a subtree that is not there has no nodes.
    ///
    /// What is counted is what [`run`](Self::run) counts at the last branch on the way to the
    /// subtree and below it. Solutions are handed out whole, with the options chosen on the way,
    /// the givens first.
    pub fn run_subtree<V: Visitor + ?Sized>(&self, subtree: &Subtree, visitor: &mut V) -> Report {
        dance!(self, visitor, run_below(subtree))
    }

    /// Cuts the tree into at least `wanted` parts where it has so many: all on one depth, counted
    /// in branches, but for solutions above it, and the last few one deeper, so that threads come to
    /// the end together. The depth is the least that will do; if there would be more than 64 parts
    /// for each one wanted, it is one less.
    ///
    /// The cut depends on the problem, the heuristic, the givens and `wanted` alone. It takes a
    /// search of the tree above the parts for each depth down to theirs, and memory for the ways to
    /// the parts.
    pub fn split(&self, wanted: usize) -> Split {
        let mut nobody = |_: &[OptionId]| ControlFlow::Continue(());
        let most = wanted.saturating_mul(MOST_PARTS_PER_WANTED).max(1);
        let mut split = Split::whole();
        for depth in 0.. {
            let Some(cut) = dance!(self, &mut nobody, cut(depth, most)) else {
                break;
            };
            split = Split::new(cut.parts, cut.above);
            if !cut.open || split.parts().len() >= wanted {
                break;
            }
        }
        self.cut_last(split)
    }

    /// Cuts the last few parts once more.
    fn cut_last(&self, split: Split) -> Split {
        let few = split.parts().len() / PARTS_PER_ONE_CUT_AGAIN;
        split.cut_last(few, |part| {
            let mut nobody = |_: &[OptionId]| ControlFlow::Continue(());
            let cut = dance!(self, &mut nobody, cut_below(&part.subtree))?;
            Some((cut.parts, cut.above))
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

    fn dance<'v, V: Visitor + ?Sized, const MRV: bool, const BOUNDED: bool>(
        &self,
        visitor: &'v mut V,
    ) -> Dance<'v, V, MRV, BOUNDED> {
        let mut dance = Dance::new(Matrix::new(self.problem), self.problem, visitor);
        dance.give(&self.givens);
        dance
    }
}
